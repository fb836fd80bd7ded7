// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/module"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

func TestDistributions(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Flux Distributions Generator Suite")
}

var _ = Describe("sums", func() {
	write := func(content string) string {
		path := filepath.Join(GinkgoT().TempDir(), "modules.sum")
		Expect(os.WriteFile(path, []byte(content), 0o600)).To(Succeed())
		return path
	}

	It("should read what it formats, sorted by module and version", func() {
		const sorted = "example.org/a v1.9.0 h1:a\nexample.org/a v1.10.0 h1:b\nexample.org/b v1.0.0 h1:c\n"
		read, err := readSums(write("example.org/b v1.0.0 h1:c\nexample.org/a v1.10.0 h1:b\nexample.org/a v1.9.0 h1:a\n"))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(read.format())).To(Equal(sorted))
		Expect(read.versions("example.org/a")).To(Equal([]string{"v1.9.0", "v1.10.0"}))
	})

	DescribeTable("refusing malformed lines",
		func(line string) {
			_, err := readSums(write(line))
			Expect(err).To(MatchError(ContainSubstring("malformed line")))
		},
		Entry("no hash", "example.org/a v1.0.0\n"),
		Entry("another hash algorithm", "example.org/a v1.0.0 h2:a\n"),
		Entry("blank line", "\n"),
	)
})

var _ = Describe("moduleSource", func() {
	var (
		known    = module.Version{Path: "example.org/a", Version: "v1.0.0"}
		unknown  = module.Version{Path: "example.org/b", Version: "v1.0.0"}
		recorded = sums{known: "h1:recorded"}
	)

	answering := func(sum string, err error) gomodule.Download {
		return func(context.Context, module.Version) (gomodule.Module, error) {
			return gomodule.Module{Dir: "/cache/a", Sum: sum}, err
		}
	}

	It("should return a module whose checksum is the recorded one", func(ctx SpecContext) {
		source := newModuleSource(recorded, answering("h1:recorded", nil), false)
		Expect(source.unused()).To(ConsistOf(known))
		Expect(source.dir(ctx, known)).To(Equal("/cache/a"))
		Expect(source.unused()).To(BeEmpty())
	})

	DescribeTable("refusing",
		func(ctx SpecContext, m module.Version, sum string, downloadErr error, record bool, message string) {
			_, err := newModuleSource(recorded, answering(sum, downloadErr), record).dir(ctx, m)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a module that has changed", known, "h1:other", nil, false, "has changed"),
		Entry("a module that has changed, also while recording", known, "h1:other", nil, true, "has changed"),
		Entry("a module without recorded checksum", unknown, "h1:other", nil, false, "no checksum recorded"),
		Entry("a failed download", known, "", errors.New("not found"), false, "not found"),
	)

	It("should record the checksum of a new module on request", func(ctx SpecContext) {
		source := newModuleSource(recorded, answering("h1:new", nil), true)
		Expect(source.dir(ctx, unknown)).To(Equal("/cache/a"))
		Expect(source.used).To(Equal(sums{unknown: "h1:new"}))
	})
})
