// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package render provides the commands that show the objects and the images that a Shoot would get. It connects to no
// cluster, prints no values of Secrets, and calls the functions of the controllers to validate and render.
package render

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// Output formats in addition to the formats of package printer.
const (
	outputSummary = "summary"
	outputDiff    = "diff"
)

const renderLong = `Show the result of files before you apply them: merge, validate and render them like the extension, and print the objects
of each ManagedResource. It does not connect to a cluster, and never shows values of Secrets.

The files contain these objects, in any order, as YAML documents, JSON objects or List:
  Shoot               or instead an Extension of type shoot-flux
  ConfigMap           flux-config of the project; it is validated alone if there is no Shoot
  Secret, ConfigMap   referenced in Shoot.spec.resources, and the deploy key flux-source; missing ones are shown with
                      placeholders, like shoot info variables that only a running shoot has
  ControllerConfiguration   the operator's defaults and limits, instead of --config

Configuration errors are the same as the admission's. The exit code is 1 after any error, and 0 otherwise, also if -o diff shows
differences.`

const renderExample = `  # Render the objects for a Shoot.
  kubectl shoot-flux render -f shoot.yaml -f flux-config.yaml

  # Summarize the current objects in the garden.
  kubectl -n garden-my-project get shoot/my-shoot cm/flux-config -o yaml | kubectl shoot-flux render -f - -o summary

  # Compare the previous with the current files. Each side has to be complete.
  kubectl shoot-flux render -f shoot.yaml -f flux-config.yaml --against shoot.yaml --against old/flux-config.yaml -o diff

  # Show the effect of a Flux update. --flux-version applies to the files of -f.
  kubectl shoot-flux render -f shoot.yaml --flux-version v2.9 --against shoot.yaml -o diff

  # Print patches that preserve the changes in the kustomization.yaml of a flux bootstrap.
  kubectl kustomize clusters/my-shoot/flux-system | kubectl shoot-flux render --from-bootstrap -`

type renderOptions struct {
	files, against []string
	output         string
	version        string
	gardenIdentity string
	bootstrap      string
	operator       operator.Options
	clock          clock.PassiveClock
}

// NewCommand returns the command render.
func NewCommand() *cobra.Command { return newCommand(clock.RealClock{}) }

func newCommand(now clock.PassiveClock) *cobra.Command {
	o := &renderOptions{output: printer.YAML, clock: now}
	command := &cobra.Command{
		Use:     "render -f FILE",
		Short:   "Show the objects that a Shoot would get, without connecting to a cluster",
		Long:    renderLong,
		Example: renderExample,
		Args:    printer.NoArguments("repeat -f or --against for each file"),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			if o.bootstrap != "" {
				return o.fromBootstrap(command.Context(), command.InOrStdin(), command.OutOrStdout(), command.ErrOrStderr())
			}
			return o.run(command.Context(), command.InOrStdin(), command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	fs := command.Flags()
	fs.StringArrayVarP(&o.files, "filename", "f", nil, "File with objects to apply, a directory of such files, or - for standard input. Can be repeated.")
	fs.StringArrayVar(&o.against, "against", nil, "With -o diff: file or directory with the objects before the change. Can be repeated.")
	printer.AddOutputFlag(command, &o.output, "diff needs --against.", printer.YAML, outputSummary, outputDiff)
	fs.StringVar(&o.version, "flux-version", "", "Flux version to render instead of the configured one.")
	fs.StringVar(&o.gardenIdentity, "garden-cluster-identity", "", "The garden's cluster identity, for SHOOT_INFO_GARDEN_CLUSTER_IDENTITY.")
	fs.StringVar(&o.bootstrap, "from-bootstrap", "", "File with the Deployments and ServiceAccounts of another Flux installation, or -. Prints a FluxConfig with patches that preserve their differences to the delivery.")
	o.operator.AddFlags(fs)
	printer.Silence(command)
	return command
}

func (o *renderOptions) validate() error {
	switch {
	case o.bootstrap != "" && (o.output != printer.YAML || len(o.against) > 0):
		return errors.New("--from-bootstrap prints a FluxConfig; remove --output and --against")
	case len(o.files) == 0 && o.bootstrap == "":
		return errors.New("set the files with -f; see --help")
	case o.output == outputDiff && len(o.against) == 0:
		return errors.New("-o diff requires --against with the files to compare")
	case o.output != outputDiff && len(o.against) > 0:
		return errors.New("--against needs -o diff")
	}
	return nil
}

func (o *renderOptions) run(ctx context.Context, stdin io.Reader, out, notes io.Writer) error {
	reader := &fileReader{stdin: stdin}
	now, err := o.preview(ctx, reader, o.files, o.version)
	printer.PrintWarnings(notes, o.operator.Notes)
	if err != nil {
		return err
	}
	var before *preview
	if o.output == outputDiff {
		if before, err = o.preview(ctx, reader, o.against, ""); err != nil {
			return fmt.Errorf("--against: %w", err)
		}
		if err := checkUpdate(before, now); err != nil {
			return err
		}
	}

	for _, note := range now.notes {
		fmt.Fprintln(notes, "Note: "+note)
	}
	if before != nil {
		for _, note := range before.notes {
			if !slices.Contains(now.notes, note) {
				fmt.Fprintln(notes, "Note: --against: "+note)
			}
		}
	}
	printer.PrintWarnings(notes, now.effective.Warnings)
	switch o.output {
	case outputSummary:
		return writeSummary(out, now)
	case outputDiff:
		return writeDiff(out, before, now)
	}
	return writeYAML(out, now)
}

// preview reads and renders the files in the given Flux version.
func (o *renderOptions) preview(ctx context.Context, reader *fileReader, files []string, version string) (*preview, error) {
	in, err := reader.read(files)
	if err != nil {
		return nil, err
	}
	landscape, err := o.operator.Read(in.operator, version)
	if err != nil {
		return nil, err
	}
	result, err := (&previewer{landscape: landscape, gardenIdentity: o.gardenIdentity}).preview(ctx, in)
	if err != nil {
		return nil, err
	}
	result.openings = result.openingsAfter(o.clock.Now())
	for _, note := range landscape.Notes {
		result.note("the operator's %s", note)
	}
	if note := operator.NoteOtherVersion(version, result.effective.Version); note != "" {
		result.note("%s", note)
	}
	return result, nil
}
