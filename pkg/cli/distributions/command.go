// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package distributions provides the commands that list Flux versions, and fetch and verify distributions. It connects
// to no cluster. The controllers do not fetch distributions, because deliveries must not depend on a registry.
package distributions

import (
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

const distributionsLong = `Prepare Flux distributions that the extension does not carry, for flag --distributions of the controllers, the admission and
render. Such a directory contains a directory for each version, with

  gotk-components.yaml      the output of 'flux install --export' of that version, or
  gotk-components.yaml.br   the same, compressed with brotli, or both, and
  SHA256SUMS                the checksum of gotk-components.yaml, as printed by sha256sum.`

// NewCommand returns the command distributions with its subcommands.
func NewCommand() *cobra.Command {
	return printer.Group(&cobra.Command{
		Use:     "distributions",
		Short:   "Fetch and verify Flux distributions that the extension does not carry",
		Long:    distributionsLong,
		Example: "  kubectl shoot-flux distributions verify ./distributions",
	}, newPullCommand(), newVerifyCommand())
}

func newVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify DIR",
		Short: "Verify a directory as the controllers do when they start",
		Long: `Verify all distributions in the directory as the controllers do when they start, and print each with its checksum and controllers. The command warns
about versions that the extension carries, because they are not used. For each invalid file, it prints the error with a suggested fix, and
the exit code is 1.`,
		Example: "  kubectl shoot-flux distributions verify ./distributions",
		Args:    printer.OneArgument("directory", printer.Program+" distributions verify DIR"),
		RunE: func(command *cobra.Command, args []string) error {
			return verifyDistributions(args[0], command.OutOrStdout(), command.ErrOrStderr())
		},
	}
}

// verifyDistributions verifies the distributions in a directory. It prints the additional versions, and warns about
// distributions that are not used.
func verifyDistributions(directory string, out, warnings io.Writer) error {
	found, notes, err := operator.AddSupplied(distributions.Embedded(), directory, directory)
	if err != nil {
		return err
	}
	printer.PrintWarnings(warnings, notes)
	catalog := flux.NewCatalog(flux.NewLibrary(found))
	for _, version := range found.Versions() {
		if !found.Supplied(version) {
			continue
		}
		manifests, err := found.Manifests(version)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s  sha256:%x  %s\n", version, sha256.Sum256(manifests), printer.Join(catalog.Components(version), ", "))
	}
	return nil
}
