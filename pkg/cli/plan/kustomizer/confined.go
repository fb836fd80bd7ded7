// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// Confined builds in separate processes of this program, which can neither start programs nor open connections. A build
// that crashes terminates only its process.
type Confined struct {
	ctx context.Context
	// directory is the only one that the processes can read.
	directory string
	// free limits the number of processes that work at the same time.
	free chan struct{}
	// longest limits the time of a build. longestValidation limits the time of a validation.
	longest, longestValidation time.Duration

	mutex sync.Mutex
	// idle contains the processes that wait for a question.
	idle   []*worker
	closed bool
}

// worker is a process that builds.
type worker struct {
	command *exec.Cmd
	in      io.Closer
	ask     *gob.Encoder
	answers *gob.Decoder
	// last is the beginning of the text that the process has printed before it exited.
	last head
}

// head keeps the beginning of what is written to it.
type head struct{ text []byte }

// Write implements [io.Writer].
func (h *head) Write(text []byte) (int, error) {
	const most = 256
	h.text = append(h.text, text[:min(len(text), most-len(h.text))]...)
	return len(text), nil
}

// NewConfined returns a Kustomizer for sources below a directory. Its processes end with the context, or with Close.
func NewConfined(ctx context.Context, directory string) *Confined {
	const (
		most              = 4
		longest           = 2 * time.Minute
		longestValidation = 20 * time.Second
	)
	return &Confined{
		ctx: ctx, directory: directory, free: make(chan struct{}, min(runtime.GOMAXPROCS(0), most)), longest: longest, longestValidation: longestValidation,
	}
}

// Close terminates the processes, and waits until they have exited. Nothing can be built after Close.
func (c *Confined) Close() {
	c.mutex.Lock()
	idle := c.idle
	c.idle, c.closed = nil, true
	c.mutex.Unlock()
	for _, w := range idle {
		_ = w.end()
	}
}

// Generate implements [Kustomizer].
func (c *Confined) Generate(of Place, spec map[string]any) (*Manifest, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	answered, err := c.ask(c.longest, question{Place: of, Spec: text})
	return answered.Manifest, err
}

// Build implements [Kustomizer].
func (c *Confined) Build(of Place, manifest *Manifest) (*Result, error) {
	answered, err := c.ask(c.longest, question{Place: of, Manifest: manifest})
	return answered.Result, err
}

// Validate implements [Kustomizer].
func (c *Confined) Validate(of Custom) ([]string, error) {
	answered, err := c.ask(c.longestValidation, question{Custom: &of})
	if err != nil {
		return nil, err
	}
	if len(answered.Reasons) != len(of.Objects) {
		return nil, fmt.Errorf("the process that validates has answered for %d objects instead of %d", len(answered.Reasons), len(of.Objects))
	}
	return answered.Reasons, nil
}

// ask sends a question to an idle process or a new one, and returns the answer, or the error in it.
func (c *Confined) ask(longest time.Duration, asked question) (answer, error) {
	select {
	case c.free <- struct{}{}:
		defer func() { <-c.free }()
	case <-c.ctx.Done():
		return answer{}, c.ctx.Err()
	}
	w, err := c.take()
	if err != nil {
		return answer{}, err
	}
	var answered answer
	late := time.AfterFunc(longest, func() { _ = w.command.Process.Kill() })
	if err = w.ask.Encode(asked); err == nil {
		err = w.answers.Decode(&answered)
	}
	inTime := late.Stop()
	if inTime && err == nil {
		c.put(w)
		return answered, answered.err()
	}
	ended := w.end()
	switch {
	case c.ctx.Err() != nil:
		return answer{}, c.ctx.Err()
	case !inTime && asked.Custom != nil:
		return answer{}, fmt.Errorf("the validation has taken more than %s", longest)
	case !inTime:
		return answer{}, fmt.Errorf("the build has taken more than %s; look for a base that several others include", longest)
	}
	return answer{}, fmt.Errorf("the process that builds has ended: %w", errors.Join(err, ended))
}

func (c *Confined) take() (*worker, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if last := len(c.idle) - 1; last >= 0 {
		w := c.idle[last]
		c.idle = c.idle[:last]
		return w, nil
	}
	return c.start()
}

func (c *Confined) put(w *worker) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.closed {
		_ = w.end()
		return
	}
	c.idle = append(c.idle, w)
}

// start starts a process in an empty directory without variables.
func (c *Confined) start() (*worker, error) {
	const failed = "failed to start the process that builds: %w"
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf(failed, err)
	}
	empty, err := os.MkdirTemp(c.directory, "builder-")
	if err != nil {
		return nil, fmt.Errorf(failed, err)
	}
	w := &worker{command: exec.CommandContext(c.ctx, program, CommandName, c.directory)} //nolint:gosec // this program
	w.command.Dir, w.command.Stderr = empty, &w.last
	w.command.Env = []string{"PATH="}
	in, err := w.command.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf(failed, err)
	}
	out, err := w.command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf(failed, err)
	}
	if err := w.command.Start(); err != nil {
		return nil, fmt.Errorf(failed, err)
	}
	w.in, w.ask, w.answers = in, gob.NewEncoder(in), gob.NewDecoder(out)
	return w, nil
}

// end terminates the process, and waits until it has exited. The error contains the first line of a crash.
func (w *worker) end() error {
	_ = w.in.Close()
	_ = w.command.Process.Kill()
	err := w.command.Wait()
	if line, _, _ := bytes.Cut(w.last.text, []byte("\n")); err != nil && len(line) > 0 {
		return fmt.Errorf("%w: %s", err, line)
	}
	return err
}
