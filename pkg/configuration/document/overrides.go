// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Override is an entry of project.overrides.
type Override struct {
	Name string
	// Document is the configuration of the override.
	Document *Document
	// path is the path of the entry in the ConfigMap.
	path string

	selector selection.Selector
}

// Located prefixes a text with the document and the path of the override.
func (o Override) Located(text string) string { return o.Document.Name + ": " + o.path + ": " + text }

// Overrides contains entries of project.overrides in their order.
type Overrides []Override

// Of returns the overrides that select a Shoot with the given labels and purpose.
func (o Overrides) Of(labels map[string]string, purpose string) Overrides {
	return slices.DeleteFunc(slices.Clone(o), func(override Override) bool { return !override.selector.Selects(labels, purpose) })
}

// Named returns the overrides with the given names.
func (o Overrides) Named(names []string) Overrides {
	return slices.DeleteFunc(slices.Clone(o), func(override Override) bool { return !slices.Contains(names, override.Name) })
}

// Names returns the names of the overrides.
func (o Overrides) Names() []string {
	var names []string
	for _, override := range o {
		names = append(names, override.Name)
	}
	return names
}

// NameFluxVersion reports whether any of the overrides sets a Flux version.
func (o Overrides) NameFluxVersion() bool {
	return slices.ContainsFunc(o, func(override Override) bool { return namesVersion(override.Document.Content) })
}

// NameSource reports whether any of the overrides sets the URL or the reference of the source.
func (o Overrides) NameSource() bool {
	return slices.ContainsFunc(o, func(override Override) bool { return namesSource(override.Document.Content) })
}

const keyOverrides = "overrides"

func overridesPath() *field.Path { return field.NewPath("project", keyOverrides) }

// entries returns the raw overrides, with nil for entries that are not objects. Decode rejects these.
func (d *Document) entries() []map[string]any {
	value, _ := strict.Lookup(d.Content, "project", keyOverrides)
	list, _ := value.([]any)
	entries := make([]map[string]any, len(list))
	for i, entry := range list {
		entries[i], _ = entry.(map[string]any)
	}
	return entries
}

// refuseInOverrides rejects overrides without content. It also rejects and removes fields that are not allowed in
// overrides.
func (d *Document) refuseInOverrides() field.ErrorList {
	var errs field.ErrorList
	for i, entry := range d.entries() {
		path := overridesPath().Index(i).Child("config")
		content, ok := entry["config"].(map[string]any)
		if entry != nil && len(content) == 0 && (ok || entry["config"] == nil) {
			errs = append(errs, field.Required(path, "set the fields that differ for the selected Shoots, such as kustomization, or remove the override"))
		}
		if len(errs) > MostLocated {
			return errs
		}
		for _, unfit := range []struct{ key, why string }{
			{"project", "applies to the whole project, but an override only to selected Shoots; move it to project, beside overrides"},
			{KeyTakeover, "applies to a single shoot; move it to the Shoot's providerConfig"},
			{"apiVersion", "belongs to the whole FluxConfig; remove it"},
			{"kind", "belongs to the whole FluxConfig; remove it"},
		} {
			if _, ok := content[unfit.key]; ok {
				errs = append(errs, field.Forbidden(path.Child(unfit.key), unfit.why))
				delete(content, unfit.key)
			}
		}
	}
	return errs
}

// takeOverrides moves the overrides from Content to Overrides. If names or selectors are invalid, it drops all
// overrides and returns the errors.
func (d *Document) takeOverrides() Errors {
	entries := d.entries()
	if settings, ok := d.Content["project"].(map[string]any); ok {
		delete(settings, keyOverrides)
	}
	overrides := make([]fluxv1alpha1.Override, len(entries))
	for i, entry := range entries {
		// Decode has already accepted these fields.
		_ = strict.Convert(entry, &overrides[i])
	}
	if errs := validation.ValidateOverrides(overridesPath(), overrides); len(errs) > 0 {
		return d.ConfigErrs(errs)
	}
	var configErrs Errors
	for i, override := range overrides {
		path := d.Path.String() + "." + overridesPath().Index(i).String()
		own := &Document{Origin: d.Origin, Name: fmt.Sprintf("%s (override %s)", d.Name, override.Name), Path: field.NewPath(path).Child("config"), isOverride: true}
		own.Content, _ = entries[i]["config"].(map[string]any)
		configErrs = append(configErrs, own.ConfigErrs(own.checkNamespaces())...)
		d.Overrides = append(d.Overrides, Override{Name: override.Name, Document: own, path: path, selector: selection.Compile(override.ShootSelector)})
	}
	return configErrs
}
