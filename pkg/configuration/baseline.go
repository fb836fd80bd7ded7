// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// baselineSourceInterval is the default interval of the baseline's source, because all Shoots of a landscape poll the
// same host.
const baselineSourceInterval = "5m"

// baseline is the operator's baseline with compiled selectors.
type baseline struct {
	configv1alpha1.Baseline
	document      *document.Document
	shoots, seeds labels.Selector
	components    []fluxv1alpha1.Component
	// revision identifies the baseline, and commit is the promoted commit of its source. They are empty unless the
	// baseline was released with them.
	revision, commit string
}

func baselinePath() *field.Path { return field.NewPath("baseline") }

// readBaseline validates and compiles the operator's baseline.
func (r *Resolver) readBaseline() (configErrs document.Errors) {
	if r.settings.Baseline == nil {
		return nil
	}
	r.baseline, configErrs = r.compileBaseline(r.settings.Baseline)
	r.released = &atomic.Pointer[baseline]{}
	if !r.settings.Rollouts.HasBaseline() {
		r.released.Store(r.baseline)
		return configErrs
	}
	if b := r.baseline; b != nil && b.document != nil && r.settings.Rollouts.Baseline.Source == fluxv1alpha1.RolloutSourcePromote {
		configErrs = append(configErrs, b.document.ConfigErrs(b.checkPromotion())...)
	}
	return configErrs
}

// ReleaseBaseline makes a baseline effective: one that the operator's rollout has released or, without a rollout, the
// configured one. It returns configuration errors, and then leaves the effective baseline unchanged. revision
// identifies the baseline, and commit pins its source unless it is empty.
func (r *Resolver) ReleaseBaseline(configured configv1alpha1.Baseline, revision, commit string) error {
	if r.baseline == nil {
		return nil
	}
	configv1alpha1.SetDefaults_Baseline(&configured)
	released, configErrs := r.compileBaseline(&configured)
	if len(configErrs) > 0 {
		return configErrs
	}
	released.revision, released.commit = revision, commit
	r.released.Store(released)
	return nil
}

// ReleasedBaseline returns the revision and the commit of the effective baseline. They are empty until one was
// released.
func (r *Resolver) ReleasedBaseline() (revision, commit string) {
	if b, _ := r.effectiveBaseline(); b != nil {
		return b.revision, b.commit
	}
	return "", ""
}

// effectiveBaseline returns the baseline for Shoots; nil without a baseline. waits is true if the operator's rollout
// has not released one yet.
func (r *Resolver) effectiveBaseline() (effective *baseline, waits bool) {
	if r.baseline == nil {
		return nil, false
	}
	effective = r.released.Load()
	return effective, effective == nil
}

// effectiveOrConfigured returns the effective baseline, or the configured one while the operator's rollout has released
// none.
func (r *Resolver) effectiveOrConfigured() *baseline {
	if effective, _ := r.effectiveBaseline(); effective != nil {
		return effective
	}
	return r.baseline
}

// newBaseline returns a baseline with compiled selectors. Nothing matches an invalid selector.
func newBaseline(configured *configv1alpha1.Baseline) *baseline {
	b := &baseline{Baseline: *configured, shoots: labels.Everything(), seeds: labels.Everything()}
	if selected := configured.Shoots; selected != nil {
		b.shoots, b.seeds = selectorOf(selected.Labels), selectorOf(selected.Seeds)
	}
	return b
}

// compileBaseline validates and compiles a defaulted baseline.
func (r *Resolver) compileBaseline(configured *configv1alpha1.Baseline) (*baseline, document.Errors) {
	path := baselinePath()
	errs := validation.ValidateBaseline(path, configured)
	known := r.components()
	b := newBaseline(configured)
	for i, name := range configured.Components {
		component := fluxv1alpha1.Component(name)
		errs = append(errs, validation.OneOf(path.Child("components").Index(i), component, known...)...)
		b.components = append(b.components, component)
	}
	if len(errs) > 0 {
		return nil, settings.ConfigErrs(errs)
	}
	if configured.State == configv1alpha1.BaselineAbsent {
		return b, nil
	}
	b.document = &document.Document{Origin: document.OriginOperator, Name: document.OperatorName, Path: path.Child("config")}
	configErrs, readable := b.document.Read(configured.Config.Raw)
	if !readable {
		return nil, configErrs
	}
	return b, append(configErrs, b.document.ConfigErrs(b.checkFields())...)
}

// checkPromotion rejects sources whose commits the operator's rollout cannot promote.
func (b *baseline) checkPromotion() field.ErrorList {
	const fix = "; or set rollouts.baseline.source to Follow"
	own := strict.LookupObject(b.document.Content, "source", "template")
	kind, _ := strict.Lookup(own, "kind")
	path := field.NewPath("source", "template")
	var errs field.ErrorList
	if document.KindOf(kind) == sourcev1.BucketKind {
		errs = append(errs, field.Invalid(path.Child("kind"), kind, "has no revision that could be promoted; use a GitRepository or an OCIRepository"+fix))
	}
	errs = append(errs, unpromotable(own, path, fix)...)
	for _, name := range []string{"url", "ref"} {
		if value, _ := strict.Lookup(own, "spec", name); strings.Contains(fmt.Sprint(value), "${") {
			errs = append(errs, field.Invalid(path.Child("spec", name), fmt.Sprint(value), "has a variable, so Shoots read different sources without a common commit; replace the variable with its value"+fix))
		}
	}
	return errs
}

// SourceOfBaseline returns the source.template of a baseline; nil if it has none.
func SourceOfBaseline(configured *configv1alpha1.Baseline) map[string]any {
	if configured.Config == nil {
		return nil
	}
	own := &document.Document{Origin: document.OriginOperator, Name: document.OperatorName, Path: baselinePath()}
	if _, readable := own.Read(configured.Config.Raw); !readable {
		return nil
	}
	return strict.LookupObject(own.Content, "source", "template")
}

// SelectsShoot returns whether a baseline is for a Shoot with these labels and this purpose in a project, on a seed
// with these labels.
func SelectsShoot(configured *configv1alpha1.Baseline, project string, shoot map[string]string, purpose string, seed map[string]string) bool {
	b := newBaseline(configured)
	if seed == nil {
		seed = map[string]string{}
	}
	selected, _ := b.selects(&Shoot{Labels: shoot, SeedLabels: seed, Info: fluxv1alpha1.ShootInfo{fluxv1alpha1.ShootInfoProjectName: project, fluxv1alpha1.ShootInfoPurpose: purpose}})
	return selected
}

// selectorOf compiles a valid selector. Nil selects everything.
func selectorOf(selector *metav1.LabelSelector) labels.Selector {
	if selector == nil {
		return labels.Everything()
	}
	compiled, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil {
		return labels.Nothing()
	}
	return compiled
}

// checkFields rejects fields that have no effect in a baseline, and fields that Prepare sets.
func (b *baseline) checkFields() field.ErrorList {
	var errs field.ErrorList
	for key, value := range ordered.Map(b.document.Content) {
		switch key {
		case "apiVersion", "kind":
		case "source", "kustomization":
			content, _ := value.(map[string]any)
			for below := range ordered.Map(content) {
				if below != "template" {
					errs = append(errs, field.Forbidden(field.NewPath(key, below), "has no effect in a baseline; remove it"))
				}
			}
			if _, set := strict.Lookup(b.document.Content, key, "template", "metadata"); set {
				errs = append(errs, field.Forbidden(field.NewPath(key, "template", "metadata"), "is set by the extension; remove it"))
			}
		default:
			errs = append(errs, field.Forbidden(field.NewPath(key), "has no effect in a baseline; set source.template and kustomization.template only"))
		}
	}
	if _, set := strict.Lookup(b.document.Content, "source", "template", "spec"); !set {
		errs = append(errs, field.Required(field.NewPath("source", "template", "spec"), "set the source of the baseline"))
	}
	return errs
}

// selects returns whether the baseline is for the Shoot. known is false if this depends on the labels of a seed, and
// these are not known.
func (b *baseline) selects(shoot *Shoot) (selected, known bool) {
	if b.State == configv1alpha1.BaselineAbsent {
		return false, true
	}
	if b.Shoots == nil {
		return true, true
	}
	project := shoot.Info[fluxv1alpha1.ShootInfoProjectName]
	if len(b.Shoots.Projects) > 0 && !slices.Contains(b.Shoots.Projects, project) ||
		len(b.Shoots.Purposes) > 0 && !slices.Contains(b.Shoots.Purposes, shoot.Info[fluxv1alpha1.ShootInfoPurpose]) ||
		!b.shoots.Matches(labels.Set(shoot.Labels)) {
		return false, true
	}
	if b.seeds.Empty() {
		return true, true
	}
	return b.seeds.Matches(labels.Set(shoot.SeedLabels)), shoot.SeedLabels != nil
}

// HasBaseline returns whether the operator's baseline is for the Shoot. If this is not known, it returns true.
func (r *Resolver) HasBaseline(shoot *Shoot) bool {
	b := r.effectiveOrConfigured()
	if b == nil {
		return false
	}
	selected, known := b.selects(shoot)
	return selected || !known
}

// RemovesFlux returns whether the operator removes a Flux that came only for the baseline from the Shoot. known is
// false if this depends on a release of the operator's rollout, or on labels of a seed, that are not known.
func (r *Resolver) RemovesFlux(shoot *Shoot) (removes, known bool) {
	own, waits := r.effectiveBaseline()
	if own == nil {
		return false, !waits
	}
	selected, known := own.selects(shoot)
	return known && !selected && own.FluxDeletionPolicy == configv1alpha1.BaselineFluxRemove, known
}

// BaselineNamespace returns the namespace of the operator's baseline. It is empty without a baseline.
func (r *Resolver) BaselineNamespace() string {
	if r.baseline == nil {
		return ""
	}
	return r.baseline.Namespace
}

// Baseline resolves the operator's baseline for a Shoot with complete shoot info. It returns configuration errors, and
// an error if the context has ended or the labels of the seed are required and unknown.
func (r *Resolver) Baseline(ctx context.Context, shoot *Shoot) (resolved.Baseline, document.Errors, error) {
	if r.baseline == nil {
		return resolved.Baseline{}, nil, nil
	}
	own, waits := r.effectiveBaseline()
	if waits {
		selected, known := r.baseline.selects(shoot)
		return resolved.Baseline{Waits: selected || !known}, nil, nil
	}
	selected, known := own.selects(shoot)
	switch {
	case !known:
		return resolved.Baseline{}, nil, errors.New("the Cluster has no Seed, whose labels decide whether the Shoot has the operator's baseline")
	case !selected:
		return resolved.Baseline{State: configv1alpha1.BaselineAbsent, DeletionPolicy: own.DeletionPolicy}, nil, nil
	}
	return r.resolveBaseline(ctx, own, shoot, "")
}

// resolveBaseline resolves a baseline. If a Flux version is given, it checks the templates against the schemas of this
// version.
func (r *Resolver) resolveBaseline(ctx context.Context, own *baseline, shoot *Shoot, version string) (resolved.Baseline, document.Errors, error) {
	b := &builder{resolver: r, shoot: shoot, stack: document.Stack{own.document}, author: own.document, info: shoot.Info}
	b.variables = listVariables(b.info)
	b.result = resolved.New(b.stack, b.author)
	if err := b.merge(); err != nil {
		return resolved.Baseline{}, nil, err
	}
	b.config.Flux.Namespace, b.result.Version = &own.Namespace, version
	b.prepareBaseline()
	b.buildSource(ctx)
	b.buildKustomization(ctx)
	if err := ctx.Err(); err != nil {
		return resolved.Baseline{}, nil, fmt.Errorf("the check of the baseline did not finish: %w", err)
	}
	result := resolved.Baseline{
		State: own.State, DeletionPolicy: own.DeletionPolicy, Namespace: own.Namespace, Permissions: own.Permissions, Revision: own.revision,
	}
	if b.result.Source != nil && b.result.Kustomization != nil {
		result.Source, result.Kustomization = b.result.Source.Object, b.result.Kustomization.Object
		b.refuseDeployKey()
		result.Secret = b.checkBaselineSecrets(result.Source, result.Kustomization)
		if own.commit != "" && result.Pin(own.commit) {
			result.Commit = own.commit
		}
	}
	configErrs := b.configErrs
	configErrs = append(configErrs, b.stack.Locate(b.errs).Besides(configErrs)...)
	if len(configErrs) > 0 {
		return resolved.Baseline{}, configErrs.Limited(), nil
	}
	return result, nil, nil
}

// prepareBaseline sets the fields of the templates that the operator must not set, and the default interval.
func (b *builder) prepareBaseline() {
	for _, key := range []string{"source", "kustomization"} {
		part, _ := b.content[key].(map[string]any)
		if part == nil {
			part = map[string]any{}
			b.content[key] = part
		}
		if part["template"] == nil {
			part["template"] = map[string]any{}
		}
		if object, ok := part["template"].(map[string]any); ok {
			t := &template{object: object}
			t.setMissing(map[string]any{"name": fluxv1alpha1.BaselineName}, "metadata")
			if key == "source" {
				t.setMissing(baselineSourceInterval, "spec", "interval")
				continue
			}
			t.setMissing(fluxv1alpha1.BaselineName, "spec", "serviceAccountName")
			if account := strict.LookupString(object, "spec", "serviceAccountName"); account != fluxv1alpha1.BaselineName {
				b.refuse(field.Invalid(field.NewPath(key, "template", "spec", "serviceAccountName"), account, "must be "+fluxv1alpha1.BaselineName+", which has the permissions of the baseline; remove it"))
			}
		}
	}
}

// refuseDeployKey rejects an ssh:// URL without Secret, which would use the deploy key of a project.
func (b *builder) refuseDeployKey() {
	if b.result.Source.DeployKey {
		b.refuse(field.Required(field.NewPath("source", "template", "spec", "secretRef", "name"), fmt.Sprintf(
			"set it to %s, and create this Secret in namespace garden with the keys identity and known_hosts", fluxv1alpha1.BaselineName)))
	}
}

// checkBaselineSecrets rejects references to Secrets other than the operator's. It returns true if it finds a
// reference.
func (b *builder) checkBaselineSecrets(objects ...*unstructured.Unstructured) bool {
	found := false
	for i, object := range objects {
		path := field.NewPath([]string{"source", "kustomization"}[i], "template")
		for _, reference := range [][]string{{"secretRef"}, {"certSecretRef"}, {"proxySecretRef"}, {"verify", "secretRef"}, {"decryption", "secretRef"}} {
			name := strict.LookupString(object.Object, slices.Concat([]string{"spec"}, reference, []string{"name"})...)
			if name == "" {
				continue
			}
			found = true
			if name != fluxv1alpha1.BaselineName {
				b.refuse(field.Invalid(path.Child("spec", append(reference, "name")...), name, fmt.Sprintf(
					"must be %s, the Secret that the extension copies from namespace garden", fluxv1alpha1.BaselineName)))
			}
		}
	}
	return found
}

// checkBaselineNamespace rejects the baseline's namespace in the configuration of projects.
func (b *builder) checkBaselineNamespace() {
	reserved := b.resolver.BaselineNamespace()
	if reserved == "" {
		return
	}
	refuse := func(path *field.Path, namespace string) {
		if namespace == reserved {
			b.refuse(field.Invalid(path, namespace, "is the namespace of the operator's baseline; choose another one"))
		}
	}
	refuse(field.NewPath("flux", "namespace"), *b.config.Flux.Namespace)
	if source := b.result.Source; source != nil {
		refuse(field.NewPath("source", "template", "metadata", "namespace"), source.Object.GetNamespace())
	}
	if root := b.result.Kustomization; root != nil {
		refuse(field.NewPath("kustomization", "template", "metadata", "namespace"), root.Object.GetNamespace())
		refuse(field.NewPath("kustomization", "template", "spec", "targetNamespace"), root.Typed.Spec.TargetNamespace)
	}
	for _, source := range b.result.AdditionalSources {
		refuse(source.Path.Child("template", "metadata", "namespace"), source.Object.GetNamespace())
	}
}

// checkBaselineTemplates resolves the baseline for an unknown Shoot when the process starts.
func (r *Resolver) checkBaselineTemplates(ctx context.Context, version string) (document.Errors, error) {
	if r.baseline == nil || r.baseline.document == nil {
		return nil, nil
	}
	_, configErrs, err := r.resolveBaseline(ctx, r.baseline, &Shoot{Info: Placeholders(), Provisional: true}, version)
	return configErrs, err
}

// baselineComponents returns the components of the baseline that the Flux version has.
func (r *Resolver) baselineComponents(version string) []fluxv1alpha1.Component {
	known := r.catalog.Components(version)
	return slices.DeleteFunc(slices.Clone(r.effectiveOrConfigured().components), func(c fluxv1alpha1.Component) bool { return !slices.Contains(known, c) })
}
