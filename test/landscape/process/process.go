// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// logTailLines is the number of lines of a process's log in an error: enough for wrapped errors, but too few for a
// stack trace.
const logTailLines = 15

// Spec describes a process.
type Spec struct {
	// Name is the name of the process in errors and of its log file.
	Name string
	// Path is the executable.
	Path string
	// Args are the arguments, without the program's name.
	Args []string
	// Env is the complete environment. Nil inherits the environment of the calling process.
	Env []string
	// Dir is the working directory. Empty inherits it.
	Dir string
	// Foundation is true if other processes of the group need this process until they end. An example is etcd. StopAll
	// stops it last.
	Foundation bool
}

// Group starts and stops a set of processes.
type Group struct {
	logDir string

	mu        sync.Mutex
	processes []*Process
	closed    bool
}

// NewGroup returns a group whose processes write logs to logDir. The first process creates this directory.
func NewGroup(logDir string) *Group {
	return &Group{logDir: logDir}
}

// Process is a process started by a Group.
type Process struct {
	spec    Spec
	logFile string
	// logStart is the offset in the log at which the output of this process starts, after output of earlier processes with
	// the same name.
	logStart int64
	cmd      *exec.Cmd
	done     chan struct{}
	// err is the reason why the process ended. It may be read only after done is closed.
	err error
}

// Start starts a process in its own process group, and appends stdout and stderr to <logDir>/<Name>.log. On Linux, the
// kernel kills the process when the calling program ends, even after a crash.
func (g *Group) Start(spec Spec) (*Process, error) {
	if spec.Path == "" {
		return nil, fmt.Errorf("starting %s: no executable given", spec.Name)
	}
	if err := os.MkdirAll(g.logDir, 0o750); err != nil {
		return nil, fmt.Errorf("creating log directory for %s: %w", spec.Name, err)
	}
	p := &Process{spec: spec, logFile: filepath.Join(g.logDir, spec.Name+".log"), done: make(chan struct{})}
	log, err := os.OpenFile(p.logFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o640)
	if err != nil {
		return nil, fmt.Errorf("opening log of %s: %w", spec.Name, err)
	}
	if p.logStart, err = log.Seek(0, io.SeekEnd); err != nil {
		return nil, errors.Join(fmt.Errorf("finding the end of the log of %s: %w", spec.Name, err), log.Close())
	}
	p.cmd = exec.Command(spec.Path, spec.Args...)
	p.cmd.Env, p.cmd.Dir = spec.Env, spec.Dir
	p.cmd.Stdout, p.cmd.Stderr = log, log
	p.cmd.SysProcAttr = SysProcAttr()

	// Holding the lock during the start ensures that StopAll does not miss the new process.
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, errors.Join(fmt.Errorf("starting %s: its group has been stopped", spec.Name), log.Close())
	}
	started := make(chan error)
	go p.run(log, started)
	if err := <-started; err != nil {
		return nil, fmt.Errorf("starting %s: %w", spec.Name, err)
	}
	g.processes = append(g.processes, p)
	return p, nil
}

// run starts the process and waits for it on one thread. The thread must not end before the process, because its end
// triggers the parent death signal.
func (p *Process) run(log *os.File, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	// An error does not matter, because the child has its own descriptor.
	_ = log.Close()
	started <- err
	if err != nil {
		return
	}
	AwaitExit(p.cmd)
	// Remaining children are still in the process group. Its number is not reused before the process is reaped.
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	// The state is complete, even if the process has already been reaped.
	_ = p.cmd.Wait()
	if !p.cmd.ProcessState.Success() {
		p.err = &exec.ExitError{ProcessState: p.cmd.ProcessState}
	}
	close(p.done)
}

// StopAll stops all processes and refuses new ones. It first stops all processes except foundations, in parallel, and
// then the foundations in reverse order of their start. It kills processes after the grace period. When it returns, no
// process is left.
func (g *Group) StopAll(grace time.Duration) {
	g.mu.Lock()
	g.closed = true
	processes := g.processes
	g.processes = nil
	g.mu.Unlock()

	var stopping sync.WaitGroup
	for i := len(processes) - 1; i >= 0; i-- {
		if p := processes[i]; !p.spec.Foundation {
			stopping.Go(func() { p.Stop(grace) })
		}
	}
	stopping.Wait()
	for i := len(processes) - 1; i >= 0; i-- {
		processes[i].Stop(grace)
	}
}

// Stop terminates the process, and kills it and its children after the grace period. It returns when the process has
// ended.
func (p *Process) Stop(grace time.Duration) {
	// An error means that the process has ended already.
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-p.done:
	case <-timer.C:
		p.Kill()
	}
}

// Kill kills the process and its children, and returns when the process has ended.
func (p *Process) Kill() {
	// An error means that the process has ended already. run kills its children.
	_ = p.cmd.Process.Kill()
	<-p.done
}

// Done returns a channel that is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// PID returns the process ID.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// LogFile returns the path of the log of the process.
func (p *Process) LogFile() string { return p.logFile }

// Until waits for a condition like function Until, and also returns an error when the process has ended. Errors contain
// the last lines of the log of the process.
func (p *Process) Until(ctx context.Context, what string, interval time.Duration, cond func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stopWatching := make(chan struct{})
	defer close(stopWatching)
	go func() {
		select {
		case <-p.done:
			cancel(fmt.Errorf("%s has ended: %w", p.spec.Name, exitReason(p.err)))
		case <-stopWatching:
		}
	}()
	if err := Until(ctx, what, interval, cond); err != nil {
		return fmt.Errorf("%w\nlast lines of %s:\n%s", err, p.logFile, p.logTail())
	}
	return nil
}

func exitReason(err error) error {
	if err == nil {
		return errors.New("exit status 0")
	}
	return err
}

func (p *Process) logTail() string {
	content, err := os.ReadFile(p.logFile)
	if err != nil {
		return err.Error()
	}
	own := content[min(p.logStart, int64(len(content))):]
	lines := strings.Split(strings.TrimRight(string(own), "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-logTailLines):], "\n")
}
