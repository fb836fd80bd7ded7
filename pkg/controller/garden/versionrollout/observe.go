// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package versionrollout

import (
	"context"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// The numbers of objects in one answer: a ConfigMap flux-status can have 1 MiB.
const (
	seedPageSize   = 500
	statusPageSize = 20
)

// observation is what is known of the landscape.
type observation struct {
	// stored is the ConfigMap; nil if there is none.
	stored *corev1.ConfigMap
	// before is what is stored; nil if nothing is.
	before *versionrollout.State
	input  versionrollout.Input
}

// observe reads everything but the Shoots and the projects' configurations from the API server. Nothing is decided on a part of it.
func (r *Reconciler) observe(ctx context.Context) (observation, error) {
	o := observation{stored: &corev1.ConfigMap{}}
	err := r.Live.Get(ctx, client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: fluxv1alpha1.NoticeBoardName}, o.stored)
	switch {
	case apierrors.IsNotFound(err) && !apierrors.IsUnexpectedServerError(err):
		o.stored = nil
	case err != nil:
		return o, fmt.Errorf("failed to read the rollout of the default Flux version: %w", err)
	}
	if r.Rollout == nil {
		return o, nil
	}
	if o.stored != nil {
		o.input.Paused = o.stored.Annotations[fluxv1alpha1.AnnotationRollout] == fluxv1alpha1.RolloutPause
		if o.before, err = versionrollout.Decode(o.stored.Data[versionrollout.Key]); err != nil {
			return o, err
		}
	}
	o.input.Rollout, o.input.Target, o.input.Now, o.input.Step = r.Rollout, r.Target, r.Clock.Now(), 2*r.Interval
	if o.input.Seeds, err = r.seeds(ctx); err != nil {
		return o, err
	}
	o.input.Shoots, err = r.shoots(ctx)
	return o, err
}

func (r *Reconciler) seeds(ctx context.Context) ([]versionrollout.Seed, error) {
	var seeds []versionrollout.Seed
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(gardencorev1beta1.SchemeGroupVersion.WithKind("SeedList"))
	for {
		if err := r.Live.List(ctx, list, client.Limit(seedPageSize), client.Continue(list.Continue)); err != nil {
			return nil, fmt.Errorf("failed to list the seeds: %w", err)
		}
		for i := range list.Items {
			seeds = append(seeds, versionrollout.Seed{Name: list.Items[i].Name, Labels: list.Items[i].Labels})
		}
		if list.Continue == "" {
			return seeds, nil
		}
	}
}

// shoots returns the Shoots that get the default version: those for which neither project, with its overrides, nor Shoot names one, and whose project has no rollout of its own.
func (r *Reconciler) shoots(ctx context.Context) ([]versionrollout.Shoot, error) {
	list := &gardencorev1beta1.ShootList{}
	if err := r.Garden.List(ctx, list, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the Shoots: %w", err)
	}
	follows, overrides := map[string]bool{}, map[string]document.Overrides{}
	byProject := map[string][]*gardencorev1beta1.Shoot{}
	for i := range list.Items {
		shoot := &list.Items[i]
		if !garden.UsesFlux(shoot) || shoot.DeletionTimestamp != nil || len(garden.SeedsOf(shoot)) == 0 || garden.NamesFluxVersion(shoot) {
			continue
		}
		if _, known := follows[shoot.Namespace]; !known {
			var err error
			if follows[shoot.Namespace], overrides[shoot.Namespace], err = r.followsDefault(ctx, shoot.Namespace); err != nil {
				return nil, err
			}
		}
		purpose := string(ptr.Deref(shoot.Spec.Purpose, ""))
		if follows[shoot.Namespace] && !overrides[shoot.Namespace].Of(shoot.Labels, purpose).NameFluxVersion() {
			byProject[shoot.Namespace] = append(byProject[shoot.Namespace], shoot)
		}
	}
	return r.withStatus(ctx, byProject)
}

// followsDefault returns whether Shoots of the project get the default version, and the overrides, which may name another one for some of them.
func (r *Reconciler) followsDefault(ctx context.Context, namespace string) (bool, document.Overrides, error) {
	state, known, err := r.Projects.State(ctx, namespace)
	if err != nil {
		return false, nil, fmt.Errorf("failed to read the configuration of project namespace %s: %w", namespace, err)
	}
	if !known {
		return false, nil, fmt.Errorf("the configuration of project namespace %s was not read yet", namespace)
	}
	return !state.ConfigMap.MayHaveRollout() && !state.ConfigMap.NamesFluxVersion(), state.ConfigMap.Overrides(), nil
}

// withStatus adds what the Shoots report. The control plane of one that is being migrated counts on the seed that has it.
func (r *Reconciler) withStatus(ctx context.Context, byProject map[string][]*gardencorev1beta1.Shoot) ([]versionrollout.Shoot, error) {
	var shoots []versionrollout.Shoot
	list := &corev1.ConfigMapList{}
	add := func(namespace string, data map[string]string) {
		for _, shoot := range byProject[namespace] {
			seeds := garden.SeedsOf(shoot)
			own := versionrollout.Shoot{
				UID: shoot.UID, Project: namespace, Seed: seeds[len(seeds)-1],
				Hibernated: shoot.Spec.Hibernation != nil && shoot.Spec.Hibernation.Enabled != nil && *shoot.Spec.Hibernation.Enabled,
			}
			if entry, is := fleet.Decode(data[shoot.Name]); is && entry.UID == shoot.UID {
				own.Version, own.Failed = entry.FluxVersion, entry.State == fluxv1alpha1.ShootFailed && entry.Cause == fluxv1alpha1.CauseInstallation
				own.Installed = entry.State.IsReady() || entry.State == fluxv1alpha1.ShootDegraded
			}
			shoots = append(shoots, own)
		}
		delete(byProject, namespace)
	}
	for {
		if err := r.Live.List(ctx, list, client.MatchingFields{metav1.ObjectNameField: fluxv1alpha1.StatusConfigMapName}, client.Limit(statusPageSize), client.Continue(list.Continue)); err != nil {
			return nil, fmt.Errorf("failed to list the ConfigMaps %s: %w", fluxv1alpha1.StatusConfigMapName, err)
		}
		for i := range list.Items {
			add(list.Items[i].Namespace, list.Items[i].Data)
		}
		if list.Continue == "" {
			break
		}
	}
	for namespace := range byProject {
		add(namespace, nil)
	}
	return shoots, nil
}
