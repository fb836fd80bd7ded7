// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	corev1 "k8s.io/api/core/v1"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// observation is the current state of a project.
type observation struct {
	// config is ConfigMap flux-config, and stored is ConfigMap flux-rollout. Each is nil if it does not exist.
	config, stored *corev1.ConfigMap
	// removed is true if the project has removed its rollout. governed is true if the project has a rollout, or has a
	// stored one and an unreadable configuration.
	removed, governed bool
	// before is the stored state; nil if it is missing or damaged.
	before *rollout.State
	input  rollout.Input
}

// observe reads the ConfigMaps from the API server, and the Shoots from a cache. If the configuration is missing or
// unreadable, the rollout stays unchanged.
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
			logf.FromContext(ctx).Info("Failed to read the rollout of a project, restoring it from the reports of its Shoots", "project", namespace, "reason", err.Error())
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
	o.input.Members, err = r.shoots(ctx, namespace)
	return o, err
}

// shoots returns the Shoots of the project that use Flux, with their entries in ConfigMap flux-status. It ignores
// entries that other clients have changed, because the seeds restore them.
func (r *Reconciler) shoots(ctx context.Context, namespace string) ([]rollout.Member, error) {
	status, err := garden.ReadConfigMap(ctx, r.Live, namespace, fluxv1alpha1.StatusConfigMapName)
	if err != nil {
		return nil, err
	}
	list, err := garden.ListFluxShoots(ctx, r.Garden, namespace)
	if err != nil {
		return nil, err
	}
	statuses := fleet.Written(status, garden.FieldOwner)
	heard := fleet.Heard(status, statuses)
	var shoots []rollout.Member
	for _, shoot := range list {
		own := rollout.Member{Identity: rollout.IdentityOf(shoot), Hibernated: v1beta1helper.HibernationIsEnabled(shoot), Confined: v1beta1helper.ShootConfinesSpecUpdateRollout(shoot.Spec.Maintenance)}
		own.InWindow, own.NextWindow = garden.MaintenanceWindow(shoot, r.Clock.Now())
		if status, written := statuses[shoot.Name]; written && status.UID == shoot.UID {
			own.Status = rollout.StatusOf(&status)
			own.Status.Heard = heard[shoot.Name]
		}
		shoots = append(shoots, own)
	}
	return shoots, nil
}

// versionOf returns the Flux version of a project: its own version, the default version of the version rollout, or the
// operator's default.
func versionOf(content *document.ConfigMap, byDefault *garden.DefaultVersion, resolver *configuration.Resolver) (string, error) {
	if !content.NamesFluxVersion() {
		if version, err := byDefault.Get(); err != nil || version != "" {
			return version, err
		}
	}
	return resolver.ProjectVersion(content), nil
}
