// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/render"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// stage is the part of a Kustomization that kustomize-controller applies in one step. If the API server refuses an
// object, kustomize-controller applies no object of the same stage and of later stages.
type stage int

const (
	// definitions are Namespaces, CustomResourceDefinitions and ClusterRoles.
	definitions stage = iota
	// classes are the kinds whose name ends with Class.
	classes
	// others are all other kinds.
	others
)

const groupCRD = "apiextensions.k8s.io"

// stageOf returns the stage of an object, as ApplyAllStaged of github.com/fluxcd/pkg/ssa.
func stageOf(m meta) stage {
	kind := strings.ToLower(m.id.kind)
	switch {
	case kind == "customresourcedefinition" && m.id.group == groupCRD, kind == "namespace" && m.apiVersion == "v1",
		kind == "clusterrole" && m.id.group == "rbac.authorization.k8s.io":
		return definitions
	case strings.HasSuffix(m.id.kind, "Class"):
		return classes
	}
	return others
}

// refusedObjects are the objects of a Kustomization that the API server refuses.
type refusedObjects struct {
	// stage is the first stage with such an object.
	stage   stage
	reasons []string
}

// applied returns the templates that kustomize-controller applies nevertheless.
func (r *refusedObjects) applied(templates []*template) []*template {
	return slices.DeleteFunc(slices.Clone(templates), func(t *template) bool { return stageOf(t.meta) >= r.stage })
}

// without returns the templates that are not among others.
func without(templates, others []*template) []*template {
	return slices.DeleteFunc(slices.Clone(templates), func(t *template) bool { return slices.Contains(others, t) })
}

// err describes the refusal. applied are the templates that are applied nevertheless.
func (r *refusedObjects) err(applied []*template) error {
	const most = 3
	stays := "applies nothing of this Kustomization"
	switch {
	case len(applied) > 0 && r.stage == classes:
		stays = "applies only Namespaces, CustomResourceDefinitions and ClusterRoles of this Kustomization"
	case len(applied) > 0:
		stays = "applies only Namespaces, CustomResourceDefinitions, ClusterRoles and classes of this Kustomization"
	}
	return fmt.Errorf("the API server refuses %s; until this is corrected, Flux %s, and prunes nothing", text.Join(r.reasons, most, "; "), stays)
}

// follow returns what Flux applies to a shoot at the revision of the builder, without the objects that the API server
// refuses. former is the state before the revision, or nil.
func follow(b *builder, sync *render.Sync, former *state) *walker {
	// Objects that are not applied may be the variables of other Kustomizations, which are then refused too.
	const mostRounds = 20
	known := map[types.NamespacedName]*refusedObjects{}
	for round := 0; ; round++ {
		w := walk(b, sync, known)
		if round == mostRounds {
			w.notKnown("whether the API server refuses further objects is not known, because the variables of their Kustomizations depend on those of more than %d refused ones", mostRounds)
			return w
		}
		found := b.judge.refused(w, former)
		before := len(known)
		for key, own := range found {
			known[key] = own
		}
		if len(known) == before {
			return w
		}
	}
}
