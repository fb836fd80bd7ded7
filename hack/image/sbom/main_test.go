// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"runtime/debug"
	"testing"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestBill(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Bill of Materials Suite")
}

var _ = Describe("bill of materials", func() {
	It("names every module as it was built, and is reproducible", func() {
		bom := bill(&debug.BuildInfo{
			GoVersion: "go1.26.8",
			Main:      debug.Module{Path: "example.com/app", Version: "(devel)"},
			Deps: []*debug.Module{
				{Path: "example.com/z", Version: "v2.0.0+incompatible"},
				{Path: "example.com/forked", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/fork", Version: "v1.0.1"}},
			},
		}, "v1.2.3")

		Expect(bom.Metadata.Component.PackageURL).To(Equal("pkg:golang/example.com/app@v1.2.3"))
		var urls []string
		for _, component := range *bom.Components {
			urls = append(urls, component.PackageURL)
		}
		Expect(urls).To(Equal([]string{
			"pkg:golang/example.com/fork@v1.0.1", "pkg:golang/example.com/z@v2.0.0%2Bincompatible", "pkg:golang/std@1.26.8",
		}))

		var text bytes.Buffer
		Expect(cyclonedx.NewBOMEncoder(&text, cyclonedx.BOMFileFormatJSON).EncodeVersion(bom, cyclonedx.SpecVersion1_6)).To(Succeed())
		Expect(text.String()).NotTo(Or(ContainSubstring("timestamp"), ContainSubstring("serialNumber")), "they would differ each time")
	})

	It("is made of one Go binary", func() {
		Expect(run(nil, nil, "v1.2.3")).To(MatchError(ContainSubstring("name one binary")))
		Expect(run(nil, []string{"main.go"}, "v1.2.3")).To(MatchError(HavePrefix("main.go has no build information")))
	})
})
