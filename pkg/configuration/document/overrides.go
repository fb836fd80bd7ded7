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

// Located prefixes a text with the document and the field of the entry.
func (o Override) Located(text string) string { return o.Document.Name + ": " + o.path + ": " + text }

// Overrides holds entries of project.overrides in their order.
type Overrides []Override

// Of returns the overrides that select a Shoot with the labels and the purpose.
func (o Overrides) Of(labels map[string]string, purpose string) Overrides {
	return o.where(func(override Override) bool { return override.selector.Selects(labels, purpose) })
}

// Named returns the overrides with the names.
func (o Overrides) Named(names []string) Overrides {
	return o.where(func(override Override) bool { return slices.Contains(names, override.Name) })
}

func (o Overrides) where(matches func(Override) bool) Overrides {
	var matching Overrides
	for _, override := range o {
		if matches(override) {
			matching = append(matching, override)
		}
	}
	return matching
}

// Names returns the names of the overrides.
func (o Overrides) Names() []string {
	var names []string
	for _, override := range o {
		names = append(names, override.Name)
	}
	return names
}

// NameFluxVersion returns whether an override sets a Flux version.
func (o Overrides) NameFluxVersion() bool {
	return slices.ContainsFunc(o, func(override Override) bool { return namesVersion(override.Document.Content) })
}

const keyOverrides = "overrides"

func overridesPath() *field.Path { return field.NewPath("project", keyOverrides) }

// entries returns the overrides as written. An entry that is not an object is refused elsewhere.
func (d *Document) entries() []map[string]any {
	value, _ := strict.Lookup(d.Content, "project", keyOverrides)
	list, _ := value.([]any)
	entries := make([]map[string]any, len(list))
	for i, entry := range list {
		entries[i], _ = entry.(map[string]any)
	}
	return entries
}

// configOf returns the configuration of an entry; nil if it is not an object.
func configOf(entry map[string]any) map[string]any {
	config, _ := entry["config"].(map[string]any)
	return config
}

// refuseInOverrides refuses empty overrides. It refuses and drops fields of a FluxConfig that an override
// does not have.
func (d *Document) refuseInOverrides() field.ErrorList {
	var errs field.ErrorList
	for i, entry := range d.entries() {
		content, path := configOf(entry), overridesPath().Index(i).Child("config")
		if _, isObject := entry["config"].(map[string]any); entry != nil && len(content) == 0 && (isObject || entry["config"] == nil) {
			errs = append(errs, field.Required(path, "write what differs for the Shoots of the override, such as kustomization; or remove the override"))
		}
		if len(errs) > MostLocated {
			return errs
		}
		for _, unfit := range []struct{ key, why string }{
			{"project", "concerns the project as a whole, and an override is for some of its Shoots; write it into project, beside overrides"},
			{KeyTakeover, "is about the objects of one shoot; write it into that Shoot's providerConfig"},
			{"apiVersion", "is that of the FluxConfig; remove it"},
			{"kind", "is that of the FluxConfig; remove it"},
		} {
			if _, set := content[unfit.key]; set {
				errs = append(errs, field.Forbidden(path.Child(unfit.key), unfit.why))
				delete(content, unfit.key)
			}
		}
	}
	return errs
}

// takeOverrides moves the overrides from the decodable content to Overrides, unless names or selectors are
// invalid.
func (d *Document) takeOverrides() Errors {
	entries := d.entries()
	if settings, is := d.Content["project"].(map[string]any); is {
		delete(settings, keyOverrides)
	}
	var (
		overrides []fluxv1alpha1.Override
		errs      field.ErrorList
	)
	for i, entry := range entries {
		override := fluxv1alpha1.Override{}
		if err := strict.Convert(entry, &override); err != nil {
			errs = append(errs, strict.NewError(overridesPath().Index(i), field.ErrorTypeInvalid, "has a value that cannot be read"))
		}
		overrides = append(overrides, override)
	}
	if errs = append(errs, validation.ValidateOverrides(overridesPath(), overrides)...); len(errs) > 0 {
		return d.ConfigErrs(errs)
	}
	var configErrs Errors
	for i, override := range overrides {
		own := &Document{
			Origin: d.Origin, Name: fmt.Sprintf("%s (override %s)", d.Name, override.Name), Content: configOf(entries[i]), isOverride: true,
		}
		path := d.Path.String() + "." + overridesPath().Index(i).String()
		own.Path = field.NewPath(path).Child("config")
		configErrs = append(configErrs, own.ConfigErrs(own.checkNamespaces())...)
		d.Overrides = append(d.Overrides, Override{Name: override.Name, Document: own, path: path, selector: selection.Compile(override.ShootSelector)})
	}
	return configErrs
}
