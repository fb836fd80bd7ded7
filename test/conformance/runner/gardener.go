// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package runner

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Reconcile requests a reconciliation of the Shoot, and waits until Gardener has completed it.
func (s *Shoot) Reconcile(ctx context.Context) error {
	return s.change(ctx, func(shoot *gardencorev1beta1.Shoot) {
		metav1.SetMetaDataAnnotation(&shoot.ObjectMeta, "gardener.cloud/operation", "reconcile")
	})
}

// Hibernate hibernates or wakes up the Shoot, and waits until Gardener has completed this.
func (s *Shoot) Hibernate(ctx context.Context, hibernated bool) error {
	return s.change(ctx, func(shoot *gardencorev1beta1.Shoot) {
		shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(hibernated)}
	})
}

// Migrate migrates the Shoot's control plane to a different seed.
func (s *Shoot) Migrate(ctx context.Context, seed string) error {
	garden := s.world.Landscape.Garden.Client
	shoot := &gardencorev1beta1.Shoot{}
	if err := garden.Get(ctx, s.key(), shoot); err != nil {
		return err
	}
	shoot.Spec.SeedName = &seed
	if err := garden.SubResource("binding").Update(ctx, shoot); err != nil {
		return err
	}
	return s.awaitOperation(ctx, func(shoot *gardencorev1beta1.Shoot) bool {
		return ptr.Deref(shoot.Status.SeedName, "") == seed && shoot.Status.LastOperation.Type == gardencorev1beta1.LastOperationTypeRestore
	})
}

// Rotate rotates the project's deploy key, and registers the new key at the Git host.
func (s *Shoot) Rotate(ctx context.Context) error {
	if err := s.askForKey(ctx, "rotate-deploy-key-start"); err != nil {
		return err
	}
	var next string
	err := process.Until(ctx, "the next deploy key", pollInterval, func(ctx context.Context) error {
		secret := &corev1.Secret{}
		if err := s.world.Landscape.Garden.Client.Get(ctx, s.keySecret(), secret); err != nil {
			return err
		}
		next = secret.Annotations[keyAnnotation+"next-public-key"]
		if next == "" {
			return fmt.Errorf("the Secret has no next key")
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.world.Landscape.GitHost.AddDeployKey(s.fleet, "flux, next", next, true); err != nil {
		return err
	}
	if err := s.askForKey(ctx, "rotate-deploy-key-complete"); err != nil {
		return err
	}
	err = process.Until(ctx, "the rotation", pollInterval, func(ctx context.Context) error {
		secret := &corev1.Secret{}
		if err := s.world.Landscape.Garden.Client.Get(ctx, s.keySecret(), secret); err != nil {
			return err
		}
		if secret.Annotations[keyAnnotation+"public-key"] != next {
			return fmt.Errorf("the first key is still in use")
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.Reconcile(ctx); err != nil {
		return err
	}
	first := s.publicKey
	s.publicKey = next
	return s.world.Landscape.GitHost.RemoveDeployKey(s.fleet, first)
}

const keyAnnotation = "flux.extensions.gardener.cloud/"

func (s *Shoot) keySecret() client.ObjectKey {
	return client.ObjectKey{Namespace: s.key().Namespace, Name: "flux-source"}
}

func (s *Shoot) askForKey(ctx context.Context, operation string) error {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: s.keySecret().Namespace, Name: s.keySecret().Name}}
	patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:%q}}}`, keyAnnotation+"operation", operation)
	return s.world.Landscape.Garden.Client.Patch(ctx, secret, client.RawPatch("application/merge-patch+json", []byte(patch)))
}

// change changes the Shoot, and waits until Gardener has reconciled it.
func (s *Shoot) change(ctx context.Context, change func(*gardencorev1beta1.Shoot)) error {
	garden := s.world.Landscape.Garden.Client
	err := process.Until(ctx, "changing Shoot "+s.Project, pollInterval, func(ctx context.Context) error {
		shoot := &gardencorev1beta1.Shoot{}
		if err := garden.Get(ctx, s.key(), shoot); err != nil {
			return err
		}
		change(shoot)
		return garden.Update(ctx, shoot)
	})
	if err != nil {
		return err
	}
	return s.awaitOperation(ctx, func(*gardencorev1beta1.Shoot) bool { return true })
}

func (s *Shoot) awaitOperation(ctx context.Context, expected func(*gardencorev1beta1.Shoot) bool) error {
	return process.Until(ctx, "the operation of Shoot "+s.Project, pollInterval, func(ctx context.Context) error {
		shoot := &gardencorev1beta1.Shoot{}
		if err := s.world.Landscape.Garden.Client.Get(ctx, s.key(), shoot); err != nil {
			return err
		}
		last := shoot.Status.LastOperation
		if _, asked := shoot.Annotations["gardener.cloud/operation"]; asked || last == nil || shoot.Status.ObservedGeneration != shoot.Generation ||
			last.State != gardencorev1beta1.LastOperationStateSucceeded || !expected(shoot) {
			return fmt.Errorf("its last operation is %+v", last)
		}
		return nil
	})
}

// Pods returns the pods of all cases. The value of a pod changes if the pod is recreated or restarted.
func (s *Shoot) Pods(ctx context.Context) (map[string]string, error) {
	pods := &corev1.PodList{}
	if err := s.client.List(ctx, pods); err != nil {
		return nil, err
	}
	seen := map[string]string{}
	for _, pod := range pods.Items {
		if slices.Contains([]string{"kube-system", fluxNamespace}, pod.Namespace) || pod.Status.Phase != corev1.PodRunning {
			continue
		}
		restarts := 0
		for _, container := range pod.Status.ContainerStatuses {
			restarts += int(container.RestartCount)
		}
		seen[pod.Namespace+"/"+pod.Name] = fmt.Sprintf("%s, %d restarts", pod.UID, restarts)
	}
	return seen, nil
}

// StandIns returns the controllers of other versions that run in this shoot. They are used because not all controllers
// are available as Go modules.
func (s *Shoot) StandIns(ctx context.Context) ([]string, error) {
	deployments := &appsv1.DeploymentList{}
	if err := s.client.List(ctx, deployments, client.InNamespace(fluxNamespace)); err != nil {
		return nil, err
	}
	var names []string
	for _, deployment := range deployments.Items {
		names = append(names, deployment.Name)
	}
	newest, err := binaries.Ensure(ctx, s.world.out, names...)
	if err != nil {
		return nil, err
	}
	var differ []string
	for _, deployment := range deployments.Items {
		image := deployment.Spec.Template.Spec.Containers[0].Image
		nameAndMinor, name := binaries.FluxImage(image)
		program, older := s.world.Landscape.OlderFlux()[nameAndMinor]
		if !older {
			program = newest[name]
		}
		reference, _, _ := strings.Cut(image, "@")
		_, tag, _ := strings.Cut(filepath.Base(reference), ":")
		if ran := strings.TrimPrefix(filepath.Base(program), name+"-"); ran != tag {
			differ = append(differ, fmt.Sprintf("%s %s for %s", name, ran, tag))
		}
	}
	return differ, nil
}

// RunningVersion returns the version of Flux. It returns an error unless all controllers of this version, and no
// others, are available.
func (s *Shoot) RunningVersion(ctx context.Context) (string, error) {
	deployments := &appsv1.DeploymentList{}
	if err := s.client.List(ctx, deployments, client.InNamespace(fluxNamespace)); err != nil {
		return "", err
	}
	version := ""
	for _, deployment := range deployments.Items {
		label := deployment.Labels["app.kubernetes.io/version"]
		if version != "" && label != version {
			return "", fmt.Errorf("there are controllers of %s and %s", version, label)
		}
		version = label
		status := deployment.Status
		if status.ObservedGeneration != deployment.Generation || status.UpdatedReplicas != 1 || status.Replicas != 1 || status.AvailableReplicas != 1 {
			return "", fmt.Errorf("%s is not available in %s", deployment.Name, version)
		}
	}
	return version, nil
}
