// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/push"
)

// webhookToken is the token in Secret flux-push of each project.
const webhookToken = "a token of a simulation"

// newPushes returns the controller for webhooks, and lets the process accept the requests of Git hosts.
func (g *gardenParts) newPushes(config *rest.Config) (*push.Reconciler, error) {
	garden, err := client.New(config, client.Options{Scheme: kubernetesscheme.Scheme, Mapper: gardenMapper()})
	if err != nil {
		return nil, err
	}
	recorder := push.NewRecorder(garden, g.clock(), 2*time.Second, 5*time.Second)
	g.setEndpoint(push.NewEndpoint(g.hooks, recorder.Record, push.NewRequestCounter(g.registry()), "the token of unknown paths"))
	return &push.Reconciler{
		Projects: g.projects, Resolver: g.operator.Resolver, Garden: garden, Events: g.mgr.GetEventRecorder(gardenController), Offer: g.operator.Config.Push,
		Hooks: g.hooks, Leads: g.mgr.Elected(), Times: push.Times{Reread: 5 * time.Minute, RereadMissing: 30 * time.Second, Random: g.random},
	}, nil
}

func (p *process) setEndpoint(endpoint http.Handler) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.endpoint = endpoint
}

// serves returns what accepts webhooks, and when the process ends; nil while it is down.
func (p *process) serves() (http.Handler, <-chan struct{}) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	select {
	case <-p.connections.ended:
		return nil, nil
	default:
		return p.endpoint, p.connections.ended
	}
}

// callWebhook lets the Git host of a project send the webhook that flux-config shows. Nobody repeats it.
func (w *world) callWebhook(project string) {
	found, err := w.garden.get(w.garden.of("", "configmaps"), types.NamespacedName{Namespace: "garden-" + project, Name: fluxv1alpha1.ConfigMapName})
	if err != nil {
		return
	}
	url := read[corev1.ConfigMap](found.object).Annotations[fluxv1alpha1.AnnotationPushURL]
	endpoint, ended := w.processes["garden-controller"].serves()
	if url == "" || endpoint == nil {
		return
	}
	w.group.Go(func() {
		if !w.sleep(duration(w.chance.of("webhook "+project), 100*time.Millisecond)) {
			return
		}
		ctx, cancel := context.WithTimeout(w.context, 10*time.Second)
		defer cancel()
		go func() {
			select {
			case <-ended:
				cancel()
			case <-ctx.Done():
			}
		}()
		endpoint.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader("{}")))
	})
}
