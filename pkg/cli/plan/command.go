// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package plan provides the command that shows what a commit would change in Shoots. It builds the objects like
// kustomize-controller, from a checkout of the repository. It connects to no shoot, fetches nothing from Git hosts,
// runs no plugins, and prints no values of Secrets.
package plan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// exitCondition is the exit code if a condition of --fail-on holds.
const exitCondition = 3

const planLong = `Show the objects that a commit would add, change, remove and recreate in each Shoot. The command builds a checkout of the repository with the
library of Flux, like kustomize-controller does, with the path, variables and settings that the extension delivers to the Shoot.

The Shoots and flux-config are files (-f, the same as for the command render, with any number of Shoots), or the Shoots of a
project in the garden (-n). It connects to no shoot and to no Git host. The command runs the command git to read the checkout.

It follows Kustomizations of the same source. The command compares HelmReleases, encrypted Secrets, and Kustomizations of other sources
as objects. What it cannot follow is listed as not known: other sources, suspended Kustomizations, and variables in ConfigMaps and
Secrets that neither the source nor the files contain. Values of Secrets are never shown.

Recreated are objects that Flux may delete and create again, because nothing orders the reconciliations of a commit: those that move
to another Kustomization, and what is in a Namespace or below a Kustomization that is deleted.

Without --from, it lists all objects of one revision as added.

The exit code is
  0  the plan is complete
  1  an error: invalid input, or a Kustomization at --to that does not build or that Flux or the API server refuses, also if it
     fails at --from already
  3  a condition of --fail-on holds: removed>20% (of the objects of a Shoot before), removed>10, removed=Kind,Kind.group; the
     same with recreated, added and changed; or not-known. Recreated objects count as removed unless --moves=ignore`

const planExample = `  # The work tree against the main branch, for Shoots and flux-config in files.
  kubectl shoot-flux plan -f shoots.yaml -f flux-config.yaml --from origin/main

  # A pull request, as a comment, for the Shoots of a project in the garden.
  kubectl shoot-flux plan -n garden-my-project --from origin/main --to HEAD -o markdown

  # Fail if a Shoot would lose too much.
  kubectl shoot-flux plan -n garden-my-project --from HEAD~1 --to HEAD --fail-on 'removed>20%' \
    --fail-on removed=Namespace,PersistentVolumeClaim,CustomResourceDefinition

  # A diff for each changed object.
  kubectl shoot-flux plan -f shoots.yaml -f flux-config.yaml --from HEAD --diff`

type planOptions struct {
	garden.Access

	files            []string
	directory        string
	from, to         string
	selector, output string
	gardenIdentity   string
	diff, remote     bool
	failOn           []string
	moves            string
	operator         operator.Options
	// confine returns what builds sources below a directory.
	confine func(ctx context.Context, directory string) confined
}

// confined builds sources in processes that Close terminates.
type confined interface {
	kustomizer.Kustomizer
	Close()
}

// NewCommand returns the command plan.
func NewCommand() *cobra.Command {
	return newCommand(garden.NewAccess(), func(ctx context.Context, directory string) confined {
		return kustomizer.NewConfined(ctx, directory)
	})
}

func newCommand(access garden.Access, confine func(context.Context, string) confined) *cobra.Command {
	o := &planOptions{Access: access, output: outputText, confine: confine}
	command := &cobra.Command{
		Use:     "plan",
		Short:   "Show what a commit would change in Shoots, without connecting to them",
		Long:    planLong,
		Example: planExample,
		Args:    printer.NoArguments("set the revisions with --from and --to"),
		RunE: func(command *cobra.Command, _ []string) error {
			return o.run(command.Context(), command.InOrStdin(), command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	fs := command.Flags()
	o.AddFlags(fs)
	fs.StringArrayVarP(&o.files, "filename", "f", nil, "File with Shoots, flux-config and the objects that they reference, a directory of such files, or - for standard input. Can be repeated. Defaults to the project in the garden.")
	fs.StringVarP(&o.directory, "directory", "C", "", "Directory of the checkout that is the root of the source. Defaults to the root of the Git repository of the current directory.")
	fs.StringVar(&o.from, "from", "", "Revision to compare with, such as origin/main or a commit. Without it, all objects are listed as added.")
	fs.StringVar(&o.to, "to", "", "Revision to plan. Defaults to the work tree.")
	fs.StringVarP(&o.selector, "selector", "l", "", "Only Shoots with these labels, such as env=prod.")
	printer.AddOutputFlag(command, &o.output, "markdown is for comments on pull requests.", outputText, outputMarkdown, printer.JSON)
	fs.BoolVar(&o.diff, "diff", false, "Add a unified diff for each object. Shoots whose diffs differ only in values of variables that the commit does not change are listed once.")
	fs.StringArrayVar(&o.failOn, "fail-on", nil, "Condition for exit code 3, such as 'removed>20%' or removed=Namespace,PersistentVolumeClaim. Can be repeated.")
	fs.StringVar(&o.moves, "moves", movesCount, "Whether recreated objects, such as those that move between Kustomizations, count as removed in conditions: count or ignore.")
	fs.BoolVar(&o.remote, "allow-remote-bases", false, "Download remote bases of kustomizations instead of refusing them. Unsafe for untrusted commits: kustomize runs git with arguments, and sends requests to addresses, that the commit contains.")
	fs.StringVar(&o.gardenIdentity, "garden-cluster-identity", "", "The garden's cluster identity, for SHOOT_INFO_GARDEN_CLUSTER_IDENTITY.")
	o.operator.AddFlags(fs)
	o.CompleteFlags(command)
	// Completion of files is the default of the shell; directories are the only sensible values here.
	_ = command.MarkFlagDirname("directory")
	for _, name := range []string{"from", "to"} {
		_ = command.RegisterFlagCompletionFunc(name, o.completeRevision)
	}
	_ = command.RegisterFlagCompletionFunc("moves", cobra.FixedCompletions([]cobra.Completion{movesCount, movesIgnore}, cobra.ShellCompDirectiveNoFileComp))
	_ = command.RegisterFlagCompletionFunc("fail-on", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return []cobra.Completion{"removed>20%", "removed=Namespace,PersistentVolumeClaim,CustomResourceDefinition", notKnownCondition}, cobra.ShellCompDirectiveNoFileComp
	})
	printer.Silence(command)
	return command
}

// completeRevision completes the names of branches and tags.
func (o *planOptions) completeRevision(command *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	c, err := openCheckout(command.Context(), o.directory)
	if err != nil || c.git == nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	err = c.git.records(command.Context(), '\n', func(name string) error {
		names = append(names, name)
		return nil
	}, "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags")
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return printer.Completions(names, begun), cobra.ShellCompDirectiveNoFileComp
}

func (o *planOptions) run(ctx context.Context, stdin io.Reader, out, notes io.Writer) error {
	conditions, err := parseConditions(o.failOn, o.moves)
	if err != nil {
		return err
	}
	if o.from == "" && len(conditions) > 0 {
		return errors.New("--fail-on needs --from with the revision to compare with")
	}
	fleet, err := o.fleet(ctx, stdin)
	if err != nil {
		return err
	}
	landscape, err := o.operator.Read(fleet.Operator(), "")
	printer.PrintWarnings(notes, o.operator.Notes)
	if err != nil {
		return err
	}
	for _, reason := range fleet.Skipped {
		fmt.Fprintln(notes, "Note: left out: "+text.OneLine(reason))
	}
	temporary, err := temporaryDirectory()
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temporary) }()
	builds := o.confine(ctx, temporary)
	defer builds.Close()
	p := &planner{fleet: fleet, landscape: landscape, gardenIdentity: o.gardenIdentity, diff: o.diff, kustomizer: builds, temporary: temporary, notes: notes}
	if o.remote {
		p.kustomizer = kustomizer.Local{Remote: true}
	}
	if p.checkout, err = openCheckout(ctx, o.directory); err != nil {
		return err
	}
	if err := p.resolve(ctx, o.from, o.to); err != nil {
		return err
	}
	// Builds create much garbage, and a fleet needs little memory: collecting less often saves a fifth of the time.
	const garbage = 400
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	planned, err := p.plan(ctx)
	if err != nil {
		return err
	}
	planned.FailedConditions = check(conditions, planned.Results)
	if err := planned.write(out, o.output); err != nil {
		return err
	}
	return planned.verdict()
}

// temporaryDirectory creates a directory whose path contains no symlinks, because the secure file system of Flux
// compares paths.
func temporaryDirectory() (string, error) {
	created, err := os.MkdirTemp("", "shoot-flux-plan-")
	if err != nil {
		return "", fmt.Errorf("failed to create a temporary directory for the checkout: %w", err)
	}
	return filepath.EvalSymlinks(created)
}

// verdict returns the error for the exit code.
func (d *document) verdict() error {
	failing, first := 0, ""
	for _, r := range d.Results {
		failures := r.allFailures()
		if len(failures) == 0 {
			continue
		}
		if failing += len(r.Shoots); first == "" {
			first = r.Shoots[0] + ": " + failures[0]
		}
	}
	switch {
	case failing > 0:
		return errors.New(text.OneLine(fmt.Sprintf("%s fails in %d of %s, the first is %s", d.To, failing, plural(d.Shoots, "Shoot"), first)))
	case len(d.FailedConditions) > 0:
		return printer.ExitError{Code: exitCondition, Message: "--fail-on " + text.OneLine(d.FailedConditions[0])}
	}
	return nil
}
