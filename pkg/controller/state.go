// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// syncOf names what Flux syncs from; nil if it syncs nothing.
func syncOf(d configuration.Delivered) *health.Sync {
	if !d.Sync {
		return nil
	}
	keySecret := ""
	if d.Bootstrapped {
		keySecret = d.KeySecret
	}
	return &health.Sync{SourceKind: d.SourceKind, Source: named(d.Source), Root: named(d.Root), DeployKey: d.DeployKey, KeySecret: named(keySecret),
		SourceSuspension: d.SourceSuspension, RootSuspension: d.RootSuspension}
}

func named(s string) types.NamespacedName {
	namespace, name, _ := strings.Cut(s, "/")
	return types.NamespacedName{Namespace: namespace, Name: name}
}

func readState(ex *extensionsv1alpha1.Extension) (configuration.Delivered, error) {
	var state []byte
	if ex.Status.State != nil {
		state = ex.Status.State.Raw
	}
	d, err := configuration.ReadDelivered(state)
	if err != nil {
		return configuration.Delivered{}, fmt.Errorf("the state of Extension %s %w", client.ObjectKeyFromObject(ex), err)
	}
	return d, nil
}

// writeState notes what was delivered, before it is delivered: what is noted may not have arrived, but nothing arrives
// that is not noted. What is said of it is written with the same request.
//
// The copies of the project's resources are noted beside it, which Gardener carries to another seed as well.
func writeState(ctx context.Context, conditions *Conditions, ex *extensionsv1alpha1.Extension, d configuration.Delivered, references []gardencorev1beta1.NamedResourceReference, s statement) error {
	noted, err := readState(ex)
	if err != nil {
		return err
	}
	if noted != d || !apiequality.Semantic.DeepEqual(ex.Status.Resources, references) {
		raw, err := json.Marshal(d)
		if err != nil {
			return fmt.Errorf("failed to encode the state: %w", err)
		}
		s.note = func(status *extensionsv1alpha1.ExtensionStatus) {
			status.State, status.Resources = &runtime.RawExtension{Raw: raw}, references
		}
	}
	return conditions.tellInto(ctx, ex, s)
}

// noteSeen notes what was read of a project from which nothing is delivered.
func noteSeen(ctx context.Context, conditions *Conditions, ex *extensionsv1alpha1.Extension, seen configuration.Seen, s statement) error {
	noted, err := readState(ex)
	if err != nil {
		return err
	}
	noted.Seen = seen
	return writeState(ctx, conditions, ex, noted, ex.Status.Resources, s)
}
