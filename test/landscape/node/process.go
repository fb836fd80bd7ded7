// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

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

// process is a container's process with its process group.
type process struct {
	pid int
	// init is true if the process is the first one of a PID namespace: then it alone is asked to end, as any container's.
	init bool
	took time.Duration
	done chan struct{}
	// code is valid when done is closed. A process killed by a signal has 128 plus the signal.
	code int

	// mu keeps signals from reaching another process that was given the same pid after this one was reaped.
	mu    sync.Mutex
	ended bool
}

// startProcess starts a process by calling launch and waits for its end. Both happen on one thread of its own, because
// the kernel kills the process when the thread that created it ends.
func startProcess(launch func() (*exec.Cmd, error), init bool) (*process, error) {
	p := &process{init: init, done: make(chan struct{})}
	begin := time.Now()
	launched := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		cmd, err := launch()
		if err == nil {
			p.pid, p.took = cmd.Process.Pid, time.Since(begin)
		}
		launched <- err
		if err == nil {
			p.await(cmd)
		}
	}()
	return p, <-launched
}

func (p *process) await(cmd *exec.Cmd) {
	defer close(p.done)
	landscapeprocess.AwaitExit(cmd)
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = syscall.Kill(-p.pid, syscall.SIGKILL) // what it left behind in its group; an error says that there is nothing
	_ = cmd.Wait()                            // the state explains more than the error
	p.ended = true
	p.code = cmd.ProcessState.ExitCode()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		p.code = 128 + int(status.Signal())
	}
}

// stop asks the process to end, kills it when the context ends, and returns when it is gone.
func (p *process) stop(ctx context.Context) {
	if p.init {
		p.signal(p.pid, syscall.SIGTERM)
	} else {
		p.signalAll(syscall.SIGTERM)
	}
	select {
	case <-p.done:
		return
	case <-ctx.Done():
	}
	p.signalAll(syscall.SIGKILL)
	<-p.done
}

// signalAll sends the signal to the process and its group and returns whether there was one.
func (p *process) signalAll(s syscall.Signal) bool {
	return p.signal(-p.pid, s)
}

func (p *process) signal(pid int, s syscall.Signal) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.ended && syscall.Kill(pid, s) == nil
}

// environ is the environment in the form and order in which a process gets it.
func environ(env map[string]string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		list = append(list, name+"="+env[name])
	}
	return list
}
