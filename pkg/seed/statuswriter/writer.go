// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package statuswriter is the only writer of the status of Extensions: conditions, providerStatus, and the
// state with the delivery. Gardener's library writes the last operation. The package does not decide on
// deliveries, and reads only Extensions.
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

// Update is a change of the status of an Extension with one write.
type Update struct {
	// Verdicts become conditions. Owned conditions without a verdict are removed; all other conditions stay.
	Verdicts []health.Verdict
	Owned    []gardencorev1beta1.ConditionType
	// ProviderStatus changes the providerStatus; nil leaves it unchanged.
	ProviderStatus func(*fluxv1alpha1.FluxStatus)
	// Status changes the rest of the status; nil leaves it unchanged.
	Status func(*extensionsv1alpha1.ExtensionStatus)
}

// Apply writes an update with one request, and makes no request without changes. The given Extension may be from a
// cache; Apply does not change it.
func (w *Writer) Apply(ctx context.Context, ex *extensionsv1alpha1.Extension, u Update) error {
	return w.ApplyTo(ctx, ex.DeepCopy(), u)
}

// ApplyTo does the same, and updates metadata and status of the given Extension. It does not update the spec: the
// operation continues with its initial spec, and finally reports that generation as observed. ApplyTo reads the
// Extension again only after a conflict. The update relies on the recorded state: if another state was recorded in
// the meantime, ApplyTo keeps it and returns the conflict.
func (w *Writer) ApplyTo(ctx context.Context, ex *extensionsv1alpha1.Extension, u Update) error {
	current := ex.DeepCopy()
	var refused error
	err := kube.RetryOnConflict(ctx, func() error {
		if refused != nil {
			current = &extensionsv1alpha1.Extension{}
			if err := w.reader.Get(ctx, client.ObjectKeyFromObject(ex), current); err != nil {
				return err
			}
			if u.Status != nil && !apiequality.Semantic.DeepEqual(current.Status.State, ex.Status.State) {
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

// patch writes the update if the Extension has not changed since the read.
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

// ReplaceState writes the state if the Extension still has its resourceVersion, and returns a conflict otherwise.
// It does not retry, because the state depends on the given Extension. Only a successful write updates the given
// Extension.
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

// change applies the update to the Extension, and reports whether it changed.
func (w *Writer) change(ex *extensionsv1alpha1.Extension, u Update) (bool, error) {
	conditions := ex.Status.Conditions
	ex.Status.Conditions = w.apply(conditions, u.Verdicts, u.Owned)
	if u.Status != nil {
		u.Status(&ex.Status)
	}
	err := w.reportInShoot(ex)
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
	if after.DeployKey == nil && after.Shoot == nil {
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

// apply keeps the order of the conditions, so that writers of different conditions do not undo each other's
// order.
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

// WriteState records a delivery before the delivery begins: the shoot may lack recorded objects, but has no
// unrecorded ones. The same request writes the conditions.
//
// WriteState also records the references to copied resources, which Gardener copies to another seed as well, and
// the beginning of the first operation (pkg/seed/client.go).
func (w *Writer) WriteState(ctx context.Context, ex *extensionsv1alpha1.Extension, state extensionstatus.State, references []gardencorev1beta1.NamedResourceReference, u Update) error {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
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

// WriteObserved records the observed project without a delivery.
func (w *Writer) WriteObserved(ctx context.Context, ex *extensionsv1alpha1.Extension, observed extensionstatus.ObservedProject, u Update) error {
	state, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	state.Observed = observed
	return w.WriteState(ctx, ex, state, ex.Status.Resources, u)
}

// reportInShoot updates the condition for the Shoot with each write, so that it never contradicts the recorded
// state and the other conditions. The condition disappears with the write that ends the report, because gardenlet
// does not store it. An Extension that is being deleted reports no condition.
func (w *Writer) reportInShoot(ex *extensionsv1alpha1.Extension) error {
	state, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	var verdicts []health.Verdict
	if state.ReportInShoot && ex.DeletionTimestamp == nil {
		verdicts = health.JudgeInShoot(ex.Status.Conditions)
	}
	ex.Status.Conditions = w.apply(ex.Status.Conditions, verdicts, []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionInShoot})
	return nil
}
