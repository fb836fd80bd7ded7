// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
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

// configuredStatement is the condition FluxConfigured. It says what is configured, and is written before that is delivered.
func configuredStatement(d decision) statement {
	return statement{verdicts: []health.Verdict{d.verdict}, owned: []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionConfigured}}
}

// supportedStatement says whether the Flux version that the shoot has is deprecated. As long as a delivery has not succeeded, the shoot has the
// one before.
func (a *Actuator) supportedStatement(d decision) statement {
	return statement{verdicts: a.deprecation(d.version), owned: []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionVersionSupported}}
}

// and makes one statement of two.
func (s statement) and(other statement) statement {
	s.verdicts, s.owned = slices.Concat(s.verdicts, other.verdicts), slices.Concat(s.owned, other.owned)
	return s
}

// report fails the operation if a user has to act before anything can be delivered. The error carries a retryable code: a non-retryable one
// would fail the whole Shoot at once (gardener: pkg/gardenlet/controller/shoot/shoot/reconciler.go). The requeue is the outermost error,
// because the extension library recognizes it by a type assertion.
func (a *Actuator) report(d decision) error {
	if d.mistake != nil {
		return &reconcilerutils.RequeueAfterError{
			Cause:        v1beta1helper.NewErrorWithCodes(d.mistake, gardencorev1beta1.ErrorRetryableConfigurationProblem),
			RequeueAfter: a.Timeouts.ConfigurationRetry,
		}
	}
	return nil
}

// deprecation says that the version is deprecated; nothing if it is not, or if there is none.
func (a *Actuator) deprecation(version string) []health.Verdict {
	if version == "" {
		return nil
	}
	text := a.Resolver.Deprecated(version)
	if text == "" {
		return nil
	}
	return []health.Verdict{{Type: fluxv1alpha1.ConditionVersionSupported, Status: gardencorev1beta1.ConditionFalse, Reason: "VersionDeprecated", Message: text}}
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

// statement is what is written into the status of an Extension at once.
type statement struct {
	// verdicts become conditions; those of the owned types without verdict are removed. All other conditions are left alone.
	verdicts []health.Verdict
	owned    []gardencorev1beta1.ConditionType
	// tell changes what the providerStatus says; nil leaves it alone.
	tell func(*fluxv1alpha1.FluxStatus)
	// note changes what else is noted in the status; nil if there is nothing.
	note func(*extensionsv1alpha1.ExtensionStatus)
}

// Write sets the conditions of the owned types to the verdicts and removes those without verdict. It leaves all other
// conditions alone, and writes nothing if nothing changed. The given Extension may be from a cache and is not changed.
func (c *Conditions) Write(ctx context.Context, ex *extensionsv1alpha1.Extension, verdicts []health.Verdict, owned ...gardencorev1beta1.ConditionType) error {
	return c.Tell(ctx, ex, statement{verdicts: verdicts, owned: owned})
}

// Tell writes a statement with one request, and nothing if nothing changed. The given Extension may be from a cache and is not
// changed.
func (c *Conditions) Tell(ctx context.Context, ex *extensionsv1alpha1.Extension, s statement) error {
	return c.tellInto(ctx, ex.DeepCopy(), s)
}

// tellInto does the same, and metadata and status of the Extension are as they were written then: the operation goes on with the spec with
// which it began, and says in the end that it has observed that one. The Extension is read anew only if somebody has written it since it was
// read. What is to be noted was decided on what was noted then: if somebody has noted something else, that stays, and the operation fails.
func (c *Conditions) tellInto(ctx context.Context, ex *extensionsv1alpha1.Extension, s statement) error {
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
			if s.note != nil && !apiequality.Semantic.DeepEqual(current.Status.State, ex.Status.State) {
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
func (c *Conditions) patch(ctx context.Context, ex *extensionsv1alpha1.Extension, s statement) error {
	patch := client.MergeFromWithOptions(ex.DeepCopy(), client.MergeFromWithOptimisticLock{})
	if changed, err := c.change(ex, s); err != nil || !changed {
		return err
	}
	return c.seed.Status().Patch(ctx, ex, patch)
}

// change puts the statement into the Extension, and tells whether that makes a difference.
func (c *Conditions) change(ex *extensionsv1alpha1.Extension, s statement) (bool, error) {
	conditions := c.apply(ex.Status.Conditions, s.verdicts, s.owned)
	changed := !apiequality.Semantic.DeepEqual(ex.Status.Conditions, conditions)
	ex.Status.Conditions = conditions
	if s.note != nil {
		s.note(&ex.Status)
		changed = true
	}
	if s.tell == nil {
		return changed, nil
	}
	before := readTold(ex.Status.ProviderStatus)
	after := before.DeepCopy()
	s.tell(after)
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

// readTold returns what a providerStatus says; nothing if it is none of ours.
func readTold(raw *runtime.RawExtension) fluxv1alpha1.FluxStatus {
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
