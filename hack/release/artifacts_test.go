// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/registration/manifests"
)

var _ = Describe("artifacts", func() {
	const digest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

	var o options

	BeforeEach(func() {
		directory := GinkgoT().TempDir()
		plugin := filepath.Join(directory, "plugin")
		Expect(os.WriteFile(plugin, []byte("#!/bin/sh\n[ -z \"$IMAGEVECTOR_OVERWRITE\" ] && echo \"ghcr.io/fluxcd/source-controller:v1 for $*\"\n"), 0o700)).To(Succeed())
		sbom := filepath.Join(directory, "binary.cdx.json")
		Expect(os.WriteFile(sbom, []byte("{}\n"), 0o600)).To(Succeed())
		plugins, licence := filepath.Join(directory, "plugins"), filepath.Join(directory, "LICENSE")
		for _, file := range []string{"linux-amd64/kubectl-shoot_flux", "windows-arm64/kubectl-shoot_flux.exe"} {
			Expect(os.MkdirAll(filepath.Join(plugins, filepath.Dir(file)), 0o700)).To(Succeed())
			Expect(os.WriteFile(filepath.Join(plugins, file), []byte("for "+file), 0o600)).To(Succeed())
		}
		Expect(os.WriteFile(licence, []byte("as you like"), 0o600)).To(Succeed())
		o = options{
			plugins: plugins, licence: licence,
			release:  manifests.Release{Version: "v1.2.3", Repository: "registry.example.com/shoot-flux", ImageDigest: digest},
			plugin:   plugin,
			included: []string{sbom},
		}
	})

	It("are the same each time, each with its checksum", func(ctx SpecContext) {
		first, err := o.artifacts(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(o.artifacts(ctx)).To(Equal(first))

		Expect(first).To(HaveKey("binary.cdx.json"))
		sums := strings.Split(strings.TrimSpace(string(first[sumsFile])), "\n")
		Expect(sums).To(HaveLen(len(first) - 1))
		Expect(sums).To(ContainElement("ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356  binary.cdx.json"), "what sha256sum prints for it")
	})

	It("list the image of the extension first, then the images that the plugin lists, without the overwrites of the environment", func(ctx SpecContext) {
		GinkgoT().Setenv("IMAGEVECTOR_OVERWRITE", "/of/this/machine.yaml")

		files, err := o.artifacts(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(string(files[imagesFile])).To(Equal("registry.example.com/shoot-flux/gardener-extension-shoot-flux:v1.2.3@" + digest + "\n" +
			"ghcr.io/fluxcd/source-controller:v1 for images --all-versions\n"))
	})

	It("have an archive with the plugin for each platform, and the manifest with its checksum for krew", func(ctx SpecContext) {
		files, err := o.artifacts(ctx)
		Expect(err).NotTo(HaveOccurred())
		packed := files["kubectl-shoot_flux-v1.2.3-linux-amd64.tar.gz"]
		found := unpackedTarball(packed)
		Expect(found).To(And(HaveLen(3), HaveKeyWithValue("-rwxr-xr-x kubectl-shoot_flux", "for linux-amd64/kubectl-shoot_flux"),
			HaveKeyWithValue("-rwxr-xr-x kubectl_complete-shoot_flux", ContainSubstring("__complete")), HaveKeyWithValue("-rw-r--r-- LICENSE", "as you like")))

		windows := files["kubectl-shoot_flux-v1.2.3-windows-arm64.zip"]
		unpacked, err := zip.NewReader(bytes.NewReader(windows), int64(len(windows)))
		Expect(err).NotTo(HaveOccurred())
		Expect(fs.ReadFile(unpacked, "kubectl-shoot_flux.exe")).To(BeEquivalentTo("for windows-arm64/kubectl-shoot_flux.exe"))

		m := &manifest{}
		Expect(yaml.UnmarshalStrict(files[pluginManifest], m)).To(Succeed())
		Expect(m.Spec.Platforms).To(ConsistOf(
			platform{map[string]map[string]string{"matchLabels": {"os": "linux", "arch": "amd64"}}, downloads + "v1.2.3/kubectl-shoot_flux-v1.2.3-linux-amd64.tar.gz", fmt.Sprintf("%x", sha256.Sum256(packed)), "kubectl-shoot_flux"},
			platform{map[string]map[string]string{"matchLabels": {"os": "windows", "arch": "arm64"}}, downloads + "v1.2.3/kubectl-shoot_flux-v1.2.3-windows-arm64.zip", fmt.Sprintf("%x", sha256.Sum256(windows)), "kubectl-shoot_flux.exe"},
		))
	})

	It("have the same for Flux's CLI, whose catalog has versions without v, and is given the name of the program in the archive", func(ctx SpecContext) {
		files, err := o.artifacts(ctx)
		Expect(err).NotTo(HaveOccurred())
		p := &fluxPlugin{}
		Expect(yaml.UnmarshalStrict(files[fluxManifest], p)).To(Succeed())
		Expect([]string{p.APIVersion, p.Kind, p.Name, p.Bin}).To(Equal([]string{"cli.fluxcd.io/v1beta1", "Plugin", "shoot", "flux-shoot"}))
		Expect(p.Versions).To(ConsistOf(HaveField("Version", "1.2.3")))
		windows := "kubectl-shoot_flux-v1.2.3-windows-arm64.zip"
		Expect(p.Versions[0].Platforms).To(And(HaveLen(2), ContainElement(fluxPlatform{
			OS: "windows", Arch: "arm64", URL: downloads + "v1.2.3/" + windows, Checksum: fmt.Sprintf("sha256:%x", sha256.Sum256(files[windows])), ExtractPath: "kubectl-shoot_flux.exe",
		})))
	})

	It("have an archive with the component of gardener-landscape-kit, for the directory that holds its repositories", func(ctx SpecContext) {
		files, err := o.artifacts(ctx)
		Expect(err).NotTo(HaveOccurred())
		component, err := o.release.LandscapeKit()
		Expect(err).NotTo(HaveOccurred())
		expected := map[string]string{}
		for name, content := range component {
			expected["-rw-r--r-- "+name] = string(content)
		}

		found := unpackedTarball(files["gardener-extension-shoot-flux-landscape-kit-v1.2.3.tar.gz"])

		Expect(found).To(Equal(expected))
		Expect(found).To(HaveKeyWithValue("-rw-r--r-- landscape/components/gardener-extensions/shoot-flux/components.yaml",
			ContainSubstring("registry.example.com/shoot-flux/gardener-extension-shoot-flux:v1.2.3@"+digest)))
	})

	It("leave the configuration in the landscape as it is, if the archive is unpacked without it", func(ctx SpecContext) {
		directory := GinkgoT().TempDir()
		unpack := func(version string, arguments ...string) {
			GinkgoHelper()
			o.release.Version = version
			packed, err := landscapeKitArchive(o.release)
			Expect(err).NotTo(HaveOccurred())
			command := exec.CommandContext(ctx, "tar", append([]string{"--extract", "--gzip", "--directory=" + directory}, arguments...)...)
			command.Stdin = bytes.NewReader(packed)
			output, err := command.CombinedOutput()
			Expect(err).NotTo(HaveOccurred(), string(output))
		}
		component := filepath.Join(directory, "landscape", "components", "gardener-extensions", "shoot-flux")
		unpack("v1.2.3")
		Expect(os.ReadFile(filepath.Join(component, "configuration.yaml"))).To(ContainSubstring("config: {}"))
		Expect(os.WriteFile(filepath.Join(component, "configuration.yaml"), []byte("mine"), 0o600)).To(Succeed())

		unpack("v1.2.4", "--exclude=configuration.yaml")

		Expect(os.ReadFile(filepath.Join(component, "configuration.yaml"))).To(BeEquivalentTo("mine"))
		Expect(os.ReadFile(filepath.Join(component, "components.yaml"))).To(And(ContainSubstring("v1.2.4"), Not(ContainSubstring("v1.2.3"))))
	})

	It("have the component descriptor", func(ctx SpecContext) {
		files, err := o.artifacts(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(o.release.ComponentDescriptor()).To(Equal(files["component-descriptor.yaml"]))
	})

	It("are none without the plugin", func(ctx SpecContext) {
		o.plugins = GinkgoT().TempDir()
		_, err := o.artifacts(ctx)
		Expect(err).To(MatchError(ContainSubstring("there is no plugin in")))
	})

	It("are none with a plugin that is too large for what users do with it", func(ctx SpecContext) {
		program := filepath.Join(o.plugins, "linux-amd64", "kubectl-shoot_flux")
		Expect(os.Truncate(program, 50331648)).To(Succeed())
		_, err := o.artifacts(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(os.Truncate(program, 50331649)).To(Succeed())
		_, err = o.artifacts(ctx)
		Expect(err).To(MatchError(HavePrefix("kubectl-shoot_flux for linux-amd64 has 50331649 bytes and may have 50331648")))
	})

	It("refuse two files of the same name", func(ctx SpecContext) {
		twin := filepath.Join(GinkgoT().TempDir(), manifests.OperatorExtension)
		Expect(os.WriteFile(twin, nil, 0o600)).To(Succeed())
		o.included = []string{twin}

		_, err := o.artifacts(ctx)

		Expect(err).To(MatchError(HaveSuffix("has the name of a file of the release")))
	})

	It("overwrite former ones, and are not written beside other files", func() {
		directory := GinkgoT().TempDir()
		Expect(write(directory, map[string][]byte{"a": []byte("1")})).To(Succeed())
		Expect(write(directory, map[string][]byte{"a": []byte("2")})).To(Succeed())
		Expect(os.ReadFile(filepath.Join(directory, "a"))).To(BeEquivalentTo("2"))

		Expect(write(directory, map[string][]byte{"b": nil})).To(MatchError(ContainSubstring("a is in " + directory)))
		Expect(write("", nil)).To(MatchError("--out names no directory"))
	})

	It("list the charts with the digests in the registration for gardener-operator", func(ctx SpecContext) {
		files, err := o.artifacts(ctx)
		Expect(err).NotTo(HaveOccurred())
		listed := strings.Split(strings.TrimSpace(string(files[chartsFile])), "\n")
		Expect(listed).To(HaveLen(len(manifests.Charts())))
		for _, chart := range listed {
			Expect(chart).To(MatchRegexp(`^registry\.example\.com/shoot-flux/charts/gardener-extension-[a-z-]+:v1\.2\.3@sha256:[0-9a-f]{64}$`))
			Expect(string(files[manifests.OperatorExtension])).To(ContainSubstring("ref: " + chart + "\n"))
		}
	})
})

// unpackedTarball returns the content of the files of a compressed archive by mode and name.
func unpackedTarball(packed []byte) map[string]string {
	GinkgoHelper()
	decompressed, err := gzip.NewReader(bytes.NewReader(packed))
	Expect(err).NotTo(HaveOccurred())
	archive, found := tar.NewReader(decompressed), map[string]string{}
	for header, err := archive.Next(); !errors.Is(err, io.EOF); header, err = archive.Next() {
		Expect(err).NotTo(HaveOccurred())
		content, err := io.ReadAll(archive)
		Expect(err).NotTo(HaveOccurred())
		found[header.FileInfo().Mode().String()+" "+header.Name] = string(content)
	}
	return found
}
