// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// document is what one of operator, project and Shoot says, as it was written.
type document struct {
	origin Origin
	// name is how mistakes name the document.
	name string
	// path is where the FluxConfig stands in the document; nil if it is the document.
	path *field.Path
	// flat says that the document has the flat keys of a ConfigMap, from which content was made.
	flat bool
	// content is the FluxConfig.
	content map[string]any
	// newSource says that the document has a source of another kind than those below it, of which nothing is left.
	newSource bool
}

// mistake turns an error at a path of the FluxConfig into one at the path of the document.
func (d *document) mistake(err *field.Error) Mistake {
	located := harmless(err)
	switch {
	case d.flat:
		located.Field = flatKey(located.Field)
	case d.path != nil && strings.HasPrefix(located.Field, "["):
		located.Field = d.path.String() + located.Field
	case d.path != nil && located.Field != "":
		located.Field = d.path.String() + "." + located.Field
	case d.path != nil:
		located.Field = d.path.String()
	}
	return Mistake{Origin: d.origin, Document: d.name, Error: located}
}

func (d *document) mistakes(errs field.ErrorList) Mistakes {
	var mistakes Mistakes
	for _, err := range errs {
		mistakes = append(mistakes, d.mistake(err))
	}
	return mistakes
}

// read decodes the FluxConfig of a document strictly. With mistakes, it tells whether the rest of the document can be looked at
// all the same: nothing that is wrong must make something else look wrong.
func (d *document) read(raw []byte) (Mistakes, bool) {
	content, err := readObject(raw)
	if err != nil {
		return d.mistakes(field.ErrorList{err}), false
	}
	d.content = content
	if errs := d.checkNulls(); len(errs) > 0 {
		return d.mistakes(errs), false
	}
	if errs := d.checkType(); len(errs) > 0 {
		return d.mistakes(errs), false
	}
	readable := true
	var errs field.ErrorList
	for _, err := range decodeStrictly(content, &fluxv1alpha1.FluxConfig{}, nil) {
		errs = append(errs, err)
		readable = readable && strings.HasPrefix(err.Detail, unknownField) && isOption(err.Field)
	}
	if _, set := content["project"]; set && d.origin != OriginProject {
		errs = append(errs, field.Forbidden(field.NewPath("project"), "concerns the project as a whole; write it into key config.yaml of the project's ConfigMap "+fluxv1alpha1.ConfigMapName))
		delete(content, "project")
	}
	return d.mistakes(append(errs, d.checkNamespaces()...)), readable
}

// isOption tells whether the path is that of a field below flux, of which each has a default.
func isOption(path string) bool {
	way := steps(path)
	return len(way) == 2 && way[0] == "flux"
}

// checkType checks apiVersion and kind, which the operator may leave out.
func (d *document) checkType() field.ErrorList {
	var errs field.ErrorList
	for _, want := range []struct{ key, value string }{
		{"apiVersion", fluxv1alpha1.SchemeGroupVersion.String()},
		{"kind", "FluxConfig"},
	} {
		switch value := d.content[want.key].(type) {
		case nil:
			if d.origin != OriginOperator {
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

// checkNulls refuses null in a Shoot. gardenlet writes the Extension with a merge patch, in which a null says to delete: it
// never arrives (see docs/decisions/0007).
func (d *document) checkNulls() field.ErrorList {
	if d.origin != OriginShoot {
		return nil
	}
	return nulls(nil, d.content)
}

// nulls returns an error for each null in a value.
func nulls(path *field.Path, value any) field.ErrorList {
	var errs field.ErrorList
	switch value := value.(type) {
	case nil:
		errs = append(errs, field.Forbidden(path, `null does not arrive in the seed, because Gardener takes it for "delete"; write the value that is to hold, or "" to take a text back`))
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			errs = append(errs, nulls(child(path, key), value[key])...)
		}
	case []any:
		for i, element := range value {
			errs = append(errs, nulls(path.Index(i), element)...)
		}
	}
	return errs
}

// checkNamespaces refuses and drops namespaces of the shoot outside the Shoot: gardener-resource-manager of the shoot has to
// be told about them before anybody can ask the garden (see docs/decisions/0007). For the same reason, no fact can stand there.
func (d *document) checkNamespaces() field.ErrorList {
	var errs field.ErrorList
	for _, path := range namespacePaths() {
		value, given := lookup(d.content, path...)
		text, isText := value.(string)
		switch {
		case !given || value == nil:
			continue
		case d.origin != OriginShoot && value != fluxv1alpha1.FluxNamespace:
			errs = append(errs, field.Forbidden(toPath(path), fmt.Sprintf("another namespace than %s can be set in the Shoot's providerConfig only; remove it", fluxv1alpha1.FluxNamespace)))
		case isText && strings.Contains(text, "$"):
			errs = append(errs, field.Invalid(toPath(path), text, "must be written out: it is needed before the facts about the shoot are known"))
		default:
			continue
		}
		parent, _ := lookup(d.content, path[:len(path)-1]...)
		delete(parent.(map[string]any), path[len(path)-1])
	}
	return errs
}

// namespacePaths are the places where a FluxConfig names namespaces of the shoot.
func namespacePaths() [][]string {
	return [][]string{
		{"flux", "namespace"},
		{"source", "template", "metadata", "namespace"},
		{"kustomization", "template", "metadata", "namespace"},
	}
}

// ShootNamespaces returns the namespaces of the shoot that a providerConfig needs, Flux's own first. Beside another one,
// flux-system stays: templates of the project, who is not asked, may name it. It is lenient: what it
// cannot read counts as not given, because nobody who asks could report it; so does what is no name of a namespace, with
// which gardener-resource-manager would not start.
func ShootNamespaces(providerConfig []byte) []string {
	content, _ := readObject(providerConfig)
	namespaces := []string{fluxv1alpha1.FluxNamespace}
	for i, path := range namespacePaths() {
		value, _ := lookup(content, path...)
		namespace, ok := value.(string)
		switch {
		case !ok || len(utilvalidation.IsDNS1123Label(namespace)) > 0 || slices.Contains(namespaces, namespace):
		case i == 0:
			namespaces = slices.Insert(namespaces, 0, namespace)
		default:
			namespaces = append(namespaces, namespace)
		}
	}
	return namespaces
}
