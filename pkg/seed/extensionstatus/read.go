// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"encoding/json"
	"fmt"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// ReadState returns what is recorded of the shoot of an Extension.
func ReadState(ex *extensionsv1alpha1.Extension) (State, error) {
	var raw []byte
	if ex.Status.State != nil {
		raw = ex.Status.State.Raw
	}
	state, err := DecodeState(raw)
	if err != nil {
		return State{}, fmt.Errorf("the state of Extension %s %w", ex.Namespace+"/"+ex.Name, err)
	}
	return state, nil
}

// ReadProviderStatus decodes a providerStatus; it is empty if it is none of this extension.
func ReadProviderStatus(raw *runtime.RawExtension) fluxv1alpha1.FluxStatus {
	var status fluxv1alpha1.FluxStatus
	if raw == nil || json.Unmarshal(raw.Raw, &status) != nil || status.APIVersion != fluxv1alpha1.SchemeGroupVersion.String() {
		return fluxv1alpha1.FluxStatus{}
	}
	return status
}
