// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

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
		return nil, append(mistakes, b.stack[len(b.stack)-1].mistake(fieldpath.NewError(nil, field.ErrorTypeInternal, err.Error())))
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
	if err := strict.Convert(b.content, b.config); err != nil {
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

// buildKustomization makes the root Kustomization of its template.
func (b *builder) buildKustomization() {
	switch {
	case b.config.Source == nil || b.config.Source.Template == nil:
		b.buildShared()
	case b.result.Source == nil:
		_, errs := b.kustomizationTemplate()
		b.refuse(errs...)
	default:
		b.result.Kustomization = b.kustomizationOf(b.result.Source.Object)
	}
}
