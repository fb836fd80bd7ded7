// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"reflect"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// deletions finds the objects of the state before that kustomize-controller or Kubernetes may delete with the revision,
// also if Flux creates them again. Nothing orders the reconciliations of a commit: a Kustomization may apply it with
// its spec from before, because the Kustomization above has not updated it yet, and the former owner of an object may
// prune it before the next owner applies it. If the result depends on the order, the worse result counts.
type deletions struct {
	before, after *state
	walker        *walker
	// former contains the objects that a Kustomization applies with the files of the revision and its spec from before.
	// An entry is nil if it applies nothing.
	former map[*node]map[identity]meta
	// reasons contains the deleted objects. A reason is empty if the revision simply no longer contains the object.
	reasons map[*object]string
	pending []*object
	// steady and orders cache the results of isSteady and waits, because thousands of objects may move at once.
	steady map[*node]bool
	orders map[[2]*node]bool
	// inNamespace, ofKind and ofNode contain the objects of the state before.
	inNamespace map[string][]*object
	ofKind      map[schema.GroupKind][]*object
	ofNode      map[*node][]*object
	// namespaces and definitions contain the deleted Namespaces and CustomResourceDefinitions.
	namespaces  map[string]identity
	definitions map[schema.GroupKind]identity
}

// findDeletions returns the deletions of a revision.
func findDeletions(before *state, after *walker) *deletions {
	d := &deletions{
		before: before, after: after.state, walker: after, former: map[*node]map[identity]meta{}, reasons: map[*object]string{},
		steady: map[*node]bool{}, orders: map[[2]*node]bool{}, namespaces: map[string]identity{}, definitions: map[schema.GroupKind]identity{},
	}
	for _, o := range before.sorted() {
		if reason, is := d.prunes(o); is {
			d.add(o, reason)
		}
	}
	if len(d.pending) > 0 {
		d.index()
	}
	for len(d.pending) > 0 {
		o := d.pending[0]
		d.pending = d.pending[1:]
		d.addDependents(o)
	}
	return d
}

func (d *deletions) index() {
	d.inNamespace, d.ofKind, d.ofNode = map[string][]*object{}, map[schema.GroupKind][]*object{}, map[*node][]*object{}
	for _, o := range d.before.sorted() {
		kind := schema.GroupKind{Group: o.id.group, Kind: o.id.kind}
		d.inNamespace[o.id.namespace] = append(d.inNamespace[o.id.namespace], o)
		d.ofKind[kind] = append(d.ofKind[kind], o)
		d.ofNode[o.node] = append(d.ofNode[o.node], o)
	}
}

// has reports whether an object may be deleted.
func (d *deletions) has(o *object) bool {
	_, ok := d.reasons[o]
	return ok
}

// of returns an object that any Kustomization may delete, or nil.
func (d *deletions) of(id identity) *object {
	for _, o := range append([]*object{d.before.objects[id]}, d.before.also[id]...) {
		if o != nil && d.has(o) {
			return o
		}
	}
	return nil
}

func (d *deletions) add(o *object, reason string) {
	if known, ok := d.reasons[o]; ok && (known == "" || reason != "") {
		return
	} else if !ok {
		d.pending = append(d.pending, o)
	}
	d.reasons[o] = reason
}

// addDependents adds the objects that are deleted together with an object.
func (d *deletions) addDependents(o *object) {
	switch {
	case o.id.isNamespace():
		d.namespaces[o.id.name] = o.id
		for _, in := range d.inNamespace[o.id.name] {
			d.add(in, "with "+o.id.String())
		}
	case o.id.isDefinition():
		kind := o.defines()
		d.definitions[kind] = o.id
		for _, of := range d.ofKind[kind] {
			d.add(of, "with "+o.id.String())
		}
	case o.id.isKustomization():
		n := d.before.nodes[o.id.key()]
		if n == nil || n.self != o || !deletes(n.spec) {
			return
		}
		for _, applied := range d.ofNode[n] {
			if !d.keeps(applied) {
				d.add(applied, d.finalizerReason(applied))
			}
		}
	}
}

// finalizerReason describes the deletion of an object with its Kustomization. It is empty for an object that the
// revision no longer contains.
func (d *deletions) finalizerReason(o *object) string {
	taker, ok := d.after.objects[o.id]
	switch {
	case !ok || taker.ignored:
		return ""
	case taker.node.key == o.node.key:
		return fmt.Sprintf("with %s", o.node)
	}
	return fmt.Sprintf("%s is removed with it, and %s creates it again", o.node, taker.node)
}

// defines returns the kind that a CustomResourceDefinition defines.
func (o *object) defines() schema.GroupKind {
	decoded, err := o.decode()
	if err != nil {
		return schema.GroupKind{}
	}
	return flux.GroupKindOf(decoded)
}

// deletes reports whether kustomize-controller deletes the objects of a Kustomization together with it.
func deletes(k *kustomizev1.Kustomization) bool {
	return !k.Spec.Suspend && configuration.Prunes(k)
}

// prunes reports whether the Kustomization of an object may prune it, with the reason.
func (d *deletions) prunes(o *object) (string, bool) {
	if d.keeps(o) || d.isTakenBefore(o) {
		return "", false
	}
	now := d.after.nodes[o.node.key]
	dropped := now != nil && now.phase == applied && d.after.of(now, o.id) == nil
	if dropped && now.spec.Spec.Prune {
		if taker, ok := d.after.objects[o.id]; ok && !taker.ignored {
			return fmt.Sprintf("%s may prune it before %s applies it", o.node, taker.node), true
		}
		return d.emptied(now), true
	}
	former := d.formerOf(o.node)
	if _, ok := former[o.id]; former == nil || ok || !o.node.spec.Spec.Prune {
		return "", false
	}
	first := fmt.Sprintf("%s may apply the commit before ", o.node)
	switch {
	case now == nil:
		return first + "it is removed", true
	case now.spec.Spec.Suspend:
		return first + "spec.suspend: true", true
	case !now.spec.Spec.Prune:
		return first + "spec.prune: false", true
	}
	return first + "the change of its spec", true
}

// keeps reports whether an annotation certainly protects an object against pruning. The annotation in the shoot counts.
// With the revision, the Kustomization may remove it before it prunes the object or is removed itself.
func (d *deletions) keeps(o *object) bool {
	if !o.kept {
		return false
	}
	if now := d.after.nodes[o.node.key]; now != nil && sameSpec(o.node, now) {
		own := d.after.of(now, o.id)
		return own == nil || own.kept
	}
	former, ok := d.formerOf(o.node)[o.id]
	return !ok || former.kept
}

// emptied says why a Kustomization applies nothing any more. It is empty if it applies something.
func (d *deletions) emptied(n *node) string {
	if n.count > 0 {
		return ""
	}
	return fmt.Sprintf("path %s contains no manifests any more, so that %s deletes everything", n.spec.Spec.Path, n)
}

// formerOf returns the objects that a Kustomization of the state before applies with the files of the revision and its
// spec from before. It is nil if it applies nothing.
func (d *deletions) formerOf(n *node) map[identity]meta {
	if known, ok := d.former[n]; ok {
		return known
	}
	d.former[n] = d.buildFormer(n)
	return d.former[n]
}

func (d *deletions) buildFormer(n *node) map[identity]meta {
	if now := d.after.nodes[n.key]; now != nil && sameSpec(n, now) {
		// The Kustomization applies the revision with the same spec, or not at all.
		return nil
	}
	templates, err := d.walker.builder.build(n.spec)
	if err != nil || n.vars == nil || d.walker.refused(n, n.vars, templates) != nil {
		return nil
	}
	if err := d.walker.spend(n.vars, templates); err != nil {
		d.walker.fail(n, err)
		return nil
	}
	objects, _, err := d.walker.objectsOf(n, n.vars, templates)
	if err != nil {
		return nil
	}
	applies := map[identity]meta{}
	for _, o := range objects {
		applies[o.id] = o.meta
	}
	return applies
}

// isTakenBefore reports whether another Kustomization certainly applies an object before the former owner would prune
// it. The former owner must already depend on the other Kustomization. A dependency is ready when it has applied the
// same revision, possibly with its previous spec, so the revision must not change any of the specs.
func (d *deletions) isTakenBefore(o *object) bool {
	taker, ok := d.after.objects[o.id]
	if !ok || taker.node.key == o.node.key || taker.ignored || taker.once || !d.isSteady(o.node) {
		return false
	}
	order := [2]*node{o.node, taker.node}
	if _, ok := d.orders[order]; !ok {
		d.orders[order] = d.waits(o.node, taker.node, map[*node]bool{})
	}
	return d.orders[order]
}

// waits reports whether a Kustomization applies the revision only after another one.
func (d *deletions) waits(n, other *node, seen map[*node]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	return slices.ContainsFunc(n.spec.Spec.DependsOn, func(on kustomizev1.DependencyReference) bool {
		dependency := d.before.nodes[dependencyKey(n, on)]
		if dependency == nil || on.ReadyExpr != "" || !d.isSteady(dependency) {
			return false
		}
		return dependency.key == other.key || d.waits(dependency, other, seen)
	})
}

// isSteady reports whether the revision changes neither the spec of a Kustomization nor which one applies it.
func (d *deletions) isSteady(n *node) bool {
	if _, ok := d.steady[n]; !ok {
		d.steady[n] = d.staysAs(n)
	}
	return d.steady[n]
}

func (d *deletions) staysAs(n *node) bool {
	now := d.after.nodes[n.key]
	switch {
	case now == nil || n.phase != applied || now.phase != applied || !sameSpec(n, now):
		return false
	case n.self == nil || now.self == nil:
		return n.self == now.self
	}
	return n.self.node.key == now.self.node.key
}

func sameSpec(a, b *node) bool {
	return a.spec == b.spec || reflect.DeepEqual(a.spec.Spec, b.spec.Spec)
}

// reasonOf returns why an object is deleted, and which unknown objects are deleted with it.
func (d *deletions) reasonOf(o *object) string {
	reason := d.reasons[o]
	if !o.id.isKustomization() {
		return reason
	}
	n := d.before.nodes[o.id.key()]
	if n == nil || n.self != o || n.phase != foreign || !deletes(n.spec) {
		return reason
	}
	const along = "with all objects that it has applied, which are not known"
	if reason == "" {
		return along
	}
	return reason + "; " + along
}

// returns reports whether Flux creates a deleted object again.
func (d *deletions) returns(o *object) bool { return d.exists(o.id, map[identity]bool{}) }

// exists reports whether an object exists after the revision: Flux applies it, and neither its Namespace, its
// CustomResourceDefinition nor the Kustomization that applies it is gone.
func (d *deletions) exists(id identity, above map[identity]bool) bool {
	o, ok := d.after.objects[id]
	if !ok || o.ignored {
		return false
	}
	if above[id] {
		return true
	}
	above[id] = true
	needed := []identity{}
	if namespace, ok := d.namespaces[id.namespace]; ok {
		needed = append(needed, namespace)
	}
	if definition, ok := d.definitions[schema.GroupKind{Group: id.group, Kind: id.kind}]; ok {
		needed = append(needed, definition)
	}
	if self := o.node.self; self != nil {
		needed = append(needed, self.id)
	}
	return !slices.ContainsFunc(needed, func(id identity) bool { return !d.exists(id, above) })
}
