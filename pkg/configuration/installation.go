// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"golang.org/x/mod/semver"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// resolveVersion determines the Flux version and the components.
func (b *builder) resolveVersion() {
	wanted := b.resolver.version
	if wanted == "" && !b.overrides.NameFluxVersion() && (b.shoot == nil || !document.NamesFluxVersion(b.shoot.ProviderConfig)) {
		wanted = b.resolver.defaultVersion
	}
	wanted = cmp.Or(wanted, ptr.Deref(b.config.Flux.Version, ""))
	path := field.NewPath("flux", "version")
	version, err := b.resolver.allowedVersion(wanted)
	if err != nil {
		b.refuse(field.Invalid(path, wanted, err.Error()))
		return
	}
	b.result.Version = version
	b.checkKubernetes(path)
	b.result.Components = slices.Clone(b.config.Flux.Components)
	b.result.Keep(b.config.Flux.ComponentsExtra...)
	if b.shoot != nil && b.resolver.HasBaseline(b.shoot) {
		b.result.Keep(b.resolver.baselineComponents(version)...)
	}
	if wanted != "" && strings.Count(wanted, ".") == 2 && strings.TrimPrefix(wanted, "v") != strings.TrimPrefix(version, "v") {
		b.warn(path, "%s resolves to %s, the newest available patch version", wanted, version)
	}
}

// checkKubernetes warns if the Flux project does not support the Flux version on the shoot's Kubernetes version. This
// is not an error, because Flux usually runs nevertheless.
func (b *builder) checkKubernetes(path *field.Path) {
	if b.shoot == nil {
		return
	}
	oldest := b.resolver.catalog.OldestKubernetes(b.result.Version)
	runs := "v" + b.info[fluxv1alpha1.ShootInfoKubernetesVersion]
	if oldest == "" || !semver.IsValid(runs) || runs == PlaceholderKubernetesVersion || semver.Compare(semver.MajorMinor(runs), oldest) >= 0 {
		return
	}
	text := fmt.Sprintf("the Flux project supports %s on Kubernetes %s and newer, and this cluster has %s; update the cluster", b.result.Version, oldest, runs)
	for _, other := range slices.Backward(b.resolver.versions) {
		if supported := b.resolver.catalog.OldestKubernetes(other); supported != "" && semver.Compare(semver.MajorMinor(runs), supported) >= 0 {
			text += ", or set the Flux version to " + other
			break
		}
	}
	b.warn(path, "%s", text)
}

// carried returns the properties of the Flux version for validation.ValidateInstallation.
func (b *builder) carried() validation.Carried {
	version, catalog := b.result.Version, b.resolver.catalog
	if version == "" {
		return validation.Carried{}
	}
	return validation.Carried{
		Version:    version,
		Components: catalog.Components(version),
		Resources: func(component fluxv1alpha1.Component) corev1.ResourceRequirements {
			return sized(catalog.Resources(version, component), b.config.Flux.Size, component)
		},
	}
}

// sized returns the compute resources of a component. The profile of the size overrides the shipped values.
func sized(shipped corev1.ResourceRequirements, size *fluxv1alpha1.Size, of fluxv1alpha1.Component) corev1.ResourceRequirements {
	profile := ptr.Deref(size, "").Profile(of)
	if profile == nil {
		return shipped
	}
	return fluxv1alpha1.MergeResources(shipped, profile.ResourceRequirements)
}

// warnResources warns about resources for a component that is not installed, unless a different document sets the
// components. It ignores resources that the operator sets, because they apply to all Shoots.
func (b *builder) warnResources() {
	chooses := max(b.stack.Last("flux", "components"), b.stack.Last("flux", "componentsExtra"))
	for component := range ordered.Map(b.config.Flux.Resources) {
		sets := b.stack.Last("flux", "resources", string(component))
		if slices.Contains(b.result.Components, component) || sets < 0 || b.stack[sets].Origin == document.OriginOperator || chooses >= 0 && chooses != sets {
			continue
		}
		b.warn(field.NewPath("flux", "resources", string(component)), "has no effect, because %s is not installed; add it to flux.componentsExtra, or remove its resources", component)
	}
}

// checkPatches applies the patches to the manifests of the Flux version. It does nothing if the installation is
// invalid.
func (b *builder) checkPatches(ctx context.Context) {
	if len(b.config.Flux.Patches) == 0 || b.result.Version == "" || found(b.errs, field.NewPath("flux")) {
		return
	}
	b.refuse(b.resolver.catalog.ValidatePatches(ctx, b.result)...)
	for i, patch := range b.config.Flux.Patches {
		if !slices.Contains(b.result.Components, patch.Target.Name) {
			b.warn(field.NewPath("flux", "patches").Index(i), "has no effect, because %s is not installed; add it to flux.componentsExtra, or remove the patch", patch.Target.Name)
		}
	}
}

// checkShards checks the shard labels of the sources and the root Kustomization.
func (b *builder) checkShards() {
	shards := b.result.Flux.ShardNames()
	var errs field.ErrorList
	if source := b.result.Source; source != nil {
		errs = append(errs, validation.ValidateShardOfRoot(field.NewPath("source", "template", "metadata", "labels"), source.Object.GetLabels(), shards)...)
	}
	if root := b.result.Kustomization; root != nil {
		errs = append(errs, validation.ValidateShardOfRoot(field.NewPath("kustomization", "template", "metadata", "labels"), root.Object.GetLabels(), shards)...)
	}
	for _, source := range b.result.AdditionalSources {
		errs = append(errs, validation.ValidateShard(source.Path.Child("template", "metadata", "labels"), source.Object.GetLabels(), shards)...)
	}
	b.refuse(b.certain(errs)...)
}

// checkWorkloadIdentity checks the settings of workload identity that depend on the sources, the root Kustomization and
// the Shoot.
func (b *builder) checkWorkloadIdentity() {
	path := field.NewPath("flux", "workloadIdentity")
	identity := b.config.Flux.WorkloadIdentity
	if identity == nil {
		return
	}
	if !b.placeholders.at("source.template.metadata.namespace") && !b.placeholders.at("kustomization.template.metadata.namespace") {
		b.refuse(validation.ValidateAccountNamespaces(path.Child("serviceAccounts"), identity.ServiceAccounts, b.result.Namespaces())...)
	}
	if *identity.Enabled && b.shoot != nil && !b.shoot.PublicIssuer {
		b.warn(path, "the Shoot has no managed issuer, so no cloud can check its tokens; annotate the Shoot with %s: %s, which cannot be undone",
			v1beta1constants.AnnotationAuthenticationIssuer, v1beta1constants.AnnotationAuthenticationIssuerManaged)
	}
}

// checkLogin checks the ServiceAccount that the controller uses to log in to a cloud for an object in the namespace.
// path is the field with the name of the ServiceAccount. It ignores providers that are not clouds: the ServiceAccount
// has a different purpose for them, or the schema rejects it.
func (b *builder) checkLogin(path *field.Path, provider, name, namespace, controller string) field.ErrorList {
	clouds := []string{sourcev1.BucketProviderAmazon, sourcev1.BucketProviderAzure, sourcev1.BucketProviderGoogle, "sops"}
	if name == "" || !slices.Contains(clouds, provider) || b.placeholders.at(path.String()) {
		return nil
	}
	if errs := validation.ValidateLogin(path, name, controller, b.config.Flux.HasWorkloadIdentity()); len(errs) > 0 {
		return errs
	}
	listed := slices.ContainsFunc(b.config.Flux.WorkloadIdentity.ServiceAccounts, func(account fluxv1alpha1.CloudServiceAccount) bool {
		return account.Name == name && *account.Namespace == namespace
	})
	if !listed {
		b.warn(path, "the configuration delivers no ServiceAccount %s to namespace %s of the shoot; list it under flux.workloadIdentity.serviceAccounts, or create it in the shoot", name, namespace)
	}
	return nil
}
