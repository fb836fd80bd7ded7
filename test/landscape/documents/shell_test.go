// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents_test

import (
	"os"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

var _ = Describe("Shell", func() {
	var shell *documents.Shell

	BeforeEach(func() {
		var err error
		shell, err = documents.StartShell(GinkgoT().Context(), GinkgoT().TempDir(), GinkgoT().TempDir(), []string{"PATH=" + os.Getenv("PATH"), "GIVEN=given"})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(shell.Stop)
	})

	It("keeps directory, variables and functions, and uses the given environment", func() {
		output, err := shell.Run("mkdir sub\ncd sub\nname=value\nf() { echo \"f $1\"; }\n", time.Minute)
		Expect(err).NotTo(HaveOccurred())
		Expect(output).To(BeEmpty())
		output, err = shell.Run("echo \"$name $GIVEN ${HOME-no home}\"; f x; basename \"$PWD\"; echo wrong >&2\n", time.Minute)
		Expect(err).NotTo(HaveOccurred())
		Expect(output).To(Equal("value given no home\nf x\nsub\nwrong\n"))
	})

	DescribeTable("names the failed",
		func(commands string, line int, command string) {
			_, err := shell.Run(commands, time.Minute)
			Expect(err).To(Equal(&documents.CommandError{Line: line, Command: command}))
			_, err = shell.Run("true", time.Minute)
			Expect(err).To(HaveOccurred(), "the shell has ended")
		},
		Entry("command", "true\n\nls /nowhere\n", 3, "ls /nowhere"),
		Entry("pipe, by its last command", "false | cat\n", 1, "cat"),
		Entry("command in a function", "f() {\n  false\n}\nf\n", 2, "false"),
	)

	It("returns the output before a failure", func() {
		output, err := shell.Run("echo before\nfalse\n", time.Minute)
		Expect(err).To(MatchError("line 2: command failed: false"))
		Expect(output).To(Equal("before\n"))
	})

	DescribeTable("returns an error after",
		func(commands, message string) {
			_, err := shell.Run(commands, 2*time.Second)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("an unset variable", "echo \"$absent\"\n", "ended the shell"),
		Entry("exit", "exit 0\n", "ended the shell"),
		Entry("a timeout", "tail -f /dev/null\n", "did not end within 2s"),
		Entry("no command, without an error", "cat\nfalse\n", "line 2"),
	)
})
