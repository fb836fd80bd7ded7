// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"errors"
	"slices"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// DeployKeys looks after the deploy keys of the projects that have Shoots on this seed, beside the reconciliation of these Shoots:
// what it does may wait for a Git host. Other seeds look after the same keys at the same time. Each step looks at what stands
// in the garden, and writes once, on the condition that nobody has written in between.
type DeployKeys struct {
	// Seed reads Extensions and Clusters from a cache with the index ClusterProject. What it returns is not changed.
	Seed client.Reader
	// Projects are watched in the garden.
	Projects project.StateWatcher
	// Resolver finds out what the project says about its deploy key.
	Resolver *configuration.Resolver
	// Store keeps the deploy keys.
	Store *secrets.Store
	// Events are written in the project's namespace in the garden.
	Events events.EventRecorder
	// Statuses tell which key the project's Shoots have.
	Statuses StatusReader
	// Reminders creates Events that must not be written twice, whose names are chosen for that.
	Reminders client.Writer
	// Clock tells the time.
	Clock clock.PassiveClock
	// Registration registers the keys at Git hosts; nil registers none.
	Registration *Registration
	// Poll is the time between two looks at what the Shoots have, soon after a rotation, and LongestPoll is that long after it.
	Poll, LongestPoll time.Duration
	// Lagging are the Shoots that have not followed the last rotation.
	Lagging *project.LaggingShoots
	// Scanner asks hosts for their keys.
	Scanner HostKeyScanner
	// Scans are the failures to ask.
	Scans *project.HostKeyScans
}

// StatusReader reads what projects are told of their Shoots.
type StatusReader interface {
	// Statuses returns it by the names of the Shoots; nothing, if it may have been taken away, and not everybody has told again.
	Statuses(ctx context.Context, namespace string) (map[string]fluxv1alpha1.ShootStatus, error)
}

// projectKey is what is known of a project and its deploy key, without any secret.
type projectKey struct {
	// namespace is that of the project.
	namespace string
	// state is what the project says.
	state project.State
	// settings say how the deploy key is made and kept.
	settings fluxv1alpha1.DeployKey
	// mistakes are those of the project's configuration; the settings are the defaults then.
	mistakes configuration.Mistakes
	// source is that of the project's own configuration; nil if it names none, or none that is the same for all Shoots.
	source *configuration.Source
}

// isRegistered tells whether the extension registers the key at the Git host.
func (k projectKey) isRegistered() bool { return k.settings.Registration != nil && k.source != nil }

var _ reconcile.Reconciler = &DeployKeys{}

// Reconcile looks after the deploy key of the project whose namespace is that of the request. The steps do not depend on each
// other: one that fails is tried again, and keeps none of the others from what it does.
func (d *DeployKeys) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	state, known, err := d.Projects.State(ctx, request.Namespace)
	if err != nil || !known {
		return reconcile.Result{}, err
	}
	key := d.gather(request.Namespace, state)
	var (
		next     []time.Duration
		failures []error
	)
	for _, step := range []func(context.Context, projectKey) (time.Duration, error){d.rotate, d.scan, d.register, d.retire, d.remind} {
		again, err := step(ctx, key)
		if err != nil {
			failures = append(failures, err)
		}
		if again > 0 {
			next = append(next, again)
		}
	}
	if len(failures) > 0 {
		return reconcile.Result{}, errors.Join(failures...)
	}
	if len(next) == 0 {
		return reconcile.Result{}, nil
	}
	// Who has no Shoot here any more leaves the rest to others.
	here, err := seed.ExtensionsOf(ctx, d.Seed, request.Namespace)
	if err != nil || len(here) == 0 {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: slices.Min(next)}, nil
}

// gather finds out what the project says about its deploy key. If there is a mistake anywhere in its configuration, the deploy key
// is left alone but for what somebody asks for on its Secret.
func (d *DeployKeys) gather(namespace string, state project.State) projectKey {
	key := projectKey{namespace: namespace, state: state}
	fluxv1alpha1.SetDefaults_DeployKey(&key.settings)
	effective, mistakes := d.Resolver.Resolve(state.ConfigMap, nil)
	if len(mistakes) > 0 {
		key.mistakes = mistakes
		return key
	}
	key.settings = effective.DeployKey
	if effective.Source != nil && effective.Source.DeployKey {
		key.source = effective.Source
	}
	return key
}

// Watch is a source of projects that never waits for the garden.
func (d *DeployKeys) Watch(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
	log := logf.FromContext(ctx).WithName(fluxv1alpha1.ExtensionType + "-deploykeys")
	return d.Projects.Follow(ctx, func(namespace string) {
		if err := d.enqueue(ctx, queue, namespace); err != nil {
			log.Error(err, "Failed to find the projects with Shoots on this seed", "project", namespace)
		}
	})
}

// enqueue adds the project, or with metav1.NamespaceAll all of them, if there is a Shoot of it on this seed.
func (d *DeployKeys) enqueue(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request], namespace string) error {
	here, err := seed.ExtensionsOf(ctx, d.Seed, namespace)
	for _, e := range here {
		queue.Add(requestFor(e.Shoot.Namespace))
	}
	return err
}

func requestFor(namespace string) reconcile.Request {
	return reconcile.Request{NamespacedName: client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName}}
}

// RequestsFor returns the request for the project of an Extension.
func (d *DeployKeys) RequestsFor(ctx context.Context, object client.Object) []reconcile.Request {
	ex, ok := object.(*extensionsv1alpha1.Extension)
	if !ok || !seed.IsOurs(ex) || seed.IsInTransition(ex) {
		return nil
	}
	shoot, err := seed.ShootOf(ctx, d.Seed, ex)
	if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to find the project of an Extension", "extension", client.ObjectKeyFromObject(ex))
		return nil
	}
	if shoot.Namespace == "" {
		return nil
	}
	return []reconcile.Request{requestFor(shoot.Namespace)}
}
