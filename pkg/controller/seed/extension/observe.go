// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"fmt"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// observe reads everything, and writes nothing. Configuration errors become part of the observation; an error means that something could
// not be read.
func (a *Actuator) observe(ctx context.Context, ex *extensionsv1alpha1.Extension) (decision.Observation, error) {
	cluster, err := extensionscontroller.GetCluster(ctx, a.Seed, ex.Namespace)
	if err != nil {
		return decision.Observation{}, err
	}
	if cluster.Shoot == nil {
		return decision.Observation{}, fmt.Errorf("resource Cluster %s holds no Shoot", ex.Namespace)
	}
	o := &observer{Actuator: a, extension: ex, cluster: cluster}
	o.Project, o.Networks = cluster.Shoot.Namespace, shootinfo.ClusterNetworks(cluster.Shoot)
	o.ShootDeleted = cluster.Shoot.DeletionTimestamp != nil
	if err := o.readState(ctx); err != nil || o.ShootDeleted {
		return o.Observation, err
	}
	for _, read := range []func(context.Context) error{
		o.readDocuments, o.resolve, o.findPhase, o.checkTakeover, o.pinSource, o.keepComponents, o.readUpgrade, o.readResources, o.readDeployKey, o.readSourceKeys, o.checkSize,
		o.checkCredentials, o.checkAdditionalSources, o.checkCopies, o.checkShootInfo,
	} {
		if err := read(ctx); err != nil || o.IsComplete() {
			return o.Observation, err
		}
	}
	return o.Observation, nil
}

// readState adds up what the ManagedResources of this seed show and what an earlier seed has recorded in the state.
func (o *observer) readState(ctx context.Context) error {
	var err error
	o.Previous, o.ManagesFlux, err = o.deliveredTo(ctx, o.extension)
	o.Observed = o.Previous.Observed
	return err
}

// readDocuments reads what project and Shoot configure, and which revision of that the shoot may have.
func (o *observer) readDocuments(ctx context.Context) error {
	var err error
	if o.configMap, err = o.Projects.Read(ctx, o.Project); err != nil {
		return o.awaitAccess(o.Project, err)
	}
	o.Observed = extensionstatus.ObserveProject(o.configMap)
	o.Observed.Rotation = o.Previous.Observed.Rotation
	o.Info = shootinfo.For(o.cluster.Shoot, seedName(o.cluster), o.GardenIdentity, o.Resolver.LabelPrefixes())
	if err := shootinfo.Missing(o.Info); err != nil {
		return fmt.Errorf("resource Cluster %s: %w", o.extension.Namespace, err)
	}
	o.shoot = configuration.ShootFrom(o.cluster.Shoot, o.Info)
	o.shoot.ProviderConfig = nil
	if o.extension.Spec.ProviderConfig != nil {
		o.shoot.ProviderConfig = o.extension.Spec.ProviderConfig.Raw
	}
	if err := o.passGate(ctx); err != nil {
		return err
	}
	if o.Gated.Keeps == "" {
		o.Observed = o.Observed.WithOverrides(o.overrides(o.configMap))
	}
	o.Documents = decision.Documents{Project: !o.configMap.IsEmpty(), Shoot: o.shoot.ProviderConfig != nil}
	return nil
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

// readResources reads the copies of the project's Secrets and ConfigMaps that gardenlet keeps in the shoot's namespace of
// the seed (gardener/docs/extensions/referenced-resources.md). gardenlet has them made early in its flow and does not wait: one
// that is not there yet is an error, which is retried.
func (o *observer) readResources(ctx context.Context) error {
	effective := o.Target.Effective
	o.Resources = map[string]flux.Resource{}
	for _, name := range effective.ResourceNames() {
		reference := v1beta1helper.GetResourceByName(o.cluster.Shoot.Spec.Resources, name)
		if reference == nil {
			return fmt.Errorf("resource %s passed validation but is not in Shoot.spec.resources", name)
		}
		copied := *reference.DeepCopy()
		copied.ResourceRef.Name = v1beta1constants.ReferencedResourcesPrefix + reference.ResourceRef.Name
		resource, err := o.readResource(ctx, copied)
		if err != nil {
			return err
		}
		o.Resources[name] = resource
		o.References = append(o.References, copied)
	}
	if errs := flux.CheckResources(effective, o.Resources); len(errs) > 0 {
		o.refuse(effective.Locate(errs))
	}
	return nil
}

func (o *observer) readResource(ctx context.Context, reference gardencorev1beta1.NamedResourceReference) (flux.Resource, error) {
	key := client.ObjectKey{Namespace: o.extension.Namespace, Name: reference.ResourceRef.Name}
	var object client.Object = &corev1.Secret{}
	if reference.ResourceRef.Kind == kindConfigMap {
		object = &corev1.ConfigMap{}
	}
	if err := o.Seed.Get(ctx, key, object); err != nil {
		return flux.Resource{}, fmt.Errorf("failed to read %s %s, the copy of resource %s of the Shoot: %w", reference.ResourceRef.Kind, key, reference.Name, err)
	}
	return flux.ResourceFrom(object), nil
}

// readDeployKey reads the project's deploy key, if one is used, and generates one if the project has none. It is stored only when
// everything is decided.
func (o *observer) readDeployKey(ctx context.Context) error {
	if o.Target.KeyUse() == nil && o.Target.Staying(o.Previous).KeyUse() == nil {
		return nil
	}
	o.Key = &decision.DeployKey{}
	var err error
	o.Key.DeployKey, err = o.DeployKeys.Get(ctx, o.Project)
	if apierrors.IsNotFound(err) {
		o.Key.Generated = true
		o.Key.DeployKey, err = o.DeployKeys.Generate(githosts.Algorithm(o.Target.Effective.DeployKey.Algorithm, o.keyURL()))
	}
	if err != nil && !errors.As(err, &o.Key.Damaged) {
		return o.awaitAccess(o.Project, err)
	}
	if o.Key.Credentials, err = o.Credentials(*o.Target); err != nil {
		o.Invalid = err
	}
	return nil
}

// keyURL is the URL of the repository that is read with the project's deploy key.
func (o *observer) keyURL() string {
	if use := o.Target.KeyUse(); use != nil {
		return use.URL
	}
	if use := o.Target.Staying(o.Previous).KeyUse(); use != nil {
		return use.URL
	}
	return ""
}

// readSourceKeys reads the deploy keys of additional sources. One that is not there yet is delivered when it is: the source waits for it. One that is gone
// is not taken away from the shoot.
func (o *observer) readSourceKeys(ctx context.Context) error {
	var names []string
	for _, source := range o.Target.Effective.AdditionalSources {
		if source.DeployKey {
			names = append(names, source.Object.GetName())
		}
	}
	keys, err := o.DeployKeys.OfSources(ctx, o.Project, names)
	if damaged := (*keypair.DamagedKeyError)(nil); errors.As(err, &damaged) {
		o.Invalid = damaged
		return nil
	}
	if err != nil {
		return o.awaitAccess(o.Project, err)
	}
	o.SourceKeys.Keys = keys
	for _, key := range o.SourceKeys.Of(o.Target.Effective).All() {
		if key.Fingerprint == "" && o.Previous.SourceKeys.Of(key.Source) != "" {
			o.Invalid = fmt.Errorf("the deploy key of additional source %s is gone from Secret %s/%s, but this shoot has it; restore it, or wait for the garden controller to generate another one",
				key.Source.Name, o.Project, fluxv1alpha1.SourceKeysSecretName)
			return nil
		}
	}
	var mistakes document.Errors
	if o.SourceKeys.Credentials, mistakes = keypair.SourceCredentials(o.Target.Effective, keys); len(mistakes) > 0 {
		o.Invalid = mistakes
	}
	return nil
}

// checkSize refuses what is too large to be delivered.
func (o *observer) checkSize(context.Context) error {
	in := flux.Input{Effective: o.Target.Effective, Resources: o.Resources, SourceKeys: o.SourceKeys.Credentials}
	if o.Key != nil {
		in.DeployKey = o.Key.Credentials
	}
	if errs := flux.CheckSize(in); len(errs) > 0 {
		o.refuse(in.Effective.Locate(errs))
	}
	return nil
}
