// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"crypto/rsa"
	"fmt"
	"strings"

	"golang.org/x/crypto/ssh"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

func parsePublicKey(line []byte) (ssh.PublicKey, bool) {
	public, _, _, _, err := ssh.ParseAuthorizedKey(line)
	return public, err == nil
}

// authorized encodes a public key again: what was beside it is not repeated.
func authorized(public ssh.PublicKey) string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(public)))
}

// algorithmOf names the algorithm as the configuration does, and as ssh does if it knows no word for it.
func algorithmOf(public ssh.PublicKey) string {
	switch public.Type() {
	case ssh.KeyAlgoED25519:
		return string(fluxv1alpha1.KeyAlgorithmEd25519)
	case ssh.KeyAlgoECDSA256:
		return string(fluxv1alpha1.KeyAlgorithmECDSAP256)
	case ssh.KeyAlgoECDSA384:
		return string(fluxv1alpha1.KeyAlgorithmECDSAP384)
	case ssh.KeyAlgoECDSA521:
		return string(fluxv1alpha1.KeyAlgorithmECDSAP521)
	}
	if crypto, ok := public.(ssh.CryptoPublicKey); ok {
		if key, ok := crypto.CryptoPublicKey().(*rsa.PublicKey); ok {
			return fmt.Sprintf("rsa-%d", key.N.BitLen())
		}
	}
	return public.Type()
}
