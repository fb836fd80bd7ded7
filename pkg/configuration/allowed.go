// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Check refuses what the Shoot sets although its project does not allow it. A value that is the same without the Shoot is no
// override.
func CheckAllowed(shoot *document.Document, below map[string]any, projectName string, allowed *fluxv1alpha1.ShootOverrides) field.ErrorList {
	if allowed == nil || allowed.All {
		return nil
	}
	what := "nothing"
	if len(allowed.Paths) > 0 {
		what = strings.Join(allowed.Paths, ", ")
	}
	var errs field.ErrorList
	for _, path := range overridden(nil, shoot.Content, below) {
		permitted := slices.ContainsFunc(allowed.Paths, func(prefix string) bool { return strict.Within(path, prefix) })
		if !permitted && path != "apiVersion" && path != "kind" && !strict.Within(path, document.KeyTakeover) {
			errs = append(errs, &field.Error{Type: field.ErrorTypeForbidden, Field: path, BadValue: "", Detail: fmt.Sprintf(
				"must not be set by the project's Shoots, for which %s allows %s in project.allowShootOverrides; remove it", projectName, what)})
		}
	}
	return errs
}

// overridden returns the paths of values that change those below: objects are merged, everything else replaces.
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
	for _, key := range slices.Sorted(maps.Keys(object)) {
		paths = append(paths, overridden(strict.Child(path, key), object[key], under[key])...)
	}
	return paths
}

// Validate refuses paths that do not exist: they would forbid what they are meant to allow.
func ValidateAllowed(overrides *fluxv1alpha1.ShootOverrides) field.ErrorList {
	if overrides == nil {
		return nil
	}
	root := field.NewPath("project", "allowShootOverrides")
	var errs field.ErrorList
	for i, path := range overrides.Paths {
		switch steps := strict.SplitPath(path); {
		case !isFieldPath(steps):
			errs = append(errs, field.Invalid(root.Index(i), path, "is no path of a FluxConfig; write one such as kustomization.template.spec.path"))
		case steps[0] == "project" || steps[0] == "apiVersion" || steps[0] == "kind":
			errs = append(errs, field.Invalid(root.Index(i), path, "can never be set by a Shoot; remove it"))
		case strict.JoinPath(steps) != path:
			errs = append(errs, field.Invalid(root.Index(i), path, "must be written "+strict.JoinPath(steps)+", or it matches nothing"))
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

// exists returns whether the path exists in the type. A list is overridden as a whole.
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
