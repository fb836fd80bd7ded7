// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controllertest

import (
	"context"
	"encoding/json"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// Projects implements garden.StateWatcher. A project without state has no configuration.
type Projects struct {
	Unknown bool
	States  map[string]garden.State
	Changes chan string
}

// Follow reports the projects from Changes.
func (t *Projects) Follow(ctx context.Context, changed func(string)) error {
	go func() {
		for {
			select {
			case namespace := <-t.Changes:
				changed(namespace)
			case <-ctx.Done():
				return
			}
		}
	}()
	return nil
}

// State returns the state of a project.
func (t *Projects) State(_ context.Context, namespace string) (garden.State, bool, error) {
	return t.States[namespace], !t.Unknown, nil
}

// ImmediateConfig returns the configuration of a project with immediate propagation.
func ImmediateConfig(content string) *document.ConfigMap {
	return &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{
		"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {propagation: Immediate}\n" + content,
	}}
}

// ExtensionAndCluster returns an Extension and the Cluster of its Shoot in the namespace of the garden.
func ExtensionAndCluster(namespace, project string, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) []client.Object {
	GinkgoHelper()
	shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: namespace}}
	shoot.Spec.Provider.Workers = []gardencorev1beta1.Worker{{Name: "worker"}}
	ex := &extensionsv1alpha1.Extension{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-flux"},
		Spec:       extensionsv1alpha1.ExtensionSpec{DefaultSpec: extensionsv1alpha1.DefaultSpec{Type: "shoot-flux"}},
	}
	if change != nil {
		change(shoot, ex)
	}
	raw := Must(json.Marshal(shoot))
	return []client.Object{ex, &extensionsv1alpha1.Cluster{
		ObjectMeta: metav1.ObjectMeta{Name: namespace}, Spec: extensionsv1alpha1.ClusterSpec{
			Shoot: runtime.RawExtension{Raw: raw}, CloudProfile: runtime.RawExtension{Raw: []byte("{}")}, Seed: &runtime.RawExtension{Raw: []byte("{}")},
		},
	}}
}

// RecordingQueue records requests with a delay.
type RecordingQueue struct {
	workqueue.TypedRateLimitingInterface[reconcile.Request]
	Delayed chan DelayedRequest
}

// DelayedRequest is the namespace of a request, with the delay.
type DelayedRequest struct {
	Namespace string
	After     time.Duration
}

// AddAfter records the request.
func (t *RecordingQueue) AddAfter(request reconcile.Request, after time.Duration) {
	t.Delayed <- DelayedRequest{Namespace: request.Namespace, After: after}
}

// Namespaces removes the recorded requests and returns their namespaces in order.
func (t *RecordingQueue) Namespaces() []string {
	var namespaces []string
	for len(t.Delayed) > 0 {
		namespaces = append(namespaces, (<-t.Delayed).Namespace)
	}
	return namespaces
}
