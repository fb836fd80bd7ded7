// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"errors"
	"fmt"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

// ErrNoShoot is why a Shoot has no status.
var ErrNoShoot = errors.New("there is no such Shoot")

// Chosen returns what is shown of one Shoot, from its entry in flux-status, and from the Shoot; nil if there is none.
func (r *FleetReader) Chosen(name, entry string, shoot *KnownShoot) *Shoot {
	status, found := fleet.Decode(entry)
	switch {
	case shoot == nil:
		return r.NotReported(name, ErrNoShoot.Error())
	case found && status.UID == shoot.uid:
		return shownFrom(r.Namespace, name, status)
	case !shoot.enabled:
		return r.NotReported(name, "the extension is not enabled for the Shoot: type "+fluxv1alpha1.ExtensionType+" is not in its spec.extensions, or disabled")
	}
	return shoot.notReported(found)
}

// Unchecked returns what is shown of one Shoot that may not be read.
func (r *FleetReader) Unchecked(name, entry string) *Shoot {
	status, found := fleet.Decode(entry)
	if !found {
		return r.NotReported(name, "no status yet")
	}
	return shownFrom(r.Namespace, name, status)
}

// NotReported returns what is shown of a Shoot without a reported status.
func (r *FleetReader) NotReported(name, message string) *Shoot {
	return &Shoot{Namespace: r.Namespace, Name: name, ShootStatus: fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootNotReported, Message: message}}
}

// UncheckedError is the note about a Shoot that may not be read.
func UncheckedError(err error) error {
	return fmt.Errorf("cannot check whether the reported status is of an earlier Shoot of that name: %w", err)
}
