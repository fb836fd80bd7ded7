// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package status provides the commands that show the status of Flux in Shoots and wait for it. It reads only from the
// garden, and never connects to a seed or a shoot.
package status

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const statusLong = `Show the status of Flux in the Shoots of a project, with a kubeconfig for the garden: the entries of ConfigMap flux-status, and
Shoots with the extension that have no entry yet (NotReported). Read access is sufficient.

Shoots that need an action come first. Up to 20 Shoots are all shown. Of more Shoots, ready ones are only counted, and three with
the same cause are shown. --all, --state and -o json or yaml show all.

With a name, it shows one Shoot with the full message and its objects in flux-status: the number of ready objects per kind, the
first failing ones, and the tree of applied objects.

The exit code is 0 in all states, and 1 if they cannot be read. In scripts, use the command wait.`

const statusExample = `  # The status of the Shoots in a project, once and continuously.
  kubectl shoot-flux status -n garden-my-project
  kubectl shoot-flux status -n garden-my-project --watch

  # Full messages and revisions of Shoots that need an action.
  kubectl shoot-flux status -n garden-my-project --state Failed,Unreachable -o wide

  # One Shoot with its Flux objects.
  kubectl shoot-flux status my-shoot -n garden-my-project`

type statusCommand struct {
	garden.Access
	clock clock.PassiveClock
	times garden.Times
	// screenOf returns the properties of the output, such as the width of the terminal.
	screenOf func(io.Writer) screen

	output, shoot      string
	all, every, follow bool
	states             []string
	// exitCode makes the command fail if a displayed Shoot is not ready.
	exitCode bool
}

// NewCommand returns the command status.
func NewCommand() *cobra.Command {
	return (&statusCommand{
		Access: garden.NewAccess(), clock: clock.RealClock{}, times: garden.DefaultTimes(),
		screenOf: func(out io.Writer) screen { return screenOf(out, os.Getenv) },
	}).command()
}

func (s *statusCommand) command() *cobra.Command {
	command := &cobra.Command{
		Use:     "status [SHOOT]",
		Short:   "Show the status of Flux in the Shoots of a project",
		Long:    statusLong,
		Example: statusExample,
		Args:    s.takeName,

		ValidArgsFunction: s.CompleteShoot(),
		RunE: func(command *cobra.Command, _ []string) error {
			return s.run(command.Context(), command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	fs := command.Flags()
	s.AddFlags(fs)
	garden.AddAllFlag(fs, &s.all)
	fs.StringVar(&s.shoot, "shoot", "", "Show one Shoot with its Flux objects, like an argument.")
	printer.AddOutputFlag(command, &s.output, "Defaults to a table.", printer.Wide, printer.JSON, printer.YAML)
	fs.BoolVar(&s.every, "all", false, "Show every Shoot instead of a summary of many.")
	fs.BoolVarP(&s.follow, "watch", "w", false, "Show changes until interrupted.")
	fs.BoolVar(&s.exitCode, "exit-code", false, "Fail if a shown Shoot is not ready. Hibernated Shoots do not count.")
	fs.StringSliceVar(&s.states, "state", nil, "Show only the Shoots in these states, such as Failed,Unreachable.")
	s.CompleteFlags(command)
	printer.Silence(command)
	return command
}

// takeName takes the name of a Shoot from the arguments, like --shoot.
func (s *statusCommand) takeName(_ *cobra.Command, args []string) error {
	switch {
	case len(args) > 1 || len(args) == 1 && s.shoot != "" && s.shoot != args[0]:
		return errors.New("status shows one Shoot by its name, or all Shoots of the project without a name; set the project with -n")
	case len(args) == 1 && args[0] == "":
		return errors.New("the name of the Shoot is empty")
	case len(args) == 1:
		s.shoot = args[0]
	}
	return nil
}

func (s *statusCommand) validate() error {
	if s.follow && s.exitCode {
		return errors.New("--watch cannot be used with --exit-code, because it does not end")
	}
	if s.follow && s.forPrograms() {
		return errors.New("--watch cannot be used with -o json or -o yaml")
	}
	if err := s.validateShoot(); err != nil {
		return err
	}
	for i, wanted := range s.states {
		known := slices.IndexFunc(fluxv1alpha1.ShootStates(), func(state fluxv1alpha1.ShootState) bool { return strings.EqualFold(string(state), wanted) })
		if known < 0 {
			return fmt.Errorf("--state must be one of %[2]s, not %[1]q", wanted, strings.Trim(fmt.Sprint(fluxv1alpha1.ShootStates()), "[]"))
		}
		s.states[i] = string(fluxv1alpha1.ShootStates()[known])
	}
	return nil
}

// validateShoot rejects flags for several Shoots in combination with --shoot.
func (s *statusCommand) validateShoot() error {
	for _, other := range []struct {
		flag string
		set  bool
	}{{"--all-namespaces", s.all}, {"--watch", s.follow}, {"--all", s.every}, {"--state", len(s.states) > 0}} {
		if s.shoot != "" && other.set {
			return fmt.Errorf("a name or --shoot selects one Shoot, and cannot be used with %s", other.flag)
		}
	}
	return nil
}

func (s *statusCommand) forPrograms() bool {
	return s.output == printer.JSON || s.output == printer.YAML
}

func (s *statusCommand) run(ctx context.Context, out, notes io.Writer) error {
	if err := s.validate(); err != nil {
		return err
	}
	if s.shoot != "" {
		return s.runShoot(ctx, out, notes)
	}
	gardenClient, namespace, err := s.Projects(s.all)
	if err != nil {
		return err
	}
	source := garden.StatusSource(gardenClient, namespace)
	reader := &garden.FleetReader{Garden: gardenClient, Clock: s.clock, Namespace: namespace}
	view := &statusView{statusCommand: s, out: out, notes: notes, screen: s.screenOf(out), allProjects: namespace == metav1.NamespaceAll}
	if s.follow {
		return s.watch(ctx, source, reader, view)
	}
	current, err := source.Read(ctx)
	if err != nil {
		return err
	}
	unread := garden.ConfigurationsNote(reader.ReadConfigurations(ctx))
	shoots, err := reader.List(ctx)
	if err != nil {
		return err
	}
	shown := reader.Show(current.Data, shoots)
	if unread != "" {
		shown.Notes = append(shown.Notes, unread)
	}
	view.note(shown.Notes)
	if len(shown.Shoots) == 0 {
		nothing, err := reader.ExplainNothing(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintln(notes, nothing)
		if !s.forPrograms() {
			return nil
		}
	}
	if s.forPrograms() {
		err = printer.Print(out, s.output, shootList{TypeMeta: typeOf("ShootStatusList"), Items: s.wanted(shown.Shoots)})
	} else {
		_, err = io.WriteString(printer.Raw(out), view.page(shown.Shoots))
	}
	return errors.Join(err, s.unready(shown.Shoots))
}

// shootList is the output for programs.
type shootList struct {
	metav1.TypeMeta `json:",inline"`

	Items []*garden.Shoot `json:"items"`
}

// oneShoot is the output for programs with --shoot.
type oneShoot struct {
	metav1.TypeMeta `json:",inline"`
	*garden.Shoot   `json:",inline"`
}

func typeOf(kind string) metav1.TypeMeta {
	return metav1.TypeMeta{APIVersion: fluxv1alpha1.SchemeGroupVersion.String(), Kind: kind}
}

// unready returns an error if --exit-code is set and a displayed Shoot is not ready.
func (s *statusCommand) unready(shoots []*garden.Shoot) error {
	if !s.exitCode {
		return nil
	}
	count, wanted := 0, s.wanted(shoots)
	for _, shoot := range wanted {
		if shoot.Old != "" || !shoot.State.IsReady() && shoot.State != fluxv1alpha1.ShootHibernated {
			count++
		}
	}
	if count == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d Shoots are not ready", count, len(wanted))
}

// wanted returns the Shoots in the states of --state, or all Shoots if the flag is not set.
func (s *statusCommand) wanted(shoots []*garden.Shoot) []*garden.Shoot {
	return slices.DeleteFunc(append([]*garden.Shoot{}, shoots...), func(shoot *garden.Shoot) bool {
		return len(s.states) > 0 && !slices.Contains(s.states, string(shoot.State))
	})
}

// statusView writes tables and notes.
type statusView struct {
	*statusCommand
	out, notes  io.Writer
	screen      screen
	allProjects bool
	// lastNotes contains the notes of the last call of note.
	lastNotes []string
}

// note prints notes about omitted entries. It skips notes that the last call also received.
func (v *statusView) note(notes []string) {
	for _, note := range notes {
		if !slices.Contains(v.lastNotes, note) {
			fmt.Fprintf(v.notes, "Note: %s.\n", note)
		}
	}
	v.lastNotes = slices.Clone(notes)
}

// page returns the table and the summary. It removes control characters from all text; only the colours are control
// sequences.
func (v *statusView) page(shoots []*garden.Shoot) string {
	rows, hidden := v.rows(shoots)
	table := v.table(rows)
	lines := []string{}
	for _, line := range []string{oldSummary(shoots), pendingSummary(shoots)} {
		if line != "" {
			lines = append(lines, text.OneLine(line), "")
		}
	}
	if len(rows) > 0 {
		lines = append(lines, table.header())
	}
	for _, row := range rows {
		lines = append(lines, table.row(row))
	}
	if len(rows) > 0 {
		lines = append(lines, "")
	}
	for _, line := range append([]string{summary(shoots)}, countsBeside(shoots)...) {
		lines = append(lines, text.OneLine(line))
	}
	if hidden > 0 {
		lines = append(lines, fmt.Sprintf("%d Shoots are only counted; --all shows every Shoot.", hidden))
	}
	if table.hasCut {
		lines = append(lines, "Messages are truncated; -o wide shows them in full.")
	}
	return strings.Join(lines, "\n") + "\n"
}

func (v *statusView) rows(shoots []*garden.Shoot) (rows []statusRow, hidden int) {
	if v.every || len(v.states) > 0 {
		return rowsOf(v.wanted(shoots)), 0
	}
	return fold(shoots)
}
