// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// checkProject checks the settings for the whole project. It also checks that the Shoot sets only fields that its
// project allows.
func (b *builder) checkProject() {
	if b.config.Project == nil {
		return
	}
	b.refuse(validation.ValidatePropagation(field.NewPath("project", "propagation"), b.config.Project.Propagation)...)
	overrides := b.config.Project.AllowShootOverrides
	if overrides != nil {
		b.refuse(validateAllowed(overrides.Paths)...)
	}
	b.checkRollout()
	b.checkPush()
	b.checkNotifications()
	b.checkCommitStatus()
	shoot := b.stack[len(b.stack)-1]
	if shoot.Origin != document.OriginShoot || overrides == nil || overrides.All {
		return
	}
	below := b.stack[:len(b.stack)-1].Merge()
	b.configErrs = append(b.configErrs, shoot.ConfigErrs(checkAllowed(shoot.Content, below, b.project.Name, overrides.Paths))...)
}

// checkAllowed rejects fields of the Shoot that its project does not allow. It accepts values that do not change the
// configuration.
func checkAllowed(content, below map[string]any, projectName string, allowed []string) field.ErrorList {
	listed := "nothing"
	if len(allowed) > 0 {
		listed = strings.Join(allowed, ", ")
	}
	var errs field.ErrorList
	for _, path := range overridden(nil, content, below) {
		permitted := slices.ContainsFunc(allowed, func(prefix string) bool { return strings.HasPrefix(normalize(path), normalize(prefix)) })
		if !permitted && path != "apiVersion" && path != "kind" && !strict.Within(path, document.KeyTakeover) {
			errs = append(errs, &field.Error{Type: field.ErrorTypeForbidden, Field: path, BadValue: "", Detail: fmt.Sprintf(
				"must not be set in a Shoot: %s allows %s in project.allowShootOverrides; remove it", projectName, listed)})
		}
	}
	return errs
}

// overridden returns the paths of the values that change the configuration in below. It compares objects field by
// field, because they are merged; other values are replaced.
func overridden(path *field.Path, value, below any) []string {
	object, isObject := value.(map[string]any)
	under, underIsObject := below.(map[string]any)
	if !isObject || len(object) == 0 && !underIsObject {
		if reflect.DeepEqual(value, below) {
			return nil
		}
		return []string{path.String()}
	}
	var paths []string
	for key, value := range ordered.Map(object) {
		paths = append(paths, overridden(strict.Child(path, key), value, under[key])...)
	}
	return paths
}

// validateAllowed rejects unknown paths, because they would not allow the fields that the project intends.
func validateAllowed(paths []string) field.ErrorList {
	root := field.NewPath("project", "allowShootOverrides")
	var errs field.ErrorList
	for i, path := range paths {
		switch steps := strict.SplitPath(path); {
		case !isFieldPath(steps):
			errs = append(errs, field.Invalid(root.Index(i), path, "is not a path of a FluxConfig; write one such as kustomization.template.spec.path"))
		case steps[0] == "project" || steps[0] == "apiVersion" || steps[0] == "kind":
			errs = append(errs, field.Invalid(root.Index(i), path, "can never be set by a Shoot; remove it"))
		}
	}
	return errs
}

func isFieldPath(steps []any) bool {
	config := reflect.TypeFor[fluxv1alpha1.FluxConfig]()
	if len(steps) < 3 || steps[1] != "template" {
		return len(steps) > 0 && exists(config, steps)
	}
	templates := map[any][]reflect.Type{
		"source":        {reflect.TypeFor[sourcev1.GitRepository](), reflect.TypeFor[sourcev1.OCIRepository](), reflect.TypeFor[sourcev1.Bucket]()},
		"kustomization": {reflect.TypeFor[kustomizev1.Kustomization]()},
	}
	return slices.ContainsFunc(templates[steps[0]], func(t reflect.Type) bool { return exists(t, steps[2:]) })
}

// exists reports whether the type has a field at the path. It returns false for paths with indices of lists.
func exists(t reflect.Type, steps []any) bool {
	for _, step := range steps {
		name, ok := step.(string)
		t = strict.ElementType(t)
		switch {
		case !ok:
			return false
		case t.Kind() == reflect.Map:
			t = t.Elem()
		case t.Kind() == reflect.Struct:
			if t, ok = strict.Fields(t)[name]; !ok {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// checkRollout checks the rollout of the project.
func (b *builder) checkRollout() {
	rollout, path := b.config.Project.Rollout, field.NewPath("project", "rollout")
	if rollout == nil {
		return
	}
	b.refuse(validation.ValidateRollout(path, rollout)...)
	b.warnAll(validation.RolloutWarnings(path, rollout))
	b.warnOfCheckHosts(path, rollout)
	if *rollout.Source == fluxv1alpha1.RolloutSourcePromote {
		b.checkPromotion()
	}
}

// refuseInOverrides reports the error for each override that sets the field, including overrides for other Shoots.
func (b *builder) refuseInOverrides(err *field.Error, path []string) {
	for _, override := range b.project.Overrides {
		if _, given := strict.Lookup(override.Document.Content, path...); given {
			b.configErrs = append(b.configErrs, override.Document.ConfigErr(err))
		}
	}
}

// checkPush checks the project's webhook. It warns if the operator does not enable webhooks.
func (b *builder) checkPush() {
	push, path := b.config.Project.Push, field.NewPath("project", "push")
	if push == nil {
		return
	}
	b.refuse(validation.ValidatePush(path, push)...)
	if b.resolver.settings.Push != nil {
		b.result.Push = push
	} else {
		b.warn(path, "has no effect: the operator offers no webhook, so Flux only polls; remove it, or ask the operator to set push")
	}
}

// checkNotifications checks the project's receivers. It warns if the operator allows no hosts of receivers, except in
// processes that do not know these hosts.
func (b *builder) checkNotifications() {
	path := field.NewPath("project", "notifications")
	if len(b.config.Project.Notifications) == 0 {
		return
	}
	b.refuse(validation.ValidateNotifications(path, b.config.Project.Notifications, b.config.Project.Rollout)...)
	if b.resolver.settings.Notifications == nil && !b.resolver.anyGitHost {
		b.warn(path, "has no effect: the operator allows no hosts of receivers, so nothing is sent; remove it, or ask the operator to set notifications")
	}
}
