// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

const (
	// repeatInterval is the pause before commands are repeated, and commandTimeout the timeout of one execution.
	repeatInterval = 2 * time.Second
	commandTimeout = 90 * time.Second
	// patience multiplies the timeouts of a case, because many cases start together in a shoot.
	patience = 3
	// settled is the time after which the output of a mutated case is compared again.
	settled = 5 * time.Second
)

// run runs the commands of a step until their output is as expected. It runs them once if there is no expected output.
func (r *Run) run(ctx context.Context, step cases.Step) error {
	commands, shows, err := r.expand(step.Run, step.Shows)
	if err != nil {
		return err
	}
	if shows == "" {
		output, err := r.shell(ctx, commands)
		r.notef("$ %s\n%s", strings.TrimSpace(commands), output)
		return err
	}
	_, err = r.await(ctx, commands, shows, patience*step.Within.OrDefault())
	return err
}

// fails returns nil if the step has the output of the mutation instead of the normal output.
func (r *Run) fails(ctx context.Context, step cases.Step) error {
	commands, shows, err := r.expand(step.Run, r.Case.Mutation.Shows)
	if err != nil {
		return err
	}
	var output string
	// Check twice, because the first output may precede the effect of the step.
	for _, pause := range []time.Duration{0, settled} {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
		if output, err = r.await(ctx, commands, shows, patience*r.Case.Mutation.Within.OrDefault()); err != nil {
			return fmt.Errorf("with the mutation: %w", err)
		}
	}
	_, expected, err := r.expand("", step.Shows)
	if err != nil {
		return err
	}
	if documents.Compare(expected, output) == nil {
		return fmt.Errorf("step %s has the same output with the mutation, so it verifies nothing:\n%s", step.Name, output)
	}
	return nil
}

func (r *Run) expand(commands, shows string) (string, string, error) {
	commands, err := r.values.Expand(commands)
	if err != nil {
		return "", "", err
	}
	shows, err = r.values.Expand(shows)
	return commands, shows, err
}

// await repeats commands until they print the expected lines.
func (r *Run) await(ctx context.Context, commands, shows string, within time.Duration) (string, error) {
	if !r.seen {
		// Flux may still be processing the initial objects of other cases.
		within = max(within, appliedWithin)
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	ticker := time.NewTicker(repeatInterval)
	defer ticker.Stop()
	r.notef("$ %s", strings.TrimSpace(commands))
	for last := ""; ; {
		output, err := r.shell(ctx, commands)
		if differs := documents.Compare(shows, output); differs == nil && err == nil {
			r.seen = true
			r.notef("%s", output)
			return output, nil
		} else if ctx.Err() == nil {
			last = fmt.Sprintf("%v\n%s", errors.Join(err, differs), output)
		}
		select {
		case <-ctx.Done():
			r.notef("%s", last)
			return "", fmt.Errorf("not seen within %s: %s\n%s", within, strings.TrimSpace(commands), last)
		case <-ticker.C:
		}
	}
}

// shell runs commands in the working directory, and returns their output.
func (r *Run) shell(ctx context.Context, commands string) (string, error) {
	kubeconfig, err := r.shoot.kubeconfig()
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	command := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", commands)
	command.Dir = r.dir
	command.Env = []string{
		"HOME=" + filepath.Join(r.dir, "home"), "TMPDIR=" + r.dir, "LANG=C.UTF-8", "KUBECONFIG=" + kubeconfig, "GIT_TERMINAL_PROMPT=0",
		"PATH=" + filepath.Join(r.shoot.world.dir, "bin") + string(os.PathListSeparator) + os.Getenv("PATH"),
	}
	// If the shell is killed, kill its child processes too.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	// A process outside of the process group may keep the output open.
	command.WaitDelay = 5 * time.Second
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	err = command.Run()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(output.String()))
	}
	return output.String(), err
}
