// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = DescribeTable("abbreviates the applied and the attempted revision",
	func(applied, attempted, expected string) {
		Expect(revisionsOf(applied, attempted, 24)).To(Equal(expected))
	},
	Entry("no revision", "", "", ""),
	Entry("a commit", "main@sha1:"+commit, "main@sha1:"+commit, "main@sha1:4f1d2c3"),
	Entry("the first revision", "", "main@sha1:"+commit, "none -> main@sha1:4f1d2c3"),
	Entry("the next commit of a branch", "main@sha1:0123456789", "main@sha1:"+commit, "main@sha1:0123456 -> 4f1d2c3"),
	Entry("another branch", "main@sha1:0123456789", "dev@sha1:"+commit, "main@sha1:0123456 -> dev@sha1:4f1d2c3"),
	Entry("an artifact", "v1.0@sha256:0123456789", "", "v1.0@sha256:0123456"),
	Entry("a bucket", "sha256:0123456789", "sha256:0123456789", "sha256:0123456"),
	Entry("a branch with a slash", "feature/a@b@sha1:0123456789", "", "feature/a@b@sha1:0123456"),
	Entry("an invalid revision", "x@y", "", "x@y"),
	Entry("a long name with all digits", strings.Repeat("n", 60)+"@sha1:0123456789", "", strings.Repeat("n", 21)+"…@sha1:0123456"),
	Entry("the next commit of a branch with a long name", strings.Repeat("n", 60)+"@sha1:0123456789", strings.Repeat("n", 60)+"@sha1:"+commit,
		strings.Repeat("n", 21)+"…@sha1:0123456 -> 4f1d2c3"),
)

var _ = Describe("screenOf", func() {
	environment := func(values map[string]string) func(string) string {
		return func(name string) string { return values[name] }
	}

	It("treats files and buffers as no terminal", func() {
		file, err := os.Create(GinkgoT().TempDir() + "/out")
		Expect(err).NotTo(HaveOccurred())
		defer file.Close()
		Expect(screenOf(file, environment(nil))).To(Equal(screen{width: 140}))
		Expect(screenOf(&bytes.Buffer{}, environment(map[string]string{"COLUMNS": "200"}))).To(Equal(screen{width: 200}))
	})

	It("uses colours on a terminal", func(ctx SpecContext) {
		garden := &testGarden{namespace: testProject, terminal: &screen{width: 100, height: 24, colours: true}, funcs: refusing(clitest.Forbidden, "list shoots"),
			objects: []client.Object{clitest.StatusConfigMap(testProject, map[string]string{"a": encode(failedShoot("u", fluxv1alpha1.CauseBuild, strings.Repeat("word ", 30)))})}}
		out, _, err := garden.status(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("a       \x1b[31mFailed\x1b[0m   BuildFailed"))
		for _, line := range strings.Split(strings.NewReplacer("\x1b[31m", "", "\x1b[0m", "").Replace(out), "\n") {
			Expect(len([]rune(line))).To(BeNumerically("<=", 100))
		}
	})

	It("omits the rows that do not fit", func(ctx SpecContext) {
		reported := map[string]string{}
		for i := range 18 {
			reported[fmt.Sprintf("shoot-%02d", i)] = encode(readyShoot("u"))
		}
		garden := &testGarden{namespace: testProject, terminal: &screen{width: 100, height: 12}, funcs: refusing(clitest.Forbidden, "list shoots"), objects: []client.Object{clitest.StatusConfigMap(testProject, reported)}}
		watching, stop := context.WithCancel(ctx)
		stdout, stderr, ended := &clitest.Output{}, &clitest.Output{}, make(chan error, 1)
		go func() { ended <- garden.statusTo(watching, stdout, stderr, "--watch") }()
		Eventually(func() int { return strings.Count(stdout.String(), "\x1b[H\x1b[J") }).Should(BeNumerically(">", 2))
		stop()
		Eventually(ended).Should(Receive(BeNil()))
		page := strings.Split(stdout.String(), "\x1b[H\x1b[J")[1]
		Expect(strings.Count(page, "\n")).To(BeNumerically("<=", 11))
		Expect(page).To(And(HavePrefix("SHOOT "), ContainSubstring("more lines do not fit the terminal\n"), ContainSubstring("18 Shoots: 18 ready\n"), ContainSubstring("Note: you may not list")))
	})

	It("does not wrap long lines", func(ctx SpecContext) {
		garden := &testGarden{namespace: testProject, terminal: &screen{width: 100, height: 24}, funcs: refusing(clitest.Forbidden, "list shoots"),
			objects: []client.Object{clitest.StatusConfigMap(testProject, map[string]string{"a": encode(failedShoot("u", fluxv1alpha1.CauseBuild, strings.Repeat("word ", 30)))})}}
		watching, stop := context.WithCancel(ctx)
		stdout, stderr, ended := &clitest.Output{}, &clitest.Output{}, make(chan error, 1)
		go func() { ended <- garden.statusTo(watching, stdout, stderr, "--watch -o wide") }()
		Eventually(stdout.String).Should(ContainSubstring("1 failed"))
		stop()
		Eventually(ended).Should(Receive(BeNil()))
		drawn, interrupted := strings.CutSuffix(stdout.String(), "\n\x1b[?7h\x1b[?7h")
		Expect(interrupted).To(BeTrue(), "lines are wrapped again also when it is interrupted while it writes")
		pages := strings.Split(drawn+"\n\x1b[?7h", "\x1b[?7l\x1b[H\x1b[J")
		Expect(pages[0]).To(BeEmpty(), "before each page, the terminal is set to cut lines")
		for _, page := range pages[1:] {
			Expect(page).To(And(ContainSubstring(strings.Repeat("word ", 20)), HaveSuffix("\n\x1b[?7h")), "after it, to wrap them again")
		}
	})
})

var _ = Describe("many Shoots", func() {
	It("are grouped by cause unless all are requested", func(ctx SpecContext) {
		reported := map[string]string{}
		for i := range 500 {
			name := fmt.Sprintf("shoot-%03d", i)
			reported[name] = encode(failedShoot("u", fluxv1alpha1.CauseConnection, fmt.Sprintf("failed to list refs for %s: dial tcp 10.0.0.1:%d->10.2.3.4:443: connection refused", name, 30000+i)))
		}
		garden := &testGarden{namespace: testProject, funcs: refusing(clitest.Forbidden, "list shoots"), objects: []client.Object{clitest.StatusConfigMap(testProject, reported)}}
		for _, c := range []struct {
			args  string
			lines int
		}{{"", 9}, {"-o wide", 8}, {"--all", 504}, {"--state failed", 504}} {
			out, _, err := garden.status(ctx, c.args)
			Expect(err).NotTo(HaveOccurred())
			Expect(strings.Count(out, "\n")).To(Equal(c.lines), "%s\n%s", c.args, printer.Truncate(out, 2000))
			Expect(out).To(ContainSubstring("500 Shoots: 500 failed\n"))
		}
	})

	DescribeTable("shows each Shoot if a count would save no line",
		func(ctx SpecContext, hibernated, lines int, hidden string) {
			reported := map[string]string{}
			for i := range 30 {
				reported[fmt.Sprintf("shoot-%03d", i)] = encode(readyShoot("u"))
			}
			for i := range hibernated {
				status := readyShoot("u")
				stands(fluxv1alpha1.ShootHibernated, "Hibernated", "the shoot is hibernated")(&status)
				reported[fmt.Sprintf("sleeper-%03d", i)] = encode(status)
			}
			garden := &testGarden{namespace: testProject, funcs: refusing(clitest.Forbidden, "list shoots"), objects: []client.Object{clitest.StatusConfigMap(testProject, reported)}}
			out, _, err := garden.status(ctx, "")
			Expect(err).NotTo(HaveOccurred())
			Expect(strings.Count(out, "Hibernated")).To(Equal(lines), out)
			Expect(out).To(ContainSubstring(hidden + " Shoots are only counted"))
		},
		Entry("four Shoots with the same cause", 4, 4, "30"),
		Entry("five Shoots with the same cause", 5, 4, "32"),
	)
})
