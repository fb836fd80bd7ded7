// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/duration"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// objectLines shows what is reported of the objects of a Shoot, and what is missing of it.
func objectLines(shown *garden.Shoot, now time.Time) []string {
	objects := shown.Objects
	switch {
	case objects == nil && (shown.State == fluxv1alpha1.ShootNotReported || shown.State == fluxv1alpha1.ShootNoRepository):
		return []string{"No objects of Flux are reported."}
	case objects == nil:
		return []string{"No objects of Flux are reported: they were not read yet, the version of the extension on the seed does not read them, or the ConfigMap " + fluxv1alpha1.StatusConfigMapName + " has no room for them."}
	}
	lines := countLines(objects.Counts)
	if objects.Incomplete {
		lines = append(lines, "There are more objects, which are not read.")
	}
	if failing := failingLines(shown, now); len(failing) > 0 {
		lines = append(append(lines, ""), failing...)
	}
	lines = append(lines, "")
	if len(objects.Tree) == 0 && len(objects.Counts) > 0 {
		return append(lines, "The tree is left out, because there is no room for it in the status; 'flux get all -A' in the shoot shows the objects.")
	}
	return append(lines, objects.Tree...)
}

func countLines(counts []fluxv1alpha1.ObjectCounts) []string {
	if len(counts) == 0 {
		return []string{"There are no objects of Flux."}
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
	// It writes into memory.
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

// failingLines shows the objects that fail by themselves, and how many more there are.
//
// Those of the source and the root Kustomization are in the message of the Shoot. Where there is no room for messages, there is none for the tree.
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
		lines = append(lines, fmt.Sprintf("Failing: %d. There is no room for the messages in the status.", more))
	case more > 0:
		lines = append(lines, fmt.Sprintf("%d more fail.", more))
	}
	return lines
}
