// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/util/duration"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

func (k *keysCommand) listCommand() *cobra.Command {
	var (
		output string
		all    bool
	)
	command := &cobra.Command{
		Use:     "list",
		Short:   "List the deploy keys of one project, or of all",
		Example: "  " + keysCommandName + " list -A",
		Args:    printer.NoArguments("set a project with -n"),
		RunE: func(command *cobra.Command, _ []string) error {
			client, namespace, err := k.Projects(all)
			if err != nil {
				return err
			}
			keys, err := list(command.Context(), client, namespace)
			if err != nil {
				return err
			}
			if output != "" {
				return printer.Print(command.OutOrStdout(), output, keys)
			}
			if len(keys) == 0 {
				_, err := fmt.Fprintln(command.ErrOrStderr(), "No project has a deploy key.")
				return err
			}
			return writeKeys(command.OutOrStdout(), keys, k.clock)
		},
	}
	printer.AddOutputFlag(command, &output, "Defaults to a table.", printer.JSON, printer.YAML)
	garden.AddAllFlag(command.Flags(), &all)
	return command
}

func (k *keysCommand) showCommand() *cobra.Command {
	var (
		output string
		next   bool
	)
	command := &cobra.Command{
		Use:     "show",
		Short:   "Print the public key of a project, or all its details",
		Example: "  " + keysCommandName + " show -n garden-my-project -o wide",
		Args:    printer.NoArguments("set the project with -n"),
		RunE: func(command *cobra.Command, _ []string) error {
			if next && output != "" {
				return errors.New("--next prints the public key alone; -o shows both keys")
			}
			_, key, err := k.read(command.Context())
			if err != nil {
				return err
			}
			switch {
			case output == printer.Wide:
				return writeKey(command.OutOrStdout(), key, k.clock)
			case output != "":
				return printer.Print(command.OutOrStdout(), output, key)
			}
			key.warn(command.ErrOrStderr())
			return key.print(command.OutOrStdout(), next)
		},
	}
	printer.AddOutputFlag(command, &output, "Each has all details. Defaults to the public key alone, as a line of authorized_keys.", printer.Wide, printer.JSON, printer.YAML)
	k.addSourceFlag(command.Flags())
	command.Flags().BoolVar(&next, "next", false, "Print the next public key of a prepared rotation.")
	return command
}

// print writes only the public key.
func (k *Key) print(out io.Writer, next bool) error {
	public := k.PublicKey
	if next {
		if k.Next == nil {
			return k.notPrepared()
		}
		public = k.Next.PublicKey
	}
	if public == "" {
		return errNoPublicKey
	}
	_, err := fmt.Fprintln(out, plain.OneLine(public))
	return err
}

// warn prints a note if Shoots have reported a different key than the annotations contain. The annotations are outdated
// if a user has replaced the key in the Secret.
func (k *Key) warn(notes io.Writer) {
	var others []string
	for _, shoot := range k.Shoots {
		if shoot.Key == anotherKey {
			others = append(others, shoot.Name+" "+shoot.Fingerprint)
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(notes, "Note: these Shoots do not have the key in the Secret's annotations, %s: %s. "+
			"If a user has replaced the key, their key is correct.\n", printer.OrDash(k.Fingerprint), strings.Join(others, ", "))
	}
}

func (k *Key) notPrepared() error {
	return fmt.Errorf("no rotation is prepared in namespace %s; prepare it with: %s rotate start %s", k.Namespace, keysCommandName, k.flags())
}

// flags returns the command-line flags that select the key.
func (k *Key) flags() string {
	if k.Source != "" {
		return "-n " + k.Namespace + " --source " + k.Source
	}
	return "-n " + k.Namespace
}

// writeKeys writes a table with a row for each key.
func writeKeys(out io.Writer, keys []*Key, now clock.PassiveClock) error {
	table := printer.NewTable(out, 3)
	sources := slices.ContainsFunc(keys, func(k *Key) bool { return k.Source != "" })
	row := func(namespace, source string, cells ...any) {
		if sources {
			cells = slices.Insert(cells, 0, any(printer.OrDash(source)))
		}
		table.Row(slices.Insert(cells, 0, any(namespace))...)
	}
	row("NAMESPACE", "SOURCE", "FINGERPRINT", "ALGORITHM", "AGE", "PHASE", "REGISTRATION", "USED BY")
	for _, k := range keys {
		phase := k.Phase
		if k.PendingOperation != "" {
			phase += ", requested " + k.PendingOperation
		} else if k.OperationError != "" {
			phase += ", refused"
		} else if k.Unused {
			phase += ", unused"
		}
		row(k.Namespace, k.Source, printer.OrDash(k.Fingerprint), printer.OrDash(k.Algorithm), k.age(now), phase, k.registration(), k.usedBy())
	}
	return table.Flush()
}

// writeKey writes all details of a key.
func writeKey(out io.Writer, k *Key, now clock.PassiveClock) error {
	table := printer.NewTable(out, 2)
	row := func(name, value string) {
		if value != "" {
			table.Row(name, value)
		}
	}
	row("Namespace", k.Namespace)
	row("Source", k.Source)
	if k.Unused {
		row("Unused", "the configuration does not list the source with this key")
	}
	row("Phase", k.Phase)
	row("Public key", printer.OrDash(k.PublicKey))
	row("Fingerprint", printer.OrDash(k.Fingerprint))
	row("Algorithm", printer.OrDash(k.Algorithm))
	row("Age", k.age(now))
	row("Registration", k.Registration.String())
	if k.RotatedAt != nil {
		row("Rotated", duration.HumanDuration(now.Since(k.RotatedAt.Time))+" ago")
	}
	for _, other := range []struct {
		name string
		key  *publicKey
	}{{"Next", k.Next}, {"Previous", k.Previous}} {
		if other.key != nil {
			row(other.name+" public key", other.key.PublicKey)
			row(other.name+" fingerprint", other.key.Fingerprint)
			row(other.name+" registration", other.key.Registration.String())
		}
	}
	row("Requested", k.PendingOperation)
	row("Refused", k.OperationError)
	row("Used by", k.usedBy())
	for _, shoot := range k.Shoots {
		note := fmt.Sprintf("%s has the %s key", shoot.Name, shoot.Key)
		switch shoot.Key {
		case anotherKey:
			note = fmt.Sprintf("%s has another key, %s", shoot.Name, shoot.Fingerprint)
		case unseenKey:
			note = shoot.Name + " has not reported a key yet"
		}
		if shoot.Hibernated {
			note += " and is hibernated"
		}
		if shoot.AwaitsPresentKey {
			note += ", and has not received the current key"
		}
		table.Row("", fmt.Sprintf("%s, as of %s ago", note, duration.HumanDuration(now.Since(shoot.ObservedAt.Time))))
	}
	return table.Flush()
}

// age returns the age of the key. For a key that a user has created, it returns the age of the Secret as the minimum.
func (k *Key) age(now clock.PassiveClock) string {
	if k.GeneratedAt != nil {
		return duration.HumanDuration(now.Since(k.GeneratedAt.Time))
	}
	return ">=" + duration.HumanDuration(now.Since(k.CreatedAt.Time))
}

func (k *Key) registration() string {
	states := []string{}
	if k.Registration != nil {
		states = append(states, k.Registration.State)
	}
	if k.Next != nil && k.Next.Registration != nil {
		states = append(states, "next: "+k.Next.Registration.State)
	}
	return printer.OrDash(strings.Join(states, ", "))
}

// String returns the state, host, title and message.
func (r *registered) String() string {
	if r == nil {
		return ""
	}
	text := r.State
	if r.Host != "" {
		text += " at " + r.Host
	}
	if r.Title != "" {
		text += fmt.Sprintf(" as %q", r.Title)
	}
	if r.Message != "" {
		text += ": " + r.Message
	}
	return text
}

func (k *Key) usedBy() string {
	if k.shootsUnknown {
		return "unknown"
	}
	present := 0
	for _, shoot := range k.Shoots {
		if shoot.Key == currentKey {
			present++
		}
	}
	count := fmt.Sprint(present)
	if present < len(k.Shoots) {
		count = fmt.Sprintf("%d of %d", present, len(k.Shoots))
	}
	if len(k.Shoots) == 1 {
		return count + " shoot"
	}
	return count + " shoots"
}
