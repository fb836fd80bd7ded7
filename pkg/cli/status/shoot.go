// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/duration"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// runShoot shows one Shoot with its Flux objects.
func (s *statusCommand) runShoot(ctx context.Context, out, notes io.Writer) error {
	gardenClient, namespace, err := s.Project()
	if err != nil {
		return err
	}
	current, err := garden.StatusSource(gardenClient, namespace).Read(ctx)
	if err != nil {
		return err
	}
	reader := &garden.FleetReader{Garden: gardenClient, Clock: s.clock, Namespace: namespace}
	if note := garden.ConfigurationsNote(reader.ReadConfigurations(ctx)); note != "" {
		fmt.Fprintf(notes, "Note: %s.\n", note)
	}
	entry := current.Data[namespace][s.shoot]
	shoot, err := reader.Get(ctx, s.shoot)
	var shown *garden.Shoot
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !apierrors.IsForbidden(err):
		return err
	case err != nil:
		fmt.Fprintf(notes, "Note: %s.\n", plain.OneLine(garden.UncheckedError(err).Error()))
		shown = reader.Unchecked(s.shoot, entry)
	case shoot == nil:
		return fmt.Errorf("%w in namespace %s: %s; check that it is the namespace of the project", garden.ErrNoShoot, namespace, s.shoot)
	default:
		shown = reader.Chosen(s.shoot, entry, shoot)
	}
	if s.forPrograms() {
		err = printer.Print(out, s.output, oneShoot{typeOf("ShootStatus"), shown})
	} else {
		_, err = io.WriteString(printer.Raw(out), s.shootPage(shown, s.screenOf(out)))
	}
	return errors.Join(err, s.unready([]*garden.Shoot{shown}))
}

// shootPage returns the table row of a Shoot with the full message, and its reported objects. It removes control
// characters from all text; only the colours are control sequences.
func (s *statusCommand) shootPage(shown *garden.Shoot, to screen) string {
	rows := rowsOf([]*garden.Shoot{shown})
	table := (&statusView{statusCommand: s, screen: to}).table(rows)
	table.width = 0
	coloured := []string{table.header(), table.row(rows[0])}
	var lines []string
	if shown.Ring != "" {
		lines = append(lines, fmt.Sprintf("Ring %s, revision %s of %s", shown.Ring, printer.OrDash(shown.Revision), fluxv1alpha1.ConfigMapName))
	}
	if shown.Pending != nil {
		lines = append(lines, fmt.Sprintf("Pending, %s: %s", pendingOf(shown), shown.Pending.Message))
	}
	if hold := holdLine(shown.Hold, s.clock.Now()); hold != "" {
		lines = append(lines, hold)
	}
	if shown.Old != "" {
		lines = append(lines, "Old report: "+shown.Old)
	}
	if shown.Baseline != nil {
		lines = append(lines, baselineLine(shown.Baseline))
	}
	lines = append(lines, "")
	for _, line := range append(lines, objectLines(shown, s.clock.Now())...) {
		coloured = append(coloured, strings.ReplaceAll(printer.Clean(line), "\n", " "))
	}
	return strings.Join(coloured, "\n") + "\n"
}

// holdLine describes the request of a Shoot not to get a change now; it is empty if there is none or its time is over.
func holdLine(hold *fluxv1alpha1.HoldRequest, now time.Time) string {
	switch {
	case hold == nil || !hold.Until.IsZero() && !now.Before(hold.Until.Time):
		return ""
	case hold.Until.IsZero():
		return "Asks not to get a change now: " + hold.Reason
	case hold.Reason == "":
		return "Asks not to get a change until " + hold.Until.UTC().Format(time.RFC3339)
	}
	return fmt.Sprintf("Asks not to get a change until %s: %s", hold.Until.UTC().Format(time.RFC3339), hold.Reason)
}

// objectLines describes the reported objects of a Shoot, or explains why no objects are reported.
func objectLines(shown *garden.Shoot, now time.Time) []string {
	objects := shown.Objects
	switch {
	case objects == nil && (shown.State == fluxv1alpha1.ShootNotReported || shown.State == fluxv1alpha1.ShootNoRepository):
		return []string{"No Flux objects are reported."}
	case objects == nil:
		return []string{"No Flux objects are reported: they have not been read yet, the version of the extension on the seed does not read them, or the ConfigMap " + fluxv1alpha1.StatusConfigMapName + " has no room for them."}
	}
	lines := countLines(objects.Counts)
	if objects.Incomplete {
		lines = append(lines, "The shoot has more objects, which were not read.")
	}
	if failing := failingLines(shown, now); len(failing) > 0 {
		lines = append(append(lines, ""), failing...)
	}
	lines = append(lines, "")
	if len(objects.Tree) == 0 && len(objects.Counts) > 0 {
		return append(lines, "The tree does not fit the status; 'flux get all -A' in the shoot shows the objects.")
	}
	return append(lines, objects.Tree...)
}

func countLines(counts []fluxv1alpha1.ObjectCounts) []string {
	if len(counts) == 0 {
		return []string{"The shoot has no Flux objects."}
	}
	text := &strings.Builder{}
	table := printer.NewTable(text, len(gap))
	table.Row("KIND", "READY", "FAILING", "WAITING", "PROGRESSING", "SUSPENDED")
	for _, c := range counts {
		cells := []any{c.Kind}
		for _, number := range []int32{c.Ready, c.Failing, c.Waiting, c.Progressing, c.Suspended} {
			cells = append(cells, numberOrDash(number))
		}
		table.Row(cells...)
	}
	// Writes to memory do not fail.
	_ = table.Flush()
	lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

func numberOrDash(number int32) string {
	if number == 0 {
		return "-"
	}
	return strconv.Itoa(int(number))
}

// failingLines describes the failing objects in flux-status, and the number of other failing objects. It does not
// repeat failures of the source and the root Kustomization, which the message of the Shoot describes. If flux-status
// has no room for messages, it also contains no tree.
func failingLines(shown *garden.Shoot, now time.Time) []string {
	var lines []string
	objects := shown.Objects
	for _, f := range objects.Failing {
		line := fmt.Sprintf("%s %s/%s", f.Kind, f.Namespace, f.Name)
		for _, detail := range []string{revisionsOf(f.Revision, "", 64), f.Reason} {
			if detail != "" {
				line += ", " + detail
			}
		}
		if !f.Since.IsZero() {
			line += ", for " + duration.HumanDuration(now.Sub(f.Since.Time))
		}
		lines = append(lines, line+": "+printer.OrDash(f.Message))
	}
	all := 0
	for _, count := range objects.Counts {
		all += int(count.Failing)
	}
	switch more := all - len(objects.Failing); {
	case more > 0 && len(lines) == 0 && (len(objects.Tree) > 0 || shown.State == fluxv1alpha1.ShootFailed):
		lines = append(lines, fmt.Sprintf("Failing: %d. The message above has the cause.", more))
	case more > 0 && len(lines) == 0:
		lines = append(lines, fmt.Sprintf("Failing: %d. The messages do not fit the status.", more))
	case more > 0:
		lines = append(lines, fmt.Sprintf("%d more fail.", more))
	}
	return lines
}
