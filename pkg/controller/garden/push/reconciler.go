// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package push serves the webhooks of projects to Git hosts, in each replica of the garden controller. In the leader,
// it schedules the Shoots after a push for the notice boards of the seeds.
//
// The package must use a request only as the signal of a push: it does not parse the body. It writes the time of the
// push into ConfigMap flux-push of the project. The path of the request identifies the project, because it is a digest
// of the project's token. A request to an unknown path gets the same response, after the same steps, as a request with
// a wrong signature.
//
// Headers and semantics are the same as for Flux's Receiver
// (https://fluxcd.io/flux/components/notification/receivers/). The package does not use the checks of
// notification-controller, because they are internal and keep the body in memory.
package push

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Times configures the intervals of a Reconciler.
type Times struct {
	// Reread is the time between two reads of a Secret with a valid token, and RereadMissing of any other Secret. The
	// Secrets are not watched.
	Reread, RereadMissing time.Duration
	// Random returns a random duration below the given one.
	Random func(time.Duration) time.Duration
}

// Reconciler maintains the webhook of a project in each replica. The leader reports the webhook to the project. The
// name of a request is the namespace of the project.
type Reconciler struct {
	// Projects provides the configurations of the projects, and reports changes.
	Projects garden.Projects
	// Resolver merges the sources of the operator and the project.
	Resolver *configuration.Resolver
	// Garden reads Secrets by name, and writes annotations of the ConfigMaps flux-config. It must not read from
	// a cache.
	Garden client.Client
	// Events records Events in the namespaces of projects.
	Events events.EventRecorder
	// Offer has the address of the endpoint for Git hosts and the rates of reads.
	Offer *configv1alpha1.Push
	// Hooks contains the webhooks that the endpoint serves.
	Hooks *Hooks
	// Leads is closed when this replica becomes the leader.
	Leads <-chan struct{}
	// Times configures the intervals.
	Times Times
}

// Reconcile reads the configuration and the token of a project, and updates its webhook. Errors in other settings do
// not affect the webhook. If its own setting is invalid or cannot be read, the webhook stays unchanged.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	state, known, err := r.Projects.State(ctx, request.Name)
	if err != nil || !known {
		return reconcile.Result{}, err
	}
	settings, configured := state.ConfigMap.Push()
	switch configured {
	case document.Unreadable:
		return reconcile.Result{}, r.keep(ctx, request.Name, state)
	case document.None:
		r.Hooks.set(request.Name, nil)
		return reconcile.Result{}, r.report(ctx, request.Name, state, nil, "")
	}
	token, problem, err := r.token(ctx, client.ObjectKey{Namespace: request.Name, Name: *settings.SecretName})
	if err != nil {
		return reconcile.Result{}, err
	}
	again := r.Times.Reread
	var hook *Hook
	if problem == "" {
		from := r.source(state)
		hook = &Hook{
			Namespace: request.Name, Type: settings.Type, token: token,
			repository: repositoryOf(from), readsPerSecond: r.readsPerSecond(from), follows: followers(state),
		}
	} else {
		again = r.Times.RereadMissing
	}
	r.Hooks.set(request.Name, hook)
	if err := r.report(ctx, request.Name, state, hook, problem); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: again - r.Times.Random(max(1, again/5))}, nil
}

// keep leaves the webhook of a project unchanged. Without a webhook, as after a restart, it reports the problem to the
// project.
func (r *Reconciler) keep(ctx context.Context, namespace string, state garden.State) error {
	r.Hooks.done(namespace)
	if r.Hooks.of(namespace) != nil {
		return nil
	}
	return r.report(ctx, namespace, state, nil, "project.push in ConfigMap "+fluxv1alpha1.ConfigMapName+" is invalid or cannot be read; correct the ConfigMap")
}

// token returns the token of a project, or a problem that the project must fix.
func (r *Reconciler) token(ctx context.Context, name client.ObjectKey) (token, problem string, err error) {
	const hint = "such as the output of 'openssl rand -hex 20', and set the same token in the webhook"
	secret, problem, err := garden.ReadCredentials(ctx, r.Garden, name, fluxv1alpha1.SecretKeyToken+", "+hint, "pushSecretNames")
	if err != nil || problem != "" {
		return "", problem, err
	}
	// Editors add a line break.
	token = strings.TrimSpace(string(secret.Data[fluxv1alpha1.SecretKeyToken]))
	if len(token) < shortestToken {
		return "", fmt.Sprintf("key %s of Secret %s has no token of at least %d characters; store one, %s", fluxv1alpha1.SecretKeyToken, name.Name, shortestToken, hint), nil
	}
	return token, "", nil
}

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-push"

// AddToManager adds the controller to the manager, in each replica.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.NeedLeaderElection = ptr.To(false)
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.followLeadership)).
		WatchesRawSource(garden.Changes(r.Projects, r.enqueueAll)).
		Complete(kube.BoundReconciler(r)); err != nil {
		return err
	}
	return mgr.AddReadyzCheck(ControllerName, func(*http.Request) error {
		if !r.Hooks.AreKnown() {
			return errors.New("the webhooks of projects are not known yet")
		}
		return nil
	})
}

// followLeadership adds all projects to the queue when this replica becomes the leader, because only the leader reports
// webhooks.
func (r *Reconciler) followLeadership(ctx context.Context, queue garden.Queue) error {
	go func() {
		select {
		case <-ctx.Done():
		case <-r.Leads:
			r.enqueueAll(ctx, queue)
		}
	}()
	return nil
}

// enqueueAll adds all projects with a configuration to the queue.
func (r *Reconciler) enqueueAll(ctx context.Context, queue garden.Queue) {
	namespaces, err := r.Projects.Namespaces(ctx)
	if err != nil {
		logf.FromContext(ctx).WithName(ControllerName).Error(err, "Failed to find the projects with a configuration")
		return
	}
	r.Hooks.expect(namespaces)
	for _, namespace := range namespaces {
		queue.Add(garden.Request(namespace))
	}
}

// source returns the kind and the URL of the project's source, even if other settings are invalid. It returns nil if
// there is no URL.
func (r *Reconciler) source(state garden.State) *resolved.Source {
	template := r.Resolver.ProjectSource(state.ConfigMap)
	from := &resolved.Source{Object: &unstructured.Unstructured{Object: map[string]any{"kind": document.KindOf(template["kind"]), "spec": template["spec"]}}}
	if from.URL() == "" {
		return nil
	}
	return from
}

// repositoryOf returns an identity of the repository that does not depend on the form of its URL. It is empty if there
// is no source.
func repositoryOf(from *resolved.Source) string {
	if from == nil {
		return ""
	}
	parsed, err := url.Parse(from.URL())
	if err != nil || from.Object.GetKind() != sourcev1.GitRepositoryKind {
		return from.Object.GetKind() + " " + from.URL()
	}
	return strings.ToLower(parsed.Hostname()) + "/" + strings.TrimSuffix(strings.Trim(parsed.Path, "/"), ".git")
}

// readsPerSecond returns the maximum rate of reads of a source. The endpoint of a Bucket has no scheme.
func (r *Reconciler) readsPerSecond(from *resolved.Source) int {
	if from == nil {
		return r.Offer.ReadsPerSecondOf("", "")
	}
	address := from.URL()
	if _, rest, hasScheme := strings.Cut(address, "://"); hasScheme {
		address = rest
	}
	host := ""
	if parsed, err := url.Parse("//" + address); err == nil {
		host = strings.ToLower(parsed.Hostname())
	}
	return r.Offer.ReadsPerSecondOf(from.Object.GetKind(), host)
}

// followers returns a selector of the Shoots that follow the branch, or nil for all Shoots. If the rollout of a project
// promotes commits, only the Shoots of the first ring follow the branch.
func followers(state garden.State) func(rollout.Identity) bool {
	configured, is := state.ConfigMap.Rollout()
	if is != document.Valid || *configured.Source != fluxv1alpha1.RolloutSourcePromote {
		return nil
	}
	ringOf := rollout.RingOf(*configured)
	return func(shoot rollout.Identity) bool { return ringOf(shoot) == configured.Rings[0].Name }
}

// report annotates ConfigMap flux-config with the URL of the webhook or the problem. If the annotations change, it
// records an Event. Only the leader reports.
func (r *Reconciler) report(ctx context.Context, namespace string, state garden.State, hook *Hook, problem string) error {
	select {
	case <-r.Leads:
	default:
		return nil
	}
	if state.ConfigMap == nil {
		return nil
	}
	desired := map[string]string{fluxv1alpha1.AnnotationPushURL: "", fluxv1alpha1.AnnotationPushError: problem}
	if hook != nil {
		desired[fluxv1alpha1.AnnotationPushURL] = "https://" + r.Offer.Host + pathOf(hook.token, namespace)
	}
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}}
	if changed, err := garden.Annotate(ctx, r.Garden, configMap, state.ConfigAnnotations, desired); err != nil || !changed {
		return client.IgnoreNotFound(err)
	}
	r.recordEvent(configMap, hook, desired)
	return nil
}

// recordEvent records an Event about the written version of the ConfigMap.
func (r *Reconciler) recordEvent(configMap *corev1.ConfigMap, hook *Hook, desired map[string]string) {
	about := garden.ConfigMapReference(configMap.ObjectMeta, "")
	switch {
	case hook != nil:
		garden.RecordEvent(r.Events, about, nil, corev1.EventTypeNormal, "PushURL", "OfferPush", fmt.Sprintf(
			"Set up a webhook of type %s at the Git host, for pushes, with the URL %s and the token as its secret", hook.Type, desired[fluxv1alpha1.AnnotationPushURL]))
	case desired[fluxv1alpha1.AnnotationPushError] != "":
		garden.RecordEvent(r.Events, about, nil, corev1.EventTypeWarning, "PushRefused", "OfferPush", "There is no webhook: "+desired[fluxv1alpha1.AnnotationPushError])
	}
}
