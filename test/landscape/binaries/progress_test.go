// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/gbytes"
)

var _ = Describe("progress", func() {
	var (
		out    *gbytes.Buffer
		report *progress
	)

	BeforeEach(func() {
		out = gbytes.NewBuffer()
		report = &progress{
			printf:  func(format string, args ...any) { _, _ = fmt.Fprintf(out, format+"\n", args...) },
			started: time.Now(),
		}
	})

	// write passes what the go command writes, cut at other places than at the ends of lines.
	write := func(output string) {
		GinkgoHelper()
		for _, piece := range []string{output[:len(output)/2], output[len(output)/2:]} {
			Expect(io.WriteString(report, piece)).To(Equal(len(piece)))
		}
	}

	It("reports each stage of a build", func() {
		Expect(report.status()).To(MatchRegexp(`^resolving packages, \d+s$`))

		write("go: downloading example.com/one v1.0.0\ngo: downloading example.com/two v2.0.0\n")
		Expect(report.status()).To(MatchRegexp(`^2 modules downloaded, \d+s, example.com/two v2.0.0$`))

		executables := []string{filepath.Join(GinkgoT().TempDir(), "one"), filepath.Join(GinkgoT().TempDir(), "two")}
		report.link(executables)
		report.expect(1234)
		Expect(out).To(gbytes.Say(`^  1,234 packages to compile, about \d+ min on \d+ idle cores\n$`))
		Expect(report.status()).To(MatchRegexp(`^0 of 1,234 packages and 0 of 2 programs, \d+s$`))

		write("internal/goarch\nexample.com/one/pkg\n")
		Expect(os.WriteFile(executables[1], nil, 0o600)).To(Succeed())
		Expect(report.status()).To(MatchRegexp(`^2 of 1,234 packages and 1 of 2 programs, \d+s, example.com/one/pkg$`))
	})

	It("reports a build with an unknown number of packages", func() {
		write("example.com/one/pkg\n")
		Expect(report.status()).To(MatchRegexp(`^1 packages, \d+s, example.com/one/pkg$`))
	})

	It("estimates no time for a short build", func() {
		report.expect(3)
		Expect(out).To(gbytes.Say(`^  3 packages to compile\n$`))
	})

	It("keeps the last lines of other output", func() {
		write("example.com/one\n# example.com/two\ntwo/main.go:3:5: undefined: a\ntwo/main.go:4:5: undefined: b\ngo: downloading example.com/one v1.0.0\n")
		Expect(report.last(2)).To(Equal("two/main.go:3:5: undefined: a\ntwo/main.go:4:5: undefined: b"))
		write("no newline at the end")
		Expect(report.last(1)).To(Equal("no newline at the end"))
	})

	It("prints the status periodically until it is stopped", func() {
		stop := every(time.Millisecond, report.print)
		Eventually(out).Should(gbytes.Say(`  resolving packages, \d+s\n`))
		Eventually(out).Should(gbytes.Say(`  resolving packages, \d+s\n`))
		stop()
	})

	It("names all binaries of a build, and some in an error", func() {
		names := describe([]Binary{{Name: "one", Version: "v1.0.0"}, {Name: "two", Version: "v2.0.0"}}, []Program{{Path: "/bin/own"}, {Package: "./cmd/ahead"}})
		Expect(names).To(Equal([]string{"one v1.0.0", "two v2.0.0", "own", "ahead"}))
		Expect(some(names)).To(Equal("one v1.0.0, two v2.0.0, own and 1 more"))
		Expect(some(names[:3])).To(Equal("one v1.0.0, two v2.0.0, own"))
	})

	DescribeTable("formats numbers", func(n int, expected string) {
		Expect(grouped(n)).To(Equal(expected))
	},
		Entry("below a thousand", 999, "999"),
		Entry("above a thousand", 1000, "1,000"),
		Entry("above a million", 12034005, "12,034,005"),
	)
})
