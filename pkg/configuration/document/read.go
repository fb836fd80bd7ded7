// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Read decodes the FluxConfig of a document strictly. With errors, it returns whether the rest of the
// document can be checked without errors that only follow from the first.
func (d *Document) Read(raw []byte) (Errors, bool) {
	return d.take(strict.ReadFluxConfig(raw))
}

// take is Read for parsed content, or the error of the parser.
func (d *Document) take(content map[string]any, err *field.Error) (Errors, bool) {
	if err != nil {
		return d.ConfigErrs(field.ErrorList{err}), false
	}
	d.Content = content
	var errs field.ErrorList
	if d.Origin == OriginShoot {
		errs = nulls(nil, content)
	}
	if len(errs) == 0 {
		errs = invisible(nil, content)
	}
	if len(errs) == 0 {
		errs = checkType(content, fluxv1alpha1.SchemeGroupVersion.WithKind("FluxConfig"), d.Origin == OriginOperator)
	}
	if len(errs) > 0 {
		return d.ConfigErrs(errs), false
	}
	readable := true
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

// isOption returns whether the path is a field below flux. Each of these fields has a default.
func isOption(path string) bool {
	steps := strict.SplitPath(path)
	return len(steps) == 2 && steps[0] == "flux"
}

// checkType checks apiVersion and kind. A value of a wrong type is left to the decoder.
func checkType(content map[string]any, kind schema.GroupVersionKind, optional bool) field.ErrorList {
	var errs field.ErrorList
	for _, want := range []struct{ key, value string }{{"apiVersion", kind.GroupVersion().String()}, {"kind", kind.Kind}} {
		path := field.NewPath(want.key)
		switch value := content[want.key].(type) {
		case nil:
			if !optional {
				errs = append(errs, field.Required(path, "must be "+want.value))
			}
		case string:
			if value != want.value {
				errs = append(errs, field.Invalid(path, value, "must be "+want.value))
			}
		}
	}
	return errs
}

// nulls refuses null in a Shoot. gardenlet writes the Extension with a merge patch, which takes null for a
// deletion, so it never arrives (see docs/decisions/0007).
func nulls(path *field.Path, value any) field.ErrorList {
	var errs field.ErrorList
	switch value := value.(type) {
	case nil:
		errs = append(errs, field.Forbidden(path, `null does not arrive in the seed, because Gardener takes it for "delete"; write a value, or "" to remove the project's text`))
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

// longestExcerpt limits the excerpt of a text with an invisible character in a message, in bytes.
const longestExcerpt = 128

// invisible refuses invisible characters in texts and in names of fields: such a text looks right everywhere,
// and differs.
func invisible(path *field.Path, value any) field.ErrorList {
	var errs field.ErrorList
	switch value := value.(type) {
	case string:
		return invisibleText(path, value)
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if len(errs) >= MostLocated {
				break
			}
			if r, has := text.Invisible(key); has {
				errs = append(errs, strict.NewError(path, field.ErrorTypeForbidden, fmt.Sprintf("the name of a field has the invisible character %s%s; remove the character", text.CodePoint(r), excerpt(key))))
				continue
			}
			errs = append(errs, invisible(strict.Child(path, key), value[key])...)
		}
	case []any:
		for i, element := range value {
			if len(errs) >= MostLocated {
				break
			}
			errs = append(errs, invisible(path.Index(i), element)...)
		}
	}
	return errs
}

// invisibleText checks a text. It skips comments in a text of several lines. It skips known_hosts lines,
// which are read without a byte order mark and with a warning about other invisible characters.
func invisibleText(path *field.Path, value string) field.ErrorList {
	if key := path.String(); key == fluxv1alpha1.KeyKnownHosts || strings.HasSuffix(key, "."+fluxv1alpha1.KeyKnownHosts) {
		return nil
	}
	severalLines := strings.Contains(strings.TrimSpace(value), "\n")
	for content := range strings.Lines(value) {
		if severalLines && strings.HasPrefix(strings.TrimSpace(content), "#") {
			continue
		}
		if r, has := text.Invisible(content); has {
			return field.ErrorList{strict.NewError(path, field.ErrorTypeForbidden, fmt.Sprintf("has the invisible character %s%s; remove the character", text.CodePoint(r), excerpt(strings.TrimSpace(content))))}
		}
	}
	return nil
}

// excerpt shows the text around the character, unless it may be a secret.
func excerpt(value string) string {
	if text.MayHoldSecret(value) {
		return ""
	}
	return ", as in " + text.Excerpt(text.Escape(value), longestExcerpt)
}

// OperatorName is the name of the operator's configuration in messages.
const OperatorName = "configuration of the operator"

// ReadOperator reads a ControllerConfiguration strictly and sets its defaults. It returns all errors that can
// be found in the file alone. A resolver may still refuse its values.
func ReadOperator(raw []byte) (configv1alpha1.ControllerConfiguration, Errors) {
	var (
		config configv1alpha1.ControllerConfiguration
		file   = &Document{Origin: OriginOperator, Name: OperatorName}
		kind   = configv1alpha1.SchemeGroupVersion.WithKind("ControllerConfiguration")
	)
	content, err := strict.Read(raw, kind)
	if err != nil {
		if err.Field == "" {
			err.Field = kind.Kind
		}
		return config, file.ConfigErrs(field.ErrorList{err})
	}
	errs := checkType(content, kind, false)
	// The fields of another kind are unknown.
	if len(errs) == 0 {
		errs = strict.Decode(content, &config, nil)
		switch defaults := content["defaults"].(type) {
		case nil, map[string]any:
		default:
			errs = append(errs, field.Invalid(field.NewPath("defaults"), strict.Scalar(defaults), "must be an object, not "+strict.JSONType(defaults)))
		}
	}
	if len(errs) > 0 {
		return configv1alpha1.ControllerConfiguration{}, file.ConfigErrs(errs).Limited()
	}
	configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
	return config, nil
}
