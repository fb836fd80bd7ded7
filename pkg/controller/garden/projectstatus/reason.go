// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// Reasons of entries with state NotReported.
const (
	reasonNotScheduled  = "ShootNotScheduled"
	reasonNotBegun      = "OperationNotBegun"
	reasonNotFinished   = "OperationNotFinished"
	reasonNotReconciled = "ShootNotReconciled"
	reasonSeedIsSilent  = "SeedDoesNotReport"
)

// reasonOf returns why no seed is likely to report the Shoot, and the likely fix, as far as the Shoot has it.
func reasonOf(shoot *gardencorev1beta1.Shoot) (reason, message string) {
	seeds, last := garden.SeedsOf(shoot), shoot.Status.LastOperation
	switch {
	case len(seeds) == 0:
		return reasonNotScheduled, "Gardener has not found a seed for the Shoot. Its status.lastOperation and its Events have the reason"
	case last == nil:
		return reasonNotBegun, fmt.Sprintf("Gardener has not begun with the Shoot. The operator should check that gardenlet runs for seed %s", seeds[0])
	case last.State != gardencorev1beta1.LastOperationStateSucceeded:
		return reasonNotFinished, fmt.Sprintf("Gardener's operation %s is in state %s. If it does not go on, the Shoot's status.lastErrors have the reason", last.Type, last.State)
	case !garden.IsReconciled(shoot):
		return reasonNotReconciled, fmt.Sprintf("The Shoot was changed since Gardener's last operation. That is applied in its maintenance window, or with the annotation %s=%s",
			v1beta1constants.GardenerOperation, v1beta1constants.GardenerOperationReconcile)
	}
	return reasonSeedIsSilent, fmt.Sprintf("Seed %s does not report the Shoot. The operator should check that the extension is installed there (its ControllerInstallation for the seed) and runs, "+
		"and that it has access to the garden (ServiceAccount %s in namespace %s)", seeds[0], fluxv1alpha1.GardenServiceAccountName, gardenerutils.ComputeGardenNamespace(seeds[0]))
}
