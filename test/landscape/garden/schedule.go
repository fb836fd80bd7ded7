// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// CreateSecretBinding allows Shoots to use the project's cloud credentials with secretBindingName. Shoots with
// Kubernetes versions below 1.34 may set this field instead of credentialsBindingName.
func (g *Garden) CreateSecretBinding(ctx context.Context, project, name string) error {
	ctx, cancel := context.WithTimeout(ctx, objectTimeout)
	defer cancel()
	namespace := gardenerutils.ProjectNamespacePrefix + project
	binding := &gardencorev1beta1.SecretBinding{ //nolint:staticcheck // deprecated, but in use
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Provider:   &gardencorev1beta1.SecretBindingProvider{Type: providerType}, //nolint:staticcheck // as above
		SecretRef:  corev1.SecretReference{Name: cloudCredentialsName, Namespace: namespace},
	}
	return process.Until(ctx, "the secret binding in "+namespace, cluster.ProbeInterval, func(ctx context.Context) error {
		return client.IgnoreAlreadyExists(g.Client.Create(ctx, binding.DeepCopy()))
	})
}

// Schedule binds each unscheduled Shoot to the given seed until the context ends, as gardener-scheduler does in a garden
// with one seed.
func (g *Garden) Schedule(ctx context.Context, seed string, log logr.Logger) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		shoots := &gardencorev1beta1.ShootList{}
		if err := g.Client.List(ctx, shoots); err != nil {
			log.Error(err, "Failed to list the Shoots to schedule")
			return
		}
		for _, shoot := range shoots.Items {
			if shoot.Spec.SeedName != nil {
				continue
			}
			if err := g.bind(ctx, client.ObjectKeyFromObject(&shoot), seed); err != nil {
				log.Error(err, "Failed to schedule a Shoot")
			}
		}
	}, scheduleInterval)
}

const scheduleInterval = 500 * time.Millisecond

// ScheduleShoot binds an unscheduled Shoot to the given seed, as gardener-scheduler does.
func (g *Garden) ScheduleShoot(ctx context.Context, project, name, seed string) error {
	key := client.ObjectKey{Namespace: gardenerutils.ProjectNamespacePrefix + project, Name: name}
	// RetryOnConflict returns nil if a request times out, so the last error is recorded here.
	var last error
	_ = retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		last = g.bind(ctx, key, seed)
		return last
	})
	return last
}

func (g *Garden) bind(ctx context.Context, key client.ObjectKey, seed string) error {
	shoot := &gardencorev1beta1.Shoot{}
	if err := g.Client.Get(ctx, key, shoot); err != nil {
		return fmt.Errorf("reading shoot %s: %w", key, err)
	}
	if shoot.Spec.SeedName != nil {
		return fmt.Errorf("shoot %s is already bound to seed %s", key, *shoot.Spec.SeedName)
	}
	shoot.Spec.SeedName = &seed
	if err := g.Client.SubResource("binding").Update(ctx, shoot); err != nil {
		return fmt.Errorf("binding shoot %s to seed %s: %w", key, seed, err)
	}
	return nil
}
