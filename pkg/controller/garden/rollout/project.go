// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"maps"
	"reflect"
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/question"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/record"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// ProjectController is the name of the controller for the rollouts of projects.
const ProjectController = fluxv1alpha1.ExtensionType + "-rollout"

// Project is the Method for the rollout of a project's configuration to its Shoots. The name of a request is the
// namespace of the project.
type Project struct {
	// Garden reads Shoots from a cache.
	Garden client.Reader
	// Live reads from the API server.
	Live client.Reader
	// Projects watches the configurations of the projects, and Reports the reports on their Shoots.
	Projects garden.StateWatcher
	Reports  garden.Follower
	// Resolver returns the Flux version of a project.
	Resolver *configuration.Resolver
	// DefaultVersion is the Flux version of projects that do not set a version.
	DefaultVersion *garden.DefaultVersion
	// Freezes are the operator's freezes of the rollouts of projects.
	Freezes []configv1alpha1.ProjectFreeze
	// Checks asks the checks of the rollouts.
	Checks *question.Ledger
	// Phases counts projects by phase.
	Phases *Phases
	// Pacing holds the projects whose next decision may depend on reports.
	Pacing garden.Pacing[struct{}]
}

// Name implements Method.
func (*Project) Name() string { return ProjectController }

// ConfigMap implements Method.
func (*Project) ConfigMap(namespace string) client.ObjectKey {
	return client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.RolloutConfigMapName}
}

// Watch implements Method.
func (p *Project) Watch(b *builder.Builder, stops *stop.Landscape) {
	shoots := garden.NewFold()
	b.WatchesRawSource(garden.Changes(p.Projects, p.enqueueAll)).
		WatchesRawSource(p.Pacing.Source(p.Reports)).
		WatchesRawSource(p.Checks.Answered(ProjectController)).
		WatchesRawSource(record.Kind[Stored]{Reader: p.Live, Name: fluxv1alpha1.RolloutConfigMapName}.Sweep(ProjectController)).
		WatchesRawSource(source.Func(func(ctx context.Context, queue garden.Queue) error {
			p.DefaultVersion.Follow(func() { p.enqueueAll(ctx, queue) })
			stops.Follow(func() { p.enqueueAll(ctx, queue) })
			// The goroutine of the informer must not read the configuration of the project.
			shoots.Start(ctx, func(namespace string) { p.enqueue(ctx, queue, namespace) })
			return nil
		})).
		Watches(&gardencorev1beta1.Shoot{}, handler.EnqueueRequestsFromMapFunc(func(_ context.Context, object client.Object) []reconcile.Request {
			shoots.Add(object.GetNamespace())
			return nil
		}), builder.WithPredicates(changesRollout()))
}

// changesRollout selects changes of Shoots that may affect a rollout. It ignores the initial list, because enqueueAll
// adds all projects. It compares the whole specification, because the cache keeps only a few fields of it.
func changesRollout() predicate.Predicate {
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return !e.IsInInitialList },
		UpdateFunc: func(e event.UpdateEvent) bool {
			before, isBefore := e.ObjectOld.(*gardencorev1beta1.Shoot)
			now, isNow := e.ObjectNew.(*gardencorev1beta1.Shoot)
			return isBefore && isNow && (before.UID != now.UID || !maps.Equal(before.Labels, now.Labels) ||
				before.Annotations[fluxv1alpha1.AnnotationHoldUntil] != now.Annotations[fluxv1alpha1.AnnotationHoldUntil] ||
				(before.DeletionTimestamp == nil) != (now.DeletionTimestamp == nil) || !reflect.DeepEqual(before.Spec, now.Spec))
		},
	}
}

// enqueue adds a project to the queue if it may have a rollout.
func (p *Project) enqueue(ctx context.Context, queue garden.Queue, namespace string) {
	if state, known, err := p.Projects.State(ctx, namespace); err == nil && known && state.ConfigMap.MayHaveRollout() {
		queue.Add(garden.Request(namespace))
	}
}

// enqueueAll adds all projects that may have a rollout to the queue.
func (p *Project) enqueueAll(ctx context.Context, queue garden.Queue) {
	projects, err := garden.ProjectsWithFlux(ctx, p.Garden, metav1.NamespaceAll)
	if err != nil {
		logf.FromContext(ctx).WithName(ProjectController).Error(err, "Failed to find the projects with Shoots that use Flux")
	}
	for namespace := range projects {
		p.enqueue(ctx, queue, namespace)
	}
}

// Gather implements Method. It reads the ConfigMaps from the API server, and the Shoots from a cache. If the
// configuration is missing or unreadable, the rollout stays unchanged.
func (p *Project) Gather(ctx context.Context, stored Stored) (Observation, error) {
	config, err := garden.ReadConfigMap(ctx, p.Live, stored.Request, fluxv1alpha1.ConfigMapName)
	if err != nil || config == nil {
		return Observation{}, err
	}
	content := &document.ConfigMap{Namespace: stored.Request, Data: config.Data, BinaryData: config.BinaryData}
	configured, kind := content.Rollout()
	o := Observation{
		Governed: kind == document.Valid || kind == document.Unreadable && stored.State != nil, Removed: kind == document.None && !content.IsEmpty(), Annotated: config,
	}
	if !o.Governed {
		return o, nil
	}
	version, err := versionOf(content, p.DefaultVersion, p.Resolver)
	if err != nil {
		return o, err
	}
	o.Input = rollout.Input{Rollout: configured, Target: rollout.NewRevision(content, version), Source: rollout.SourceOf(p.Resolver.ProjectSource(content)), Subject: rollout.Shoots()}
	for _, freeze := range p.Freezes {
		if len(freeze.Namespaces) == 0 || slices.Contains(freeze.Namespaces, stored.Request) {
			o.Input.Freezes = append(o.Input.Freezes, rollout.Freeze{Freeze: freeze.Freeze(), IsOperators: true, IsApprovable: freeze.AllowApproval})
		}
	}
	o.Input.Answers = p.Checks.Answers(p.asking(stored.Request))
	shoots, err := garden.ReadShoots(ctx, p.Live, p.Garden, stored.Request)
	for _, shoot := range shoots {
		o.Input.Members = append(o.Input.Members, shoot.Member(stored.Now))
	}
	return o, err
}

// asking identifies the rollout of a project to the Ledger of checks.
func (*Project) asking(namespace string) question.Rollout {
	return question.Rollout{Controller: ProjectController, Request: namespace, Namespace: namespace}
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

// Report implements Method.
func (p *Project) Report(namespace string, decision *rollout.Decision) {
	phase := rollout.Phase("")
	p.Pacing.Forget(namespace)
	p.Checks.Ask(p.asking(namespace), questionsOf(decision))
	if decision != nil {
		phase = decision.Progress.Phase
		if decision.Next > 0 {
			p.Pacing.Of(namespace)
		}
	}
	p.Phases.set(namespace, phase)
}
