// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

// Resolver finds the configuration that holds for a shoot.
type Resolver struct {
	catalog  Catalog
	limits   configv1alpha1.Limits
	versions []string
	operator *document
	prefixes []string
	gitHosts []string
	// registry is that of a shoot on which nobody says anything.
	registry string
	notes    []string
	// version is the Flux version that holds whatever the documents want; empty if they are asked.
	version string
}

// LabelPrefixes are the prefixes of labels of Shoots that are facts.
func (r *Resolver) LabelPrefixes() []string { return slices.Clone(r.prefixes) }

// DefaultRegistry is the registry of a shoot on which nobody but the operator says anything.
func (r *Resolver) DefaultRegistry() string { return r.registry }

// Notes are what is allowed in the operator's configuration, and yet has no effect.
func (r *Resolver) Notes() []string { return slices.Clone(r.notes) }

// Resolve returns the configuration that holds for the shoot. A nil project has no ConfigMap flux-config. Without a shoot,
// the project is looked at alone: whatever depends on a shoot is taken for given.
//
// With mistakes, there is no configuration. They are all that can be told at once.
func (r *Resolver) Resolve(project *ConfigMap, shoot *Shoot) (*Effective, Mistakes) {
	b := &builder{resolver: r, shoot: shoot, stack: stack{r.operator}}
	mistakes, readable := b.read(project)
	if !readable {
		return nil, mistakes.told()
	}
	b.result = &Effective{Project: b.stack.speaks(OriginProject), Shoot: b.stack.speaks(OriginShoot), stack: b.stack, author: b.author}
	b.facts = substituter{info: anyShoot(), unknown: func(string) bool { return true }, presume: b.presumed.add}
	if shoot != nil {
		b.facts.info = shoot.Info
		b.facts.unknown = func(name string) bool { return shoot.Provisional && shoot.Info[name] == placeholder }
	}
	if len(r.prefixes) > 0 {
		b.facts.label = b.missingLabel
	}
	if err := b.merge(); err != nil {
		return nil, append(mistakes, b.stack[len(b.stack)-1].mistake(at(nil, field.ErrorTypeInternal, err.Error())))
	}
	b.resolveVersion()
	b.buildSource()
	b.buildKustomization()
	b.buildCopies()
	b.warnReferences()
	b.warnResources()
	b.resolveMode()
	b.resolveDeletionPolicy()
	b.refuse(validation.ValidateInstallation(field.NewPath("flux"), b.config.Flux, b.carried(), r.limits)...)

	mistakes = append(mistakes, b.mistakes.besides(mistakes)...)
	mistakes = append(mistakes, b.stack.locate(b.errs).besides(mistakes)...)
	if len(mistakes) > 0 {
		return nil, mistakes.told()
	}
	return b.result, nil
}

// builder makes the effective configuration, and collects what is wrong on the way.
type builder struct {
	resolver *Resolver
	shoot    *Shoot
	stack    stack
	author   *document
	facts    substituter
	presumed presumptions

	content map[string]any
	config  *fluxv1alpha1.FluxConfig
	result  *Effective
	// ownURL is that of the one repository that all Shoots of the project read with its deploy key; empty if there is none, or if
	// nobody wants to know.
	ownURL string

	errs     field.ErrorList
	mistakes Mistakes
}

func (b *builder) refuse(errs ...*field.Error) { b.errs = append(b.errs, errs...) }

// mostWarnings is how many are given at once, because nobody reads more.
const mostWarnings = 25

// warn records what is allowed and yet probably not what was meant.
func (b *builder) warn(path *field.Path, text string) {
	if len(b.result.Warnings) >= mostWarnings || b.presumed.excusesObject(path.String()) {
		return
	}
	b.result.Warnings = append(b.result.Warnings, b.located(path, text)...)
}

// located says with a text which document and field it is about.
func (b *builder) located(path *field.Path, text string) []string {
	var texts []string
	for _, warning := range b.stack.locate(field.ErrorList{at(path, field.ErrorTypeInvalid, text)}) {
		texts = append(texts, fmt.Sprintf("%s: %s: %s", warning.Document, warning.Error.Field, warning.Error.Detail))
	}
	return texts
}

func (b *builder) warnAll(warnings []validation.Warning) {
	for _, warning := range warnings {
		b.warn(warning.Path, warning.Text)
	}
}

// read reads all documents. They are readable if each of them can be merged.
func (b *builder) read(project *ConfigMap) (mistakes Mistakes, readable bool) {
	readable = true
	if project != nil {
		d, own, ownReadable := readProject(project)
		b.stack, mistakes, readable = append(b.stack, d), own, ownReadable
	}
	b.author = b.stack[len(b.stack)-1]
	if b.shoot == nil {
		return mistakes, readable
	}
	b.author = &document{origin: OriginShoot, name: fmt.Sprintf("Shoot %s/%s", b.shoot.Namespace, b.shoot.Name), path: b.shoot.ProviderConfigPath}
	if b.author.path == nil {
		b.author.path = field.NewPath("providerConfig")
	}
	if b.shoot.ProviderConfig != nil {
		own, ownReadable := b.author.read(b.shoot.ProviderConfig)
		b.stack, mistakes, readable = append(b.stack, b.author), append(mistakes, own...), readable && ownReadable
	}
	return mistakes, readable
}

// merge merges the documents, checks what the Shoot overrides, and defaults the result.
func (b *builder) merge() error {
	var err error
	if b.content, err = b.stack.merge(); err != nil {
		return err
	}
	dropTakenBack(b.content)
	b.config = &fluxv1alpha1.FluxConfig{}
	if err := decode(b.content, b.config); err != nil {
		return fmt.Errorf("each configuration can be read, but not all together: %w", err)
	}
	if err := b.checkProject(); err != nil {
		return err
	}
	fluxv1alpha1.SetObjectDefaults_FluxConfig(b.config)
	b.result.Flux = *b.config.Flux
	return b.resolveDeployKey()
}

// checkProject checks what concerns the project as a whole, and whether the Shoot keeps to it.
func (b *builder) checkProject() error {
	if b.config.Project == nil {
		return nil
	}
	b.refuse(validatePropagation(b.config.Project.Propagation)...)
	allowed := b.config.Project.AllowShootOverrides
	b.refuse(validateOverrides(allowed)...)
	last := len(b.stack) - 1
	if b.stack[last].origin != OriginShoot {
		return nil
	}
	below, err := b.stack[:last].merge()
	if err != nil {
		return err
	}
	b.mistakes = b.stack[last].mistakes(checkOverrides(b.stack[last], below, b.stack[last-1].name, allowed))
	return nil
}

// carried returns what the extension carries of the version.
func (b *builder) carried() validation.Carried {
	version, catalog := b.result.Version, b.resolver.catalog
	if version == "" {
		return validation.Carried{}
	}
	return validation.Carried{
		Version:    version,
		Components: catalog.Components(version),
		Resources: func(component fluxv1alpha1.Component) corev1.ResourceRequirements {
			return catalog.Resources(version, component)
		},
	}
}

func (b *builder) resolveVersion() {
	wanted := cmp.Or(b.resolver.version, ptr.Deref(b.config.Flux.Version, ""))
	path := field.NewPath("flux", "version")
	version, err := b.resolver.answer(wanted)
	if err != nil {
		b.refuse(field.Invalid(path, wanted, err.Error()))
		return
	}
	b.result.Version = version
	b.checkDeprecation()
	b.checkKubernetes(path)
	b.result.Components = slices.Compact(slices.Sorted(slices.Values(slices.Concat(b.config.Flux.Components, b.config.Flux.ComponentsExtra))))
	if wanted != "" && strings.Count(wanted, ".") == 2 && strings.TrimPrefix(wanted, "v") != strings.TrimPrefix(version, "v") {
		b.warn(path, fmt.Sprintf("%s is answered with %s, the patch of this minor version that the extension carries", wanted, version))
	}
}

// warnResources names resources of a component that is not installed, if who sets them has the last word on the components
// too. Others may choose the components without knowing of the resources; the operator sets them for whoever does.
func (b *builder) warnResources() {
	chooses := max(b.stack.last("flux", "components"), b.stack.last("flux", "componentsExtra"))
	for _, component := range slices.Sorted(maps.Keys(b.config.Flux.Resources)) {
		sets := b.stack.last("flux", "resources", string(component))
		if slices.Contains(b.result.Components, component) || sets < 0 || b.stack[sets].origin == OriginOperator || chooses >= 0 && chooses != sets {
			continue
		}
		b.warn(field.NewPath("flux", "resources", string(component)), fmt.Sprintf("has no effect, because %s is not installed; add it to flux.componentsExtra, or remove its resources", component))
	}
}

// validateSchema returns what the schema of the kind refuses beyond what was found already.
func (b *builder) validateSchema(t *template, found field.ErrorList) field.ErrorList {
	if b.result.Version == "" {
		return nil
	}
	errs := t.underneath(b.resolver.catalog.Validate(b.result.Version, t.unstructured().DeepCopy()), found)
	return slices.DeleteFunc(errs, func(err *field.Error) bool { return b.presumed.excusesObject(err.Field) })
}
