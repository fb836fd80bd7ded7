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

// Process is a container's process with its process group.
type Process struct {
	// PID is the host's number of the process.
	PID int
	// init is true if the process is the first one of a PID namespace: then it alone is asked to end, as any container's.
	init bool
	// Took is how long the start has taken.
	Took time.Duration
	// Done is closed when it has ended.
	Done chan struct{}
	// Code is valid when Done is closed. A process killed by a signal has 128 plus the signal.
	Code int

	// mu keeps signals from reaching another process that was given the same pid after this one was reaped.
	mu    sync.Mutex
	ended bool
}

// StartProcess starts a process by calling launch and waits for its end. Both happen on one thread of its own, because
// the kernel kills the process when the thread that created it ends.
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
	_ = syscall.Kill(-p.PID, syscall.SIGKILL) // what it left behind in its group; an error says that there is nothing
	_ = cmd.Wait()                            // the state explains more than the error
	p.ended = true
	p.Code = cmd.ProcessState.ExitCode()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		p.Code = 128 + int(status.Signal())
	}
}

// Stop asks the process to end, kills it when the context ends, and returns when it is gone.
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

// SignalAll sends the signal to the process and its group and returns whether there was one.
func (p *Process) SignalAll(s syscall.Signal) bool {
	return p.signal(-p.PID, s)
}

func (p *Process) signal(pid int, s syscall.Signal) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.ended && syscall.Kill(pid, s) == nil
}

// Environ is the environment in the form and order in which a process gets it.
func Environ(env map[string]string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		list = append(list, name+"="+env[name])
	}
	return list
}
