// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// runDistributions runs the command below another one and returns all that it prints.
func runDistributions(args ...string) (string, error) {
	root := &cobra.Command{Use: "root", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(NewCommand())
	out, notes, err := clitest.Execute(root, "", append([]string{"distributions"}, args...)...)
	return out + notes, err
}

var _ = Describe("distributions", func() {
	var directory string

	BeforeEach(func() { directory = GinkgoT().TempDir() })

	It("are ignored with a warning if the extension carries the version", func() {
		versions := distributions.Embedded().Versions()
		newest := versions[len(versions)-1]
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), clitest.NewerDistribution())
		Expect(os.Rename(filepath.Join(directory, clitest.SuppliedVersion), filepath.Join(directory, newest))).To(Succeed())
		Expect(runDistributions("verify", directory)).To(Equal("Warning: " + directory + "/" + newest + " is not used, because the extension carries Flux " + newest + "; remove it\n"))
	})

	It("are refused by verify with the file name if the checksum differs", func() {
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), []byte("another"))
		_, err := runDistributions("verify", directory)
		Expect(err).To(MatchError(ContainSubstring("/v2.99.1/gotk-components.yaml: has the SHA-256 sum ")))
	})

	It("are listed by verify with their sums and controllers", func() {
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), clitest.NewerDistribution())
		Expect(runDistributions("verify", directory)).To(Equal(fmt.Sprintf(
			"v2.99.1  sha256:%x  source-controller, kustomize-controller, helm-controller, notification-controller, image-reflector-controller, "+
				"image-automation-controller, source-watcher\n", sha256.Sum256(clitest.NewerDistribution()))))
	})

	Describe("pull", func() {
		It("writes the distribution, and accepts an identical one", func() {
			for range 2 {
				Expect(writeDistribution(directory, clitest.SuppliedVersion, clitest.NewerDistribution())).To(Succeed())
			}
			Expect(runDistributions("verify", directory)).To(HavePrefix(clitest.SuppliedVersion + "  sha256:"))
			Expect(os.ReadDir(directory)).To(HaveLen(1), "nothing is left beside it")
		})

		DescribeTable("refuses manifests",
			func(version string, manifests func() []byte, message string) {
				Expect(writeDistribution(directory, version, manifests())).To(MatchError(ContainSubstring(message)))
				Expect(os.ReadDir(directory)).To(BeEmpty())
			},
			Entry("of another version", "v2.99.2", clitest.NewerDistribution,
				"/v2.99.2/gotk-components.yaml: is not the Flux distribution v2.99.2: Namespace flux-system has the label app.kubernetes.io/version=v2.99.1 instead of v2.99.2"),
			Entry("of another application", "v2.99.1", func() []byte { return []byte("kind: List\n") }, "is not the Flux distribution v2.99.1"),
		)

		It("accepts a version that the extension carries, because pods with the init container have to start", func() {
			versions := distributions.Embedded().Versions()
			Expect(writeDistribution(directory, versions[len(versions)-1], clitest.NewerDistribution())).To(Succeed())
		})

		It("does not replace another distribution", func() {
			clitest.SupplyDistribution(directory, clitest.NewerDistribution(), []byte("another"))
			Expect(writeDistribution(directory, clitest.SuppliedVersion, clitest.NewerDistribution())).To(
				MatchError(ContainSubstring("/v2.99.1: already contains another distribution; remove it")))
		})
	})

	DescribeTable("reports usage errors in one line",
		func(message string, args ...string) {
			_, err := runDistributions(args...)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("no subcommand", "a subcommand is required: pull, verify; see --help"),
		Entry("a mistyped command", `unknown command "get"; the commands are pull, verify`, "get"),
		Entry("no directory", "verify requires one directory, not 0 arguments; run: kubectl shoot-flux distributions verify DIR", "verify"),
		Entry("a tag", "is not named by its digest", "pull", "oci://ghcr.io/fluxcd/flux-manifests:v2.9.5"),
		Entry("no version", `--version "" is not a Flux version, such as v2.9.5`, "pull", "oci://h/r@sha256:"+strings.Repeat("0", 64)),
		Entry("a version with a path", `--version "../v2.9.5" is not a Flux version`, "pull", "oci://h/r@sha256:"+strings.Repeat("0", 64), "--version=../v2.9.5"),
		Entry("no output directory", "--out is required", "pull", "oci://h/r@sha256:"+strings.Repeat("0", 64), "--version=v2.9.5"),
		Entry("missing credentials", "--registry-config: open /does/not/exist", "pull", "oci://h/r@sha256:"+strings.Repeat("0", 64),
			"--version=v2.9.5", "--out=x", "--registry-config=/does/not/exist"),
	)

	It("reads credentials from $DOCKER_CONFIG", func() {
		o := &pullOptions{}
		getenv := func(string) string { return directory }
		Expect(o.access(getenv)).To(Equal(RegistryAccess{}))
		Expect(os.WriteFile(filepath.Join(directory, "config.json"), []byte("{}"), 0o600)).To(Succeed())
		Expect(o.access(getenv)).To(Equal(RegistryAccess{DockerConfig: []byte("{}")}))
	})
})
