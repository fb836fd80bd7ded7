// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Resolve returns the effective configuration of the shoot. project must be nil if the project has no ConfigMap
// flux-config. If shoot is nil, Resolve checks the project without its overrides, and assumes that all objects and
// labels of a Shoot exist.
//
// If there are configuration errors, Resolve returns as many of them as possible, and no configuration. It returns an
// error only if the context ends.
func (r *Resolver) Resolve(ctx context.Context, project *document.ConfigMap, shoot *Shoot) (*resolved.Configuration, document.Errors, error) {
	return r.resolve(ctx, project, shoot, nil)
}

// ResolveOverridden returns the effective configuration of the project merged with the named overrides, without a
// Shoot.
func (r *Resolver) ResolveOverridden(ctx context.Context, project *document.ConfigMap, names []string) (*resolved.Configuration, document.Errors, error) {
	return r.resolve(ctx, project, nil, names)
}

// builder builds the effective configuration and collects warnings and errors.
type builder struct {
	resolver *Resolver
	// shoot and project may be nil. project does not contain the project's overrides.
	shoot     *Shoot
	project   *document.Document
	overrides document.Overrides
	stack     document.Stack
	// author is the document of the user for whom the configuration is resolved. If a Shoot has no providerConfig, its
	// document is the author, but not in stack.
	author *document.Document

	info fluxv1alpha1.ShootInfo
	// variables contains the names of the shoot info variables for messages.
	variables    string
	placeholders placeholders
	adopted      Adopted

	content map[string]any
	config  *fluxv1alpha1.FluxConfig
	result  *resolved.Configuration
	// ownURL is the URL of the repository that all Shoots of the project read with its deploy key. It is empty if there is
	// no such repository, or if the project does not configure the deploy key.
	ownURL string
	// sourceKeys contains the URLs of the project's additional sources with a deploy key by name. A deploy key is for one
	// repository, which must be the same in all Shoots.
	sourceKeys map[string]string

	// taken contains the objects that the extension writes to the shoot, with their purpose or the field that configures
	// them.
	taken      map[target]string
	errs       field.ErrorList
	configErrs document.Errors
}

// resolve implements Resolve and ResolveOverridden.
func (r *Resolver) resolve(ctx context.Context, project *document.ConfigMap, shoot *Shoot, overrides []string) (*resolved.Configuration, document.Errors, error) {
	b := &builder{resolver: r, shoot: shoot, stack: document.Stack{r.operator}, info: Placeholders()}
	if shoot != nil {
		b.info, b.adopted = shoot.Info, shoot.Adopted
	}
	b.variables = listVariables(b.info)
	configErrs, readable := b.read(project, overrides)
	if !readable {
		return nil, configErrs.Limited(), nil
	}
	b.result = resolved.New(b.stack, b.author)
	b.result.Overrides = b.overrides.Names()
	if err := b.merge(); err != nil {
		return nil, append(configErrs, b.stack[len(b.stack)-1].ConfigErr(strict.NewError(nil, field.ErrorTypeInternal, err.Error()))), nil
	}
	b.build(ctx)
	if err := ctx.Err(); err != nil {
		return nil, nil, fmt.Errorf("the check of the configuration did not finish: %w", err)
	}
	configErrs = append(configErrs, b.configErrs.Besides(configErrs)...)
	configErrs = append(configErrs, b.stack.Locate(b.errs).Besides(configErrs)...)
	if len(configErrs) > 0 {
		return nil, configErrs.Limited(), nil
	}
	return b.result, nil, nil
}

// read reads all documents, and reports whether they can be merged.
func (b *builder) read(project *document.ConfigMap, overrides []string) (configErrs document.Errors, readable bool) {
	readable = true
	if project != nil {
		b.project, configErrs, readable = project.Document()
		b.stack = append(b.stack, b.project)
		if b.shoot != nil {
			b.overrides = b.project.Overrides.Of(b.shoot.Labels, b.shoot.Purpose)
		} else {
			b.overrides = b.project.Overrides.Named(overrides)
		}
	}
	b.author = b.stack[len(b.stack)-1]
	for _, override := range b.overrides {
		b.stack = append(b.stack, override.Document)
	}
	if b.shoot == nil {
		return configErrs, readable
	}
	b.author = &document.Document{Origin: document.OriginShoot, Name: b.shoot.document(), Path: b.shoot.ProviderConfigPath}
	if b.author.Path == nil {
		b.author.Path = field.NewPath("providerConfig")
	}
	if b.shoot.ProviderConfig != nil {
		own, ownReadable := b.author.Read(b.shoot.ProviderConfig)
		b.stack, configErrs, readable = append(b.stack, b.author), append(configErrs, own...), readable && ownReadable
	}
	return configErrs, readable
}

// merge merges the documents, sets defaults, and checks the settings of the project.
func (b *builder) merge() error {
	b.content = b.stack.Merge()
	document.DropEmptySecretNames(b.content)
	b.config = &fluxv1alpha1.FluxConfig{}
	if err := strict.Convert(b.content, b.config); err != nil {
		return fmt.Errorf("the merged configuration cannot be decoded: %w", err)
	}
	fluxv1alpha1.SetObjectDefaults_FluxConfig(b.config)
	b.result.Flux = *b.config.Flux
	b.result.ReportInShoot = b.resolver.settings.ReportInShoot
	if b.config.Project != nil {
		b.result.ReportInShoot = ptr.Deref(b.config.Project.ReportInShoot, b.result.ReportInShoot)
	}
	b.checkProject()
	b.resolveDeployKey()
	return nil
}

// build builds the configuration from the merged documents. Each step may use the results of earlier steps. If the
// context is canceled, the result is incomplete.
func (b *builder) build(ctx context.Context) {
	b.resolveVersion()
	b.buildSource(ctx)
	b.buildKustomization(ctx)
	b.buildAdditionalSources(ctx)
	if ctx.Err() != nil {
		return
	}
	b.checkBaselineNamespace()
	b.checkShards()
	b.buildCopies()
	b.checkWorkloadIdentity()
	b.warnReferences()
	b.warnResources()
	b.resolveMode()
	b.resolveDeletionPolicy()
	b.resolveTakeover()
	b.refuse(validation.ValidateInstallation(field.NewPath("flux"), b.config.Flux, b.carried(), b.resolver.limits)...)
	b.checkPatches(ctx)
}

func (b *builder) refuse(errs ...*field.Error) { b.errs = append(b.errs, errs...) }

// maxWarnings limits the number of warnings.
const maxWarnings = 25

// warn records a warning about a setting that is allowed but probably unintended. It skips fields with placeholders.
func (b *builder) warn(path *field.Path, format string, args ...any) {
	if !b.placeholders.uncertainObject(path.String()) {
		b.warnOfVariable(path, format, args...)
	}
}

// warnOfVariable records a warning about a shoot info variable, even if the value of the variable is unknown.
func (b *builder) warnOfVariable(path *field.Path, format string, args ...any) {
	if len(b.result.Warnings) < maxWarnings {
		b.result.Warnings = append(b.result.Warnings, b.stack.Warning(path, fmt.Sprintf(format, args...)))
	}
}

func (b *builder) warnAll(warnings []validation.Warning) {
	for _, warning := range warnings {
		b.warn(warning.Path, "%s", warning.Text)
	}
}

// found reports whether there is an error at the path or below it.
func found(errs field.ErrorList, path *field.Path) bool {
	return slices.ContainsFunc(errs, func(err *field.Error) bool { return strict.Within(err.Field, path.String()) })
}
