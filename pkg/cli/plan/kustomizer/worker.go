// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/confine"
)

// CommandName is the name of the hidden command with which plan starts a process that builds.
const CommandName = "plan-builder"

// NewCommand returns the hidden command of the process that builds. Its standard input and output are those of a
// [Confined].
func NewCommand() *cobra.Command {
	return &cobra.Command{
		Use:    CommandName + " DIRECTORY",
		Short:  "Build sources for plan, without programs and connections",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			in, out := os.Stdin, os.Stdout
			if err := printNothing(); err != nil {
				return err
			}
			confine.Process(args[0])
			boundMemory()
			return serve(in, out)
		},
	}
}

// printNothing discards the output of libraries: it must not be mistaken for an answer, and kustomize's warnings repeat
// untrusted input. Only a crash is printed.
func printNothing() error {
	discard, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	os.Stdout, os.Stderr = discard, discard
	log.SetOutput(io.Discard)
	return nil
}

// boundMemory terminates this process when a build needs too much memory. For example, three replacements that append a
// field to itself multiply its size by eight. Otherwise it collects garbage less often. Builds create much of it, and
// need little memory: this saves a fifth of the time.
func boundMemory() {
	const (
		garbage = 400
		most    = 2 << 30
	)
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(most / 4 * 3)
	// Only Linux has this limit. Elsewhere, the limit of time ends such a build.
	_ = confine.Memory(most)
}

// question is a question to the process that builds: why objects are refused, or the objects of a directory with a
// manifest, or else its manifest.
type question struct {
	Custom   *Custom
	Place    Place
	Manifest *Manifest
	// Spec is a JSON object.
	Spec []byte
}

// answer is the answer to a question. gob keeps names of files that are not valid UTF-8.
type answer struct {
	Manifest *Manifest
	Result   *Result
	Reasons  []string
	Refused  *RefusedError
	// Failure is the message of another error.
	Failure string
}

// serve answers questions until its input ends. It then returns immediately, even during a build, because the other
// process has exited.
func serve(in io.Reader, out io.Writer) error {
	questions := make(chan question)
	go func() {
		for decoder := gob.NewDecoder(in); ; {
			var asked question
			if err := decoder.Decode(&asked); err != nil {
				os.Exit(0)
			}
			questions <- asked
		}
	}()
	encoder := gob.NewEncoder(out)
	for asked := range questions {
		if err := encoder.Encode(asked.answer()); err != nil {
			return fmt.Errorf("failed to answer: %w", err)
		}
	}
	return nil
}

func (q question) answer() answer {
	var (
		own answer
		err error
	)
	switch {
	case q.Custom != nil:
		own.Reasons, err = Local{}.Validate(*q.Custom)
	case q.Manifest != nil:
		own.Result, err = Local{}.Build(q.Place, q.Manifest)
	default:
		spec := map[string]any{}
		if err = json.Unmarshal(q.Spec, &spec); err == nil {
			own.Manifest, err = Local{}.Generate(q.Place, spec)
		}
	}
	switch refused := (*RefusedError)(nil); {
	case errors.As(err, &refused):
		return answer{Refused: refused}
	case err != nil:
		return answer{Failure: err.Error()}
	}
	return own
}

// err returns the error in the answer, or nil.
func (a answer) err() error {
	switch {
	case a.Refused != nil:
		return a.Refused
	case a.Failure != "":
		return errors.New(a.Failure)
	}
	return nil
}
