// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/render"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Bounds of the Kustomizations of a Shoot.
const (
	maxKustomizations = 1_000
	maxNesting        = 32
	// maxShootObjects bounds the objects of all Kustomizations: a thousand may apply the same ten thousand objects.
	maxShootObjects = 100_000
	// maxSubstituted and maxSteps bound the bytes and steps of the substitutions in all Kustomizations.
	maxSubstituted = 512 << 20
	maxSteps       = 4 << 30
	// maxNotKnown is the maximum number of lines about unknown parts.
	maxNotKnown = 2_000
)

// phase is what kustomize-controller does with a Kustomization.
type phase int

const (
	// applied Kustomizations are built and applied.
	applied phase = iota
	// suspended Kustomizations change nothing.
	suspended
	// foreign Kustomizations cannot be followed, because they have another source or another cluster.
	foreign
	// missing Kustomizations have a path that does not exist.
	missing
	// failing Kustomizations do not build.
	failing
)

// node is a Kustomization in a shoot.
type node struct {
	key   types.NamespacedName
	spec  *kustomizev1.Kustomization
	phase phase
	depth int
	// self is the object in the inventory of another Kustomization. It is nil for the root.
	self *object
	// vars and count are the variables and the number of objects of an applied Kustomization.
	vars  *variables
	count int
	// withheld contains what Flux does not apply because the Kustomization is refused. It is nil if that is not known.
	withheld *withheld
}

func (n *node) String() string { return "Kustomization " + n.key.String() }

// object is an object in the inventory of a Kustomization.
type object struct {
	meta
	node     *node
	template *template
	vars     *variables
	// delivered is true if the extension delivers the object, too.
	delivered bool
}

// decode returns the object as kustomize-controller applies it.
func (o *object) decode() (*unstructured.Unstructured, error) {
	substituted, err := o.vars.substitute(o.template)
	if err != nil {
		return nil, err
	}
	decoded, err := decode(o.template, substituted)
	if err != nil {
		return nil, err
	}
	setCommonMetadata(decoded, o.node.spec.Spec.CommonMetadata)
	return decoded, nil
}

func setCommonMetadata(object *unstructured.Unstructured, common *kustomizev1.CommonMetadata) {
	if common == nil {
		return
	}
	if len(common.Labels) > 0 {
		object.SetLabels(labels.Merge(object.GetLabels(), common.Labels))
	}
	if len(common.Annotations) > 0 {
		object.SetAnnotations(labels.Merge(object.GetAnnotations(), common.Annotations))
	}
}

// state contains what Flux applies to a shoot at one revision.
type state struct {
	nodes   map[types.NamespacedName]*node
	order   []*node
	objects map[identity]*object
	// also contains objects that another Kustomization in objects applies, too.
	also map[identity][]*object
	// notKnown contains what cannot be followed. failures contains what Flux cannot apply.
	notKnown []string
	failures []failure
}

// of returns an object that a Kustomization applies, or nil if it does not apply it.
func (s *state) of(n *node, id identity) *object {
	if first := s.objects[id]; first != nil && first.node == n {
		return first
	}
	if i := slices.IndexFunc(s.also[id], func(o *object) bool { return o.node == n }); i >= 0 {
		return s.also[id][i]
	}
	return nil
}

// applied returns the object that a Kustomization applies, or nil if none does.
func (s *state) applied(id identity) *object {
	first := s.objects[id]
	if first == nil || !first.ignored {
		return first
	}
	if i := slices.IndexFunc(s.also[id], func(o *object) bool { return !o.ignored }); i >= 0 {
		return s.also[id][i]
	}
	return nil
}

// sorted returns all objects, those with the same identity after each other.
func (s *state) sorted() []*object {
	all := make([]*object, 0, len(s.objects))
	for _, id := range slices.SortedFunc(maps.Keys(s.objects), compareIdentities) {
		all = append(append(all, s.objects[id]), s.also[id]...)
	}
	return all
}

// walker follows the Kustomizations of a Shoot through a source.
type walker struct {
	builder *builder
	sync    *render.Sync
	state   *state
	pending []*node
	// unknown contains what is noted as not known.
	unknown map[string]bool
	// protected contains the annotations of the objects that the extension delivers.
	protected map[identity]map[string]string
	// refusals contains the Kustomizations with objects that the API server refuses.
	refusals map[types.NamespacedName]*refusedObjects
	// objects, bytes and steps are the totals of all Kustomizations.
	objects      int
	bytes, steps float64
}

// walk returns what Flux applies to a shoot at the revision of the builder, except what is refused.
func walk(b *builder, sync *render.Sync, refusals map[types.NamespacedName]*refusedObjects) *walker {
	w := &walker{builder: b, sync: sync, refusals: refusals, state: &state{nodes: map[types.NamespacedName]*node{}, objects: map[identity]*object{}, also: map[identity][]*object{}}, unknown: map[string]bool{}, protected: map[identity]map[string]string{}}
	for _, object := range sync.Protected {
		w.protected[identityOf(object)] = object.GetAnnotations()
	}
	root := sync.Effective.Kustomization.Typed
	w.add(&node{key: types.NamespacedName{Namespace: root.Namespace, Name: root.Name}, spec: root})
	w.follow()
	return w
}

func (w *walker) notKnown(format string, args ...any) {
	if len(w.unknown) > maxNotKnown {
		return
	}
	noted := fmt.Sprintf(format, args...)
	if len(w.unknown) == maxNotKnown {
		noted = fmt.Sprintf("more than %d parts of the plan are not known, and the others are not listed", maxNotKnown)
	}
	if !w.unknown[noted] {
		w.unknown[noted] = true
		w.state.notKnown = append(w.state.notKnown, noted)
	}
}

func (w *walker) fail(n *node, err error) {
	n.phase = failing
	w.state.failures = append(w.state.failures, newFailure(n, err))
}

// add adds a Kustomization unless it is known. Without this, Kustomizations that apply each other would never end.
func (w *walker) add(n *node) {
	if _, ok := w.state.nodes[n.key]; ok {
		return
	}
	w.state.nodes[n.key] = n
	w.state.order = append(w.state.order, n)
	w.pending = append(w.pending, n)
}

// follow applies the pending Kustomizations and their children. A Kustomization with variables of a ConfigMap or Secret
// waits for the Kustomization that applies it.
func (w *walker) follow() {
	for len(w.pending) > 0 {
		var waiting []*node
		begun := w.pending
		w.pending = nil
		for _, n := range begun {
			if w.isReady(n) {
				w.apply(n)
			} else {
				waiting = append(waiting, n)
			}
		}
		if len(waiting) == len(begun) {
			// No Kustomization applies the object that the first one waits for.
			w.apply(waiting[0])
			waiting = waiting[1:]
		}
		w.pending = append(waiting, w.pending...)
	}
	w.checkDependencies()
}

func (w *walker) isReady(n *node) bool {
	if n.spec.Spec.PostBuild == nil || n.spec.Spec.Suspend {
		return true
	}
	return !slices.ContainsFunc(n.spec.Spec.PostBuild.SubstituteFrom, func(from kustomizev1.SubstituteReference) bool {
		_, found := w.origin(from.Kind, n.key.Namespace, from.Name)
		return !found
	})
}

// apply builds a Kustomization, and adds its objects and children.
func (w *walker) apply(n *node) {
	switch spec := n.spec.Spec; {
	case len(w.state.nodes) > maxKustomizations:
		w.fail(n, fmt.Errorf("the Shoot has more than %d Kustomizations", maxKustomizations))
		return
	case n.depth > maxNesting:
		w.fail(n, fmt.Errorf("it is below more than %d other Kustomizations; check whether a Kustomization applies itself under another name", maxNesting))
		return
	case spec.Suspend:
		n.phase = suspended
		w.notKnown("%s is suspended: its objects do not change, and Kustomizations that it has applied earlier are not followed", n)
		return
	case w.isRefused(n):
		n.phase = foreign
		w.notKnown("%s reads a source in another namespace, which Flux refuses with flux.multitenancy", n)
		return
	case !w.sameSource(n):
		n.phase = foreign
		w.notKnown("%s reads another source, %s %s", n, spec.SourceRef.Kind, sourceName(n))
		return
	case spec.KubeConfig != nil:
		n.phase = foreign
		w.notKnown("%s applies to another cluster (spec.kubeConfig)", n)
		return
	case strings.Contains(spec.Path, configuration.Placeholder):
		n.phase = foreign
		w.notKnown("%s has path %s, which contains a variable that the Shoot does not have yet", n, spec.Path)
		return
	}
	vars, err := newVariables(n.spec, w.origins(n))
	if err != nil {
		w.fail(n, err)
		return
	}
	templates, err := w.builder.build(n.spec)
	if _, is := errors.AsType[*missingPathError](err); is {
		w.fail(n, err)
		n.phase = missing
		return
	}
	if err == nil {
		err = w.spend(vars, templates)
	}
	if err != nil {
		w.fail(n, err)
		return
	}
	n.withheld = &withheld{vars: vars, templates: templates}
	if err := w.refused(n, vars, templates); err != nil {
		w.fail(n, err)
		return
	}
	if own, ok := w.refusals[n.key]; ok {
		applied := own.applied(templates)
		n.withheld.templates = without(templates, applied)
		defer func() { w.fail(n, own.err(applied)) }()
		templates = applied
	}
	w.addObjects(n, vars, templates)
}

// spend returns an error if the objects of a Kustomization, with those before it, exceed the bounds of a Shoot.
func (w *walker) spend(vars *variables, templates []*template) error {
	w.objects += len(templates)
	for _, t := range templates {
		if vars.active && !t.literal && t.root != nil {
			// The substitution fails if an object would exceed the bounds.
			if bytes, steps := t.cost(vars.value); bytes <= mostIntermediate && steps <= mostSteps {
				w.bytes, w.steps = w.bytes+bytes, w.steps+steps
			}
		}
	}
	switch {
	case w.objects > maxShootObjects:
		return fmt.Errorf("the Kustomizations of the Shoot have more than %d objects in total", maxShootObjects)
	case w.bytes > maxSubstituted:
		return fmt.Errorf("the objects of the Shoot have more than %d bytes in total after the variables are substituted", maxSubstituted)
	case w.steps > maxSteps:
		return fmt.Errorf("the variables of the Shoot: %w", errTooSlow)
	}
	return nil
}

// refused returns an error if kustomize-controller refuses to apply the objects.
func (w *walker) refused(n *node, vars *variables, templates []*template) error {
	for _, t := range templates {
		switch {
		case vars.active && !t.literal && t.parseErr != nil:
			_, err := vars.substitute(t)
			return err
		case vars.active && !t.literal && t.fromEnd && !isFrom29(w.sync):
			return fmt.Errorf("%s has a substring with a negative length, for which Flux before v2.9 fails; use a Shoot with Flux v2.9, or another function", t.id)
		case t.encrypted && !t.undecrypted && n.spec.Spec.Decryption == nil:
			return fmt.Errorf("%s is encrypted with SOPS; set spec.decryption of the Kustomization", t.id)
		case t.undecryptable != "" && !t.undecrypted && n.spec.Spec.Decryption != nil:
			return fmt.Errorf("Flux cannot decrypt key %s: without a known ending, it has to contain a binary file; give the key the ending of the encrypted file, such as .yaml", t.undecryptable)
		}
	}
	return w.undefined(n, vars, templates)
}

// addObjects adds the objects of a Kustomization to the state, and its children to the pending Kustomizations.
func (w *walker) addObjects(n *node, vars *variables, templates []*template) {
	objects, decoded, err := w.objectsOf(n, vars, templates)
	if err != nil {
		w.fail(n, err)
		return
	}
	n.vars, n.count = vars, len(objects)
	for _, o := range objects {
		if o.id.isKustomization() && !o.ignored {
			w.addChild(n, o, decoded[o])
		}
		if other, ok := w.state.objects[o.id]; ok && other.node != n {
			w.notKnown("%s is in %s and in %s, which overwrite each other", o.id, other.node, n)
			w.state.also[o.id] = append(w.state.also[o.id], o)
			continue
		}
		w.state.objects[o.id] = o
	}
}

// objectsOf returns the objects of a Kustomization, and the decoded ones of those that must be decoded.
// kustomize-controller refuses all of them if one is invalid, or if two have the same name after the substitution.
func (w *walker) objectsOf(n *node, vars *variables, templates []*template) (objects []*object, decoded map[*object]*unstructured.Unstructured, err error) {
	type version struct {
		identity
		apiVersion string
	}
	decoded, there := map[*object]*unstructured.Unstructured{}, map[version]bool{}
	for _, t := range templates {
		o := &object{meta: t.meta, node: n, template: t, vars: vars}
		varies := t.varies && vars.active
		if hidden := vars.hiddenIn(t); varies && slices.ContainsFunc(hidden, func(name string) bool { return strings.Contains(t.id.String(), "${"+name) }) {
			w.notKnown("%s: the name of %s contains variables that are not known: %s", n, t.id, strings.Join(hidden, ", "))
			continue
		}
		if common := n.spec.Spec.CommonMetadata; common != nil {
			o.meta = o.meta.with(common.Labels, common.Annotations)
		}
		if varies || t.id.isKustomization() {
			if decoded[o], err = o.decode(); err != nil {
				return nil, nil, err
			}
			o.meta = metaOf(decoded[o])
		}
		w.protect(o)
		own := version{o.id, o.apiVersion}
		if there[own] {
			return nil, nil, fmt.Errorf("two objects are %s after the variables are substituted; rename one of them", o.id)
		}
		there[own] = true
		objects = append(objects, o)
	}
	return objects, decoded, nil
}

// protect sets what kustomize-controller does with an object that the extension delivers. It reads the annotations of
// the object in the shoot, whatever the source contains.
func (w *walker) protect(o *object) {
	if annotations, ok := w.protected[o.id]; ok {
		o.meta = o.meta.with(nil, annotations)
		o.delivered = true
	}
}

func (w *walker) addChild(parent *node, o *object, decoded *unstructured.Unstructured) {
	child := &kustomizev1.Kustomization{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(decoded.Object, child); err != nil {
		w.fail(parent, fmt.Errorf("%s has a field of the wrong type: %w", o.id, err))
		return
	}
	if hidden := o.vars.hiddenIn(o.template); len(hidden) > 0 && strings.Contains(child.Spec.Path, "${") {
		w.notKnown("%s: the path of %s contains variables that are not known: %s", parent, o.id, strings.Join(hidden, ", "))
		w.state.nodes[o.id.key()] = &node{key: o.id.key(), spec: child, phase: foreign, depth: parent.depth + 1, self: o}
		return
	}
	w.add(&node{key: o.id.key(), spec: child, depth: parent.depth + 1, self: o})
}

// isRefused reports whether the controllers refuse the reference to a source in another namespace.
func (w *walker) isRefused(n *node) bool {
	return w.sync.Effective.Flux.HasMultitenancy() && sourceName(n).Namespace != n.key.Namespace
}

// sameSource reports whether a Kustomization reads the source of the root Kustomization.
func (w *walker) sameSource(n *node) bool {
	root := w.state.order[0]
	return n.spec.Spec.SourceRef.Kind == root.spec.Spec.SourceRef.Kind && sourceName(n) == sourceName(root)
}

func sourceName(n *node) types.NamespacedName {
	return types.NamespacedName{Namespace: cmp.Or(n.spec.Spec.SourceRef.Namespace, n.key.Namespace), Name: n.spec.Spec.SourceRef.Name}
}

// origins returns the variables of each substituteFrom. An entry is nil if the object is not known.
func (w *walker) origins(n *node) []*origin {
	if n.spec.Spec.PostBuild == nil {
		return nil
	}
	var origins []*origin
	for _, from := range n.spec.Spec.PostBuild.SubstituteFrom {
		own, _ := w.origin(from.Kind, n.key.Namespace, from.Name)
		if own == nil {
			w.notKnown("%s: the variables in %s %s/%s are not known", n, from.Kind, n.key.Namespace, from.Name)
		}
		origins = append(origins, own)
	}
	return origins
}

// origin returns the variables of a ConfigMap or Secret that the extension or a Kustomization delivers. It returns nil
// if they are not known, and false if neither delivers it.
func (w *walker) origin(kind, namespace, name string) (*origin, bool) {
	if kind == kindConfigMap && name == fluxv1alpha1.ShootInfoConfigMapName && slices.Contains(flux.ShootInfoNamespaces(w.sync.Effective), namespace) {
		return &origin{values: w.sync.Info, unknown: w.sync.Unknown}, true
	}
	for _, copied := range w.sync.Copies {
		if copied.Kind != kind || copied.Target.Namespace != namespace || copied.Target.Name != name {
			continue
		}
		if copied.Data == nil {
			return nil, true
		}
		return &origin{values: copied.Data, secret: kind == kindSecret}, true
	}
	o, ok := w.state.objects[identity{kind: kind, namespace: namespace, name: name}]
	if !ok {
		return nil, false
	}
	decoded, err := o.decode()
	if err != nil {
		return nil, true
	}
	return originOf(decoded, len(o.vars.hiddenIn(o.template)) > 0), true
}

// checkDependencies reports Kustomizations that never become ready, because they depend on each other, and dependencies
// that are not known.
func (w *walker) checkDependencies() {
	done := map[*node]bool{}
	for _, n := range w.state.order {
		w.checkDependency(n, nil, done)
	}
}

func dependencyKey(n *node, on kustomizev1.DependencyReference) types.NamespacedName {
	return types.NamespacedName{Namespace: cmp.Or(on.Namespace, n.key.Namespace), Name: on.Name}
}

// hold notes that a Kustomization waits for one that fails.
func (w *walker) hold(n, on *node) {
	w.fail(n, fmt.Errorf("it depends on %s, which fails: its objects do not change", on))
	isOf := func(o *object) bool { return o.node == n }
	for id, others := range w.state.also {
		w.state.also[id] = slices.DeleteFunc(others, isOf)
	}
	for id, o := range w.state.objects {
		if !isOf(o) {
			continue
		}
		delete(w.state.objects, id)
		if others := w.state.also[id]; len(others) > 0 {
			w.state.objects[id], w.state.also[id] = others[0], others[1:]
		}
	}
}

func (w *walker) checkDependency(n *node, above []*node, done map[*node]bool) {
	if done[n] {
		return
	}
	if i := slices.Index(above, n); i >= 0 {
		var names []string
		for _, member := range append(above[i:], n) {
			names = append(names, member.key.String())
		}
		w.fail(n, fmt.Errorf("spec.dependsOn is a cycle, and Flux applies none of these: %s", text.Join(names, mostNames, " → ")))
		// Report at most one cycle that begins with the same Kustomization, even if several others depend on it.
		done[n] = true
		return
	}
	for _, dependency := range n.spec.Spec.DependsOn {
		key := dependencyKey(n, dependency)
		if on, ok := w.state.nodes[key]; ok {
			w.checkDependency(on, append(slices.Clone(above), n), done)
			if on.phase == failing && n.phase == applied {
				w.hold(n, on)
			}
		} else if n.phase == applied {
			w.notKnown("%s depends on Kustomization %s, which is not in the source", n, key)
		}
	}
	done[n] = true
}
