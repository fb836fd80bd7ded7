// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"context"
	"fmt"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/template"
)

// Resolve returns the configuration that holds for the shoot. A nil project has no ConfigMap flux-config. Without a shoot,
// the project is checked alone, without its overrides: everything that depends on a shoot is assumed to exist.
//
// With configuration errors, there is no configuration. They are all that can be found at once, or the first of very many. The error is that
// of the context, which ends the work.
func (r *Resolver) Resolve(ctx context.Context, project *document.ConfigMap, shoot *Shoot) (*resolved.Configuration, document.Errors, error) {
	choose := func(document.Overrides) document.Overrides { return nil }
	if shoot != nil {
		choose = func(all document.Overrides) document.Overrides { return all.Of(shoot.Labels, shoot.Purpose) }
	}
	return r.checked(ctx, project, shoot, choose)
}

// ResolveOverridden returns the configuration of the project with its overrides of these names, for any Shoot that these select.
func (r *Resolver) ResolveOverridden(ctx context.Context, project *document.ConfigMap, names []string) (*resolved.Configuration, document.Errors, error) {
	return r.checked(ctx, project, nil, func(all document.Overrides) document.Overrides { return all.Named(names) })
}

// checked returns what was resolved, if that was not ended before.
func (r *Resolver) checked(ctx context.Context, project *document.ConfigMap, shoot *Shoot, choose func(document.Overrides) document.Overrides) (*resolved.Configuration, document.Errors, error) {
	effective, configErrs := r.resolve(ctx, project, shoot, choose)
	if err := ctx.Err(); err != nil {
		return nil, nil, fmt.Errorf("the configuration was not checked to its end: %w", err)
	}
	return effective, configErrs, nil
}

// resolve implements Resolve. What it returns is without meaning once the context is done.
func (r *Resolver) resolve(ctx context.Context, project *document.ConfigMap, shoot *Shoot, choose func(document.Overrides) document.Overrides) (*resolved.Configuration, document.Errors) {
	b := &builder{ctx: ctx, resolver: r, shoot: shoot, stack: document.Stack{r.operator}, choose: choose}
	configErrs, readable := b.read(project)
	if !readable {
		return nil, configErrs.Limited()
	}
	b.result = resolved.New(b.stack, b.author)
	b.result.Overrides = b.overrides.Names()
	b.variables = template.Substituter{Info: shootinfo.Placeholders(), Unknown: func(string) bool { return true }, Record: b.placeholders.Add}
	if shoot != nil {
		b.variables.Info = shoot.Info
		b.variables.Unknown = func(name string) bool { return shoot.Provisional && shoot.Info[name] == shootinfo.Placeholder }
	}
	b.variables.Known = sync.OnceValue(func() string { return template.Listed(b.variables.Info) })
	if len(r.prefixes) > 0 {
		b.variables.Label = b.missingLabel
	}
	if err := b.merge(); err != nil {
		return nil, append(configErrs, b.stack[len(b.stack)-1].ConfigErr(strict.NewError(nil, field.ErrorTypeInternal, err.Error())))
	}
	for _, step := range []func(){
		b.resolveVersion, b.buildSource, b.buildKustomization, b.buildAdditionalSources, b.checkLongLabels, b.checkShards, b.buildCopies, b.checkWorkloadIdentity, b.warnReferences, b.warnResources, b.resolveMode, b.resolveDeletionPolicy, b.resolveTakeover,
	} {
		if ctx.Err() == nil {
			step()
		}
	}
	b.refuse(validation.ValidateInstallation(field.NewPath("flux"), b.config.Flux, b.carried(), r.limits)...)
	b.checkPatches()

	configErrs = append(configErrs, b.configErrs.Besides(configErrs)...)
	configErrs = append(configErrs, b.stack.Locate(b.errs).Besides(configErrs)...)
	if len(configErrs) > 0 {
		return nil, configErrs.Limited()
	}
	return b.result, nil
}

// read reads all documents. They are readable if each of them can be merged.
func (b *builder) read(project *document.ConfigMap) (configErrs document.Errors, readable bool) {
	readable = true
	if project != nil {
		d, own, ownReadable := project.Document()
		b.stack, configErrs, readable, b.project = append(b.stack, d), own, ownReadable, d
	}
	b.author = b.stack[len(b.stack)-1]
	b.override()
	if b.shoot == nil {
		return configErrs, readable
	}
	b.author = &document.Document{Origin: document.OriginShoot, Name: fmt.Sprintf("Shoot %s/%s", b.shoot.Namespace, b.shoot.Name), Path: b.shoot.ProviderConfigPath}
	if b.author.Path == nil {
		b.author.Path = field.NewPath("providerConfig")
	}
	if b.shoot.ProviderConfig != nil {
		own, ownReadable := b.author.Read(b.shoot.ProviderConfig)
		b.stack, configErrs, readable = append(b.stack, b.author), append(configErrs, own...), readable && ownReadable
	}
	return configErrs, readable
}

// override adds the overrides to the documents.
func (b *builder) override() {
	if b.project == nil || len(b.project.Overrides) == 0 {
		return
	}
	b.overrides = b.choose(b.project.Overrides)
	for _, override := range b.overrides {
		b.stack = append(b.stack, override.Document)
	}
}

// merge merges the documents, checks what the Shoot overrides, and defaults the result.
func (b *builder) merge() error {
	var err error
	if b.content, err = b.stack.Merge(); err != nil {
		return err
	}
	document.DropEmptySecretNames(b.content)
	b.config = &fluxv1alpha1.FluxConfig{}
	if err := strict.Convert(b.content, b.config); err != nil {
		return fmt.Errorf("each configuration can be read, but not all together: %w", err)
	}
	if err := b.checkProject(); err != nil {
		return err
	}
	fluxv1alpha1.SetObjectDefaults_FluxConfig(b.config)
	b.result.Flux = *b.config.Flux
	b.result.ReportInShoot = b.config.Project != nil && *b.config.Project.ReportInShoot
	return b.resolveDeployKey()
}

// checkProject checks what concerns the project as a whole, and whether the Shoot keeps to it.
func (b *builder) checkProject() error {
	if b.config.Project == nil {
		return nil
	}
	b.refuse(validation.ValidatePropagation(field.NewPath("project", "propagation"), b.config.Project.Propagation)...)
	overrides := b.config.Project.AllowShootOverrides
	b.refuse(ValidateAllowed(overrides)...)
	b.checkRollout()
	b.checkPush()
	b.checkNotifications()
	last := len(b.stack) - 1
	if b.stack[last].Origin != document.OriginShoot || overrides == nil || overrides.All {
		return nil
	}
	below, err := b.stack[:last].Merge()
	if err != nil {
		return err
	}
	b.configErrs = append(b.configErrs, b.stack[last].ConfigErrs(CheckAllowed(b.stack[last], below, b.project.Name, overrides))...)
	return nil
}

// buildKustomization builds the root Kustomization from its template.
func (b *builder) buildKustomization() {
	switch {
	case b.config.Source == nil || b.config.Source.Template == nil:
		b.buildSourceless()
	case b.result.Source == nil:
		_, errs := b.kustomizationTemplate()
		b.refuse(errs...)
	default:
		b.result.Kustomization = b.kustomizationOf(b.result.Source.Object)
	}
}
