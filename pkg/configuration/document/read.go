// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Read decodes the FluxConfig of a document strictly. It returns true if the document can be checked further despite
// its errors.
func (d *Document) Read(raw []byte) (Errors, bool) {
	return d.take(strict.ReadFluxConfig(raw))
}

// take does the same as Read for parsed content, or returns the error of the parser.
func (d *Document) take(content map[string]any, err *field.Error) (Errors, bool) {
	if err != nil {
		return d.ConfigErrs(field.ErrorList{err}), false
	}
	d.Content = content
	errs := d.checkTexts(nil, content)
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
	if _, ok := content["project"]; ok && d.Origin != OriginProject {
		errs = append(errs, field.Forbidden(field.NewPath("project"), "applies to the whole project; move it to key config.yaml of the project's ConfigMap "+fluxv1alpha1.ConfigMapName))
		delete(content, "project")
	}
	if _, ok := content[KeyTakeover]; ok && d.Origin != OriginShoot {
		errs = append(errs, field.Forbidden(field.NewPath(KeyTakeover), "applies to a single shoot; move it to the Shoot's providerConfig"))
		delete(content, KeyTakeover)
	}
	configErrs := d.ConfigErrs(append(errs, d.checkNamespaces()...))
	if d.Origin == OriginProject && readable {
		configErrs = append(configErrs, d.takeOverrides()...)
	}
	return configErrs, readable
}

// isOption reports whether the path is a direct field of flux. All of these fields have defaults.
func isOption(path string) bool {
	steps := strict.SplitPath(path)
	return len(steps) == 2 && steps[0] == "flux"
}

// checkType checks apiVersion and kind. It skips values that are not strings, because Decode rejects them.
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

// checkTexts rejects invisible characters in strings and field names, because users cannot see them. It also rejects
// null in a Shoot: gardenlet writes the Extension with a merge patch, which interprets null as a deletion (see
// docs/decisions/0007).
func (d *Document) checkTexts(path *field.Path, value any) field.ErrorList {
	var errs field.ErrorList
	add := func(path *field.Path, value any) {
		if len(errs) < MostLocated {
			errs = append(errs, d.checkTexts(path, value)...)
		}
	}
	switch value := value.(type) {
	case nil:
		if d.Origin == OriginShoot {
			return field.ErrorList{field.Forbidden(path, `Gardener interprets null as a deletion, so it does not reach the seed; set a value, or "" to remove the project's value`)}
		}
	case string:
		return invisibleText(path, value)
	case map[string]any:
		for key, entry := range ordered.Map(value) {
			if r, has := text.Invisible(key); has {
				errs = append(errs, strict.NewError(path, field.ErrorTypeForbidden, fmt.Sprintf("the name of a field has the invisible character %s%s; remove the character", text.CodePoint(r), excerpt(key))))
				continue
			}
			add(strict.Child(path, key), entry)
		}
	case []any:
		for i, element := range value {
			add(path.Index(i), element)
		}
	}
	return errs
}

// longestExcerpt limits the excerpt of a text in a message, in bytes.
const longestExcerpt = 128

// invisibleText rejects invisible characters in a text. It ignores comments in a text with several lines. It also
// ignores known_hosts, because its parser skips a byte order mark and warns about other invisible characters.
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

// excerpt returns a part of the text for a message. It returns an empty string if the text may be secret.
func excerpt(value string) string {
	if text.MayHoldSecret(value) {
		return ""
	}
	return ", as in " + text.Excerpt(text.Escape(value), longestExcerpt)
}

// OperatorName is the name of the operator's configuration in messages.
const OperatorName = "configuration of the operator"

// ReadOperator decodes a ControllerConfiguration strictly and sets its defaults. It does not check values; NewResolver
// may reject them.
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
	// Other kinds have different fields, so an error about a field would be misleading.
	if len(errs) == 0 {
		errs = append(refuseReplaced(content), strict.Decode(content, &config, nil)...)
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
