// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"

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
			found = append(found, fmt.Sprintf("%s: with force, Flux deletes a changed object and creates it again if the API server refuses the change: %s", n, text.Listed(forced, mostNames, ", ")))
		}
		if len(ignoring) > 0 {
			found = append(found, fmt.Sprintf("%s: changes of the fields in spec.ignore are not applied: %s", n, text.Listed(ignoring, mostNames, ", ")))
		}
	}
	return found
}

// unknownHash describes a change of a Secret that is generated from an encrypted file.
func (o *object) unknownHash() string {
	return fmt.Sprintf("%s: the hash in the name of %s is not known, because an encrypted file of the generator has changed: if its values are others, "+
		"Flux adds the Secret under a new name, removes the old one, and changes the objects that refer to it", o.node, o.id)
}
