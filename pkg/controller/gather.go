// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"errors"
	"fmt"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// facts is everything a reconciliation decides on.
type facts struct {
	// project is the project namespace in the garden.
	project string
	// mistake is what a user has to correct; nil if there is nothing. With a mistake, nothing below is complete.
	mistake error
	// config is the project's configuration.
	config project.Configuration
	// credentials are those of a private repository.
	credentials flux.Credentials
	// fingerprint is that of the deploy key; empty without one.
	fingerprint string
	// delivered is what the shoot has been given before.
	delivered delivered
}

// gather reads everything. Mistakes of users become a fact; an error means that something could not be read.
func (a *Actuator) gather(ctx context.Context, ex *extensionsv1alpha1.Extension) (facts, error) {
	cluster, err := extensionscontroller.GetCluster(ctx, a.Seed, ex.Namespace)
	if err != nil {
		return facts{}, err
	}
	if cluster.Shoot == nil {
		return facts{}, fmt.Errorf("resource Cluster %s holds no Shoot", ex.Namespace)
	}
	f := facts{project: cluster.Shoot.Namespace}

	if f.delivered, err = a.gatherDelivered(ctx, ex); err != nil {
		return facts{}, err
	}
	if ex.Spec.ProviderConfig != nil {
		f.mistake = fmt.Errorf("providerConfig of extension %s in the Shoot is not supported: remove it and configure the project in ConfigMap %s/%s",
			fluxv1alpha1.ExtensionType, f.project, fluxv1alpha1.ConfigMapName)
		return f, nil
	}
	if err := a.gatherProject(ctx, &f); err != nil {
		return facts{}, err
	}
	return f, nil
}

// gatherDelivered adds up what the ManagedResources of this seed tell and what an earlier seed noted in the state.
func (a *Actuator) gatherDelivered(ctx context.Context, ex *extensionsv1alpha1.Extension) (delivered, error) {
	noted, err := readState(ex)
	if err != nil {
		return delivered{}, err
	}
	resources, err := a.Deliverer.State(ctx, ex.Namespace)
	if err != nil {
		return delivered{}, err
	}
	return delivered{
		Flux: noted.Flux || resources.Delivered(),
		Sync: noted.Sync || resources.Config != nil,
	}, nil
}

// gatherProject reads what the garden holds: one ConfigMap, and for a private repository one Secret.
func (a *Actuator) gatherProject(ctx context.Context, f *facts) error {
	var err error
	if f.config, err = a.Projects.Read(ctx, f.project); err != nil {
		if invalid := (&project.InvalidConfigError{}); errors.As(err, &invalid) {
			f.mistake = err
			return nil
		}
		return err
	}
	if f.config.RepositoryType != fluxv1alpha1.RepositoryTypePrivate {
		return nil
	}

	key, err := a.DeployKeys.GetOrCreate(ctx, f.project)
	if err != nil {
		if damaged := (&secrets.DamagedKeyError{}); errors.As(err, &damaged) {
			f.mistake = err
			return nil
		}
		return err
	}
	f.fingerprint = key.Fingerprint

	knownHosts, err := secrets.ChooseKnownHosts(f.config.RepositoryURL, f.config.KnownHosts, key.KnownHosts)
	if err != nil {
		f.mistake = fmt.Errorf("ConfigMap %s/%s: knownHosts: %w", f.project, fluxv1alpha1.ConfigMapName, err)
		return nil
	}
	f.credentials = flux.Credentials{
		Identity:   string(key.Identity),
		PublicKey:  key.PublicKey,
		Passphrase: string(key.Passphrase),
		KnownHosts: knownHosts,
	}
	return nil
}
