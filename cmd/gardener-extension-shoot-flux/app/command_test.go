// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"bytes"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("NewCommand", func() {
	It("finds subcommands after flags of the root command", func() {
		found, args, err := NewCommand().Find([]string{"--webhook-config-server-host=127.0.0.1", "admission", "--config=x"})
		Expect(err).NotTo(HaveOccurred())
		Expect(found.Name()).To(Equal("admission"))
		Expect(args).To(Equal([]string{"--webhook-config-server-host=127.0.0.1", "--config=x"}))
	})

	DescribeTable("reports usage errors in one line",
		func(message string, args ...string) {
			command, out := NewCommand(), &bytes.Buffer{}
			command.SetArgs(args)
			command.SetOut(out)
			command.SetErr(out)
			Expect(command.Execute()).To(MatchError(message))
			Expect(out.String()).To(BeEmpty())
		},
		Entry("a mistyped command", `unknown command "rendr"; the commands are admission, completion, distributions, garden-controller; see --help`, "rendr"),
		Entry("a mistyped command with flags", `unknown command "rendr"; the commands are admission, completion, distributions, garden-controller; see --help`, "rendr", "-f", "a.yaml"),
		Entry("an unknown flag", "unknown flag: --bogus; see --help", "--bogus"),
		Entry("an unknown flag of the admission", "unknown flag: --bogus; see --help", "admission", "--bogus"),
		Entry("an argument of the admission", `admission does not take argument "x": it takes flags only; see --help`, "admission", "x"),
	)
})

var _ = DescribeTable("softMemoryLimit",
	func(limit string, expected int64) { Expect(softMemoryLimit(limit)).To(Equal(expected)) },
	Entry("leaves a tenth to what Go's runtime does not count", "268435456", int64(241591905)),
	Entry("is 0 without a limit, as outside of a pod", "", int64(0)),
	Entry("is 0 for a quantity: the kubelet writes bytes", "256Mi", int64(0)),
	Entry("is 0 for a limit that would stop the process", "-1", int64(0)),
	Entry("is 0 for more bytes than any machine has", "99999999999999999999", int64(0)),
)
