// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keypair

import (
	"fmt"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// DamagedKeyError reports that the deploy key Secret of a project exists but cannot be used. It is never repaired by
// overwriting, because only its owner knows what it should contain.
type DamagedKeyError struct {
	// Namespace is the project namespace.
	Namespace string
	// Reason is what is wrong, without any part of the key.
	Reason error
	// Version is that of the Secret.
	Version string
}

// Error names the Secret and what is wrong with it.
func (e *DamagedKeyError) Error() string {
	return fmt.Sprintf("Secret %s/%s: %v; correct it, or delete the Secret to have a new deploy key generated",
		e.Namespace, fluxv1alpha1.DeployKeySecretName, e.Reason)
}

// Unwrap returns the reason.
func (e *DamagedKeyError) Unwrap() error { return e.Reason }
