// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// undecided lists the changed objects on which a field or annotation has an effect that depends on the shoot.
func (c *comparison) undecided() []string {
	var found []string
	for _, n := range c.after.order {
		var forced, ignoring []string
		for _, made := range c.result.Changed {
			o := c.after.objects[made.id]
			if o.node != n {
				continue
			}
			if n.spec.Spec.Force || o.forced {
				forced = append(forced, made.id.String())
			}
			if len(n.spec.Spec.Ignore) > 0 {
				ignoring = append(ignoring, made.id.String())
			}
		}
		if len(forced) > 0 {
			found = append(found, fmt.Sprintf("%s: with force, Flux deletes a changed object and creates it again if the API server refuses the change: %s", n, text.List(forced, mostNames)))
		}
		if len(ignoring) > 0 {
			found = append(found, fmt.Sprintf("%s: changes of the fields in spec.ignore are not applied: %s", n, text.List(ignoring, mostNames)))
		}
	}
	return found
}

// forgotten lists the objects that the revision no longer contains, and that Flux did not apply because of an
// annotation or label in the source. Their Kustomization nevertheless has them in its inventory. It prunes them unless
// the objects in the shoot have the annotation or label too.
func (c *comparison) forgotten() []string {
	names := map[*node][]string{}
	for _, o := range c.before.sorted() {
		_, ok := c.after.objects[o.id]
		if !o.ignored || o.delivered || ok || c.isDeleted(o.id) {
			continue
		}
		now, ok := c.after.nodes[o.node.key]
		if ok && now.phase == applied && now.spec.Spec.Prune || !ok && o.node.self != nil && c.deletions.has(o.node.self) && deletes(o.node.spec) {
			names[o.node] = append(names[o.node], o.id.String())
		}
	}
	var found []string
	for _, n := range c.before.order {
		if len(names[n]) > 0 {
			found = append(found, fmt.Sprintf("%s prunes these objects if an earlier revision has applied them, and they do not have %s: %s or %s: %s in the shoot: %s",
				n, annotationReconcile, disabled, annotationSSA, ssaIgnore, text.List(names[n], mostNames)))
		}
	}
	return found
}

// unfollowed lists the objects of Kustomizations whose new source or path the plan does not know. They may all be
// pruned, which a changed name of the source does not show.
func (c *comparison) unfollowed() []string {
	var found []string
	for _, n := range c.before.order {
		now := c.after.nodes[n.key]
		if n.phase != applied || now == nil || now.phase != foreign || !now.spec.Spec.Prune || now.spec.Spec.KubeConfig != nil || c.walkers[1].isRefused(now) {
			continue
		}
		var names []string
		for _, o := range c.before.sorted() {
			if o.node == n && !o.kept && !c.deletions.has(o) {
				names = append(names, o.id.String())
			}
		}
		if len(names) > 0 {
			found = append(found, fmt.Sprintf("%s: Flux prunes what its new source or path does not contain, perhaps %s: %s", n, plural(len(names), "object"), text.List(names, mostNames)))
		}
	}
	return found
}

// unknownHash describes a change of a Secret that is generated from an encrypted file.
func (o *object) unknownHash() string {
	return fmt.Sprintf("%s: the hash in the name of %s is not known, because an encrypted file of the generator has changed: if its values have changed, "+
		"Flux adds the Secret under a new name, removes the old one, and changes the objects that refer to it", o.node, o.id)
}

// refusedChange returns an error if the API server refuses the change of an immutable ConfigMap or Secret. With
// force, Flux creates the object again. Of an encrypted Secret, it is not known whether the values change.
func (o *object) refusedChange(old *object) error {
	isOf := o.id.group == "" && (o.id.kind == kindConfigMap || o.id.kind == kindSecret)
	if !isOf || o.forced || o.node.spec.Spec.Force || o.template.encrypted || o.template.unhashed {
		return nil
	}
	if same, err := o.equal(old); err != nil || same {
		return nil //nolint:nilerr // It is reported by the comparison.
	}
	now, err := o.decode()
	if err != nil {
		return nil //nolint:nilerr // It is reported by the comparison.
	}
	before, err := old.decode()
	if err != nil {
		return nil //nolint:nilerr // What fails before the revision is reported as not known.
	}
	if immutable, _, _ := unstructured.NestedBool(before.Object, "immutable"); !immutable {
		return nil
	}
	for _, field := range []string{"immutable", "data", "binaryData", "stringData"} {
		if !reflect.DeepEqual(now.Object[field], before.Object[field]) {
			return fmt.Errorf("it is immutable, and %s changes; give the object another name, or set %s: %s", field, annotationForce, enabled)
		}
	}
	return nil
}
