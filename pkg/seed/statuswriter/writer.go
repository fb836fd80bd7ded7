// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package statuswriter writes the status of Extensions: conditions, providerStatus, and the state, which records the
// delivery. It is the only writer of these fields; Gardener's library writes the last operation. The package must not
// decide on deliveries, and must only read Extensions.
package statuswriter

import (
	"context"
	"encoding/json"
	"fmt"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Writer writes the status of Extensions.
type Writer struct {
	seed   client.StatusClient
	reader client.Reader
	clock  clock.Clock
}

// NewWriter returns a Writer. The reader must not use a cache.
func NewWriter(seed client.StatusClient, reader client.Reader, now clock.Clock) *Writer {
	return &Writer{seed: seed, reader: reader, clock: now}
}

// Update is a change of an Extension's status that is written with one request.
type Update struct {
	// Verdicts are written as conditions. Conditions of the types in Owned that have no verdict are removed. All other
	// conditions are kept.
	Verdicts []health.Verdict
	Owned    []gardencorev1beta1.ConditionType
	// OfState is true if the verdicts depend on the recorded state. If it was changed meanwhile, Apply returns the
	// conflict.
	OfState bool
	// ProviderStatus changes the providerStatus; nil leaves it unchanged.
	ProviderStatus func(*fluxv1alpha1.FluxStatus)
	// Status changes the rest of the status; nil leaves it unchanged.
	Status func(*extensionsv1alpha1.ExtensionStatus)

	// state is the state after the update; nil if it is read from the Extension.
	state *extensionstatus.State
}

// Apply writes an update with one request. It sends no request if the update changes nothing. Apply does not change the
// given Extension, which may be from a cache.
func (w *Writer) Apply(ctx context.Context, ex *extensionsv1alpha1.Extension, u Update) error {
	return w.ApplyTo(ctx, ex.DeepCopy(), u)
}

// ApplyTo writes an update like Apply, and updates metadata and status of the given Extension. It keeps spec and
// generation of the given Extension, because the operation continues with this spec and finally reports this generation
// as observed. After a conflict, ApplyTo reads the Extension again and retries. However, if the update changes the
// state and a different state was written in the meantime, ApplyTo returns the conflict, because the update is based on
// the previous state.
func (w *Writer) ApplyTo(ctx context.Context, ex *extensionsv1alpha1.Extension, u Update) error {
	current := ex.DeepCopy()
	var refused error
	err := kube.RetryOnConflict(ctx, func() error {
		if refused != nil {
			current = &extensionsv1alpha1.Extension{}
			if err := w.reader.Get(ctx, client.ObjectKeyFromObject(ex), current); err != nil {
				return err
			}
			if (u.Status != nil || u.OfState) && !apiequality.Semantic.DeepEqual(current.Status.State, ex.Status.State) {
				return nil
			}
		}
		refused = nil
		err := w.patch(ctx, current, u)
		if apierrors.IsConflict(err) {
			refused = err
		}
		return err
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return fmt.Errorf("failed to write the status of Extension %s: %w", client.ObjectKeyFromObject(ex), err)
	}
	generation := ex.Generation
	ex.ObjectMeta, ex.Status = current.ObjectMeta, current.Status
	ex.Generation = generation
	return nil
}

// patch writes the update, or returns a conflict if the Extension has changed since it was read.
func (w *Writer) patch(ctx context.Context, ex *extensionsv1alpha1.Extension, u Update) error {
	before := *ex
	ex.Status = *before.Status.DeepCopy()
	if changed, err := w.change(ex, u); err != nil || !changed {
		return err
	}
	return w.seed.Status().Patch(ctx, ex, ifUnchanged(&before))
}

// ifUnchanged returns a patch with an optimistic lock.
func ifUnchanged(before *extensionsv1alpha1.Extension) client.Patch {
	return client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})
}

// ReplaceState writes the state. It returns a conflict if the Extension has changed since it was read. It does not
// retry, because the state depends on the given Extension. ReplaceState updates the given Extension only if the write
// succeeds.
func (w *Writer) ReplaceState(ctx context.Context, ex *extensionsv1alpha1.Extension, state extensionstatus.State) error {
	raw, err := encode(state)
	if err != nil {
		return err
	}
	changed := ex.DeepCopy()
	changed.Status.State = raw
	if err := w.seed.Status().Patch(ctx, changed, ifUnchanged(ex)); err != nil {
		return fmt.Errorf("failed to write the state of Extension %s: %w", client.ObjectKeyFromObject(ex), err)
	}
	*ex = *changed
	return nil
}

// change applies the update to the Extension, and reports whether the Extension has to be written.
func (w *Writer) change(ex *extensionsv1alpha1.Extension, u Update) (bool, error) {
	conditions := ex.Status.Conditions
	ex.Status.Conditions = w.apply(conditions, u.Verdicts, u.Owned)
	if u.Status != nil {
		u.Status(&ex.Status)
	}
	err := w.reportInShoot(ex, u.state)
	changed := u.Status != nil || !apiequality.Semantic.DeepEqual(ex.Status.Conditions, conditions)
	if err != nil || u.ProviderStatus == nil {
		return changed, err
	}
	before := extensionstatus.ReadProviderStatus(ex.Status.ProviderStatus)
	after := before.DeepCopy()
	u.ProviderStatus(after)
	if err := fit(ex.Status, after); err != nil {
		return false, err
	}
	if apiequality.Semantic.DeepEqual(&before, after) {
		return changed, nil
	}
	if after.DeployKey == nil && after.Shoot == nil && after.Baseline == nil {
		ex.Status.ProviderStatus = nil
		return true, nil
	}
	ex.Status.ProviderStatus, err = encodeProviderStatus(*after)
	return true, err
}

func encodeProviderStatus(status fluxv1alpha1.FluxStatus) (*runtime.RawExtension, error) {
	status.TypeMeta = metav1.TypeMeta{APIVersion: fluxv1alpha1.SchemeGroupVersion.String(), Kind: "FluxStatus"}
	return encode(status)
}

func encode(value any) (*runtime.RawExtension, error) {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("failed to encode the status: %w", err)
	}
	return &runtime.RawExtension{Raw: raw}, nil
}

// apply returns the conditions with the verdicts, and without owned conditions that have no verdict. It keeps the order
// of the existing conditions, so that writers of different conditions do not repeatedly reorder them.
func (w *Writer) apply(old []gardencorev1beta1.Condition, verdicts []health.Verdict, owned []gardencorev1beta1.ConditionType) []gardencorev1beta1.Condition {
	obsolete := sets.New(owned...)
	fresh := make([]gardencorev1beta1.Condition, 0, len(verdicts))
	for _, v := range verdicts {
		obsolete.Delete(v.Type)
		condition := v1beta1helper.GetOrInitConditionWithClock(w.clock, old, v.Type)
		var codes []gardencorev1beta1.ErrorCode
		if v.Code != "" {
			codes = append(codes, v.Code)
		}
		fresh = append(fresh, v1beta1helper.UpdatedConditionWithClock(w.clock, condition, v.Status, text.Line(v.Reason, longestReason), text.Line(v.Message, longestMessage(v.Type)), codes...))
	}
	return v1beta1helper.MergeConditions(v1beta1helper.RemoveConditions(old, obsolete.UnsortedList()...), fresh...)
}

// WriteState writes the state and the given update with one request. It must be called before the delivery that the
// state records, so that the shoot never has objects that are not recorded. recorded is the state in the given
// Extension; if a different one was written in the meantime, WriteState returns a conflict.
//
// WriteState also writes the references to copied resources, which Gardener copies to the new seed in a control plane
// migration, and the beginning of the first operation (pkg/seed/client.go).
func (w *Writer) WriteState(ctx context.Context, ex *extensionsv1alpha1.Extension, recorded, state extensionstatus.State, references []gardencorev1beta1.NamedResourceReference, u Update) error {
	u.OfState, u.state = true, &state
	if recorded != state || !apiequality.Semantic.DeepEqual(ex.Status.Resources, references) {
		raw, err := encode(state)
		if err != nil {
			return err
		}
		u.Status = func(status *extensionsv1alpha1.ExtensionStatus) {
			status.State, status.Resources = raw, references
			if status.LastOperation == nil {
				status.LastOperation = &gardencorev1beta1.LastOperation{
					Type: gardencorev1beta1.LastOperationTypeCreate, State: gardencorev1beta1.LastOperationStateProcessing, Progress: 1,
					Description: "Reconciling the Extension", LastUpdateTime: metav1.NewTime(w.clock.Now()),
				}
			}
		}
	}
	return w.ApplyTo(ctx, ex, u)
}

// reportInShoot updates the condition that gardenlet copies to the Shoot. Each write of the status includes it, so that
// the condition never contradicts the recorded state and the other conditions. It removes the condition if the state
// does not request the report, or if the Extension is being deleted. The condition then also disappears from the Shoot,
// because gardenlet does not store it.
func (w *Writer) reportInShoot(ex *extensionsv1alpha1.Extension, state *extensionstatus.State) error {
	if state == nil {
		read, err := extensionstatus.ReadState(ex)
		if err != nil {
			return err
		}
		state = &read
	}
	var verdicts []health.Verdict
	if state.ReportInShoot && ex.DeletionTimestamp == nil {
		verdicts = health.JudgeInShoot(ex.Status.Conditions)
	}
	ex.Status.Conditions = w.apply(ex.Status.Conditions, verdicts, []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionInShoot})
	return nil
}
