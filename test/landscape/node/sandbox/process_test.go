// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	landscapeprocess "github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

var _ = Describe("process", func() {
	start := func(script string) *Process {
		p, err := StartProcess(func() (*exec.Cmd, error) {
			cmd := exec.Command("/bin/sh", "-c", script)
			cmd.SysProcAttr = landscapeprocess.SysProcAttr()
			return cmd, cmd.Start()
		}, false)
		Expect(err).NotTo(HaveOccurred())
		return p
	}

	It("should know the exit code and send no signal to a process that has ended", func() {
		p := start("exit 3")
		Eventually(p.Done).Should(BeClosed())
		Expect(p.Code).To(Equal(3))
		Expect(p.SignalAll(syscall.SIGKILL)).To(BeFalse())
	})

	It("should end a process and its children", func() {
		read, write, err := os.Pipe()
		Expect(err).NotTo(HaveOccurred())
		defer func() { _ = read.Close() }()
		p, err := StartProcess(func() (*exec.Cmd, error) {
			cmd := exec.Command("/bin/sh", "-c", "(trap '' TERM; while true; do echo alive; sleep 0.1; done) & wait")
			cmd.Stdout, cmd.SysProcAttr = write, landscapeprocess.SysProcAttr()
			return cmd, cmd.Start()
		}, false)
		Expect(write.Close()).To(Succeed())
		Expect(err).NotTo(HaveOccurred())
		Expect(read.Read(make([]byte, 1))).To(Equal(1), "the child is there")

		p.Stop(GinkgoT().Context())
		Expect(p.Code).To(Equal(128 + int(syscall.SIGTERM)))
		Expect(read.SetReadDeadline(time.Now().Add(10 * time.Second))).To(Succeed())
		_, err = io.ReadAll(read)
		Expect(err).NotTo(HaveOccurred(), "nobody may be left who could write")
	})

	It("should kill a process that does not want to end", func() {
		ready := filepath.Join(GinkgoT().TempDir(), "ready")
		p := start("trap '' TERM; touch " + ready + "; while true; do sleep 0.1; done")
		Eventually(ready).Should(BeAnExistingFile())
		ctx, cancel := context.WithTimeout(GinkgoT().Context(), 500*time.Millisecond)
		defer cancel()
		p.Stop(ctx)
		Expect(p.Code).To(Equal(128 + int(syscall.SIGKILL)))
	})

	It("should report that a process cannot be started", func() {
		_, err := StartProcess(func() (*exec.Cmd, error) {
			cmd := exec.Command("/nowhere")
			return cmd, cmd.Start()
		}, false)
		Expect(err).To(MatchError(ContainSubstring("/nowhere")))
	})
})
