// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// notGiven is the placeholder for values that the files do not contain.
const notGiven = "not-given"

// preview is the result of rendering a set of files.
type preview struct {
	inputs *inputs
	// effective is the effective configuration.
	effective *resolved.Configuration
	// manifests contains the ManagedResources in the order of the delivery. It is empty if there is no Shoot.
	manifests []manifests
	// key is the deploy key. It is nil if the source does not use the deploy key or no file contains it.
	key *keypair.DeployKey
	// openings describes the next openings of the windows of the project's rings.
	openings []string
	// notes describes differences between the preview and the delivery.
	notes []string
}

// manifests contains the objects of one ManagedResource.
type manifests struct {
	name    string
	objects []*unstructured.Unstructured
}

// subject describes the object that the preview is for.
func (p *preview) subject() string {
	if p.inputs.shoot == nil {
		return describeObject(kindConfigMap, p.inputs.project)
	}
	return describeObject(kindShoot, p.inputs.shoot)
}

// openingsAfter describes the next openings of the windows of the project's rings.
func (p *preview) openingsAfter(now time.Time) []string {
	if project := projectOf(p.inputs); project != nil {
		if configured, kind := project.Rollout(); kind == document.Valid {
			return calendar.Upcoming(*configured, now)
		}
	}
	return nil
}

func (p *preview) note(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// previewer resolves and renders objects from files like the controllers.
type previewer struct {
	landscape      operator.Landscape
	gardenIdentity string
}

// preview validates and renders the files. The error contains all configuration errors.
func (p *previewer) preview(ctx context.Context, in *inputs) (*preview, error) {
	result := &preview{inputs: in}
	project := projectOf(in)
	var (
		shoot    *configuration.Shoot
		mistakes document.Errors
	)
	if in.shoot != nil {
		shoot = configuration.ShootFrom(in.shoot, p.shootInfo(result, p.landscape.Resolver.LabelPrefixes()))
		shoot.Provisional = true
	}
	var err error
	if result.effective, mistakes, err = p.landscape.Resolver.Resolve(ctx, project, shoot); err != nil {
		return nil, err
	}
	if len(mistakes) > 0 {
		return nil, errors.New(mistakes.Lines())
	}
	if len(result.effective.Overrides) > 0 {
		result.note("overrides of the project that select the Shoot: %s", strings.Join(result.effective.Overrides, ", "))
	}
	if shoot == nil {
		return result, nil
	}
	if p.landscape.Resolver.InstallsNothing(project, shoot) {
		result.note("%s gets nothing until it or its project has a configuration, because of the operator's whenUnconfigured, unless Flux was installed before; these are the defaults", result.subject())
	}
	return result, p.render(result, shoot)
}

// projectOf returns the flux-config in the files, or nil.
func projectOf(in *inputs) *document.ConfigMap {
	if in.project == nil {
		return nil
	}
	return document.FromConfigMap(in.project)
}

// shootInfo returns the shoot info variables, with placeholders for variables that the shoot does not have yet.
func (p *previewer) shootInfo(result *preview, labelPrefixes []string) fluxv1alpha1.ShootInfo {
	shoot := result.inputs.shoot
	known := configuration.ShootInfo(shoot, ptr.Deref(shoot.Spec.SeedName, ""), p.gardenIdentity, labelPrefixes)
	complete := configuration.WithPlaceholders(known)
	if configuration.MissingInfo(known) == nil {
		// An existing shoot without a domain will not get a domain, so the variable needs no placeholder.
		complete[fluxv1alpha1.ShootInfoDomain] = known[fluxv1alpha1.ShootInfoDomain]
	}
	var missing []string
	for name, value := range ordered.Map(complete) {
		if known[name] != value {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		result.note("shoot info variables that the files do not contain are shown as %s: %s", complete[missing[0]], strings.Join(missing, ", "))
	}
	if result.inputs.extension {
		result.note("an Extension has no spec.resources, and its project's namespace is assumed to be %s", shoot.Namespace)
		if project := result.inputs.project; project != nil && len(document.FromConfigMap(project).Overrides()) > 0 {
			result.note("an Extension has no labels, which the overrides of the project need to select Shoots")
		}
	} else if configuration.ShootFrom(shoot, nil).ProviderConfigPath == nil {
		result.note("%s has no extension of type %s; it gets Flux only if the operator has enabled the extension for all Shoots", result.subject(), fluxv1alpha1.ExtensionType)
	}
	return complete
}

// render renders the effective configuration with the objects in the files.
func (p *previewer) render(result *preview, shoot *configuration.Shoot) error {
	input := flux.Input{
		Effective:       result.effective,
		ShootInfo:       shoot.Info,
		Resources:       result.resources(),
		ClusterNetworks: configuration.ClusterNetworks(result.inputs.shoot),
	}
	if result.effective.IsOnce() {
		input.Stage = flux.StageBootstrap
		result.note("with mode BootstrapOnce, a shoot without Flux gets this once. From then on, only the Secrets and ConfigMaps of ManagedResource %s and their namespaces are kept as configured; "+
			"a shoot that has Flux already gets no more than these", fluxv1alpha1.ManagedResourceConfig)
	}
	if errs := flux.CheckResources(result.effective, input.Resources); len(errs) > 0 {
		return errors.New(result.effective.Locate(errs).Lines())
	}
	if result.effective.Flux.Proxy != nil && result.inputs.shoot.Status.Networking == nil {
		result.note("NO_PROXY of the controllers has only the networks of the shoot that the files contain")
	}
	var err error
	if input.DeployKey, err = result.deployKey(); err != nil {
		return err
	}
	if input.SourceKeys, err = result.sourceKeys(); err != nil {
		return err
	}
	if errs := flux.CheckSize(input); len(errs) > 0 {
		return errors.New(result.effective.Locate(errs).Lines())
	}
	bundle, err := flux.NewRenderer(p.landscape.Library, p.landscape.Images).Render(input)
	if err != nil {
		return err
	}
	rendered := content.Of(bundle)
	if tooLarge, is := errors.AsType[*content.TooLargeError](content.CheckSize(rendered)); is {
		return errors.New(result.effective.Locate(flux.StoredError(input, tooLarge.Size, tooLarge.Limit)).Lines())
	}
	for _, m := range rendered {
		objects, err := flux.DecodeManifests(m.YAML)
		if err != nil {
			return fmt.Errorf("ManagedResource %s: %w", m.Name, err)
		}
		withoutDelivery(objects)
		result.manifests = append(result.manifests, manifests{name: m.Name, objects: objects})
	}
	return nil
}

// withoutDelivery removes the identifier of the delivery, which depends on facts that the files do not contain, and
// differs whenever another object differs.
func withoutDelivery(objects []*unstructured.Unstructured) {
	for _, object := range objects {
		annotations := object.GetAnnotations()
		if _, ok := annotations[fluxv1alpha1.AnnotationDelivery]; ok {
			delete(annotations, fluxv1alpha1.AnnotationDelivery)
			object.SetAnnotations(annotations)
		}
	}
}

// reference returns the kind and the name of the object that an entry in Shoot.spec.resources references.
func (p *preview) reference(name string) (kind string, key types.NamespacedName) {
	reference := v1beta1helper.GetResourceByName(p.inputs.shoot.Spec.Resources, name)
	if reference == nil {
		reference = &gardencorev1beta1.NamedResourceReference{}
	}
	return reference.ResourceRef.Kind, types.NamespacedName{Namespace: p.inputs.shoot.Namespace, Name: reference.ResourceRef.Name}
}

// resources returns the referenced Secrets and ConfigMaps, with placeholders for missing objects.
func (p *preview) resources() map[string]flux.Resource {
	resources := map[string]flux.Resource{}
	var missing []string
	for _, name := range p.effective.ResourceNames() {
		kind, key := p.reference(name)
		secret, hasSecret := p.inputs.secrets[key]
		configMap, hasConfigMap := p.inputs.configMaps[key]
		switch {
		case kind == kindSecret && hasSecret:
			resources[name] = copied(flux.ResourceFrom(secret))
		case kind == kindConfigMap && hasConfigMap:
			resources[name] = copied(flux.ResourceFrom(configMap))
		default:
			resources[name] = p.placeholder(name, kind)
			missing = append(missing, fmt.Sprintf("%s %s", kind, key))
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		p.note("shown with placeholders, because no file has them: %s", strings.Join(slices.Compact(missing), ", "))
	}
	return resources
}

// copied returns the resource without labels and annotations, because gardenlet removes them from the seed's copy
// (docs/decisions/0009-labels-of-copies.md).
func copied(resource flux.Resource) flux.Resource {
	resource.Labels, resource.Annotations = nil, nil
	return resource
}

// placeholder returns content with the required keys for a missing object.
func (p *preview) placeholder(name, kind string) flux.Resource {
	if kind == kindConfigMap {
		return flux.Resource{Text: map[string]string{notGiven: ""}}
	}
	return flux.Placeholder(p.effective, name, notGiven)
}

// deployKey returns the credentials of the project's deploy key. If no file contains the key, it returns placeholders.
func (p *preview) deployKey() (flux.Credentials, error) {
	if p.effective.Source == nil || !p.effective.Source.DeployKey {
		return flux.Credentials{}, nil
	}
	key := types.NamespacedName{Namespace: p.inputs.shoot.Namespace, Name: fluxv1alpha1.DeployKeySecretName}
	secret, ok := p.inputs.secrets[key]
	if !ok {
		p.note("the deploy key is shown with placeholders, because no file has Secret %s", key)
		return missingKey(), nil
	}
	parsed, err := keypair.ParseDeployKey(secret.Data)
	if err != nil {
		return flux.Credentials{}, &keypair.DamagedKeyError{Namespace: key.Namespace, Reason: err}
	}
	p.key = &parsed
	for _, warning := range keypair.Warnings(p.effective.Source.GitRepository.Spec.URL, p.effective.Source.KnownHosts, parsed) {
		p.note("Secret %s: %s", key, warning)
	}
	credentials, mistakes := keypair.CredentialsFor(p.effective, parsed)
	if len(mistakes) > 0 {
		return flux.Credentials{}, errors.New(mistakes.Lines())
	}
	return credentials, nil
}

func missingKey() flux.Credentials {
	return flux.Credentials{Identity: notGiven, PublicKey: notGiven, KnownHosts: notGiven}
}

// sourceKeys returns the credentials of the additional sources' deploy keys, with placeholders for missing keys.
func (p *preview) sourceKeys() (map[string]flux.Credentials, error) {
	name := types.NamespacedName{Namespace: p.inputs.shoot.Namespace, Name: fluxv1alpha1.SourceKeysSecretName}
	var names []string
	for _, source := range p.effective.AdditionalSources {
		if source.DeployKey {
			names = append(names, source.Object.GetName())
		}
	}
	var (
		keys map[string]keypair.DeployKey
		err  error
	)
	if secret, ok := p.inputs.secrets[name]; ok {
		if keys, err = keypair.SourceKeysIn(secret, names); err != nil {
			return nil, err
		}
	}
	credentials, mistakes := keypair.SourceCredentials(p.effective, keys)
	if len(mistakes) > 0 {
		return nil, errors.New(mistakes.Lines())
	}
	for _, warning := range keypair.SourceWarnings(p.effective, keys) {
		p.note("Secret %s: %s", name, warning)
	}
	var missing []string
	for _, source := range names {
		if _, ok := credentials[source]; !ok {
			credentials[source], missing = missingKey(), append(missing, source)
		}
	}
	if len(missing) > 0 {
		p.note("the deploy keys of sources are shown with placeholders, because no file has them in Secret %s: %s", name, strings.Join(missing, ", "))
	}
	return credentials, nil
}
