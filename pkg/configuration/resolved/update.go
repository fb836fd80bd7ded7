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

// Identity contains the namespaces and names of a delivered configuration. They must not change: the old Flux or root
// Kustomization would remain and continue to reconcile, or prune the objects of the new one.
type Identity struct {
	// Namespace is the namespace of Flux.
	Namespace string `json:"namespace,omitempty"`
	// Source and Root are the namespaces and names of the source and the root Kustomization. They are empty if nothing is
	// synced.
	Source string `json:"source,omitempty"`
	Root   string `json:"root,omitempty"`
}

// Namespaces returns the distinct namespaces in the identity.
func (i Identity) Namespaces() []string {
	var namespaces []string
	for _, name := range []string{i.Namespace, i.Source, i.Root} {
		if namespace := namespaceOf(name); namespace != "" && !slices.Contains(namespaces, namespace) {
			namespaces = append(namespaces, namespace)
		}
	}
	return namespaces
}

// Identity returns the identity of the configuration.
func (c *Configuration) Identity() Identity {
	identity := Identity{Namespace: *c.Flux.Namespace}
	if c.Source != nil {
		identity.Source, identity.Root = Key(c.Source.Object), Key(c.Kustomization.Object)
	}
	return identity
}

// Key returns the namespace and name of an object in the format of Identity.
func Key(object *unstructured.Unstructured) string {
	return object.GetNamespace() + "/" + object.GetName()
}

func namespaceOf(key string) string {
	namespace, _, _ := strings.Cut(key, "/")
	return namespace
}

// ValidateUpdate returns an error for each change of a delivered identity. It ignores fields that are empty in either
// identity.
//
// A change of Flux's namespace also changes the default namespaces of the source and the root Kustomization, so
// ValidateUpdate reports only this change.
func (c *Configuration) ValidateUpdate(old Identity) document.Errors {
	now := c.Identity()
	var configErrs document.Errors
	for i, f := range []struct {
		subject string
		path    *field.Path
		was, is string
	}{
		{"Flux's namespace", namespacePath(), old.Namespace, now.Namespace},
		{"the source", field.NewPath("source", "template", "metadata"), old.Source, now.Source},
		{"the root Kustomization", field.NewPath("kustomization", "template", "metadata"), old.Root, now.Root},
	} {
		if f.was == "" || f.is == "" || f.was == f.is {
			continue
		}
		text := fmt.Sprintf("%s is %s and cannot be changed to %s: the objects with the old name would stay and continue to reconcile", f.subject, f.was, f.is)
		configErrs = append(configErrs, c.changed(f.path, text, namespaceOf(f.was) != namespaceOf(f.is)))
		if i == 0 {
			break
		}
	}
	return configErrs.Limited()
}

// changed returns the error about a field that must not change. The error is located in the document that sets the
// field, or in the author's document if no document sets it. An error about a namespace is located in the Shoot,
// because only the Shoot may set namespaces.
func (c *Configuration) changed(path *field.Path, text string, namespace bool) document.Error {
	err := field.Forbidden(path, text+"; set it back")
	switch ofShoot := c.author.Origin == document.OriginShoot; {
	case c.stack.Sets(err.Field) && !(ofShoot && namespace):
		return c.stack.Locate(field.ErrorList{err})[0]
	case ofShoot && c.author.Content == nil:
		return c.missing(path, text)
	default:
		return c.author.ConfigErr(err)
	}
}

// missing returns the error that the author's document has no FluxConfig.
func (c *Configuration) missing(path *field.Path, reason string) document.Error {
	return c.author.ConfigErr(strict.NewError(nil, field.ErrorTypeRequired, fmt.Sprintf("is missing: %s; write a FluxConfig with %s", reason, path)))
}

func namespacePath() *field.Path { return field.NewPath("flux", "namespace") }

// NamespaceError returns the configuration error about the namespace of Flux, which only the Shoot can set.
func (c *Configuration) NamespaceError(reason string) document.Errors {
	if c.author.Origin == document.OriginShoot && !c.Shoot {
		return document.Errors{c.missing(namespacePath(), reason)}
	}
	return document.Errors{c.author.ConfigErr(field.Invalid(namespacePath(), *c.Flux.Namespace, reason))}
}

// TakeoverError returns the configuration error about a takeover, which only the Shoot can accept.
func (c *Configuration) TakeoverError(reason string) document.Errors {
	err := field.Required(AcceptedDifferencesPath(), reason)
	if c.AcceptedDifferences != "" {
		err = field.Invalid(AcceptedDifferencesPath(), c.AcceptedDifferences, reason)
	}
	return document.Errors{c.author.ConfigErr(err)}
}

// AcceptedDifferencesPath returns the path of the field that accepts the replacements of a takeover for a Shoot.
func AcceptedDifferencesPath() *field.Path {
	return field.NewPath(document.KeyTakeover, "acceptedDifferences")
}
