// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package predecessor

import (
	"fmt"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Found is what the survey of a shoot has of those that have installed Flux in it before.
type Found struct{ toolkit.Survey }

// Archived returns what the archived 23technologies extension has left under names of its own.
func (p Found) Archived() configuration.Adopted {
	var adopted configuration.Adopted
	source := types.NamespacedName{Namespace: fluxv1alpha1.FluxNamespace, Name: fluxv1alpha1.PredecessorSourceName}
	if i := slices.IndexFunc(p.Sources, func(s toolkit.Source) bool { return s.Kind == sourcev1.GitRepositoryKind && s.NamespacedName == source }); i >= 0 {
		adopted.Source, adopted.Secret = source.String(), p.Sources[i].Secret
	}
	return p.withRoot(adopted, fluxv1alpha1.FluxNamespace+"/"+fluxv1alpha1.PredecessorRootName)
}

// Adopt returns what goes on under the control of the extension with this configuration, or with one that names a source later.
func (p Found) Adopt(effective *resolved.Configuration, archived configuration.Adopted) configuration.Adopted {
	root := effective.Identity().Root
	if root == "" && archived.Root == "" {
		root = *effective.Flux.Namespace + "/" + fluxv1alpha1.SyncName
	}
	return p.withRoot(archived, root)
}

// What is recorded of a shoot is bounded, because anything may be in it: a longer path is no directory that anybody has, and of many
// Kustomizations the first are named.
const (
	longestPath    = 256
	longestForeign = 256
)

func (p Found) withRoot(adopted configuration.Adopted, root string) configuration.Adopted {
	for _, k := range p.Kustomizations {
		if k.String() == root && text.EncodedLength(k.Path) <= longestPath && len(k.TargetNamespace) <= longestPath {
			adopted.Root, adopted.Path, adopted.TargetNamespace = root, k.Path, k.TargetNamespace
		}
	}
	return adopted
}

// Record adds to what was delivered before what is adopted with this configuration, and what is left alone.
func (p Found) Record(previous extensionstatus.State, effective *resolved.Configuration, adopted configuration.Adopted) extensionstatus.State {
	previous.Adopted, previous.Foreign = adopted, p.foreign(effective)
	previous.SourceSuspension, previous.RootSuspension = p.suspension(effective)
	if effective.Source != nil {
		previous.SourceKind = effective.Source.Object.GetKind()
	}
	return previous
}

// suspension returns whether the source and the root Kustomization of the configuration are suspended in the shoot: they stay so.
func (p Found) suspension(effective *resolved.Configuration) (source, root resolved.Suspension) {
	if effective.Source == nil {
		return source, root
	}
	for _, s := range p.Sources {
		if s.Kind == effective.Source.Object.GetKind() && s.String() == effective.Identity().Source {
			source = source.Follow(s.Suspended)
		}
	}
	for _, k := range p.Kustomizations {
		if k.String() == effective.Identity().Root {
			root = root.Follow(k.Suspended)
		}
	}
	return source, root
}

// foreign names the root Kustomizations beside that of the configuration.
func (p Found) foreign(effective *resolved.Configuration) string {
	var names []string
	for _, k := range p.Kustomizations {
		if name := k.String(); k.IsRoot && name != effective.Identity().Root {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return text.Line(strings.Join(names, ", "), longestForeign)
}

// RefuseNamespace returns why Flux cannot be in the configured namespace.
func (p Found) RefuseNamespace(effective *resolved.Configuration) document.Errors {
	namespace := *effective.Flux.Namespace
	for _, c := range p.Controllers {
		if c.Namespace != namespace {
			return effective.NamespaceError(fmt.Sprintf(
				"Flux runs in namespace %s of the shoot already, and two would fight over the same objects; set it to %s, or take that Flux out of the shoot first", c.Namespace, c.Namespace))
		}
	}
	return nil
}
