// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/registration/manifests"
)

var _ = Describe("artifacts", func() {
	const digest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

	var o options

	BeforeEach(func() {
		directory := GinkgoT().TempDir()
		binary := filepath.Join(directory, "binary")
		Expect(os.WriteFile(binary, []byte("#!/bin/sh\n[ -z \"$IMAGEVECTOR_OVERWRITE\" ] && echo \"ghcr.io/fluxcd/source-controller:v1 for $*\"\n"), 0o700)).To(Succeed())
		sbom := filepath.Join(directory, "binary.cdx.json")
		Expect(os.WriteFile(sbom, []byte("{}\n"), 0o600)).To(Succeed())
		o = options{
			release:  manifests.Release{Version: "v1.2.3", Repository: "registry.example.com/shoot-flux", ImageDigest: digest},
			binary:   binary,
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

	It("list the image of the extension first, then those of the binary, without the overwrites of the environment", func(ctx SpecContext) {
		GinkgoT().Setenv("IMAGEVECTOR_OVERWRITE", "/of/this/machine.yaml")

		files, err := o.artifacts(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(string(files[imagesFile])).To(Equal("registry.example.com/shoot-flux/gardener-extension-shoot-flux:v1.2.3@" + digest + "\n" +
			"ghcr.io/fluxcd/source-controller:v1 for images --all-versions\n"))
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
