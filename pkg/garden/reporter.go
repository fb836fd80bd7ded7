// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	rbacv1 "k8s.io/api/rbac/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// IsSelfHosted returns whether the Shoot runs its own control plane, with the extension in it, and therefore has no
// seed.
func IsSelfHosted(shoot *gardencorev1beta1.Shoot) bool {
	return v1beta1helper.IsShootSelfHosted(shoot.Spec.Provider.Workers)
}

// ReportersOf returns the names of the instances of the extension that serve the Shoot: its seeds, or the Shoot itself
// if it is self-hosted.
func ReportersOf(shoot *gardencorev1beta1.Shoot) []string {
	if IsSelfHosted(shoot) {
		return []string{fluxv1alpha1.SelfHostedPrefix + shoot.Name}
	}
	return SeedsOf(shoot)
}

// accountEnd is the suffix of the name of a self-hosted Shoot's ServiceAccount. Names of Shoots contain no "--", so
// that a ServiceAccount belongs to one Shoot.
const accountEnd = "--" + fluxv1alpha1.GardenServiceAccountName

// Identity returns the identity in the garden of an instance of the extension that serves Shoots of the project: a
// ServiceAccount in the namespace of the seed, or of the project if the Shoot is self-hosted. Gardener's authorizer
// recognizes the extensions of a self-hosted Shoot by the name (gardener: pkg/admissioncontroller/webhook/auth/shoot).
// A policy of the chart lets only the gardenlet of this Shoot request tokens for it.
func Identity(reporter, project string) rbacv1.Subject {
	if shoot, is := strings.CutPrefix(reporter, fluxv1alpha1.SelfHostedPrefix); is {
		return rbacv1.Subject{
			Kind: rbacv1.ServiceAccountKind, Namespace: project, Name: v1beta1constants.ExtensionShootServiceAccountPrefix + shoot + accountEnd,
		}
	}
	return Subject(gardenerutils.ComputeGardenNamespace(reporter))
}

// ReporterOf returns the instance of the extension that has the identity in the project, or an empty name if none has.
func ReporterOf(identity rbacv1.Subject, project string) string {
	reporter := gardenerutils.ComputeSeedName(identity.Namespace)
	if identity.Namespace == project {
		shoot := strings.TrimSuffix(strings.TrimPrefix(identity.Name, v1beta1constants.ExtensionShootServiceAccountPrefix), accountEnd)
		reporter = fluxv1alpha1.SelfHostedPrefix + shoot
	}
	if reporter == "" || Identity(reporter, project) != identity {
		return ""
	}
	return reporter
}
