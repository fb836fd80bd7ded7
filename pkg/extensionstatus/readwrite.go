// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"context"
	"encoding/json"
	"fmt"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func ReadState(ex *extensionsv1alpha1.Extension) (State, error) {
	var state []byte
	if ex.Status.State != nil {
		state = ex.Status.State.Raw
	}
	d, err := DecodeState(state)
	if err != nil {
		return State{}, fmt.Errorf("the state of Extension %s %w", client.ObjectKeyFromObject(ex), err)
	}
	return d, nil
}

// WriteState notes what was delivered, before it is delivered: what is noted may not have arrived, but nothing arrives
// that is not noted. What is said of it is written with the same request.
//
// The copies of the project's resources are noted beside it, which Gardener carries to another seed as well.
func WriteState(ctx context.Context, conditions *Conditions, ex *extensionsv1alpha1.Extension, d State, references []gardencorev1beta1.NamedResourceReference, s Statement) error {
	noted, err := ReadState(ex)
	if err != nil {
		return err
	}
	if noted != d || !apiequality.Semantic.DeepEqual(ex.Status.Resources, references) {
		raw, err := json.Marshal(d)
		if err != nil {
			return fmt.Errorf("failed to encode the state: %w", err)
		}
		s.Note = func(status *extensionsv1alpha1.ExtensionStatus) {
			status.State, status.Resources = &runtime.RawExtension{Raw: raw}, references
		}
	}
	return conditions.TellInto(ctx, ex, s)
}

// NoteSeen notes what was read of a project from which nothing is delivered.
func NoteSeen(ctx context.Context, conditions *Conditions, ex *extensionsv1alpha1.Extension, seen ObservedProject, s Statement) error {
	noted, err := ReadState(ex)
	if err != nil {
		return err
	}
	noted.Observed = seen
	return WriteState(ctx, conditions, ex, noted, ex.Status.Resources, s)
}
