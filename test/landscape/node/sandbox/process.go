// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"context"
	"maps"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	landscapeprocess "github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Process is the process of a container, together with its process group.
type Process struct {
	// PID is the PID of the process on the host.
	PID int
	// init is true if the process is the first one in a PID namespace. Stop then signals only this process and not its
	// group, as in any container.
	init bool
	// Took is the duration of the start.
	Took time.Duration
	// Done is closed when the process has ended.
	Done chan struct{}
	// Code is the exit code, valid after Done is closed. It is 128 plus the signal number if a signal killed the process.
	Code int

	// mu prevents signals to a different process that has reused the PID.
	mu    sync.Mutex
	ended bool
}

// StartProcess starts a process by calling launch, and waits for its end in the background. Both happen on the same
// thread, because the kernel kills the process when the thread that created it ends.
func StartProcess(launch func() (*exec.Cmd, error), init bool) (*Process, error) {
	p := &Process{init: init, Done: make(chan struct{})}
	begin := time.Now()
	launched := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		cmd, err := launch()
		if err == nil {
			p.PID, p.Took = cmd.Process.Pid, time.Since(begin)
		}
		launched <- err
		if err == nil {
			p.await(cmd)
		}
	}()
	return p, <-launched
}

func (p *Process) await(cmd *exec.Cmd) {
	defer close(p.Done)
	landscapeprocess.AwaitExit(cmd)
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = syscall.Kill(-p.PID, syscall.SIGKILL) // Kill the rest of the process group. An error means that it is empty.
	_ = cmd.Wait()                            // The process state has more details than the error.
	p.ended = true
	p.Code = cmd.ProcessState.ExitCode()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		p.Code = 128 + int(status.Signal())
	}
}

// Stop terminates the process, kills it when the context ends, and returns when the process has ended.
func (p *Process) Stop(ctx context.Context) {
	if p.init {
		p.signal(p.PID, syscall.SIGTERM)
	} else {
		p.SignalAll(syscall.SIGTERM)
	}
	select {
	case <-p.Done:
		return
	case <-ctx.Done():
	}
	p.SignalAll(syscall.SIGKILL)
	<-p.Done
}

// SignalAll sends the signal to the process and its group. It reports whether the process was running.
func (p *Process) SignalAll(s syscall.Signal) bool {
	return p.signal(-p.PID, s)
}

func (p *Process) signal(pid int, s syscall.Signal) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.ended && syscall.Kill(pid, s) == nil
}

// Environ returns the environment as a sorted list of NAME=value.
func Environ(env map[string]string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		list = append(list, name+"="+env[name])
	}
	return list
}
