// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Identity is what of a delivered configuration must not change: another namespace or name would leave a second Flux or a
// second root Kustomization behind, which goes on reconciling, or prunes what the new one has just applied.
type Identity struct {
	// Namespace is Flux's namespace.
	Namespace string `json:"namespace,omitempty"`
	// Source is the namespace and name of the source, Root those of the root Kustomization; empty if nothing is synced.
	Source string `json:"source,omitempty"`
	Root   string `json:"root,omitempty"`
}

// Namespaces returns the namespaces of the shoot in which something is.
func (i Identity) Namespaces() []string {
	var namespaces []string
	for _, name := range []string{i.Namespace, i.Source, i.Root} {
		namespace, _, _ := strings.Cut(name, "/")
		if namespace != "" && !slices.Contains(namespaces, namespace) {
			namespaces = append(namespaces, namespace)
		}
	}
	return namespaces
}

// Identity returns what must not change once it is delivered.
func (c *Configuration) Identity() Identity {
	identity := Identity{Namespace: *c.Flux.Namespace}
	if c.Source != nil {
		identity.Source, identity.Root = Key(c.Source.Object), Key(c.Kustomization.Object)
	}
	return identity
}

// Key is the namespace and name of an object, as an Identity has them.
func Key(object *unstructured.Unstructured) string {
	return object.GetNamespace() + "/" + object.GetName()
}

// ValidateUpdate returns what of the configuration must not follow on what has the old identity. What is empty in the old
// identity is not known, or was not there.
//
// With Flux's namespace, the others change too: it is the only error then.
func (c *Configuration) ValidateUpdate(old Identity) document.Errors {
	now := c.Identity()
	if fixed(old.Namespace, now.Namespace) {
		return document.Errors{c.changed("Flux's namespace", field.NewPath("flux", "namespace"), old.Namespace, now.Namespace, true)}
	}
	var configErrs document.Errors
	if fixed(old.Source, now.Source) {
		configErrs = append(configErrs, c.changed("the source", field.NewPath("source", "template", "metadata"), old.Source, now.Source, !sameNamespace(old.Source, now.Source)))
	}
	if fixed(old.Root, now.Root) {
		configErrs = append(configErrs, c.changed("the root Kustomization", field.NewPath("kustomization", "template", "metadata"), old.Root, now.Root, !sameNamespace(old.Root, now.Root)))
	}
	return configErrs.Limited()
}

func fixed(was, is string) bool { return was != "" && is != "" && was != is }

func sameNamespace(one, other string) bool {
	of, _, _ := strings.Cut(one, "/")
	ofOther, _, _ := strings.Cut(other, "/")
	return of == ofOther
}

// NamespaceError returns the configuration error for the reason why Flux's namespace must be another. Only the Shoot can set it.
func (c *Configuration) NamespaceError(reason string) document.Errors {
	path := field.NewPath("flux", "namespace")
	if c.author.Origin == document.OriginShoot && !c.Shoot {
		return document.Errors{c.author.ConfigErr(strict.NewError(nil, field.ErrorTypeRequired, fmt.Sprintf("is missing: %s; write a FluxConfig with %s", reason, path)))}
	}
	return document.Errors{c.author.ConfigErr(field.Invalid(path, *c.Flux.Namespace, reason))}
}

// changed returns the error about a field that must not change, in the document that sets it now, or in that of the author if none does.
// A namespace is the Shoot's in any case, because no other document may set it.
func (c *Configuration) changed(what string, path *field.Path, was, is string, namespace bool) document.Error {
	text := fmt.Sprintf("%s is %s and cannot be changed to %s: what is there under the old name would stay and go on reconciling", what, was, is)
	err := field.Forbidden(path, text+"; set it back")
	switch ofShoot := c.author.Origin == document.OriginShoot; {
	case c.stack.Sets(err.Field) && !(ofShoot && namespace):
		return c.stack.Locate(field.ErrorList{err})[0]
	case ofShoot && c.author.Content == nil:
		return c.author.ConfigErr(strict.NewError(nil, field.ErrorTypeRequired, fmt.Sprintf("is missing: %s; write a FluxConfig with %s", text, path)))
	default:
		return c.author.ConfigErr(err)
	}
}
