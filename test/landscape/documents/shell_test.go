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

	It("keeps directory, variables and functions, and has the environment that it was given", func() {
		output, err := shell.Run("mkdir sub\ncd sub\nname=value\nf() { echo \"f $1\"; }\n", time.Minute)
		Expect(err).NotTo(HaveOccurred())
		Expect(output).To(BeEmpty())
		output, err = shell.Run("echo \"$name $GIVEN ${HOME-no home}\"; f x; basename \"$PWD\"; echo wrong >&2\n", time.Minute)
		Expect(err).NotTo(HaveOccurred())
		Expect(output).To(Equal("value given no home\nf x\nsub\nwrong\n"))
	})

	DescribeTable("names what has failed",
		func(commands string, line int, command string) {
			_, err := shell.Run(commands, time.Minute)
			Expect(err).To(Equal(&documents.CommandError{Line: line, Command: command}))
			_, err = shell.Run("true", time.Minute)
			Expect(err).To(HaveOccurred(), "the shell has ended")
		},
		Entry("a command", "true\n\nls /nowhere\n", 3, "ls /nowhere"),
		Entry("a pipe, of which bash names the end", "false | cat\n", 1, "cat"),
		Entry("in a function", "f() {\n  false\n}\nf\n", 2, "false"),
	)

	It("gives what was written before a failure", func() {
		output, err := shell.Run("echo before\nfalse\n", time.Minute)
		Expect(err).To(MatchError("line 2: this has failed: false"))
		Expect(output).To(Equal("before\n"))
	})

	DescribeTable("says how else it has come to an end",
		func(commands, message string) {
			_, err := shell.Run(commands, 2*time.Second)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a variable that is not set", "echo \"$absent\"\n", "have ended the shell"),
		Entry("exit", "exit 0\n", "have ended the shell"),
		Entry("waiting for ever", "tail -f /dev/null\n", "did not end within 2s"),
		Entry("no command at all, which is well", "cat\nfalse\n", "line 2"),
	)
})
