// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package statuswriter

import (
	"context"
	"encoding/json"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// WriteState records what is delivered, before it is: what is recorded may not have arrived, but nothing arrives that is not recorded. The
// update of the conditions is written with the same request.
//
// The copies of the project's resources are recorded beside it, which Gardener carries to another seed as well. So is that the operation has begun if
// it is the first one (pkg/seed/beginning.go).
func (w *Writer) WriteState(ctx context.Context, ex *extensionsv1alpha1.Extension, state extensionstatus.State, references []gardencorev1beta1.NamedResourceReference, u Update) error {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	if recorded != state || !apiequality.Semantic.DeepEqual(ex.Status.Resources, references) {
		raw, err := json.Marshal(state)
		if err != nil {
			return fmt.Errorf("failed to encode the state: %w", err)
		}
		u.Status = func(status *extensionsv1alpha1.ExtensionStatus) {
			status.State, status.Resources = &runtime.RawExtension{Raw: raw}, references
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

// WriteObserved records what was read of a project from which nothing is delivered.
func (w *Writer) WriteObserved(ctx context.Context, ex *extensionsv1alpha1.Extension, observed extensionstatus.ObservedProject, u Update) error {
	state, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	state.Observed = observed
	return w.WriteState(ctx, ex, state, ex.Status.Resources, u)
}
