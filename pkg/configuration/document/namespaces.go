// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"fmt"
	"slices"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// checkNamespaces rejects and removes namespaces with variables, and namespaces other than flux-system outside the
// Shoot's document. The shoot's gardener-resource-manager needs the namespaces before the garden can be read (see
// docs/decisions/0007).
func (d *Document) checkNamespaces() field.ErrorList {
	var errs field.ErrorList
	for _, path := range namespacePaths() {
		value, given := strict.Lookup(d.Content, path...)
		text, ok := value.(string)
		switch {
		case !given || value == nil:
			continue
		case d.Origin != OriginShoot && value != fluxv1alpha1.FluxNamespace:
			errs = append(errs, field.Forbidden(strict.NewPath(path), fmt.Sprintf("only the Shoot's providerConfig may set a namespace other than %s; remove it", fluxv1alpha1.FluxNamespace)))
		case ok && strings.Contains(text, "$"):
			errs = append(errs, field.Invalid(strict.NewPath(path), text, "must not have variables: the namespace is needed before the shoot info is known"))
		default:
			continue
		}
		parent, _ := strict.Lookup(d.Content, path[:len(path)-1]...)
		delete(parent.(map[string]any), path[len(path)-1])
	}
	return errs
}

// namespacePaths returns the paths of namespaces in a FluxConfig.
func namespacePaths() [][]string {
	return [][]string{
		{"flux", "namespace"},
		{"source", "template", "metadata", "namespace"},
		{"kustomization", "template", "metadata", "namespace"},
	}
}

// ShootNamespaces returns the namespaces that a providerConfig requires in the shoot, beginning with the namespace of
// Flux. The result always contains flux-system, because templates of the project may use it. Values that cannot be read
// are ignored, because callers cannot report them; so are invalid names, because gardener-resource-manager would not
// start with them.
func ShootNamespaces(providerConfig []byte) []string {
	content, _ := strict.ReadFluxConfig(providerConfig)
	namespaces := []string{fluxv1alpha1.FluxNamespace}
	for i, path := range namespacePaths() {
		value, _ := strict.Lookup(content, path...)
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
