// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// observe reads what is reported of the project.
func (r *Reconciler) observe(ctx context.Context, config *document.ConfigMap, notifications []fluxv1alpha1.Notification) (notification.Input, error) {
	in := notification.Input{Project: config.Namespace, Notifications: notifications}
	status, err := garden.ReadConfigMap(ctx, r.Garden, config.Namespace, fluxv1alpha1.StatusConfigMapName)
	if err != nil {
		return in, err
	}
	ringOf := func(rollout.Member) string { return "" }
	if configured, is := config.Rollout(); is == document.Valid {
		ringOf = rollout.RingOf(*configured)
		if in.Rollout, err = r.rollout(ctx, config.Namespace); err != nil {
			return in, err
		}
	}
	in.Reported = status != nil
	list := &gardencorev1beta1.ShootList{}
	if err := r.Shoots.List(ctx, list, client.InNamespace(config.Namespace), client.UnsafeDisableDeepCopy); err != nil {
		return in, fmt.Errorf("failed to list the Shoots of project namespace %s: %w", config.Namespace, err)
	}
	for i := range list.Items {
		shoot := &list.Items[i]
		if !garden.UsesFlux(shoot) || shoot.DeletionTimestamp != nil {
			continue
		}
		own := notification.Shoot{Member: rollout.MemberOf(shoot)}
		own.Ring = ringOf(own.Member)
		if status != nil {
			if entry, is := fleet.Decode(status.Data[shoot.Name]); is && entry.UID == shoot.UID {
				own.Status = &entry
			}
		}
		in.Shoots = append(in.Shoots, own)
	}
	in.Now = r.Clock.Now()
	return in, nil
}

// rollout returns the state of the project's rollout; nil if there is none, or if it is damaged: the garden controller writes it again.
func (r *Reconciler) rollout(ctx context.Context, namespace string) (*rollout.State, error) {
	configMap, err := garden.ReadConfigMap(ctx, r.Garden, namespace, fluxv1alpha1.RolloutConfigMapName)
	if err != nil || configMap == nil {
		return nil, err
	}
	state, err := rollout.Decode(configMap)
	if err != nil {
		logf.FromContext(ctx).V(1).Info("The rollout of a project cannot be read, and nothing is reported of it", "project", namespace, "reason", err.Error())
		return nil, nil //nolint:nilnil // as one that is missing
	}
	return state, nil
}
