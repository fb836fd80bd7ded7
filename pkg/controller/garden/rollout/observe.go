// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// observation is what is known of a project.
type observation struct {
	// config is the ConfigMap flux-config, and stored the ConfigMap flux-rollout; nil if there is none.
	config, stored *corev1.ConfigMap
	// removed is whether the project has no rollout any more, and governed whether it has one.
	removed, governed bool
	// before is what is stored; nil if nothing is, or if it is damaged.
	before *rollout.State
	input  rollout.Input
}

// observe reads everything of the project from the API server, but for its Shoots. A configuration that is gone or cannot be read changes nothing.
func (r *Reconciler) observe(ctx context.Context, namespace string) (observation, error) {
	o := observation{}
	var err error
	if o.config, err = garden.ReadConfigMap(ctx, r.Live, namespace, fluxv1alpha1.ConfigMapName); err != nil || o.config == nil {
		return o, err
	}
	content := &document.ConfigMap{Namespace: namespace, Data: o.config.Data, BinaryData: o.config.BinaryData}
	configured, kind := content.Rollout()
	if o.stored, err = garden.ReadConfigMap(ctx, r.Live, namespace, fluxv1alpha1.RolloutConfigMapName); err != nil {
		return o, err
	}
	if o.stored != nil {
		if o.before, err = rollout.Decode(o.stored); err != nil {
			logf.FromContext(ctx).Info("The rollout of a project cannot be read, and follows from what its Shoots report", "project", namespace, "reason", err.Error())
		}
	}
	o.removed = kind == document.None && !content.IsEmpty() && o.stored != nil
	o.governed = kind == document.Valid || kind == document.Unreadable && o.before != nil
	if !o.governed {
		return o, nil
	}
	o.input = rollout.Input{Rollout: configured, Operation: o.config.Annotations[fluxv1alpha1.AnnotationRollout], Now: r.Clock.Now()}
	version, err := versionOf(content, r.DefaultVersion, r.Resolver)
	if err != nil {
		return o, err
	}
	o.input.Target, o.input.Source = rollout.NewRevision(content, version), rollout.SourceOf(r.Resolver.ProjectSource(content))
	o.input.Shoots, err = r.shoots(ctx, namespace)
	return o, err
}

// shoots returns the Shoots of the project that use Flux, each with its entry in ConfigMap flux-status. An entry that another client has changed is none: its
// seed writes it again.
func (r *Reconciler) shoots(ctx context.Context, namespace string) ([]rollout.Shoot, error) {
	status, err := garden.ReadConfigMap(ctx, r.Live, namespace, fluxv1alpha1.StatusConfigMapName)
	if err != nil {
		return nil, err
	}
	list := &gardencorev1beta1.ShootList{}
	if err := r.Garden.List(ctx, list, client.InNamespace(namespace), client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the Shoots of project namespace %s: %w", namespace, err)
	}
	entries := fleet.EntriesOf(status, garden.FieldOwner)
	var shoots []rollout.Shoot
	for i := range list.Items {
		shoot := &list.Items[i]
		if !garden.UsesFlux(shoot) || shoot.DeletionTimestamp != nil {
			continue
		}
		own := rollout.Shoot{
			Member:     rollout.MemberOf(shoot),
			Hibernated: shoot.Spec.Hibernation != nil && shoot.Spec.Hibernation.Enabled != nil && *shoot.Spec.Hibernation.Enabled,
		}
		own.InWindow, own.NextWindow = window(shoot, r.Clock.Now())
		if entry, written := entries.Written(shoot.Name); written && entry.UID == shoot.UID {
			own.Status = &entry
		}
		shoots = append(shoots, own)
	}
	return shoots, nil
}

// window returns whether the maintenance time window of the Shoot is open, and the time until it opens next.
func window(shoot *gardencorev1beta1.Shoot, now time.Time) (bool, time.Duration) {
	effective := gardenerutils.EffectiveShootMaintenanceTimeWindow(shoot)
	if effective.Contains(now) {
		return true, 0
	}
	next := effective.AdjustedBegin(now)
	if !next.After(now) {
		next = next.AddDate(0, 0, 1)
	}
	return false, next.Sub(now)
}
