// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	shootName     = "shoot"
	fluxNamespace = "flux-system"
	// startWithin is the time within which Flux in a new Shoot must apply the fleet repository.
	startWithin  = 5 * time.Minute
	pollInterval = 500 * time.Millisecond
)

// Shoot is a Shoot in its own project. Flux in the Shoot reads the project's private fleet repository with the
// project's deploy key, and applies the objects of all cases.
type Shoot struct {
	// Project is the name of the project, and FluxVersion the configured version of Flux.
	Project, FluxVersion string

	world *World
	// fleet is the repository that the root Kustomization applies.
	fleet string
	// publicKey is the deploy key for the repositories of the project.
	publicKey string
	client    client.Client

	mutex   sync.Mutex
	numbers map[string]int
}

// NewShoot creates a project with a Shoot, and waits until Flux in the Shoot has applied the fleet repository. The name
// of the project has at most ten characters.
func (w *World) NewShoot(ctx context.Context, project, fluxVersion string) (*Shoot, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, startWithin, fmt.Errorf("not within %s", startWithin))
	defer cancel()
	s := &Shoot{Project: project, FluxVersion: fluxVersion, world: w, fleet: project + "/fleet", numbers: map[string]int{}}
	if _, err := w.Landscape.Garden.CreateProject(ctx, project); err != nil {
		return nil, err
	}
	if err := w.Landscape.GitHost.CreateRepository(ctx, s.fleet, false); err != nil {
		return nil, err
	}
	if _, err := w.Landscape.GitHost.Commit(ctx, s.fleet, "Begin", map[string]string{"cases/fleet.yaml": fleetManifest}); err != nil {
		return nil, err
	}
	if err := s.Configure(ctx, ""); err != nil {
		return nil, err
	}
	create := func(ctx context.Context) error {
		return w.Landscape.Garden.Client.Create(ctx, garden.NewShoot(project, shootName, SeedName))
	}
	// Retry, because gardener-apiserver reads the credentials from a cache that may not contain the new project yet.
	if err := process.Until(ctx, "Shoot "+project, pollInterval, create); err != nil {
		return nil, err
	}
	if err := s.registerKey(ctx); err != nil {
		return nil, err
	}
	return s, s.AwaitRoot(ctx)
}

const fleetManifest = `apiVersion: v1
kind: ConfigMap
metadata:
  name: fleet
  namespace: flux-system
`

// Configure writes the configuration of the project. more contains additional YAML.
func (s *Shoot) Configure(ctx context.Context, more string) error {
	var hosts strings.Builder
	for line := range strings.Lines(s.world.Landscape.GitHost.KnownHosts()) {
		hosts.WriteString("    " + line)
	}
	config := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: s.key().Namespace, Name: "flux-config"},
		Data: map[string]string{"config.yaml": fmt.Sprintf(`apiVersion: flux.extensions.gardener.cloud/v1alpha1
kind: FluxConfig
flux:
  version: %s
source:
  knownHosts: |
%s
  template:
    kind: GitRepository
    spec:
      url: %s
      interval: 1m
      ref:
        branch: main
kustomization:
  template:
    spec:
      path: ./cases
      interval: 10m
%s`, s.FluxVersion, hosts.String(), s.world.Landscape.GitHost.SSHURL(s.fleet), more)},
	}
	projects := s.world.Landscape.Garden.Client
	if err := projects.Create(ctx, config.DeepCopy()); client.IgnoreAlreadyExists(err) != nil || err == nil {
		return err
	}
	return projects.Update(ctx, config)
}

func (s *Shoot) key() client.ObjectKey {
	return client.ObjectKey{Namespace: "garden-" + s.Project, Name: shootName}
}

// registerKey registers the project's deploy key at the Git host, as the owner of the repository would do.
func (s *Shoot) registerKey(ctx context.Context) error {
	err := process.Until(ctx, "the deploy key of project "+s.Project, pollInterval, func(ctx context.Context) error {
		secret := &corev1.Secret{}
		if err := s.world.Landscape.Garden.Client.Get(ctx, client.ObjectKey{Namespace: s.key().Namespace, Name: "flux-source"}, secret); err != nil {
			return err
		}
		s.publicKey = secret.Annotations["flux.extensions.gardener.cloud/public-key"]
		if s.publicKey == "" {
			return fmt.Errorf("its Secret has no public key")
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.world.Landscape.GitHost.AddDeployKey(s.fleet, "flux", s.publicKey, true)
}

// AwaitRoot requests a reconciliation of the fleet repository and the root Kustomization, and waits for its completion.
func (s *Shoot) AwaitRoot(ctx context.Context) error {
	err := process.Until(ctx, "the cluster of Shoot "+s.Project, pollInterval, func(context.Context) error {
		running, err := s.world.Landscape.ShootCluster(s.key().Namespace, shootName)
		if err != nil {
			return err
		}
		s.client, err = client.New(running.Config, client.Options{})
		return err
	})
	if err != nil {
		return err
	}
	for _, object := range []*unstructured.Unstructured{gitRepository(fluxNamespace), kustomization(fluxNamespace)} {
		if err := s.reconcileNow(ctx, object); err != nil {
			return err
		}
	}
	return nil
}

// reconcileNow requests a reconciliation of a Flux object, and waits until the object is ready after this request.
func (s *Shoot) reconcileNow(ctx context.Context, object *unstructured.Unstructured) error {
	requested := ""
	return process.Until(ctx, object.GetKind()+" "+object.GetName()+" in Shoot "+s.Project, pollInterval, func(ctx context.Context) error {
		if requested == "" {
			now := time.Now().Format(time.RFC3339Nano)
			if err := s.ask(ctx, object.DeepCopy(), now); err != nil {
				return err
			}
			requested = now
		}
		if err := s.ready(ctx, object); err != nil {
			return err
		}
		if handled, _, _ := unstructured.NestedString(object.Object, "status", "lastHandledReconcileAt"); handled != requested {
			return fmt.Errorf("its last handled request is %q", handled)
		}
		return nil
	})
}

func kustomization(name string) *unstructured.Unstructured {
	return fluxObject("kustomize.toolkit.fluxcd.io/v1", "Kustomization", name)
}

func gitRepository(name string) *unstructured.Unstructured {
	return fluxObject("source.toolkit.fluxcd.io/v1", "GitRepository", name)
}

// fluxObject returns an object in namespace flux-system with only kind and name.
func fluxObject(apiVersion, kind, name string) *unstructured.Unstructured {
	object := &unstructured.Unstructured{}
	object.SetAPIVersion(apiVersion)
	object.SetKind(kind)
	object.SetNamespace(fluxNamespace)
	object.SetName(name)
	return object
}

// ready reads an object. It returns an error if the object is not ready.
func (s *Shoot) ready(ctx context.Context, object *unstructured.Unstructured) error {
	if err := s.client.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
		return err
	}
	conditions, _, _ := unstructured.NestedSlice(object.Object, "status", "conditions")
	for _, condition := range conditions {
		condition, _ := condition.(map[string]any)
		if condition["type"] != "Ready" {
			continue
		}
		if condition["status"] == "True" && condition["observedGeneration"] == object.GetGeneration() {
			return nil
		}
		return fmt.Errorf("%s: %v", object.GetName(), condition["message"])
	}
	return fmt.Errorf("%s has no condition Ready", object.GetName())
}

// ask requests a reconciliation of an object.
func (s *Shoot) ask(ctx context.Context, object *unstructured.Unstructured, at string) error {
	patch := fmt.Sprintf(`{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":%q}}}`, at)
	return s.client.Patch(ctx, object, client.RawPatch("application/merge-patch+json", []byte(patch)), client.FieldOwner("flux"))
}

// kubeconfig returns the path of a kubeconfig for an administrator of the shoot.
func (s *Shoot) kubeconfig() (string, error) {
	running, err := s.world.Landscape.ShootCluster(s.key().Namespace, shootName)
	if err != nil {
		return "", err
	}
	return running.Kubeconfig, nil
}

// Release stops the Shoot's cluster, and removes the files of all its cases.
func (s *Shoot) Release(ctx context.Context) error {
	if err := s.world.Landscape.ReleaseShoot(ctx, s.Project, shootName); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(s.world.dir, "runs", s.Project))
}
