// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// Times are the times of a Reconciler.
type Times struct {
	// Reread is the time after which the Secret with a token is read again, because it is not watched, and RereadMissing that after which it is if there
	// is no valid token in it.
	Reread, RereadMissing time.Duration
	// Random returns a time below the given one.
	Random func(time.Duration) time.Duration
}

// Projects are the configurations of the projects.
type Projects interface {
	garden.StateWatcher
	// Namespaces returns those of the projects that have one.
	Namespaces(ctx context.Context) ([]string, error)
}

// Reconciler keeps the webhook of the project whose namespace is the name of the request, in each replica. The one that leads reports it to the project.
type Reconciler struct {
	// Projects has the configurations of the projects, and notifies of their changes.
	Projects Projects
	// Resolver resolves them.
	Resolver *configuration.Resolver
	// Garden reads Secrets by name, and writes annotations of the ConfigMaps flux-config. It must not read from a cache.
	Garden client.Client
	// Events are written in the projects' namespaces.
	Events events.EventRecorder
	// Host is where Git hosts reach the endpoint.
	Host string
	// Hooks are what the endpoint serves.
	Hooks *Hooks
	// Leads is closed when this replica leads.
	Leads <-chan struct{}
	// Times are its times.
	Times Times
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile reads the configuration and the token of a project. If its configuration is invalid, the webhook stays as it is.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	state, known, err := r.Projects.State(ctx, request.Name)
	if err != nil || !known {
		return reconcile.Result{}, err
	}
	settings, source, valid, err := r.resolve(ctx, state)
	if err != nil || !valid {
		r.Hooks.done(request.Name)
		return reconcile.Result{}, err
	}
	if settings == nil {
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
		hook = newHook(request.Name, settings.Type, token)
		hook.repository, hook.follows = repositoryOf(source), followers(state)
	} else {
		again = r.Times.RereadMissing
	}
	r.Hooks.set(request.Name, hook)
	if err := r.report(ctx, request.Name, state, hook, problem); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: again - r.Times.Random(max(1, again/5))}, nil
}

// token returns the token of a project, or what the project has to do for one.
func (r *Reconciler) token(ctx context.Context, name client.ObjectKey) (token, problem string, err error) {
	secret := &corev1.Secret{}
	if err := r.Garden.Get(ctx, name, secret); err != nil {
		if problem := problemOf(name, err); problem != "" {
			return "", problem, nil
		}
		return "", "", fmt.Errorf("failed to read Secret %s in the garden: %w", name, err)
	}
	token = tokenIn(secret)
	if len(token) < shortestToken {
		return "", fmt.Sprintf("key %s of Secret %s has no token of at least %d characters: put one there, such as what 'openssl rand -hex 20' prints, and the same into the webhook",
			fluxv1alpha1.SecretKeyToken, name.Name, shortestToken), nil
	}
	return token, "", nil
}
