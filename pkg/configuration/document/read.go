// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Read decodes the FluxConfig of a document strictly. With errors, it returns whether the rest of the document can be checked nevertheless,
// without errors that only follow from the first.
func (d *Document) Read(raw []byte) (Errors, bool) {
	return d.take(strict.ReadFluxConfig(raw))
}

// take is Read for a document that was read, or could not be.
func (d *Document) take(content map[string]any, err *field.Error) (Errors, bool) {
	if err != nil {
		return d.ConfigErrs(field.ErrorList{err}), false
	}
	d.Content = content
	if errs := d.checkNulls(); len(errs) > 0 {
		return d.ConfigErrs(errs), false
	}
	if errs := invisible(nil, content); len(errs) > 0 {
		return d.ConfigErrs(errs), false
	}
	if errs := d.checkType(); len(errs) > 0 {
		return d.ConfigErrs(errs), false
	}
	readable := true
	var errs field.ErrorList
	if d.Origin == OriginProject {
		errs = d.refuseInOverrides()
	}
	for _, err := range strict.Decode(content, &fluxv1alpha1.FluxConfig{}, nil) {
		errs = append(errs, err)
		readable = readable && strings.HasPrefix(err.Detail, strict.UnknownField) && isOption(err.Field)
	}
	if _, set := content["project"]; set && d.Origin != OriginProject {
		errs = append(errs, field.Forbidden(field.NewPath("project"), "concerns the project as a whole; write it into key config.yaml of the project's ConfigMap "+fluxv1alpha1.ConfigMapName))
		delete(content, "project")
	}
	if _, set := content[KeyTakeover]; set && d.Origin != OriginShoot {
		errs = append(errs, field.Forbidden(field.NewPath(KeyTakeover), "is about the objects of one shoot; write it into that Shoot's providerConfig"))
		delete(content, KeyTakeover)
	}
	configErrs := d.ConfigErrs(append(errs, d.checkNamespaces()...))
	if d.Origin == OriginProject && readable {
		configErrs = append(configErrs, d.takeOverrides()...)
	}
	return configErrs, readable
}

// isOption returns whether the path is that of a field below flux. Each of these has a default.
func isOption(path string) bool {
	steps := strict.SplitPath(path)
	return len(steps) == 2 && steps[0] == "flux"
}

// checkType checks apiVersion and kind, which the operator may leave out.
func (d *Document) checkType() field.ErrorList {
	var errs field.ErrorList
	for _, want := range []struct{ key, value string }{
		{"apiVersion", fluxv1alpha1.SchemeGroupVersion.String()},
		{"kind", "FluxConfig"},
	} {
		switch value := d.Content[want.key].(type) {
		case nil:
			if d.Origin != OriginOperator {
				errs = append(errs, field.Required(field.NewPath(want.key), "must be "+want.value))
			}
		case string:
			if value != want.value {
				errs = append(errs, field.Invalid(field.NewPath(want.key), value, "must be "+want.value))
			}
		}
	}
	return errs
}

// checkNulls refuses null in a Shoot. gardenlet writes the Extension with a merge patch, in which null deletes: it
// never arrives (see docs/decisions/0007).
func (d *Document) checkNulls() field.ErrorList {
	if d.Origin != OriginShoot {
		return nil
	}
	return nulls(nil, d.Content)
}

// nulls returns an error for each null in a value.
func nulls(path *field.Path, value any) field.ErrorList {
	var errs field.ErrorList
	switch value := value.(type) {
	case nil:
		errs = append(errs, field.Forbidden(path, `null does not arrive in the seed, because Gardener takes it for "delete"; write the value that is to hold, or "" to take a text back`))
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			errs = append(errs, nulls(strict.Child(path, key), value[key])...)
		}
	case []any:
		for i, element := range value {
			errs = append(errs, nulls(path.Index(i), element)...)
		}
	}
	return errs
}
