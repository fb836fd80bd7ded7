// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"

	securityv1alpha1 "github.com/gardener/gardener/pkg/apis/security/v1alpha1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/recording"
)

const (
	// The names are those of the pages.
	seedName   = "my-seed"
	project    = "my-project"
	shootName  = "my-shoot"
	repository = "my-org/my-fleet"

	fluxNamespace       = "flux-system"
	publicKeyAnnotation = "flux.extensions.gardener.cloud/public-key"
)

type story struct {
	*teller
	landscape *landscape.Landscape
	seed      *landscape.Seed
	desk      *desk

	namespace string
	shoot     client.Client
	publicKey string
}

func (s *story) tell(ctx context.Context) error {
	steps := []func(context.Context) error{
		s.repository, s.project, s.createShoot, s.deployKey, s.controllers, s.source, s.kustomization, s.objects, s.status,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *story) repository(ctx context.Context) error {
	s.heading("A project team reads a Git repository with a deploy key, and writes one ConfigMap")
	if err := s.landscape.GitHost.CreateRepository(ctx, repository, true); err != nil {
		return err
	}
	commit, err := s.landscape.GitHost.Commit(ctx, repository, "say hello", map[string]string{
		"apps/namespace.yaml": "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: hello\n",
		"apps/hello.yaml":     "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: hello\n  namespace: hello\ndata:\n  message: from Git\n",
	})
	if err != nil {
		return err
	}
	s.seen(fmt.Sprintf("repository %s at commit %.12s", s.landscape.GitHost.SSHURL(repository), commit))
	s.seen("the same, public, at " + s.landscape.GitHost.HTTPURL(repository))
	return nil
}

func (s *story) project(ctx context.Context) error {
	var err error
	if s.namespace, err = s.landscape.Garden.CreateProject(ctx, project); err != nil {
		return err
	}
	s.seen("project " + project + " with namespace " + s.namespace)
	if err := s.bindCredentials(ctx); err != nil {
		return err
	}
	configMap, err := json.Marshal(&corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: s.namespace, Name: "flux-config"},
		Data: map[string]string{
			"repositoryUrl": s.landscape.GitHost.SSHURL(repository), "repositoryBranch": "main",
			"knownHosts": s.landscape.GitHost.KnownHosts(),
		},
	})
	if err != nil {
		return err
	}
	// Like the pages, which apply theirs later.
	if _, err := s.desk.run(ctx, string(configMap), "kubectl apply -f -"); err != nil {
		return err
	}
	s.seen("ConfigMap " + s.namespace + "/flux-config")
	return nil
}

// bindCredentials binds the cloud credentials of the project to the name in example/20-shoot.yaml.
func (s *story) bindCredentials(ctx context.Context) error {
	binding := &securityv1alpha1.CredentialsBinding{}
	if err := s.landscape.Garden.Client.Get(ctx, client.ObjectKey{Namespace: s.namespace, Name: "cloud"}, binding); err != nil {
		return err
	}
	binding.ObjectMeta = metav1.ObjectMeta{Namespace: s.namespace, Name: "local"}
	return s.landscape.Garden.Client.Create(ctx, binding)
}

func (s *story) createShoot(ctx context.Context) error {
	s.heading("The team creates a Shoot")
	// gardener-apiserver refuses the Shoot until its caches contain the binding.
	err := process.Until(ctx, "Shoot "+shootName, time.Second, func(ctx context.Context) error {
		_, err := s.desk.run(ctx, "", "kubectl apply -f example/20-shoot.yaml")
		return err
	})
	if err != nil {
		return err
	}
	s.seen("Shoot " + s.namespace + "/" + shootName + " created")

	extension := client.ObjectKey{Namespace: "shoot--" + project + "--" + shootName, Name: "shoot-flux"}
	return s.until(ctx, "the Extension", func(ctx context.Context) (string, error) {
		object := &metav1.PartialObjectMetadata{}
		object.SetGroupVersionKind(extensionKind)
		if err := s.seed.Client.Get(ctx, extension, object); err != nil {
			return "", err
		}
		s.mutex.Lock()
		s.started = object.CreationTimestamp.Time
		s.mutex.Unlock()
		return "Extension " + extension.String() + " created in the seed; times are relative to its creation from now on", nil
	})
}

func (s *story) deployKey(ctx context.Context) error {
	err := s.until(ctx, "the deploy key", func(ctx context.Context) (string, error) {
		secret := &corev1.Secret{}
		if err := s.landscape.Garden.Client.Get(ctx, client.ObjectKey{Namespace: s.namespace, Name: "flux-source"}, secret); err != nil {
			return "", err
		}
		s.publicKey = secret.Annotations[publicKeyAnnotation]
		return "deploy key generated: Secret " + s.namespace + "/flux-source in the garden, public key\n            " + s.publicKey, nil
	})
	if err != nil {
		return err
	}
	if err := s.landscape.GitHost.AddDeployKey(repository, "flux of project "+project, s.publicKey, true); err != nil {
		return err
	}
	s.seen("public key registered at the Git host as a read-only deploy key, as the repository's owner would")
	return nil
}

func (s *story) controllers(ctx context.Context) error {
	return s.until(ctx, "Flux's controllers", func(ctx context.Context) (string, error) {
		if err := s.connect(); err != nil {
			return "", err
		}
		deployments := &appsv1.DeploymentList{}
		if err := s.shoot.List(ctx, deployments, client.InNamespace(fluxNamespace)); err != nil {
			return "", err
		}
		if len(deployments.Items) == 0 {
			return "", fmt.Errorf("there are no Deployments in %s", fluxNamespace)
		}
		names := make([]string, 0, len(deployments.Items))
		for _, deployment := range deployments.Items {
			if deployment.Status.AvailableReplicas == 0 {
				return "", fmt.Errorf("%s is not available", deployment.Name)
			}
			names = append(names, deployment.Name)
		}
		return "Flux's controllers run in the shoot: " + strings.Join(names, ", "), nil
	})
}

func (s *story) connect() error {
	if s.shoot != nil {
		return nil
	}
	shootCluster, err := s.landscape.ShootCluster(s.namespace, shootName)
	if err != nil {
		return err
	}
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{kubernetesscheme.AddToScheme, sourcev1.AddToScheme, kustomizev1.AddToScheme} {
		if err := add(scheme); err != nil {
			return err
		}
	}
	s.shoot, err = client.New(shootCluster.Config, client.Options{Scheme: scheme})
	return err
}

func (s *story) source(ctx context.Context) error {
	return s.until(ctx, "the GitRepository", func(ctx context.Context) (string, error) {
		source := &sourcev1.GitRepository{}
		if err := s.shoot.Get(ctx, client.ObjectKey{Namespace: fluxNamespace, Name: fluxNamespace}, source); err != nil {
			return "", err
		}
		if err := isReady(source.Status.Conditions); err != nil {
			return "", err
		}
		// Flux writes the conditions before the rest of the status (fluxcd/pkg/runtime/patch).
		if source.Status.Artifact == nil {
			return "", errors.New("it is ready, but has no artifact yet")
		}
		return "GitRepository flux-system is ready at " + source.Status.Artifact.Revision, nil
	})
}

func (s *story) kustomization(ctx context.Context) error {
	return s.until(ctx, "the root Kustomization", func(ctx context.Context) (string, error) {
		kustomization := &kustomizev1.Kustomization{}
		if err := s.shoot.Get(ctx, client.ObjectKey{Namespace: fluxNamespace, Name: fluxNamespace}, kustomization); err != nil {
			return "", err
		}
		if err := isReady(kustomization.Status.Conditions); err != nil {
			return "", err
		}
		if kustomization.Status.LastAppliedRevision == "" {
			return "", errors.New("it has applied no revision yet")
		}
		return "root Kustomization flux-system is ready, applied " + kustomization.Status.LastAppliedRevision, nil
	})
}

func (s *story) objects(ctx context.Context) error {
	return s.until(ctx, "the object from Git", func(ctx context.Context) (string, error) {
		configMap := &corev1.ConfigMap{}
		if err := s.shoot.Get(ctx, client.ObjectKey{Namespace: "hello", Name: "hello"}, configMap); err != nil {
			return "", err
		}
		return fmt.Sprintf("in the shoot: ConfigMap hello/hello with message %q", configMap.Data["message"]), nil
	})
}

// status shows the status with the plugin, as a user would.
func (s *story) status(ctx context.Context) error {
	s.heading("The team looks at it with the plugin of kubectl")
	const command = "kubectl shoot-flux status " + shootName + " -n garden-" + project
	_, err := s.desk.run(ctx, "", "kubectl shoot-flux wait "+shootName+" -n garden-"+project+" --timeout 2m")
	if err != nil {
		return err
	}
	completed, err := s.desk.run(ctx, "", "kubectl __complete shoot-flux stat 2>/dev/null")
	if err != nil {
		return err
	}
	if !strings.HasPrefix(completed, "status\t") {
		return fmt.Errorf("the shell completion of the desk does not complete stat to status, but to %q", completed)
	}
	output, err := s.desk.run(ctx, "", command)
	if err != nil {
		return err
	}
	s.seen(command)
	s.printf("\n%s\n", output)
	return nil
}

// check shows that what was recorded from outside keeps the promises of the pages.
func (s *story) check(ctx context.Context, recorded *recording.Recording) error {
	s.heading("What was recorded meanwhile is checked by the documentation")
	if err := recorded.Stop(); err != nil {
		return err
	}
	summary, err := recorded.Check(ctx)
	if err != nil {
		return err
	}
	s.seen(summary)
	return nil
}

// until waits until look succeeds, and then prints the returned text as a completed step.
func (s *story) until(ctx context.Context, what string, look func(context.Context) (string, error)) error {
	return process.Until(ctx, what, 100*time.Millisecond, func(ctx context.Context) error {
		text, err := look(ctx)
		if err == nil {
			s.seen(text)
		}
		return err
	})
}

func isReady(conditions []metav1.Condition) error {
	ready := apimeta.FindStatusCondition(conditions, "Ready")
	switch {
	case ready == nil:
		return fmt.Errorf("Flux has not reconciled it yet")
	case ready.Status != metav1.ConditionTrue:
		return fmt.Errorf("%s: %s", ready.Reason, ready.Message)
	}
	return nil
}
