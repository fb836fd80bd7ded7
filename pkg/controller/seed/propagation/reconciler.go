// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package propagation is the controller that triggers reconciliations of Extensions without an operation of gardenlet.
// It does this after changes of the configuration, rollout or deploy keys of a project, or of the labels or purpose of
// a Shoot. It decides which Extensions are due, and when. It must not render or deliver anything; it only reports a
// change that the Shoot gets later in condition FluxUpToDate.
package propagation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"k8s.io/utils/lru"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

// Reconciler triggers the reconciliation of an Extension if its project has changed a configuration with immediate
// propagation, if the rollout has promoted another revision for its Shoot, or if a deploy key was rotated. A Shoot that
// confines changes to its maintenance time window gets a change of the configuration in this window, as Gardener does
// with changes of the Shoot (gardener/docs/usage/shoot/shoot_maintenance.md). A change only triggers a check: an
// Extension is due if its recorded state is outdated. Therefore changes are not lost while the process is not running,
// and a restart does not propagate a change twice.
type Reconciler struct {
	seed     client.Reader
	projects garden.StateWatcher
	versions Versions
	status   StatusWriter
	clock    clock.PassiveClock
	pace     Pace
	queue    garden.Queue
	// Due passes the due Extensions to the controller that reconciles them.
	Due kube.Trigger

	// kept caches the current state of each project, which all of its Shoots share, because the computation is slow for
	// large configurations.
	kept *lru.Cache
}

// Versions are the Flux versions that the seed can deliver.
type Versions interface {
	// Carries reports whether the seed can deliver a version.
	Carries(version string) bool
	// Versions returns all versions, the oldest first.
	Versions() []string
}

// StatusWriter writes conditions of Extensions.
type StatusWriter interface {
	// Apply writes the update with one request, or sends no request if it changes nothing.
	Apply(ctx context.Context, ex *extensionsv1alpha1.Extension, u statuswriter.Update) error
}

// NewReconciler returns a Reconciler that reads Extensions and Clusters with the reader, which may be a cache with the
// index ClusterProject. It watches the projects, and delays the reconciliations as pace specifies.
func NewReconciler(reader client.Reader, projects garden.StateWatcher, versions Versions, status StatusWriter, now clock.PassiveClock, pace Pace) *Reconciler {
	return &Reconciler{seed: reader, projects: projects, versions: versions, status: status, clock: now, pace: pace, Due: make(kube.Trigger), kept: lru.New(keptProjects)}
}

// enqueue adds the Extensions of a changed project to the queue that do not have its present state, each with a delay.
// For metav1.NamespaceAll, it adds all Extensions of all projects. It does not read the documents of a project without
// Shoots on this seed.
func (r *Reconciler) enqueue(ctx context.Context, namespace string) error {
	here, err := seed.ExtensionsOf(ctx, r.seed, namespace)
	if len(here) == 0 {
		return err
	}
	later := len(here)
	var due []seed.ExtensionOfShoot
	requested := false
	if namespace != metav1.NamespaceAll {
		state, known, stateErr := r.projects.State(ctx, namespace)
		if stateErr != nil || !known {
			return errors.Join(stateErr, err)
		}
		now := r.withRequest(r.present(namespace, state), state)
		here = slices.DeleteFunc(here, func(e seed.ExtensionOfShoot) bool {
			urgency, isRequested, err := r.urgency(e.Extension, e.Shoot, now)
			requested = requested || isRequested
			if err == nil && urgency < extensionstatus.InWindow {
				return isReported(e.Extension, urgency)
			}
			due = append(due, e)
			return true
		})
	}
	for _, e := range here { // Their status is written, at most once for each change.
		r.queue.AddAfter(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(e.Extension)}, r.pace.delay(later, false))
	}
	for _, e := range due {
		r.queue.AddAfter(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(e.Extension)}, r.pace.delay(len(due), requested))
	}
	return err
}

// urgency returns when the Shoot gets the present state of its project, and whether a project member has requested it.
func (r *Reconciler) urgency(ex *extensionsv1alpha1.Extension, shoot seed.Shoot, now extensionstatus.Present) (urgency extensionstatus.Urgency, requested bool, err error) {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil {
		return extensionstatus.UpToDate, false, err
	}
	versions := r.versions.Versions()
	gate := rollout.PermitRequest{
		Member:  rollout.Identity{Name: shoot.Name, UID: shoot.UID, Labels: selection.SelectableLabels(shoot.Labels), Purpose: shoot.Spec.Purpose},
		Carries: r.versions.Carries, Newest: versions[len(versions)-1],
	}
	if config := ex.Spec.ProviderConfig; config != nil {
		gate.NamesVersion = document.NamesFluxVersion(config.Raw)
	}
	return recorded.Urgency(now, gate, shoot.Spec.Hibernation.Enabled), recorded.IsRequested(now, gate.Member), nil
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile sends an Extension to Due if its recorded state is outdated, or reports that its Shoot gets the change
// later. If the request is for a project, it adds the project's Extensions to the queue.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	if request.Name == "" {
		return reconcile.Result{}, r.enqueue(ctx, request.Namespace)
	}
	ex := &extensionsv1alpha1.Extension{}
	if err := r.seed.Get(ctx, request.NamespacedName, ex); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if !seed.IsShootFlux(ex) || seed.IsBeingDeletedOrMigrated(ex) {
		return reconcile.Result{}, nil
	}
	shoot, err := seed.ShootOf(ctx, r.seed, ex)
	if err != nil || shoot.Namespace == "" || shoot.DeletionTimestamp != nil {
		return reconcile.Result{}, err
	}
	state, known, err := r.projects.State(ctx, shoot.Namespace)
	if err != nil || !known {
		return reconcile.Result{}, err
	}
	urgency, _, err := r.urgency(ex, shoot, r.withRequest(r.present(shoot.Namespace, state), state))
	if err != nil {
		return reconcile.Result{}, err
	}
	if pending, again := r.pendingOf(ex, shoot, urgency); pending != nil {
		if isRetried(ex) {
			return reconcile.Result{RequeueAfter: again}, nil
		}
		return reconcile.Result{RequeueAfter: again}, r.status.Apply(ctx, ex, statuswriter.Update{Verdicts: []health.Verdict{*pending}, OfState: true})
	}
	if urgency < extensionstatus.InWindow {
		return reconcile.Result{}, nil
	}
	logf.FromContext(ctx).Info("Reconciling because configuration, rollout or deploy key of the project, or the labels of the Shoot have changed", "project", shoot.Namespace)
	return reconcile.Result{}, r.Due.Send(ctx, ex)
}

// keptProjects limits the size of the cache, because a configuration can have 256 KiB.
const keptProjects = 100

// presentKey identifies the current state of a project.
type presentKey struct {
	namespace, config, keyVersion, keyAnnotations, sourceKeys string

	rollout *rollout.State
}

// present returns the current state of the project. It is safe for concurrent use.
func (r *Reconciler) present(namespace string, state garden.State) extensionstatus.Present {
	key := presentKey{namespace, state.ConfigMap.Checksum(), state.KeyVersion, fmt.Sprint(state.KeyAnnotations), fmt.Sprint(state.SourceKeys.Annotations), state.Rollout}
	if known, has := r.kept.Get(key); has {
		return known.(extensionstatus.Present)
	}
	present := extensionstatus.PresentOf(state.ConfigMap, state.Rollout, state.KeyVersion, state.KeyAnnotations).WithSourceKeys(state.SourceKeys.Annotations)
	r.kept.Add(key, present)
	return present
}

// withRequest adds the request of a project member. It ignores an invalid request; the command that writes requests
// validates them.
func (r *Reconciler) withRequest(present extensionstatus.Present, state garden.State) extensionstatus.Present {
	annotation, ok := state.ConfigAnnotations[fluxv1alpha1.AnnotationReconcile]
	if !ok {
		return present
	}
	request, err := reconcilerequest.Parse(annotation, r.clock.Now())
	if err != nil {
		return present
	}
	return present.WithRequest(&request)
}
