// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource"
)

// release lets go of the ManagedResources of a shoot, and waits for gardener-resource-manager to do so.
func (a *Actuator) release(ctx context.Context, ex *extensionsv1alpha1.Extension, timeout time.Duration) error {
	if err := a.Deliverer.Release(ctx, ex.Namespace); err != nil {
		return err
	}
	return a.orLater(a.Deliverer.WaitReleased(ctx, ex.Namespace, timeout))
}

// orLater makes a requeue of an error that only says that gardener-resource-manager has not let go yet. The requeue is the outermost
// error, because the extension library recognizes it by a type assertion.
func (a *Actuator) orLater(err error) error {
	if still := (*managedresource.StillThereError)(nil); errors.As(err, &still) {
		return &reconcilerutils.RequeueAfterError{Cause: err, RequeueAfter: a.Timeouts.ReleaseRetry}
	}
	return err
}
