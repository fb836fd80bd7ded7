// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/util/retry"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// And makes one statement of two.
func (s Statement) And(other Statement) Statement {
	s.Verdicts, s.Owned = slices.Concat(s.Verdicts, other.Verdicts), slices.Concat(s.Owned, other.Owned)
	return s
}

// Conditions writes the conditions of Extensions.
type Conditions struct {
	seed   client.StatusClient
	reader client.Reader
	clock  clock.Clock
}

// NewConditions returns a writer that writes with the given client, and reads with the given reader, which must not use
// a cache.
func NewConditions(seed client.StatusClient, reader client.Reader, now clock.Clock) *Conditions {
	return &Conditions{seed: seed, reader: reader, clock: now}
}

// Statement is what is written into the status of an Extension at once.
type Statement struct {
	// Verdicts become conditions; those of the owned types without verdict are removed. All other conditions are left alone.
	Verdicts []health.Verdict
	Owned    []gardencorev1beta1.ConditionType
	// Tell changes what the providerStatus says; nil leaves it alone.
	Tell func(*fluxv1alpha1.FluxStatus)
	// Note changes what else is noted in the status; nil if there is nothing.
	Note func(*extensionsv1alpha1.ExtensionStatus)
}

// Write sets the conditions of the owned types to the verdicts and removes those without verdict. It leaves all other
// conditions alone, and writes nothing if nothing changed. The given Extension may be from a cache and is not changed.
func (c *Conditions) Write(ctx context.Context, ex *extensionsv1alpha1.Extension, verdicts []health.Verdict, owned ...gardencorev1beta1.ConditionType) error {
	return c.Tell(ctx, ex, Statement{Verdicts: verdicts, Owned: owned})
}

// Tell writes a statement with one request, and nothing if nothing changed. The given Extension may be from a cache and is not
// changed.
func (c *Conditions) Tell(ctx context.Context, ex *extensionsv1alpha1.Extension, s Statement) error {
	return c.TellInto(ctx, ex.DeepCopy(), s)
}

// TellInto does the same, and metadata and status of the Extension are as they were written then: the operation goes on with the spec with
// which it began, and says in the end that it has observed that one. The Extension is read anew only if somebody has written it since it was
// read. What is to be noted was decided on what was noted then: if somebody has noted something else, that stays, and the operation fails.
func (c *Conditions) TellInto(ctx context.Context, ex *extensionsv1alpha1.Extension, s Statement) error {
	// RetryOnConflict takes a request that has timed out for the end of its own time, and returns nothing then.
	var last error
	current := ex.DeepCopy()
	_ = retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if apierrors.IsConflict(last) {
			current = &extensionsv1alpha1.Extension{}
			if err := c.reader.Get(ctx, client.ObjectKeyFromObject(ex), current); err != nil {
				last = err
				return err
			}
			if s.Note != nil && !apiequality.Semantic.DeepEqual(current.Status.State, ex.Status.State) {
				return nil
			}
		}
		last = c.patch(ctx, current, s)
		return last
	})
	if last != nil {
		return fmt.Errorf("failed to write the status of Extension %s: %w", client.ObjectKeyFromObject(ex), last)
	}
	generation := ex.Generation
	ex.ObjectMeta, ex.Status = current.ObjectMeta, current.Status
	ex.Generation = generation
	return nil
}

// patch writes the statement if nobody has written since the Extension was read.
func (c *Conditions) patch(ctx context.Context, ex *extensionsv1alpha1.Extension, s Statement) error {
	patch := client.MergeFromWithOptions(ex.DeepCopy(), client.MergeFromWithOptimisticLock{})
	if changed, err := c.change(ex, s); err != nil || !changed {
		return err
	}
	return c.seed.Status().Patch(ctx, ex, patch)
}

// ReplaceState writes the state if the Extension in the seed still has the resourceVersion of the given one, and fails with a conflict if it
// does not: the state may follow only from what the given Extension contains, so that there is no retry. After a write, the given Extension is
// the one that was written; otherwise it is as before.
func (c *Conditions) ReplaceState(ctx context.Context, ex *extensionsv1alpha1.Extension, state State) error {
	raw, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("failed to encode the state: %w", err)
	}
	changed := ex.DeepCopy()
	changed.Status.State = &runtime.RawExtension{Raw: raw}
	if err := c.seed.Status().Patch(ctx, changed, client.MergeFromWithOptions(ex, client.MergeFromWithOptimisticLock{})); err != nil {
		return fmt.Errorf("failed to write the state of Extension %s: %w", client.ObjectKeyFromObject(ex), err)
	}
	*ex = *changed
	return nil
}

// change puts the statement into the Extension, and tells whether that makes a difference.
func (c *Conditions) change(ex *extensionsv1alpha1.Extension, s Statement) (bool, error) {
	conditions := c.apply(ex.Status.Conditions, s.Verdicts, s.Owned)
	changed := !apiequality.Semantic.DeepEqual(ex.Status.Conditions, conditions)
	ex.Status.Conditions = conditions
	if s.Note != nil {
		s.Note(&ex.Status)
		changed = true
	}
	if s.Tell == nil {
		return changed, nil
	}
	before := ReadTold(ex.Status.ProviderStatus)
	after := before.DeepCopy()
	s.Tell(after)
	if apiequality.Semantic.DeepEqual(&before, after) {
		return changed, nil
	}
	if after.DeployKey == nil && after.Shoot == nil {
		ex.Status.ProviderStatus = nil
		return true, nil
	}
	raw, err := encodeTold(*after)
	ex.Status.ProviderStatus = &runtime.RawExtension{Raw: raw}
	return true, err
}

// ReadTold returns what a providerStatus says; nothing if it is none of ours.
func ReadTold(raw *runtime.RawExtension) fluxv1alpha1.FluxStatus {
	var told fluxv1alpha1.FluxStatus
	if raw == nil || json.Unmarshal(raw.Raw, &told) != nil || told.APIVersion != fluxv1alpha1.SchemeGroupVersion.String() {
		return fluxv1alpha1.FluxStatus{}
	}
	return told
}

func encodeTold(told fluxv1alpha1.FluxStatus) ([]byte, error) {
	told.TypeMeta = metav1.TypeMeta{APIVersion: fluxv1alpha1.SchemeGroupVersion.String(), Kind: "FluxStatus"}
	raw, err := json.Marshal(told)
	if err != nil {
		return nil, fmt.Errorf("failed to encode the providerStatus: %w", err)
	}
	return raw, nil
}

// apply keeps the order of the conditions, so that two writers of different conditions do not undo each other's order.
func (c *Conditions) apply(old []gardencorev1beta1.Condition, verdicts []health.Verdict, owned []gardencorev1beta1.ConditionType) []gardencorev1beta1.Condition {
	obsolete := sets.New(owned...)
	fresh := make([]gardencorev1beta1.Condition, 0, len(verdicts))
	for _, v := range verdicts {
		obsolete.Delete(v.Type)
		condition := v1beta1helper.GetOrInitConditionWithClock(c.clock, old, v.Type)
		fresh = append(fresh, v1beta1helper.UpdatedConditionWithClock(c.clock, condition, v.Status, v.Reason, v.Message))
	}
	return v1beta1helper.MergeConditions(v1beta1helper.RemoveConditions(old, obsolete.UnsortedList()...), fresh...)
}
