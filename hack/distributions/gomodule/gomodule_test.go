// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gomodule_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/module"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

func TestGoModule(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Go Module Suite")
}

// The go command is the real one, with a module proxy in a directory.
var _ = Describe("Go", func() {
	const modulePath = "example.org/read-only"
	var proxy string

	publish := func(version, goMod string) module.Version {
		GinkgoHelper()
		directory := filepath.Join(proxy, filepath.FromSlash(modulePath), "@v")
		Expect(os.MkdirAll(directory, 0o755)).To(Succeed())
		for suffix, content := range map[string]string{".info": `{"Version":"` + version + `"}`, ".mod": goMod} {
			Expect(os.WriteFile(filepath.Join(directory, version+suffix), []byte(content), 0o600)).To(Succeed())
		}
		file, err := os.Create(filepath.Join(directory, version+".zip"))
		Expect(err).NotTo(HaveOccurred())
		archive := zip.NewWriter(file)
		for name, content := range map[string]string{"go.mod": goMod, "content.txt": version} {
			entry, err := archive.Create(modulePath + "@" + version + "/" + name)
			Expect(err).NotTo(HaveOccurred())
			_, err = entry.Write([]byte(content))
			Expect(err).NotTo(HaveOccurred())
		}
		Expect(archive.Close()).To(Succeed())
		Expect(file.Close()).To(Succeed())
		return module.Version{Path: modulePath, Version: version}
	}

	BeforeEach(func() {
		proxy = GinkgoT().TempDir()
		cache := GinkgoT().TempDir()
		GinkgoT().Setenv("GOPROXY", "file://"+filepath.ToSlash(proxy))
		GinkgoT().Setenv("GOMODCACHE", cache)
		GinkgoT().Setenv("GONOSUMDB", "example.org")
		DeferCleanup(func() {
			// The go command makes the directories of modules read-only.
			Expect(filepath.WalkDir(cache, func(path string, entry os.DirEntry, err error) error {
				if err == nil && entry.IsDir() {
					err = os.Chmod(path, 0o755) //nolint:gosec // a directory
				}
				return err
			})).To(Succeed())
		})
	})

	DescribeTable("reads a module that requires another version of Go than the one that is installed",
		func(ctx SpecContext, toolchain string, record bool) {
			GinkgoT().Setenv("GOTOOLCHAIN", toolchain)
			m := publish("v1.0.0", "module "+modulePath+"\n\ngo 1.99.1\n")
			for range 2 { // It is in the module cache the second time.
				read, err := gomodule.Go(record)(ctx, m)
				Expect(err).NotTo(HaveOccurred())
				Expect(os.ReadFile(filepath.Join(read.Dir, "content.txt"))).To(BeEquivalentTo("v1.0.0"))
				Expect(read.Sum).To(HavePrefix("h1:"))
				Expect(read.Go).To(Equal("1.99.1"))
				Expect(read.CompilesWith("go1.26.8")).To(BeFalse())
			}
		},
		Entry("without another toolchain, recording", "local", true),
		Entry("without another toolchain", "local", false),
		Entry("with any toolchain, recording", "auto", true),
		Entry("with any toolchain: a toolchain cannot be verified without the checksum database", "auto", false),
		Entry("with a toolchain that is not there", "go1.99.0", false),
	)

	It("knows which Go compiles a module", func(ctx SpecContext) {
		read, err := gomodule.Go(false)(ctx, publish("v1.1.0", "module "+modulePath+"\n\ngo 1.20\n"))
		Expect(err).NotTo(HaveOccurred())
		Expect(read.CompilesWith("go1.26.8")).To(BeTrue())
		read, err = gomodule.Go(false)(ctx, publish("v1.2.0", "module "+modulePath+"\n"))
		Expect(err).NotTo(HaveOccurred())
		Expect(read.CompilesWith("go1.26.8")).To(BeTrue(), "a module without a go line")
	})

	It("tells a module that is not available from a failure", func(ctx SpecContext) {
		_, err := gomodule.Go(false)(ctx, module.Version{Path: modulePath, Version: "v1.3.0"})
		Expect(err).To(MatchError(gomodule.ErrAbsent))
		Expect(err).To(MatchError(ContainSubstring("v1.3.0.info")))

		m := publish("v1.4.0", "module "+modulePath+"\n")
		Expect(os.WriteFile(filepath.Join(proxy, filepath.FromSlash(modulePath), "@v", "v1.4.0.zip"), []byte("damaged"), 0o600)).To(Succeed())
		_, err = gomodule.Go(false)(ctx, m)
		Expect(err).To(MatchError(ContainSubstring("not a valid zip file")))
		Expect(err).NotTo(MatchError(gomodule.ErrAbsent))

		GinkgoT().Setenv("GOPROXY", "http://127.0.0.1:1")
		_, err = gomodule.Go(false)(ctx, module.Version{Path: modulePath, Version: "v1.5.0"})
		Expect(err).To(MatchError(ContainSubstring("connection refused")))
		Expect(err).NotTo(MatchError(gomodule.ErrAbsent))
	})
})
