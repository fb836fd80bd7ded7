// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// MergePatch is a JSON merge patch (RFC 7386): a nil value removes a field.
type MergePatch map[string]any

// Type returns the type of the patch.
func (MergePatch) Type() types.PatchType { return types.MergePatchType }

// Data returns the patch as JSON.
func (p MergePatch) Data(client.Object) ([]byte, error) { return json.Marshal(p) }
