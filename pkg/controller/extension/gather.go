// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"fmt"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	corev1 "k8s.io/api/core/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// facts is everything a reconciliation decides on.
type facts struct {
	// project is the project namespace in the garden.
	project string
	// delivered is what the shoot has been given before.
	delivered extensionstatus.State
	// noted is the same without what was found in a look at the shoot.
	noted extensionstatus.State
	// seen is what was read of the project.
	seen extensionstatus.ObservedProject
	// survey is what there is of Flux in the shoot; nil if nobody has looked, because something was delivered before or because
	// there has never been a shoot to look at. The shoot was looked at through shoot.
	survey *toolkit.Survey
	shoot  *toolkit.Shoot
	// asleep says that the shoot would have to be looked at, but is hibernated.
	asleep bool
	// managesFlux says that ManagedResources of this seed hold Flux itself.
	managesFlux bool
	// refused is what a user has to correct before Flux itself is delivered; nil if there is nothing. The rest does not wait for it.
	refused error
	// onlyConfig says that Flux itself stays as it is, and everything else of the configuration is delivered.
	onlyConfig bool
	// pendingUpgrade is what another version of Flux than the shoot has asks for; nil if it gets none.
	pendingUpgrade *pendingUpgrade
	// dying says that the shoot is being deleted. Nothing below is known then.
	dying bool
	// phase is what becomes of Flux in the shoot.
	phase phase
	// byProject and byShoot say who says anything: the project's ConfigMap, and the Shoot's providerConfig.
	byProject, byShoot bool
	// mistake is what a user has to correct; nil if there is nothing. With a mistake, nothing below is complete.
	mistake error
	// effective is the configuration that holds for the shoot.
	effective *configuration.Effective
	// info are the facts about the shoot, and networks what belongs to it.
	info     fluxv1alpha1.ShootInfo
	networks []string
	// credentials are those of a source that is read with the deploy key, and fingerprint is that of the key.
	credentials flux.Credentials
	fingerprint string
	// resources are the project's Secrets and ConfigMaps that the configuration refers to, and references their copies in
	// the seed.
	resources  map[string]flux.Resource
	references []gardencorev1beta1.NamedResourceReference
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
	f := facts{project: cluster.Shoot.Namespace, networks: configuration.ClusterNetworks(cluster.Shoot)}
	if err := a.gatherDelivered(ctx, ex, &f); err != nil {
		return facts{}, err
	}
	if cluster.Shoot.DeletionTimestamp != nil {
		f.dying, f.seen = true, f.delivered.Observed
		return f, nil
	}
	if err := a.gatherPredecessor(ctx, ex.Namespace, cluster, &f); err != nil {
		return facts{}, err
	}
	if err := a.gatherConfiguration(ctx, ex, cluster, &f); err != nil || f.mistake != nil || f.asleep || missingDocument(f) != "" {
		return f, err
	}
	if err := a.gatherResources(ctx, ex.Namespace, cluster.Shoot, &f); err != nil || f.mistake != nil {
		return f, err
	}
	if err := a.gatherDeployKey(ctx, &f); err != nil || f.mistake != nil {
		return f, err
	}
	if err := a.gatherCredentials(ctx, ex.Namespace, cluster, &f); err != nil || f.mistake != nil || f.asleep {
		return f, err
	}
	return f, a.gatherTargets(ctx, ex.Namespace, cluster, &f)
}

// gatherDelivered adds up what the ManagedResources of this seed tell and what an earlier seed noted in the state.
func (a *Actuator) gatherDelivered(ctx context.Context, ex *extensionsv1alpha1.Extension, f *facts) error {
	noted, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	resources, err := a.Deliverer.Expected(ctx, ex.Namespace, noted.Flux, noted.Bootstrapped)
	if err != nil {
		return err
	}
	noted.Flux = noted.Flux || resources.Delivered()
	f.delivered, f.noted, f.managesFlux = noted, noted, resources.CRDs != nil || resources.Controllers != nil
	return nil
}

// gatherConfiguration reads what operator, project and Shoot say, and finds out what holds for the shoot.
func (a *Actuator) gatherConfiguration(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster, f *facts) error {
	configMap, err := a.Projects.Read(ctx, f.project)
	if err != nil {
		return err
	}
	f.seen = extensionstatus.ObserveProject(configMap)
	f.seen.Rotation = f.delivered.Observed.Rotation
	f.info = configuration.ShootInfoFor(cluster.Shoot, seedName(cluster), a.GardenIdentity, a.Resolver.LabelPrefixes())
	if err := configuration.MissingFacts(f.info); err != nil {
		return fmt.Errorf("resource Cluster %s: %w", ex.Namespace, err)
	}
	shoot := configuration.ShootFrom(cluster.Shoot, f.info)
	shoot.ProviderConfig = nil
	if ex.Spec.ProviderConfig != nil {
		shoot.ProviderConfig = ex.Spec.ProviderConfig.Raw
	}

	f.byProject, f.byShoot = !configMap.IsEmpty(), shoot.ProviderConfig != nil
	effective, mistakes, err := a.resolve(ctx, cluster, configMap, shoot, f)
	if err != nil {
		return err
	}
	if len(mistakes) == 0 {
		mistakes = effective.ValidateUpdate(f.delivered.Identity)
	}
	if len(mistakes) > 0 {
		f.mistake = mistakes
		return nil
	}
	effective.Hold(f.delivered.SourceKind, f.delivered.SourceSuspension, f.delivered.RootSuspension)
	f.effective = effective
	if f.asleep {
		return nil
	}
	if err := a.gatherPhase(ctx, ex.Namespace, cluster, f); err != nil || f.asleep {
		return err
	}
	return a.gatherUpgrade(ctx, ex.Namespace, cluster, f, func(version string) *configuration.Effective {
		resolver, err := a.Resolver.ForFluxVersion(version)
		if version == "" || err != nil {
			return nil
		}
		older, mistakes := resolver.Resolve(configMap, shoot)
		if len(mistakes) > 0 {
			return nil
		}
		older.Hold(f.delivered.SourceKind, f.delivered.SourceSuspension, f.delivered.RootSuspension)
		return older
	})
}

func seedName(cluster *extensionscontroller.Cluster) string {
	switch {
	case cluster.Seed != nil && cluster.Seed.Name != "":
		return cluster.Seed.Name
	case cluster.Shoot.Spec.SeedName != nil:
		return *cluster.Shoot.Spec.SeedName
	}
	return ""
}

// gatherDeployKey reads the project's deploy key from the garden, and makes it if there is none.
func (a *Actuator) gatherDeployKey(ctx context.Context, f *facts) error {
	use := f.keyUse()
	if use == nil {
		if f.effective.Source != nil {
			f.seen.Rotation = ""
		}
		return nil
	}
	key, created, err := a.DeployKeys.GetOrCreate(ctx, f.project, *f.effective.DeployKey.Algorithm)
	if err != nil {
		if damaged := (&secrets.DamagedKeyError{}); errors.As(err, &damaged) {
			f.mistake, f.seen.Key = err, damaged.Version
			return nil
		}
		return err
	}
	f.fingerprint, f.seen.Key = key.Fingerprint, key.Version

	if created {
		a.tellGenerated(f, key)
	}
	credentials, err := secrets.NewCredentials(use.url, use.knownHosts, key)
	if err != nil && use.before != "" {
		credentials, err = secrets.NewCredentials(use.url, use.before, key)
	}
	if err != nil {
		if use.scan {
			err = a.Scans.Explain(f.project, err)
		}
		f.mistake = f.effective.KnownHostsMistake(err)
		return nil
	}
	f.credentials, f.seen.Rotation = credentials, key.RotatedAt
	return nil
}

// tellGenerated tells the project of a new deploy key. The note begins with the key, so that it is not what is cut off.
func (a *Actuator) tellGenerated(f *facts, key secrets.DeployKey) {
	todo := "Register it as a read-only deploy key of the repository"
	if f.effective.DeployKey.Registration != nil {
		todo = "The extension registers it, as the project wants"
	}
	project.Tell(a.GardenEvents, f.project, key.Version, corev1.EventTypeNormal, "DeployKeyGenerated", "GenerateDeployKey", fmt.Sprintf(
		"This is the project's new deploy key, %s: %s. %s: %s", key.Fingerprint, key.PublicKey, todo, f.keyUse().url))
}
