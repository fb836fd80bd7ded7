// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import "strings"

// forbidden refuses a change of a field, with the reason or with the setting to use instead.
func forbidden(changed string) *refusal {
	for _, known := range []struct{ end, text string }{
		{".image", "must not be changed by a patch; remove it, and set flux.registry if the images are to come from elsewhere"},
		{"imagePullSecrets", "must not be changed by a patch; remove it, and set flux.imagePullSecretResourceName"},
		{".affinity", "must not be changed by a patch; remove it, and change nodeSelector or tolerations"},
		{"spec.replicas", "must not be changed by a patch, because only one pod of a controller works; remove it"},
		{"ontainers", "must not be changed by a patch, because the controllers run alone in their pods; remove it"},
	} {
		if strings.HasSuffix(changed, known.end) {
			return &refusal{field: changed, text: known.text}
		}
	}
	return &refusal{field: changed, text: "must not be changed by a patch; remove it"}
}
