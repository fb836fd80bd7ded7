// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Program is the command of the plugin as the user enters it.
const Program = "kubectl shoot-flux"

// NoArguments rejects arguments with an error that contains the suggested fix.
func NoArguments(fix string) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return fmt.Errorf("%s does not take argument %q: %s; see --help", command.Name(), args[0], fix)
	}
}

// OneArgument requires one argument, and names it and the fix in the error.
func OneArgument(argument, fix string) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if len(args) == 1 {
			return nil
		}
		return fmt.Errorf("%s requires one %s, not %d arguments; run: %s", command.Name(), argument, len(args), fix)
	}
}

// KnownCommand rejects an argument that is not the name of a subcommand.
func KnownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := commandNames(root)
	if meant := text.Nearest(args[0], names); meant != "" {
		return fmt.Errorf("unknown command %q; did you mean %s? The commands are %s; see --help", args[0], meant, strings.Join(names, ", "))
	}
	return fmt.Errorf("unknown command %q; the commands are %s; see --help", args[0], strings.Join(names, ", "))
}

func commandNames(root *cobra.Command) []string {
	var names []string
	for _, command := range root.Commands() {
		if command.IsAvailableCommand() {
			names = append(names, command.Name())
		}
	}
	return names
}

// Group adds the subcommands to a command that cannot run without a subcommand.
func Group(group *cobra.Command, subcommands ...*cobra.Command) *cobra.Command {
	group.AddCommand(subcommands...)
	group.Args = KnownCommand
	group.RunE = func(*cobra.Command, []string) error {
		return fmt.Errorf("a subcommand is required: %s; see --help", strings.Join(commandNames(group), ", "))
	}
	Silence(group)
	return group
}

// ExplainFlagError returns an error about a mistyped command if there is one, because flags of the correct command are
// unknown to its parent. Otherwise, it returns the flag error.
func ExplainFlagError(command *cobra.Command, err error) error {
	if mistyped := command.ValidateArgs(command.Flags().Args()); mistyped != nil {
		return mistyped
	}
	return fmt.Errorf("%w; see --help", err)
}

// Silence stops cobra from printing errors, because main prints them, and cleans all output of a command and its
// subcommands.
func Silence(command *cobra.Command) {
	command.SilenceErrors, command.SilenceUsage = true, true
	if run := command.RunE; run != nil {
		command.RunE = func(command *cobra.Command, args []string) error {
			command.SetOut(NewWriter(command.OutOrStdout()))
			command.SetErr(NewWriter(command.ErrOrStderr()))
			return CleanError(run(command, args))
		}
	}
	command.SetFlagErrorFunc(ExplainFlagError)
	for _, sub := range command.Commands() {
		Silence(sub)
	}
}

// ExitError is an error with an exit code other than 1.
type ExitError struct {
	Code    int
	Message string
}

func (e ExitError) Error() string { return e.Message }

// ExitCode returns the exit code for the error of a command.
func ExitCode(err error) int {
	if exit, is := errors.AsType[ExitError](err); is {
		return exit.Code
	}
	if err != nil {
		return 1
	}
	return 0
}
