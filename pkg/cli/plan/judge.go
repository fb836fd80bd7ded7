// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/refusal"
)

// judge decides which objects and changes the API servers of all Shoots refuse. Shoots share the verdicts on the same
// objects. It is safe for concurrent use.
type judge struct {
	ctx        context.Context
	schemas    *refusal.Judge
	kustomizer kustomizer.Kustomizer

	mutex    sync.Mutex
	sums     map[*template][sha256.Size]byte
	verdicts map[verdictKey]error
	customs  map[[sha256.Size]byte]*customKind
}

// verdictKey identifies an object and the schemas that judge it.
type verdictKey struct {
	server refusal.Server
	custom *customKind
	object [sha256.Size]byte
	// partly is true if only kind and namespace are judged.
	partly bool
}

// customKind is a CustomResourceDefinition of the source.
type customKind struct {
	*refusal.Definition
	id   identity
	text string
	// asked serializes the questions about this definition. err is the reason why its schema cannot be used.
	asked sync.Mutex
	err   error
}

func newJudge(ctx context.Context, schemas *refusal.Judge, with kustomizer.Kustomizer) *judge {
	return &judge{
		ctx: ctx, schemas: schemas, kustomizer: with,
		sums: map[*template][sha256.Size]byte{}, verdicts: map[verdictKey]error{}, customs: map[[sha256.Size]byte]*customKind{},
	}
}

// refused returns the Kustomizations of a Shoot with objects that the API server refuses.
func (j *judge) refused(w *walker, former *state) map[types.NamespacedName]*refusedObjects {
	own := &judging{
		judge: j, walker: w, found: map[types.NamespacedName]*refusedObjects{}, waiting: map[*customKind][]pending{},
		server: refusal.Server{Kubernetes: w.sync.Info[fluxv1alpha1.ShootInfoKubernetesVersion], Flux: w.sync.Effective.Version},
	}
	own.customs = j.customsOf(w.state)
	if former != nil {
		own.former, own.formerCustoms = former.objects, j.customsOf(former)
	}
	for _, id := range slices.SortedFunc(maps.Keys(w.state.objects), compareIdentities) {
		for _, o := range append([]*object{w.state.objects[id]}, w.state.also[id]...) {
			if o.node.phase == applied && !o.ignored && !o.once {
				own.object(o)
			}
		}
	}
	own.validate()
	if former != nil {
		own.changes(former)
	}
	return own.found
}

// customsOf returns the CustomResourceDefinitions that the Kustomizations of a Shoot apply. They are nil for kinds with
// several definitions, and for those that may differ in the shoot.
func (j *judge) customsOf(of *state) map[schema.GroupKind]*customKind {
	found := map[schema.GroupKind]*customKind{}
	for _, o := range of.objects {
		if o.id.group != groupCRD || o.ignored || len(o.vars.hiddenIn(o.template)) > 0 {
			continue
		}
		own := j.customOf(o)
		if own == nil {
			continue
		}
		if _, ok := found[own.Kind]; ok || o.once {
			found[own.Kind] = nil
			continue
		}
		found[own.Kind] = own
	}
	return found
}

// customOf returns the definition in a CustomResourceDefinition, or nil if it cannot be decoded.
func (j *judge) customOf(o *object) *customKind {
	manifest, sum, err := j.text(o)
	if err != nil {
		return nil
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if known, ok := j.customs[sum]; ok {
		return known
	}
	var own *customKind
	if decoded, err := decode(o.template, manifest); err == nil {
		own = &customKind{Definition: refusal.DefinitionOf(decoded), id: o.id, text: manifest}
	}
	j.customs[sum] = own
	return own
}

// text returns an object as YAML with the variables substituted, and its hash.
func (j *judge) text(o *object) (string, [sha256.Size]byte, error) {
	if o.vars.active && o.template.parsed != nil {
		substituted, err := o.vars.substitute(o.template)
		return substituted, sha256.Sum256([]byte(substituted)), err
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	sum, ok := j.sums[o.template]
	if !ok {
		sum = sha256.Sum256([]byte(o.template.text))
		j.sums[o.template] = sum
	}
	return o.template.text, sum, nil
}

func (j *judge) verdict(key verdictKey) (known bool, verdict error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	verdict, known = j.verdicts[key]
	return known, verdict
}

func (j *judge) keep(key verdictKey, verdict error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.verdicts[key] = verdict
}

// judging judges the objects of one Shoot.
type judging struct {
	*judge
	walker  *walker
	server  refusal.Server
	customs map[schema.GroupKind]*customKind
	// former contains the objects before the revision. formerCustoms contains their definitions.
	former        map[identity]*object
	formerCustoms map[schema.GroupKind]*customKind
	// waiting contains the objects that are validated together.
	waiting map[*customKind][]pending
	found   map[types.NamespacedName]*refusedObjects
}

// pending is an object whose verdict is not known yet.
type pending struct {
	object *object
	key    verdictKey
	text   string
}

// object judges an object, or defers it until it can be judged with the others of its kind.
func (j *judging) object(o *object) {
	kind := schema.GroupKind{Group: o.id.group, Kind: o.id.kind}
	own, defined := j.customs[kind]
	if defined == refusal.Knows(kind.Group) || defined && own == nil {
		// The kind is not defined anywhere, or the source defines it too.
		return
	}
	manifest, sum, err := j.text(o)
	if err != nil {
		return // The comparison reports it.
	}
	key := verdictKey{server: j.server, custom: own, object: sum, partly: o.template.unhashed || o.isPartlyKnown()}
	if defined {
		key.server = refusal.Server{}
		// If the schema changes, an API server accepts invalid values that stay the same. It may have changed before the
		// revision to compare with. If the Kustomization counted as refused there, its removals would not be listed.
		key.partly = key.partly || j.walker.builder.earlier || j.former[o.id] != nil && j.formerCustoms[kind] != own
	}
	known, verdict := j.verdict(key)
	if known {
		j.refuse(o, verdict)
		return
	}
	decoded, err := decode(o.template, manifest)
	if err != nil {
		return
	}
	if _, encrypted := decoded.Object["sops"]; encrypted {
		key.partly = true
	}
	if !defined {
		verdict = j.known(decoded, key)
	} else if verdict = own.Judge(decoded); verdict == nil && !key.partly {
		j.waiting[own] = append(j.waiting[own], pending{object: o, key: key, text: manifest})
		return
	}
	j.keep(key, verdict)
	j.refuse(o, verdict)
}

// isPartlyKnown reports whether variables that are not known are in an object, or in a Kustomization that applies it.
func (o *object) isPartlyKnown() bool {
	for ; o != nil; o = o.node.self {
		if len(o.vars.hiddenIn(o.template)) > 0 {
			return true
		}
	}
	return false
}

// known judges an object of a kind that the source does not define.
func (j *judging) known(decoded *unstructured.Unstructured, key verdictKey) error {
	const longest = 20 * time.Second
	ctx, cancel := context.WithTimeout(j.ctx, longest)
	defer cancel()
	verdict := j.schemas.Judge(ctx, key.server, decoded, !key.partly)
	if ctx.Err() != nil {
		return &lateError{longest: longest}
	}
	return verdict
}

// lateError is the verdict on an object whose validation takes too long.
type lateError struct{ longest time.Duration }

func (e *lateError) Error() string {
	return fmt.Sprintf("the validation has taken more than %s", e.longest)
}

// validate validates the objects whose kinds are defined in the source.
func (j *judging) validate() {
	for _, own := range slices.SortedFunc(maps.Keys(j.waiting), func(a, b *customKind) int { return compareIdentities(a.id, b.id) }) {
		if err := j.ask(own, j.waiting[own]); err != nil {
			j.walker.notKnown("whether the API server refuses objects of %s is not known: %s", own.id, err)
			continue
		}
		for _, p := range j.waiting[own] {
			_, verdict := j.verdict(p.key)
			j.refuse(p.object, verdict)
		}
	}
}

// ask requests the verdicts on objects.
func (j *judge) ask(own *customKind, all []pending) error {
	own.asked.Lock()
	defer own.asked.Unlock()
	if own.err != nil {
		return own.err
	}
	asked := map[[sha256.Size]byte]pending{}
	for _, p := range all {
		// Another Shoot may have asked meanwhile.
		if known, _ := j.verdict(p.key); !known {
			asked[p.key.object] = p
		}
	}
	if len(asked) == 0 {
		return nil
	}
	question, keys := kustomizer.Custom{Definition: own.text}, []verdictKey{}
	for _, p := range asked {
		question.Objects, keys = append(question.Objects, p.text), append(keys, p.key)
	}
	reasons, err := j.kustomizer.Validate(question)
	if err != nil {
		own.err = err
		return err
	}
	for i, reason := range reasons {
		var verdict error
		if reason != "" {
			verdict = errors.New(reason)
		}
		j.keep(keys[i], verdict)
	}
	return nil
}

// changes refuses the changes of objects that are immutable before the revision. An object that may be deleted before
// is created again instead.
func (j *judging) changes(former *state) {
	var gone *deletions
	for _, id := range slices.SortedFunc(maps.Keys(j.walker.state.objects), compareIdentities) {
		o, old := j.walker.state.applied(id), former.applied(id)
		if o == nil || old == nil || o.node.phase != applied || o.once {
			continue
		}
		verdict := o.refusedChange(old)
		if verdict == nil {
			continue
		}
		if gone == nil {
			gone = findDeletions(former, j.walker)
		}
		if gone.of(id) == nil {
			j.refuse(o, verdict)
		}
	}
}

// refuse adds a verdict to the Kustomization of the object.
func (j *judging) refuse(o *object, verdict error) {
	if verdict == nil {
		return
	}
	if late, is := errors.AsType[*lateError](verdict); is {
		j.walker.notKnown("whether the API server refuses %s is not known: %s", o.id, late)
		return
	}
	own := j.found[o.node.key]
	if own == nil {
		own = &refusedObjects{stage: others}
		j.found[o.node.key] = own
	}
	own.stage = min(own.stage, stageOf(o.meta))
	own.reasons = append(own.reasons, fmt.Sprintf("%s: %s", o.id, verdict))
}
