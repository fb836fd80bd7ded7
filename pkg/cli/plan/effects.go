// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// undecided lists the changed objects whose Kustomization has a field with an effect that depends on the shoot.
func (c *comparison) undecided() []string {
	var found []string
	for _, n := range c.after.order {
		if !n.spec.Spec.Force && len(n.spec.Spec.Ignore) == 0 {
			continue
		}
		var names []string
		for _, made := range c.result.Changed {
			if c.after.objects[made.id].node == n {
				names = append(names, made.id.String())
			}
		}
		if len(names) == 0 {
			continue
		}
		listed := text.Listed(names, mostNames, ", ")
		if n.spec.Spec.Force {
			found = append(found, fmt.Sprintf("%s: with spec.force, Flux deletes a changed object and creates it again if the API server refuses the change: %s", n, listed))
		}
		if len(n.spec.Spec.Ignore) > 0 {
			found = append(found, fmt.Sprintf("%s: changes of the fields in spec.ignore are not applied: %s", n, listed))
		}
	}
	return found
}

// unknownHash describes a change of a Secret that is generated from an encrypted file.
func (o *object) unknownHash() string {
	return fmt.Sprintf("%s: the hash in the name of %s is not known, because an encrypted file of the generator has changed: if its values are others, "+
		"Flux adds the Secret under a new name, removes the old one, and changes the objects that refer to it", o.node, o.id)
}
