// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

const versionsLong = `List the Flux versions that the extension can install, newest first, with the number of their components, the default, and
versions supplied by the operator. It does not connect to a cluster.`

const versionsExample = `  # All versions, with the names of the components.
  kubectl shoot-flux versions -o wide

  # The versions that an operator allows.
  kubectl shoot-flux versions --config controllerconfiguration.yaml`

// shownVersion is a Flux version in the output.
type shownVersion struct {
	Version    string                   `json:"version"`
	Default    bool                     `json:"default"`
	Supplied   bool                     `json:"supplied"`
	Components []fluxv1alpha1.Component `json:"components"`
	// Kubernetes is the oldest minor version of Kubernetes that the Flux project supports with this Flux version. It is
	// empty if unknown.
	Kubernetes string `json:"kubernetes,omitempty"`
}

// NewVersionsCommand returns the command versions.
func NewVersionsCommand() *cobra.Command {
	var (
		output  string
		options operator.Options
	)
	command := &cobra.Command{
		Use:     "versions",
		Short:   "Show the Flux versions that the extension can install",
		Long:    versionsLong,
		Example: versionsExample,
		Args:    printer.NoArguments("it shows all versions"),
		RunE: func(command *cobra.Command, _ []string) error {
			versions, err := readVersions(command.Context(), &options, command.ErrOrStderr())
			if err != nil {
				return err
			}
			if output == printer.JSON || output == printer.YAML {
				return printer.Print(command.OutOrStdout(), output, versions)
			}
			return writeVersions(command.OutOrStdout(), versions, output == printer.Wide)
		},
	}
	printer.AddOutputFlag(command, &output, "Defaults to a table.", printer.Wide, printer.JSON, printer.YAML)
	options.AddFlags(command.Flags())
	printer.Silence(command)
	return command
}

// readVersions returns the Flux versions that the operator allows, newest first.
func readVersions(ctx context.Context, options *operator.Options, warnings io.Writer) ([]shownVersion, error) {
	landscape, err := options.Read(nil, "")
	if err != nil {
		return nil, err
	}
	printer.PrintWarnings(warnings, slices.Concat(options.Notes, landscape.Notes))
	effective, err := landscape.Default(ctx)
	if err != nil {
		return nil, err
	}
	var versions []shownVersion
	for _, version := range slices.Backward(landscape.Resolver.Versions()) {
		shown := shownVersion{
			Version: version, Default: version == effective.Version, Supplied: landscape.Catalog.Supplied(version), Components: landscape.Catalog.Components(version),
			Kubernetes: landscape.Catalog.OldestKubernetes(version),
		}
		versions = append(versions, shown)
	}
	return versions, nil
}

func writeVersions(out io.Writer, versions []shownVersion, wide bool) error {
	table := printer.NewTable(out, 3)
	header := []any{"VERSION", "DEFAULT", "SUPPLIED", "COMPONENTS"}
	if wide {
		header = slices.Insert(header, 3, any("OLDEST KUBERNETES"))
	}
	table.Row(header...)
	for _, v := range versions {
		components := fmt.Sprint(len(v.Components))
		cells := []any{v.Version, yesOrDash(v.Default), yesOrDash(v.Supplied)}
		if wide {
			cells, components = append(cells, printer.OrDash(v.Kubernetes)), printer.Join(v.Components, ",")
		}
		table.Row(append(cells, components)...)
	}
	return table.Flush()
}

func yesOrDash(holds bool) string {
	if holds {
		return "yes"
	}
	return "-"
}
