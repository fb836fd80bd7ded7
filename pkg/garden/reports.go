// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/hold"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// ReportedShoot is a Shoot that uses Flux and is not being deleted, with its entry in ConfigMap flux-status.
type ReportedShoot struct {
	*gardencorev1beta1.Shoot
	// Report is the entry of its seed or of the garden controller; nil if there is none with the UID of the Shoot.
	Report *fluxv1alpha1.ShootStatus
	// Overwritten is true if there is only an entry of another client, which says nothing about the Shoot.
	Overwritten bool
}

// ReadShoots returns the Shoots of a project. It reads the entries from the API server, and the Shoots from a cache.
// Callers must not change the Shoots.
func ReadShoots(ctx context.Context, live, shoots client.Reader, namespace string) ([]ReportedShoot, error) {
	status, err := ReadConfigMap(ctx, live, namespace, fluxv1alpha1.StatusConfigMapName)
	if err != nil {
		return nil, err
	}
	list, err := ListFluxShoots(ctx, shoots, namespace)
	entries := fleet.Reported(status)
	var reported []ReportedShoot
	for _, shoot := range list {
		entry, ok := entries[shoot.Name]
		own := ReportedShoot{Shoot: shoot, Overwritten: !ok && status != nil && status.Data[shoot.Name] != ""}
		if ok && entry.UID == shoot.UID {
			own.Report = &entry
		}
		reported = append(reported, own)
	}
	return reported, err
}

// Member returns the Shoot as a member of the project's rollout.
func (s ReportedShoot) Member(now time.Time) rollout.Member {
	member := rollout.Member{
		Identity: rollout.IdentityOf(s.Shoot), Hibernated: v1beta1helper.HibernationIsEnabled(s.Shoot), Confined: v1beta1helper.ShootConfinesSpecUpdateRollout(s.Spec.Maintenance),
	}
	member.InWindow, member.NextWindow = MaintenanceWindow(s.Shoot, now)
	var reported *fluxv1alpha1.HoldRequest
	if s.Report != nil {
		member.Status, reported = rollout.StatusOf(s.Report), s.Report.Hold
	}
	if request := hold.Later(reported, hold.FromAnnotations(s.Annotations)); request != nil {
		member.Hold = rollout.Hold{Until: request.Until.Time, Reason: request.Reason}
	}
	return member
}
