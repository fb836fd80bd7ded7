// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keypair

import (
	"fmt"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// DamagedKeyError reports that the deploy key Secret of a project exists but cannot be used. It is never repaired by
// overwriting, because only its owner knows what it should contain.
type DamagedKeyError struct {
	// Namespace is the project namespace.
	Namespace string
	// Source is the additional source whose key it is; empty for the first one.
	Source string
	// Reason is what is wrong, without any part of the key.
	Reason error
	// Version is that of the Secret.
	Version string
}

// Error names the Secret and what is wrong with it.
func (e *DamagedKeyError) Error() string {
	if e.Source != "" {
		return fmt.Sprintf("Secret %s/%s, deploy key of source %s: %v (each name in the Secret begins with %s.); correct it, or remove %s from the Secret to have a new deploy key generated",
			e.Namespace, fluxv1alpha1.SourceKeysSecretName, e.Source, e.Reason, e.Source, deploykey.Named(e.Source, fluxv1alpha1.SecretKeyIdentity))
	}
	return fmt.Sprintf("Secret %s/%s: %v; correct it, or delete the Secret to have a new deploy key generated",
		e.Namespace, fluxv1alpha1.DeployKeySecretName, e.Reason)
}

// Unwrap returns the reason.
func (e *DamagedKeyError) Unwrap() error { return e.Reason }
