// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Dashboard is a running process of command dashboard.
type Dashboard struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	lines   chan string
	end     context.CancelFunc
}

// Serve starts command dashboard of the kubectl plugin.
func Serve(ctx context.Context, plugin, kubeconfig string, arguments ...string) (*Dashboard, error) {
	ctx, end := context.WithCancel(ctx)
	d := &Dashboard{command: exec.CommandContext(ctx, plugin, append([]string{"dashboard", "--kubeconfig", kubeconfig}, arguments...)...), lines: make(chan string), end: end}
	d.command.Cancel = func() error { return d.command.Process.Signal(os.Interrupt) }
	d.command.SysProcAttr, d.command.Stderr = process.SysProcAttr(), os.Stderr
	out, outErr := d.command.StdoutPipe()
	in, inErr := d.command.StdinPipe()
	if err := errors.Join(outErr, inErr); err != nil {
		end()
		return nil, err
	}
	d.stdin = in
	if err := d.command.Start(); err != nil {
		end()
		return nil, err
	}
	go func() {
		defer close(d.lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			select {
			case d.lines <- scanner.Text():
			case <-ctx.Done():
			}
		}
	}()
	return d, nil
}

// Address waits for the next address that the command prints.
func (d *Dashboard) Address(ctx context.Context) (string, error) {
	return d.Line(ctx, "http://")
}

// Another makes the command print a new address, and returns the address.
func (d *Dashboard) Another(ctx context.Context) (string, error) {
	if _, err := io.WriteString(d.stdin, "\n"); err != nil {
		return "", err
	}
	return d.Address(ctx)
}

// Line waits for the next line with a prefix.
func (d *Dashboard) Line(ctx context.Context, prefix string) (string, error) {
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case line, open := <-d.lines:
			switch {
			case !open:
				return "", errors.New("the command has ended")
			case strings.HasPrefix(line, prefix):
				return line, nil
			}
		}
	}
}

// PID returns the process ID of the command.
func (d *Dashboard) PID() int { return d.command.Process.Pid }

// Stop interrupts the command, and waits until it ends without an error.
func (d *Dashboard) Stop() error {
	d.end()
	err := d.command.Wait()
	if err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("the command dashboard: %w", err)
	}
	return nil
}
