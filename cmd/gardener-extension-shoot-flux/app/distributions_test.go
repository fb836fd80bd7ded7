// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// suppliedVersion is newer than all that are embedded.
const suppliedVersion = "v2.99.1"

// newerDistribution returns the newest distribution that is embedded, as another version.
func newerDistribution() []byte {
	GinkgoHelper()
	versions := distributions.Embedded().Versions()
	newest := versions[len(versions)-1]
	manifests, err := distributions.Embedded().Manifests(newest)
	Expect(err).NotTo(HaveOccurred())
	return bytes.ReplaceAll(manifests, []byte(newest), []byte(suppliedVersion))
}

// supplyDistribution writes manifests, with a sum that is theirs or that of others.
func supplyDistribution(directory string, manifests, summed []byte) {
	GinkgoHelper()
	place := filepath.Join(directory, suppliedVersion)
	Expect(os.MkdirAll(place, 0o700)).To(Succeed())
	Expect(os.WriteFile(filepath.Join(place, distributionManifests), manifests, 0o600)).To(Succeed())
	Expect(os.WriteFile(filepath.Join(place, distributionSums), fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(summed), distributionManifests), 0o600)).To(Succeed())
}

func runCommand(args ...string) (string, error) {
	command, out := NewCommand(), &bytes.Buffer{}
	command.SetArgs(args)
	command.SetOut(out)
	command.SetErr(out)
	err := command.Execute()
	return out.String(), err
}

var _ = Describe("supplied distributions", func() {
	var directory string

	BeforeEach(func() { directory = GinkgoT().TempDir() })

	It("take part in everything like one that is carried", func() {
		supplyDistribution(directory, newerDistribution(), newerDistribution())
		o := &operatorOptions{distributions: distributionOptions{directories: []string{directory}}}
		Expect(o.Complete()).To(Succeed())
		Expect(flux.NewCatalog(o.distributions.library()).Versions()).To(ContainElement(suppliedVersion))
		Expect(o.distributions.library()).To(BeIdenticalTo(o.distributions.library()), "each distribution is decoded once")

		file := filepath.Join(GinkgoT().TempDir(), "flux-config.yaml")
		Expect(os.WriteFile(file, []byte("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: flux-config, namespace: garden-x}\n"+
			"data: {config.yaml: '{apiVersion: flux.extensions.gardener.cloud/v1alpha1, kind: FluxConfig, flux: {version: v2.99}}'}\n"), 0o600)).To(Succeed())
		_, err := runCommand("render", "-f", file)
		Expect(err).To(MatchError(ContainSubstring("unknown Flux version")))
		Expect(runCommand("render", "-f", file, "-o", "summary", "--distributions", directory)).To(ContainSubstring(suppliedVersion))
	})

	It("come to nobody who does not ask for them", func() {
		supplyDistribution(directory, newerDistribution(), newerDistribution())
		out, notes, err := execute(newVersionsCommand(), "", "--distributions", directory)
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(BeEmpty())
		lines := strings.Split(out, "\n")
		Expect(lines[1]).To(MatchRegexp(`^v2\.99\.1 +- +yes +- +7$`))
		Expect(lines[2]).To(MatchRegexp(`^v2\.9\.\d+ +yes +- +- +7$`), "the newest that is carried remains the default")
		images, _, err := execute(newImagesCommand(), "", "--distributions", directory, "--version-of", "v2.99")
		Expect(err).NotTo(HaveOccurred())
		Expect(images).To(HavePrefix("ghcr.io/fluxcd/helm-controller:v"))
	})

	It("are not used if the version is carried, which is told and no reason to stop", func() {
		versions := distributions.Embedded().Versions()
		newest := versions[len(versions)-1]
		supplyDistribution(directory, newerDistribution(), newerDistribution())
		Expect(os.Rename(filepath.Join(directory, suppliedVersion), filepath.Join(directory, newest))).To(Succeed())
		note := directory + "/" + newest + " is not used, because the extension carries Flux " + newest + " itself: take it away"

		o := &operatorOptions{distributions: distributionOptions{directories: []string{directory}}}
		Expect(o.Complete()).To(Succeed())
		Expect(o.notes()).To(HaveExactElements(note))
		Expect(runCommand("distributions", "verify", directory)).To(Equal("Warning: " + note + "\n"))
		var logged []string
		o.logNotes(funcr.New(func(_, arguments string) { logged = append(logged, arguments) }, funcr.Options{}))
		Expect(logged).To(HaveExactElements(ContainSubstring(note)))
	})

	It("are none without the flag", func() {
		o := &operatorOptions{}
		Expect(o.Complete()).To(Succeed())
		Expect(flux.NewCatalog(o.distributions.library()).Versions()).To(Equal(distributions.Embedded().Versions()))
	})

	It("keep the process from starting if one is damaged, with the file", func() {
		supplyDistribution(directory, newerDistribution(), []byte("another"))
		damaged := And(HavePrefix("the supplied Flux distributions cannot be used:\n"+directory+"/v2.99.1/gotk-components.yaml: its content has the SHA-256 sum "),
			HaveSuffix("the one in SHA256SUMS: supply both anew"))
		Expect((&operatorOptions{distributions: distributionOptions{directories: []string{directory}}}).Complete()).To(MatchError(damaged))
		_, err := runCommand("distributions", "verify", directory)
		Expect(err).To(MatchError(ContainSubstring("/v2.99.1/gotk-components.yaml: its content has the SHA-256 sum ")))
	})

	It("keep the process from starting if the directory is not there", func() {
		Expect((&operatorOptions{distributions: distributionOptions{directories: []string{"/does/not/exist"}}}).Complete()).
			To(MatchError(ContainSubstring("/does/not/exist: cannot be opened: ")))
	})

	It("are told by verify with their sums and controllers", func() {
		supplyDistribution(directory, newerDistribution(), newerDistribution())
		Expect(runCommand("distributions", "verify", directory)).To(Equal(fmt.Sprintf(
			"v2.99.1  sha256:%x  source-controller, kustomize-controller, helm-controller, notification-controller, image-reflector-controller, "+
				"image-automation-controller, source-watcher\n", sha256.Sum256(newerDistribution()))))
	})

	Describe("written by pull", func() {
		It("are whole, and may be written again", func() {
			for range 2 {
				Expect(writeDistribution(directory, suppliedVersion, newerDistribution())).To(Succeed())
			}
			Expect(runCommand("distributions", "verify", directory)).To(HavePrefix(suppliedVersion + "  sha256:"))
			Expect(os.ReadDir(directory)).To(HaveLen(1), "nothing is left beside it")
		})

		DescribeTable("are not there at all",
			func(version string, manifests func() []byte, message string) {
				Expect(writeDistribution(directory, version, manifests())).To(MatchError(ContainSubstring(message)))
				Expect(os.ReadDir(directory)).To(BeEmpty())
			},
			Entry("if they are those of another version", "v2.99.2", newerDistribution,
				"/v2.99.2/gotk-components.yaml: is not the Flux distribution v2.99.2: Namespace flux-system has the label app.kubernetes.io/version=v2.99.1, and not v2.99.2"),
			Entry("if they are none", "v2.99.1", func() []byte { return []byte("kind: List\n") }, "is not the Flux distribution v2.99.1"),
		)

		It("may be those of a version that the extension has come to carry: a pod that fetches it still starts", func() {
			versions := distributions.Embedded().Versions()
			Expect(writeDistribution(directory, versions[len(versions)-1], newerDistribution())).To(Succeed())
		})

		It("do not take the place of others", func() {
			supplyDistribution(directory, newerDistribution(), []byte("another"))
			Expect(writeDistribution(directory, suppliedVersion, newerDistribution())).To(
				MatchError(ContainSubstring("/v2.99.1: holds another distribution already: take it away")))
		})
	})

	DescribeTable("say how the commands are used",
		func(message string, args ...string) {
			_, err := runCommand(append([]string{"distributions"}, args...)...)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("nothing to do", "say what to do: pull or verify"),
		Entry("a mistyped command", `unknown command "get"; the commands are pull, verify`, "get"),
		Entry("no directory", "verify takes one directory", "verify"),
		Entry("a tag", "is not named by its digest", "pull", "oci://ghcr.io/fluxcd/flux-manifests:v2.9.5"),
		Entry("no version", `--version "" is no Flux version, such as v2.9.5`, "pull", "oci://h/r@sha256:"+strings.Repeat("0", 64)),
		Entry("a version that leads out", `--version "../v2.9.5" is no Flux version`, "pull", "oci://h/r@sha256:"+strings.Repeat("0", 64), "--version=../v2.9.5"),
		Entry("no directory to write to", "--out is not set", "pull", "oci://h/r@sha256:"+strings.Repeat("0", 64), "--version=v2.9.5"),
		Entry("credentials that are not there", "--registry-config: open /does/not/exist", "pull", "oci://h/r@sha256:"+strings.Repeat("0", 64),
			"--version=v2.9.5", "--out=x", "--registry-config=/does/not/exist"),
	)

	It("take credentials from $DOCKER_CONFIG, if there are any", func() {
		o := &pullOptions{}
		getenv := func(string) string { return directory }
		Expect(o.access(getenv)).To(HaveField("DockerConfig", BeEmpty()))
		Expect(os.WriteFile(filepath.Join(directory, "config.json"), []byte("{}"), 0o600)).To(Succeed())
		Expect(o.access(getenv)).To(HaveField("DockerConfig", BeEquivalentTo("{}")))
	})
})
