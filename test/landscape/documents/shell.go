// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// loop runs the scripts that it is told, in the one shell: a directory that one changes to, and a variable that it sets, hold for the next.
// A command that fails ends it, as it ends the reader's work; what it was, and where, is the last that it says.
const loop = `set -Eeuo pipefail
trap 'printf "failed %s %s\n" "$LINENO" "${BASH_COMMAND%%$'"'\\n'"'*}" >&4' ERR
while IFS= read -r script <&3; do
  source "$script" >"$script.out" 2>&1 </dev/null
  echo done >&4
done`

// Shell runs a page's commands.
type Shell struct {
	command *exec.Cmd
	// scripts hold the commands with their output.
	scripts string
	number  int
	tell    *os.File
	answers *bufio.Scanner
	answer  *os.File
}

// StartShell starts a shell in a directory, with this environment and no other. Scripts are kept in another directory.
func StartShell(ctx context.Context, dir, scripts string, environment []string) (*Shell, error) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		return nil, fmt.Errorf("pages are followed in bash: %w", err)
	}
	hears, tell, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	answer, answers, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, hears.Close(), tell.Close())
	}
	s := &Shell{command: exec.CommandContext(ctx, bash, "-c", loop), scripts: scripts, tell: tell, answers: bufio.NewScanner(answer), answer: answer}
	s.command.Dir, s.command.Env, s.command.ExtraFiles = dir, environment, []*os.File{hears, answers}
	// What it starts ends with it.
	s.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	s.command.Cancel = func() error { return syscall.Kill(-s.command.Process.Pid, syscall.SIGKILL) }
	err = s.command.Start()
	err = errors.Join(err, hears.Close(), answers.Close())
	if err != nil {
		return nil, errors.Join(err, tell.Close(), answer.Close())
	}
	return s, nil
}

// Run runs commands and returns what they write. An error names the line within the commands and the command that has failed.
func (s *Shell) Run(commands string, timeout time.Duration) (string, error) {
	s.number++
	script := filepath.Join(s.scripts, fmt.Sprintf("%02d.sh", s.number))
	if err := os.WriteFile(script, []byte(commands), 0o600); err != nil {
		return "", err
	}
	if _, err := fmt.Fprintln(s.tell, script); err != nil {
		return "", fmt.Errorf("the shell has ended: %w", err)
	}
	answer, err := s.hear(timeout)
	output, readErr := os.ReadFile(script + ".out")
	if readErr != nil {
		err = errors.Join(err, readErr)
	}
	if err == nil && answer != "done" {
		err = failed(answer)
	}
	return string(output), err
}

func (s *Shell) hear(timeout time.Duration) (string, error) {
	if err := s.answer.SetReadDeadline(time.Now().Add(timeout)); err != nil {
		return "", err
	}
	if !s.answers.Scan() {
		if err := s.answers.Err(); errors.Is(err, os.ErrDeadlineExceeded) {
			return "", fmt.Errorf("the commands did not end within %s", timeout)
		}
		return "exit", nil
	}
	return s.answers.Text(), nil
}

func failed(answer string) error {
	var line int
	if _, err := fmt.Sscanf(answer, "failed %d", &line); err != nil {
		return errors.New("the commands have ended the shell")
	}
	_, command, _ := strings.Cut(strings.TrimPrefix(answer, "failed "), " ")
	return &CommandError{Line: line, Command: command}
}

// CommandError is a command that has failed.
type CommandError struct {
	// Line is the line within the commands, from 1.
	Line int
	// Command is what has failed; of a command of several lines, the first one.
	Command string
}

// Error implements error.
func (e *CommandError) Error() string {
	return fmt.Sprintf("line %d: this has failed: %s", e.Line, e.Command)
}

// Stop ends the shell with everything that it has started.
func (s *Shell) Stop() {
	_ = s.tell.Close()
	// It may have ended before, and then nothing is left to end.
	_ = syscall.Kill(-s.command.Process.Pid, syscall.SIGKILL)
	_ = s.command.Wait()
	_ = s.answer.Close()
}
