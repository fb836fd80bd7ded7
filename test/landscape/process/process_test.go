// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package process_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

var _ = Describe("FreePort", func() {
	It("returns each free port below the ephemeral range once", func() {
		seen := map[int]bool{}
		for range 50 {
			port, err := process.FreePort()
			Expect(err).NotTo(HaveOccurred())
			Expect(seen).NotTo(HaveKey(port))
			Expect(port).To(And(BeNumerically(">=", 20000), BeNumerically("<", 32000)))
			seen[port] = true
		}
		for port := range seen {
			listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
			Expect(err).NotTo(HaveOccurred())
			Expect(listener.Close()).To(Succeed())
		}
	})
})

var _ = Describe("Until", func() {
	It("returns when the condition is true", func(ctx SpecContext) {
		attempts := 0
		Expect(process.Until(ctx, "the third attempt", time.Millisecond, func(context.Context) error {
			if attempts++; attempts < 3 {
				return errors.New("not yet")
			}
			return nil
		})).To(Succeed())
		Expect(attempts).To(Equal(3))
	}, SpecTimeout(time.Minute))

	It("returns an error with the condition and the last reason", func(ctx SpecContext) {
		limited, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
		defer cancel()
		cause := errors.New("nobody is there")
		err := process.Until(limited, "the answer", time.Millisecond, func(context.Context) error { return cause })
		Expect(err).To(MatchError(And(ContainSubstring("waiting for the answer"), ContainSubstring("nobody is there"))))
		Expect(err).To(And(MatchError(cause), MatchError(context.DeadlineExceeded)))
	}, SpecTimeout(time.Minute))

	It("does not report the timeout as the reason", func(ctx SpecContext) {
		limited, cancel := context.WithCancel(ctx)
		defer cancel()
		calls := 0
		err := process.Until(limited, "the answer", time.Millisecond, func(ctx context.Context) error {
			if calls++; calls == 1 {
				return errors.New("nobody is there")
			}
			cancel()
			return ctx.Err()
		})
		Expect(err).To(MatchError(ContainSubstring("nobody is there")))
	}, SpecTimeout(time.Minute))
})

var _ = Describe("Group", func() {
	var (
		logDir string
		group  *process.Group
	)

	BeforeEach(func() {
		logDir = GinkgoT().TempDir()
		group = process.NewGroup(logDir)
		DeferCleanup(func() { group.StopAll(0) })
	})

	shell := func(name, script string) *process.Process {
		GinkgoHelper()
		started, err := group.Start(process.Spec{Name: name, Path: "/bin/sh", Args: []string{"-c", script}})
		Expect(err).NotTo(HaveOccurred())
		return started
	}
	logOf := func(started *process.Process) func() string {
		return func() string {
			content, err := os.ReadFile(started.LogFile())
			if err != nil {
				return err.Error()
			}
			return string(content)
		}
	}

	It("logs both outputs, and appends if a process is started again", func() {
		first := shell("component", "echo out; echo err >&2")
		Eventually(first.Done()).Should(BeClosed())
		second := shell("component", "echo again")
		Eventually(second.Done()).Should(BeClosed())
		Expect(second.LogFile()).To(Equal(filepath.Join(logDir, "component.log")))
		Expect(logOf(second)()).To(Equal("out\nerr\nagain\n"))
	})

	It("waits for a process within the grace period", func() {
		started := shell("component", "trap 'echo asked; exit 0' TERM; echo up; while :; do sleep 0.01; done")
		Eventually(logOf(started)).Should(ContainSubstring("up"))
		started.Stop(time.Minute)
		Expect(started.Done()).To(BeClosed())
		Expect(logOf(started)()).To(ContainSubstring("asked"))
	})

	It("kills a process that ignores the signal, and its children", func() {
		pipe := filepath.Join(logDir, "held-open-by-the-child")
		Expect(syscall.Mkfifo(pipe, 0o600)).To(Succeed())
		started := shell("component", "trap '' TERM; sleep 600 >'"+pipe+"' & wait")
		// Opening waits for the child to open it, and reading for the child to be gone.
		childEnd, err := os.Open(pipe)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(childEnd.Close)
		childGone := make(chan error)
		go func() {
			_, err := io.ReadAll(childEnd)
			childGone <- err
		}()
		started.Stop(10 * time.Millisecond)
		Expect(started.Done()).To(BeClosed())
		Eventually(childGone).Should(Receive(BeNil()))
	})

	It("stops all processes, and starts no more", func() {
		foundation, err := group.Start(process.Spec{Name: "foundation", Path: "/bin/sleep", Args: []string{"600"}, Foundation: true})
		Expect(err).NotTo(HaveOccurred())
		others := []*process.Process{shell("one", "sleep 600"), shell("two", "trap '' TERM; sleep 600")}
		group.StopAll(10 * time.Millisecond)
		for _, started := range append(others, foundation) {
			Expect(started.Done()).To(BeClosed())
		}
		_, err = group.Start(process.Spec{Name: "late", Path: "/bin/sleep", Args: []string{"600"}})
		Expect(err).To(MatchError(ContainSubstring("stopped")))
	})

	It("returns an error with the last output when a process dies during the wait", func(ctx SpecContext) {
		Eventually(shell("component", "echo of yesterday").Done()).Should(BeClosed())
		started := shell("component", "echo cannot read configuration; exit 3")
		err := started.Until(ctx, "component", time.Millisecond, func(context.Context) error { return errors.New("refused") })
		Expect(err).To(MatchError(And(
			ContainSubstring("waiting for component"),
			ContainSubstring("exit status 3"),
			ContainSubstring("cannot read configuration"),
			Not(ContainSubstring("of yesterday")),
		)))
	}, SpecTimeout(time.Minute))

	It("returns an error for a program that does not exist", func() {
		_, err := group.Start(process.Spec{Name: "component", Path: filepath.Join(logDir, "nothing")})
		Expect(err).To(And(MatchError(ContainSubstring("starting component")), MatchError(os.ErrNotExist)))
	})
})
