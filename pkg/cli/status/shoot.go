// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"fmt"
	"io"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// runShoot shows one Shoot, with its objects.
func (s *statusCommand) runShoot(ctx context.Context, out, notes io.Writer) error {
	gardenClient, namespace, err := s.Project()
	if err != nil {
		return err
	}
	current, err := (&garden.Source{ConfigMap: fluxv1alpha1.StatusConfigMapName, Garden: gardenClient, Namespace: namespace}).Read(ctx)
	if err != nil {
		return err
	}
	reader := &garden.FleetReader{Garden: gardenClient, Namespace: namespace}
	entry := current.Data[namespace][s.shoot]
	shoot, err := reader.Get(ctx, s.shoot)
	var shown *garden.Shoot
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !apierrors.IsForbidden(err):
		return err
	case err != nil:
		fmt.Fprintf(notes, "Note: %s.\n", printer.OneLine(garden.UncheckedError(err).Error()))
		shown = reader.Unchecked(s.shoot, entry)
	case shoot == nil:
		return fmt.Errorf("%w in namespace %s: %s; check that it is the namespace of the project", garden.ErrNoShoot, namespace, s.shoot)
	default:
		shown = reader.Chosen(s.shoot, entry, shoot)
	}
	if s.forPrograms() {
		return printer.Print(out, s.output, shown)
	}
	_, err = io.WriteString(printer.Raw(out), s.shootPage(shown, s.screenOf(out)))
	return err
}

// shootPage returns, clean but for the colours, the line of a Shoot, with the whole message, and what is known of its objects.
func (s *statusCommand) shootPage(shown *garden.Shoot, to screen) string {
	rows := rowsOf([]*garden.Shoot{shown})
	table := newStatusTable(rows, false, s.output == printer.Wide, to, s.clock.Now())
	table.width = 0
	coloured := []string{table.header(), table.row(rows[0])}
	var lines []string
	if shown.Ring != "" {
		lines = append(lines, fmt.Sprintf("Ring %s, revision %s of %s", shown.Ring, printer.OrDash(shown.Revision), fluxv1alpha1.ConfigMapName))
	}
	lines = append(lines, "")
	for _, line := range append(lines, objectLines(shown, s.clock.Now())...) {
		coloured = append(coloured, strings.ReplaceAll(printer.Clean(line), "\n", " "))
	}
	return strings.Join(coloured, "\n") + "\n"
}
