// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// reportInterval is how often a running build says that it is still running.
	reportInterval = 15 * time.Second
	// errorLines is how much of the compiler's output an error carries.
	errorLines = 20
)

// build compiles one binary. It appears in the cache complete or not at all.
func (b Builder) build(ctx context.Context, binary Binary, position string) error {
	b.printf("building %s %s (%s)", binary.Name, binary.Version, position)
	start := time.Now()
	target := b.path(binary)
	unfinished := target + ".unfinished"
	output := &lines{}

	command := exec.CommandContext(ctx, "go", "build", "-mod=readonly", "-trimpath", "-tags", strings.Join(b.Tags, ","),
		"-ldflags", binary.linkerFlags(), "-o", unfinished, binary.Package)
	command.Dir = b.ModuleDir
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	if b.CGO {
		command.Env = append(command.Env, "CGO_ENABLED=1")
	}
	command.Stdout, command.Stderr = output, output
	// The compilers that the go command starts must not outlive a cancelled build.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGINT) }
	command.WaitDelay = reportInterval
	if err := command.Start(); err != nil {
		return fmt.Errorf("starting the build of %s: %w", binary.Name, err)
	}
	stopReporting := b.reportWhileRunning(binary.Name, start, output)
	err := command.Wait()
	stopReporting()
	if err != nil {
		return fmt.Errorf("building %s %s: %w\n%s", binary.Name, binary.Version, err, output.last(errorLines))
	}
	if err := os.Rename(unfinished, target); err != nil {
		return fmt.Errorf("moving %s into the cache: %w", binary.Name, err)
	}
	b.printf("built %s in %d s", binary.Name, int(time.Since(start).Seconds()))
	return nil
}

// reportWhileRunning tells that a build goes on, with the go command's last words, until the returned function is called.
func (b Builder) reportWhileRunning(name string, start time.Time, output *lines) (stop func()) {
	stopped := make(chan struct{})
	var reporting sync.WaitGroup
	reporting.Go(func() {
		ticker := time.NewTicker(reportInterval)
		defer ticker.Stop()
		for {
			select {
			case <-stopped:
				return
			case <-ticker.C:
				lastWords := output.last(1)
				if lastWords != "" {
					lastWords = ", " + lastWords
				}
				b.printf("  still building %s, %d s%s", name, int(time.Since(start).Seconds()), lastWords)
			}
		}
	})
	return func() {
		close(stopped)
		reporting.Wait()
	}
}

// lines collects output and gives its end while it is still being written.
type lines struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

// Write appends to the output.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buffer.Write(p)
}

func (l *lines) last(n int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := strings.Split(strings.TrimRight(l.buffer.String(), "\n"), "\n")
	return strings.Join(all[max(0, len(all)-n):], "\n")
}
