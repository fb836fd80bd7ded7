// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("versions of supplied distributions", func() {
	It("are only listed if the flag names the directory", func() {
		directory := GinkgoT().TempDir()
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), clitest.NewerDistribution())
		out, notes, err := clitest.Execute(NewVersionsCommand(), "", "--distributions", directory)
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(BeEmpty())
		lines := strings.Split(out, "\n")
		Expect(lines[1]).To(MatchRegexp(`^v2\.99\.1 +- +yes +7$`))
		Expect(lines[2]).To(MatchRegexp(`^v2\.9\.\d+ +yes +- +7$`), "the newest that is carried remains the default")
	})

	It("warns that a limit has no effect", func() {
		operator := clitest.File("operator.yaml", clitest.OperatorHead+"limits:\n  fluxVersions: [v2.8, v2.99]\n")
		_, notes, err := clitest.Execute(NewVersionsCommand(), "", "--config", operator)
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(HavePrefix("Warning: limits.fluxVersions[1]: v2.99 has no effect"))
	})
})

var _ = Describe("versions", func() {
	It("shows the newest version first", func() {
		out, notes, err := clitest.Execute(NewVersionsCommand(), "")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(BeEmpty())
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		Expect(lines[0]).To(MatchRegexp(`^VERSION +DEFAULT +SUPPLIED +COMPONENTS$`))
		Expect(lines[1]).To(MatchRegexp(`^v2\.9\.\d+ +yes +- +7$`))
		Expect(lines[len(lines)-1]).To(MatchRegexp(`^v2\.8\.\d+ +- +- +7$`))
		Expect(strings.Count(out, "yes")).To(Equal(1))
	})

	It("shows names of components and the oldest Kubernetes version with -o wide", func() {
		out, _, err := clitest.Execute(NewVersionsCommand(), "", "-o", "wide")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(MatchRegexp(`VERSION +DEFAULT +SUPPLIED +OLDEST KUBERNETES +COMPONENTS\n`))
		Expect(out).To(MatchRegexp(`\nv2\.8\.\d+ +- +- +v1\.33 +source-controller,kustomize-controller,`))
	})

	It("shows the versions and the default of the operator", func() {
		operator := clitest.File("operator.yaml", clitest.OperatorHead+"defaults: {flux: {version: v2.8}}\nlimits: {fluxVersions: [v2.8, v2.9]}\n")
		for _, form := range []string{"json", "yaml"} {
			out, _, err := clitest.Execute(NewVersionsCommand(), "", "-o", form, "--config", operator)
			Expect(err).NotTo(HaveOccurred())
			var shown []shownVersion
			Expect(yaml.UnmarshalStrict([]byte(out), &shown)).To(Succeed())
			Expect(shown).To(HaveExactElements(
				And(HaveField("Version", HavePrefix("v2.9.")), HaveField("Default", false)),
				And(HaveField("Version", HavePrefix("v2.8.")), HaveField("Default", true), HaveField("Components", HaveLen(7))),
			))
		}
	})

	DescribeTable("refuses unknown input",
		func(message string, args ...string) {
			out, _, err := clitest.Execute(NewVersionsCommand(), "", args...)
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(out).To(BeEmpty())
		},
		Entry("an unknown output format", "--output must be one of wide, json, yaml, not \"xml\"", "-o", "xml"),
		Entry("a missing configuration file", "failed to read the operator's configuration", "--config", "/does/not/exist"),
		Entry("an argument", `versions does not take argument "v2.9"`, "v2.9"),
	)
})
