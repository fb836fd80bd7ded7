// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/fleet"
)

// errNoShoot is why a Shoot has no status.
var errNoShoot = errors.New("there is no such Shoot")

// chosen returns what is shown of one Shoot, from its entry in flux-status, and from the Shoot; nil if there is none.
func (r *fleetReader) chosen(name, entry string, shoot *knownShoot) *shownShoot {
	status, found := fleet.Decode(entry)
	switch {
	case shoot == nil:
		return r.notReported(name, errNoShoot.Error())
	case found && status.UID == shoot.uid:
		return shownFrom(r.namespace, name, status)
	case !shoot.enabled:
		return r.notReported(name, "the extension is not enabled for the Shoot: type "+fluxv1alpha1.ExtensionType+" is not in its spec.extensions, or disabled")
	}
	return shoot.notReported(found)
}

// unchecked returns what is shown of one Shoot that may not be read.
func (r *fleetReader) unchecked(name, entry string) *shownShoot {
	status, found := fleet.Decode(entry)
	if !found {
		return r.notReported(name, "no status yet")
	}
	return shownFrom(r.namespace, name, status)
}

func (r *fleetReader) notReported(name, message string) *shownShoot {
	return &shownShoot{Namespace: r.namespace, Name: name, ShootStatus: fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootNotReported, Message: message}}
}

// uncheckedError is the note about a Shoot that may not be read.
func uncheckedError(err error) error {
	return fmt.Errorf("cannot check whether the reported status is of an earlier Shoot of that name: %w", err)
}

// runShoot shows one Shoot, with its objects.
func (s *statusCommand) runShoot(ctx context.Context, out, notes io.Writer) error {
	garden, namespace, err := s.Project()
	if err != nil {
		return err
	}
	current, err := (&statusSource{garden: garden, namespace: namespace}).read(ctx)
	if err != nil {
		return err
	}
	reader := &fleetReader{garden: garden, namespace: namespace}
	entry := current.data[namespace][s.shoot]
	shoot, err := reader.shoot(ctx, s.shoot)
	var shown *shownShoot
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !apierrors.IsForbidden(err):
		return err
	case err != nil:
		fmt.Fprintf(notes, "Note: %s.\n", printer.OneLine(uncheckedError(err).Error()))
		shown = reader.unchecked(s.shoot, entry)
	case shoot == nil:
		return fmt.Errorf("%w in namespace %s: %s; check that it is the namespace of the project", errNoShoot, namespace, s.shoot)
	default:
		shown = reader.chosen(s.shoot, entry, shoot)
	}
	if s.forPrograms() {
		return printer.Print(out, s.output, shown)
	}
	_, err = io.WriteString(out, s.shootPage(shown, s.screenOf(out)))
	return err
}

// shootPage returns the line of a Shoot, with the whole message, and what is known of its objects.
func (s *statusCommand) shootPage(shown *shownShoot, to screen) string {
	rows := rowsOf([]*shownShoot{shown})
	table := newStatusTable(rows, false, s.output == printer.Wide, to, s.clock.Now())
	table.width = 0
	lines := []string{table.header(), table.row(rows[0])}
	if shown.Ring != "" {
		lines = append(lines, fmt.Sprintf("Ring %s, revision %s of %s", printer.OneLine(shown.Ring), printer.OrDash(printer.OneLine(shown.Revision)), fluxv1alpha1.ConfigMapName))
	}
	lines = append(lines, "")
	return strings.Join(append(lines, objectLines(shown, s.clock.Now())...), "\n") + "\n"
}
