// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"fmt"

	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// awaitAccess has the operation wait if the garden refuses to have something of the project read, where the garden controller gives the seed
// access to each project: it does so when the first Shoot of the project is scheduled for the seed, and later if it was down then. Where the
// seed has access to all projects, a refusal stays a fault.
//
// The requeue is the outermost error, because the extension library recognizes it by a type assertion.
func (a *Actuator) awaitAccess(namespace string, err error) error {
	if !a.AccessPerProject || !apierrors.IsForbidden(err) {
		return err
	}
	return &reconcilerutils.RequeueAfterError{RequeueAfter: a.Timeouts.AccessRetry, Cause: fmt.Errorf(
		"waiting for this seed to be given access to project namespace %s. There is nothing to correct in the project, and nothing in the shoot changes meanwhile. "+
			"The garden controller of this extension gives access within seconds; if this lasts longer, an operator of Gardener has to see why it does not: %w", namespace, err)}
}
