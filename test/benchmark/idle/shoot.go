// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package idle

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	seedName     = "local"
	project      = "idle"
	shootName    = "idle"
	repository   = "idle"
	pollInterval = time.Second
)

// shoot is the measured shoot.
type shoot struct {
	landscape *landscape.Landscape
	config    *corev1.ConfigMap
	client    client.Client
}

// createShoot creates a repository with one object, a project that uses this repository, and a Shoot.
func createShoot(ctx context.Context, l *landscape.Landscape) (*shoot, error) {
	if err := l.GitHost.CreateRepository(ctx, repository, true); err != nil {
		return nil, err
	}
	if _, err := l.GitHost.Commit(ctx, repository, "add an application", map[string]string{
		"app.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: default}\ndata: {key: value}\n",
	}); err != nil {
		return nil, err
	}
	namespace, err := l.Garden.CreateProject(ctx, project)
	if err != nil {
		return nil, err
	}
	s := &shoot{landscape: l, config: &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, Data: map[string]string{"config.yaml": configOf(l, setting{})},
	}}
	if err := l.Garden.Client.Create(ctx, s.config); err != nil {
		return nil, err
	}
	return s, l.Garden.Client.Create(ctx, garden.NewShoot(project, shootName, seedName))
}

func configOf(l *landscape.Landscape, s setting) string {
	return fmt.Sprintf(`apiVersion: %s
kind: FluxConfig
source: {template: {spec: {url: %q, ref: {branch: main}, interval: 1m}}}
kustomization: {template: {spec: {path: ./, interval: 10m}}}
project: {propagation: Immediate}
%s`, fluxv1alpha1.SchemeGroupVersion, l.GitHost.HTTPURL(repository), s.flux)
}

// configure changes the configuration, and waits until all controllers run with it.
func (s *shoot) configure(ctx context.Context, wanted setting) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s.config.Data["config.yaml"] = configOf(s.landscape, wanted)
	if err := s.landscape.Garden.Client.Update(ctx, s.config); err != nil {
		return err
	}
	return process.Until(ctx, "Flux's controllers", pollInterval, func(ctx context.Context) error {
		if err := s.connect(); err != nil {
			return err
		}
		deployments := &appsv1.DeploymentList{}
		if err := s.client.List(ctx, deployments, client.InNamespace(fluxv1alpha1.FluxNamespace)); err != nil {
			return err
		}
		if len(deployments.Items) == 0 {
			return fmt.Errorf("there are none")
		}
		for _, deployment := range deployments.Items {
			if err := runs(&deployment, wanted); err != nil {
				return fmt.Errorf("%s: %w", deployment.Name, err)
			}
		}
		_, err := s.controllers(ctx)
		return err
	})
}

// connect creates the client when the shoot has a cluster.
func (s *shoot) connect() error {
	if s.client != nil {
		return nil
	}
	there, err := s.landscape.ShootCluster(s.config.Namespace, shootName)
	if err != nil {
		return err
	}
	s.client, err = client.New(there.Config, client.Options{Scheme: kubernetesscheme.Scheme})
	return err
}

// runs returns an error if the Deployment does not have this setting or is not available.
func runs(deployment *appsv1.Deployment, wanted setting) error {
	if !wanted.isSet(deployment) {
		return fmt.Errorf("it does not have the setting yet")
	}
	status := deployment.Status
	if status.ObservedGeneration != deployment.Generation || status.UpdatedReplicas != 1 || status.AvailableReplicas != 1 || status.Replicas != 1 {
		return fmt.Errorf("it is not rolled out")
	}
	return nil
}

// controllers returns the running controllers by name. Each has one pod.
func (s *shoot) controllers(ctx context.Context) ([]*controller, error) {
	pods := &corev1.PodList{}
	if err := s.client.List(ctx, pods, client.InNamespace(fluxv1alpha1.FluxNamespace)); err != nil {
		return nil, err
	}
	found := make([]*controller, 0, len(pods.Items))
	for _, pod := range pods.Items {
		name := pod.Labels["app"]
		if slices.ContainsFunc(found, func(c *controller) bool { return c.taken.Name == name }) {
			return nil, fmt.Errorf("there is more than one pod of %s", name)
		}
		resources := pod.Spec.Containers[0].Resources
		// Pods of the landscape listen on loopback addresses, which cannot be reported in the status of a pod.
		address := "127." + strings.TrimPrefix(pod.Status.PodIP, "10.")
		found = append(found, &controller{metrics: "http://" + address + ":8080/metrics", taken: Controller{
			Name: name, RequestedCPU: resources.Requests.Cpu().String(), RequestedMemory: resources.Requests.Memory().String(),
			LimitCPU: resources.Limits.Cpu().String(), LimitMemory: resources.Limits.Memory().String(),
		}})
	}
	slices.SortFunc(found, func(a, b *controller) int { return strings.Compare(a.taken.Name, b.taken.Name) })
	return found, nil
}
