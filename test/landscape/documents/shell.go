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

// loop runs scripts in one shell, which keeps the directory and variables for the next script. A failed command ends
// the shell, which then reports the command and its line.
const loop = `set -Eeuo pipefail
trap 'printf "failed %s %s\n" "$LINENO" "${BASH_COMMAND%%$'"'\\n'"'*}" >&4' ERR
while IFS= read -r script <&3; do
  source "$script" >"$script.out" 2>&1 </dev/null
  echo done >&4
done`

// Shell runs a page's commands.
type Shell struct {
	command *exec.Cmd
	// scripts is the directory with the commands and their output.
	scripts string
	number  int
	tell    *os.File
	answers *bufio.Scanner
	answer  *os.File
}

// StartShell starts a shell in a directory, with only the given environment. It stores scripts in another directory.
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
	// The process group contains all processes of the shell, so that they end with it.
	s.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	s.command.Cancel = func() error { return syscall.Kill(-s.command.Process.Pid, syscall.SIGKILL) }
	err = s.command.Start()
	err = errors.Join(err, hears.Close(), answers.Close())
	if err != nil {
		return nil, errors.Join(err, tell.Close(), answer.Close())
	}
	return s, nil
}

// Run runs commands, and returns their output. An error contains the failed command and its line.
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
		return errors.New("the commands ended the shell")
	}
	_, command, _ := strings.Cut(strings.TrimPrefix(answer, "failed "), " ")
	return &CommandError{Line: line, Command: command}
}

// CommandError is the error of a failed command.
type CommandError struct {
	// Line is the number of the line within the commands. The first line is 1.
	Line int
	// Command is the failed command, or its first line.
	Command string
}

// Error implements error.
func (e *CommandError) Error() string {
	return fmt.Sprintf("line %d: command failed: %s", e.Line, e.Command)
}

// Stop kills the shell and its processes.
func (s *Shell) Stop() {
	_ = s.tell.Close()
	// The shell may have ended already.
	_ = syscall.Kill(-s.command.Process.Pid, syscall.SIGKILL)
	_ = s.command.Wait()
	_ = s.answer.Close()
}
