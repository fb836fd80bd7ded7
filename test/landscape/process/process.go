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

// logTailLines is how much of a process's log an error carries: enough for a stack of wrapped errors, not for a trace.
const logTailLines = 15

// Spec says what to run.
type Spec struct {
	// Name identifies the process in errors and names its log file.
	Name string
	// Path is the executable.
	Path string
	// Args are the arguments, without the program's name.
	Args []string
	// Env is the complete environment. Nil inherits the environment of the calling process.
	Env []string
	// Dir is the working directory. Empty inherits it.
	Dir string
	// Foundation marks a process that others of its group need until their end, such as etcd: StopAll stops it last.
	Foundation bool
}

// Group starts processes that belong together and stops them together.
type Group struct {
	logDir string

	mu        sync.Mutex
	processes []*Process
	closed    bool
}

// NewGroup returns a group whose processes log into logDir, which is created with the first process.
func NewGroup(logDir string) *Group {
	return &Group{logDir: logDir}
}

// Process is a process started by a Group.
type Process struct {
	spec    Spec
	logFile string
	// logStart is where this process's output starts: a process of the same name may have written before.
	logStart int64
	cmd      *exec.Cmd
	done     chan struct{}
	// err is why the process ended; readable once done is closed.
	err error
}

// Start starts a process in a process group of its own, with stdout and stderr appended to <logDir>/<Name>.log. On Linux
// the kernel kills it when the calling program dies, however that happens.
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

	// Held over the start, so that StopAll cannot miss a process that is being started.
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

// run starts the process and waits for it on one thread: the parent death signal fires when the thread that started the
// process ends, so that thread has to live as long as the process does.
func (p *Process) run(log *os.File, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	// The child has its own descriptor; an error on closing ours loses nothing.
	_ = log.Close()
	started <- err
	if err != nil {
		return
	}
	AwaitExit(p.cmd)
	// Children it left behind are still in its process group, whose number is not given away before the process is reaped.
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	// The state has what there is to know, also where the process has been reaped already.
	_ = p.cmd.Wait()
	if !p.cmd.ProcessState.Success() {
		p.err = &exec.ExitError{ProcessState: p.cmd.ProcessState}
	}
	close(p.done)
}

// StopAll stops all processes and refuses new ones: first everything but the foundations, at once; then the foundations,
// the last started first. Whatever has not ended after grace is killed. When it returns nothing is left.
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

// Stop asks the process to end and kills it, with all its children, if it has not ended after grace. It returns when the
// process is gone, and does nothing when it already is.
func (p *Process) Stop(grace time.Duration) {
	// An error means that the process has ended by itself.
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-p.done:
	case <-timer.C:
		p.Kill()
	}
}

// Kill ends the process and its children at once and returns when the process is gone.
func (p *Process) Kill() {
	// An error means that the process has ended already. Its children follow it in run.
	_ = p.cmd.Process.Kill()
	<-p.done
}

// Done is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// PID is the number of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// LogFile is the file that holds what the process has written.
func (p *Process) LogFile() string { return p.logFile }

// Until waits for a condition as the function Until does, and gives up as soon as the process has ended. The error of a
// failed wait ends with the last lines of the process's log.
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
