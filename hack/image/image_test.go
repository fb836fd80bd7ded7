// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package image

import (
	"archive/tar"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Release", Ordered, func() {
	var (
		// What lasts for all tests is unpacked into unpacked.
		address, base, sboms, unpacked string
		image                          name.Digest
		binaries                       map[string]string
	)

	BeforeAll(func(ctx SpecContext) {
		address = startRegistry()
		base = pushBase(address)
		sboms, unpacked = GinkgoT().TempDir(), GinkgoT().TempDir()
		image = buildImage(ctx, root(), address+"/here", base, sboms)
		binaries = map[string]string{}
	})

	It("has an image for every platform, which adds only the binary to the base image", func() {
		if !warm() {
			// Of one platform, ko makes no index.
			index, err := remote.Index(image)
			Expect(err).NotTo(HaveOccurred())
			manifest, err := index.IndexManifest()
			Expect(err).NotTo(HaveOccurred())
			Expect(manifest.Manifests).To(HaveLen(len(platforms())))
			Expect(manifest.Annotations).To(HaveKeyWithValue("org.opencontainers.image.version", version))
		}

		for _, platform := range platforms() {
			one, err := remote.Image(image, remote.WithPlatform(platform))
			Expect(err).NotTo(HaveOccurred())
			config, err := one.ConfigFile()
			Expect(err).NotTo(HaveOccurred())
			manifest, err := one.Manifest()
			Expect(err).NotTo(HaveOccurred())
			for label, value := range config.Config.Labels {
				Expect(manifest.Annotations).To(HaveKeyWithValue(label, value))
			}
			Expect(config.Config.User).To(Equal("65532:65532"), "as the chart demands it")
			Expect(config.Config.Entrypoint).To(Equal([]string{"/ko-app/gardener-extension-shoot-flux"}))
			Expect(config.Config.Cmd).To(BeEmpty())
			Expect(config.Config.Env).To(ContainElement("SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"), "the base image's")
			Expect(config.Config.Labels).To(And(
				HaveKeyWithValue("org.opencontainers.image.version", version),
				HaveKeyWithValue("org.opencontainers.image.revision", commit),
				HaveKeyWithValue("org.opencontainers.image.licenses", "Apache-2.0"),
				HaveKeyWithValue("org.opencontainers.image.source", "https://github.com/shoot-flux/gardener-extension-shoot-flux"),
				HaveKeyWithValue("org.opencontainers.image.documentation", "https://github.com/shoot-flux/gardener-extension-shoot-flux/blob/"+version+"/docs/operations/installation.md"),
			))
			Expect(config.Created.UTC().Format("2006-01-02T15:04:05Z")).To(Equal("2026-01-02T03:04:05Z"))

			var binary string
			files := unpack(one, filepath.Join(unpacked, platform.Architecture), &binary)
			Expect(files).To(ConsistOf("etc/passwd", "ko-app/gardener-extension-shoot-flux"))
			binaries[platform.Architecture] = binary
		}
	})

	It("has a binary that prints its version", func(ctx SpecContext) {
		Expect(execute(ctx, "/", nil, binaries[runtime.GOARCH], "--version")).To(Equal("gardener-extension-shoot-flux " + version + "\n"))
		Expect(execute(ctx, "/", nil, binaries[runtime.GOARCH], "--version=raw")).To(And(
			ContainSubstring(`Major:"1", Minor:"2"`), ContainSubstring(`GitCommit:"`+commit), ContainSubstring(`BuildDate:"2026-01-02T03:04:05Z"`),
		))
	})

	It("has a bill of materials for each image that names every module", func() {
		for _, platform := range platforms() {
			file := filepath.Join(sboms, "gardener-extension-shoot-flux-"+platform.OS+"-"+platform.Architecture+".spdx.json")
			Expect(packagesOf(file)).To(ContainElements(modules(binaries[platform.Architecture])))
		}
	})

	It("has the same modules on every platform, so that one bill of materials is enough beside the charts", func() {
		Expect(binaries).To(HaveLen(len(platforms())))
		for _, binary := range binaries {
			Expect(modules(binary)).To(Equal(modules(binaries[runtime.GOARCH])))
		}
	})

	It("has the same bytes when it is built elsewhere, with nothing cached", func(ctx SpecContext) {
		elsewhere := checkout(ctx)
		fresh := "GOCACHE=" + GinkgoT().TempDir()
		if warm() {
			fresh = "WARM=1"
		}
		out := filepath.Join(elsewhere, "out")

		again := buildImage(ctx, elsewhere, address+"/elsewhere", base, GinkgoT().TempDir(), fresh)
		Expect(again.DigestStr()).To(Equal(image.DigestStr()))

		By("writing the artifacts in both places")
		here := filepath.Join(GinkgoT().TempDir(), "out")
		pushed := execute(ctx, root(), nil, "make", "release-artifacts", "OUT="+here, "REPOSITORY="+address+"/release", "IMAGE_DIGEST="+image.DigestStr(), "PUSH=1", "PLAIN_HTTP=1")
		execute(ctx, elsewhere, []string{fresh}, "make", "release-artifacts", "OUT="+out, "REPOSITORY="+address+"/release", "IMAGE_DIGEST="+image.DigestStr())
		Expect(contents(out)).To(Equal(contents(here)))

		By("checking their content")
		files := contents(here)
		sbom := "gardener-extension-shoot-flux-" + version + ".cdx.json"
		Expect(files).To(And(
			HaveKey("controller-registration.yaml"), HaveKey("operator-extension.yaml"), HaveKey(sbom),
			HaveKey("gardener-extension-shoot-flux-"+version+".tgz"), HaveKey("gardener-extension-shoot-flux-landscape-kit-"+version+".tar.gz"),
			HaveKeyWithValue("component-descriptor.yaml", ContainSubstring(commit)),
			HaveKeyWithValue("images.txt", HavePrefix(address+"/release/gardener-extension-shoot-flux:"+version+"@"+image.DigestStr()+"\n")),
			HaveKeyWithValue("images.txt", ContainSubstring("/source-controller:")),
		))
		Expect(componentsOf(files[sbom])).To(ContainElements(modules(binaries[runtime.GOARCH])))
		execute(ctx, here, nil, "sha256sum", "--check", "--strict", "SHA256SUMS")
		Expect(strings.Count(files["SHA256SUMS"], "\n")).To(Equal(len(files) - 1))

		By("fetching the charts")
		expectCharts(pushed, address+"/release/charts/", files)

		By("fetching the component descriptor")
		expectComponentDescriptor(pushed, address+"/release/component-descriptors/github.com/shoot-flux/gardener-extension-shoot-flux:"+version)

		By("checking the manifest for krew with krew's own validation")
		execute(ctx, here, nil, os.Getenv("VALIDATE_KREW_MANIFEST"), "-manifest", "shoot-flux.yaml", "-skip-install")

		By("signing, and verifying as an operator does")
		buildImage(ctx, root(), address+"/release", base, GinkgoT().TempDir())
		expectSignatures(ctx, here)
	})
})

// expectCharts checks each pushed chart in the format that Helm and Gardener pull.
func expectCharts(pushed, prefix string, files map[string]string) {
	GinkgoHelper()
	var references []string
	for line := range strings.Lines(pushed) {
		if strings.HasPrefix(line, prefix) {
			references = append(references, strings.TrimSpace(line))
		}
	}
	Expect(references).To(HaveLen(3))
	for _, reference := range references {
		tag, digest, _ := strings.Cut(reference, "@")
		parsed, err := name.NewTag(tag)
		Expect(err).NotTo(HaveOccurred())
		chart, err := remote.Image(parsed)
		Expect(err).NotTo(HaveOccurred())
		manifest, err := chart.Manifest()
		Expect(err).NotTo(HaveOccurred())
		sum, err := chart.Digest()
		Expect(err).NotTo(HaveOccurred())
		Expect(sum.String()).To(Equal(digest))
		Expect(manifest.Config.MediaType).To(BeEquivalentTo("application/vnd.cncf.helm.config.v1+json"))
		Expect(manifest.Layers).To(HaveLen(1))
		Expect(manifest.Layers[0].MediaType).To(BeEquivalentTo("application/vnd.cncf.helm.chart.content.v1.tar+gzip"))

		layers, err := chart.Layers()
		Expect(err).NotTo(HaveOccurred())
		archive, err := layers[0].Compressed()
		Expect(err).NotTo(HaveOccurred())
		content, err := io.ReadAll(archive)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(content)).To(Equal(files[path.Base(parsed.RepositoryStr())+"-"+version+".tgz"]))

		config, err := chart.RawConfigFile()
		Expect(err).NotTo(HaveOccurred())
		Expect(string(config)).To(And(ContainSubstring(`"name":"`+path.Base(parsed.RepositoryStr())+`"`), ContainSubstring(`"version":"`+version+`"`)))
	}
}

// expectComponentDescriptor checks the component descriptor in the registry, in the format of the Open Component Model.
func expectComponentDescriptor(pushed, reference string) {
	GinkgoHelper()
	parsed, err := name.NewTag(reference)
	Expect(err).NotTo(HaveOccurred())
	artifact, err := remote.Image(parsed)
	Expect(err).NotTo(HaveOccurred())
	sum, err := artifact.Digest()
	Expect(err).NotTo(HaveOccurred())
	Expect(pushed).To(ContainSubstring("\n" + reference + "@" + sum.String() + "\n"))
	manifest, err := artifact.Manifest()
	Expect(err).NotTo(HaveOccurred())
	Expect(manifest.Config.MediaType).To(BeEquivalentTo("application/vnd.ocm.software.component.config.v1+json"))
	Expect(manifest.Layers).To(HaveLen(1))
	Expect(manifest.Layers[0].MediaType).To(BeEquivalentTo("application/vnd.ocm.software.component-descriptor.v2+json"))
	layers, err := artifact.Layers()
	Expect(err).NotTo(HaveOccurred())
	content, err := layers[0].Compressed()
	Expect(err).NotTo(HaveOccurred())
	descriptor, err := io.ReadAll(content)
	Expect(err).NotTo(HaveOccurred())
	Expect(string(descriptor)).To(And(ContainSubstring(`"version":"`+version+`"`), ContainSubstring(commit)))
}

// unpack writes the binary of an image into a directory and returns the names of all files in it.
func unpack(image v1.Image, directory string, binary *string) []string {
	GinkgoHelper()
	archive := mutate.Extract(image)
	defer archive.Close()
	var names []string
	files := tar.NewReader(archive)
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return names
		}
		Expect(err).NotTo(HaveOccurred())
		if header.Typeflag != tar.TypeReg {
			continue
		}
		names = append(names, strings.TrimPrefix(header.Name, "/"))
		if path.Dir(names[len(names)-1]) != "ko-app" {
			continue
		}
		Expect(os.MkdirAll(directory, 0o755)).To(Succeed())
		*binary = filepath.Join(directory, path.Base(header.Name))
		file, err := os.OpenFile(*binary, os.O_CREATE|os.O_WRONLY, 0o755)
		Expect(err).NotTo(HaveOccurred())
		_, err = io.Copy(file, files)
		Expect(err).NotTo(HaveOccurred())
		Expect(file.Close()).To(Succeed())
	}
}

// modules returns path and version of every module that a binary was built from.
func modules(binary string) []string {
	GinkgoHelper()
	info, err := buildinfo.ReadFile(binary)
	Expect(err).NotTo(HaveOccurred())
	var all []string
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		all = append(all, module.Path+"@"+module.Version)
	}
	Expect(len(all)).To(BeNumerically(">", 100))
	return all
}

// packagesOf returns path and version of every package that a bill of materials in SPDX's form names.
func packagesOf(file string) []string {
	GinkgoHelper()
	var document struct {
		Packages []struct{ Name, VersionInfo string }
	}
	content, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred())
	Expect(json.Unmarshal(content, &document)).To(Succeed())
	var all []string
	for _, p := range document.Packages {
		all = append(all, p.Name+"@"+p.VersionInfo)
	}
	return all
}

// componentsOf returns path and version of every component that a bill of materials in CycloneDX's form names.
func componentsOf(content string) []string {
	GinkgoHelper()
	var document struct {
		Components []struct{ Name, Version string }
	}
	Expect(json.Unmarshal([]byte(content), &document)).To(Succeed())
	var all []string
	for _, component := range document.Components {
		all = append(all, component.Name+"@"+component.Version)
	}
	return all
}

// contents returns what is in the files of a directory.
func contents(directory string) map[string]string {
	GinkgoHelper()
	entries, err := os.ReadDir(directory)
	Expect(err).NotTo(HaveOccurred())
	files := map[string]string{}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(directory, entry.Name()))
		Expect(err).NotTo(HaveOccurred())
		files[entry.Name()] = string(content)
	}
	return files
}
