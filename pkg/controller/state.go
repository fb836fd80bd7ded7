// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"encoding/json"
	"fmt"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// delivered is what a shoot has been given. It is noted in the state of the Extension, which Gardener carries to another
// seed when the control plane moves (gardener/docs/extensions/migration.md): there are no ManagedResources yet then, but
// Flux is at work in the shoot, and a mistake in the configuration must not fail the move.
type delivered struct {
	// Flux says that Flux was handed over.
	Flux bool `json:"flux,omitempty"`
	// Sync says that a source and a root Kustomization were handed over.
	Sync bool `json:"sync,omitempty"`
}

func readState(ex *extensionsv1alpha1.Extension) (delivered, error) {
	var d delivered
	if ex.Status.State == nil || len(ex.Status.State.Raw) == 0 {
		return d, nil
	}
	if err := json.Unmarshal(ex.Status.State.Raw, &d); err != nil {
		return delivered{}, fmt.Errorf("failed to read the state of Extension %s: %w", client.ObjectKeyFromObject(ex), err)
	}
	return d, nil
}

// writeState notes what was delivered, before it is delivered: what is noted may not have arrived, but nothing arrives
// that is not noted.
func writeState(ctx context.Context, seed client.StatusClient, ex *extensionsv1alpha1.Extension, d delivered) error {
	noted, err := readState(ex)
	if err != nil || noted == d {
		return err
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("failed to encode the state: %w", err)
	}
	patch := client.MergeFrom(ex.DeepCopy())
	ex.Status.State = &runtime.RawExtension{Raw: raw}
	if err := seed.Status().Patch(ctx, ex, patch); err != nil {
		return fmt.Errorf("failed to write the state of Extension %s: %w", client.ObjectKeyFromObject(ex), err)
	}
	return nil
}
