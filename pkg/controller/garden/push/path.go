// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"crypto/sha256"
	"encoding/hex"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// shortestToken is the least number of bytes of a token: with the types that have no signature, the path alone has to withstand guessing.
const shortestToken = 16

// pathPrefix is the beginning of the path of each webhook.
const pathPrefix = "/hook/"

// pathOf returns the path of a project's webhook: the digest of its token, its name and its namespace, as that of a Receiver of Flux.
func pathOf(token, namespace string) string {
	sum := sha256.Sum256([]byte(token + fluxv1alpha1.ConfigMapName + namespace))
	return pathPrefix + hex.EncodeToString(sum[:])
}
