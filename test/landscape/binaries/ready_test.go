// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/gbytes"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
)

var _ = Describe("Prebuilt programs", func() {
	var (
		ready, moduleDir, cache string
		out                     *gbytes.Buffer
		builder                 binaries.Builder
	)

	BeforeEach(func() {
		ready, moduleDir, cache, out = GinkgoT().TempDir(), GinkgoT().TempDir(), GinkgoT().TempDir(), gbytes.NewBuffer()
		builder = binaries.Builder{ModuleDir: moduleDir, CacheDir: cache, Ready: []string{GinkgoT().TempDir(), ready}, Out: out}
		Expect(os.WriteFile(filepath.Join(moduleDir, "go.mod"), []byte("module example.com/landscape\n\ngo 1.26\n\nrequire k8s.io/kubernetes v1.36.4\n\ntool k8s.io/kubernetes/cmd/kube-apiserver\n"), 0o600)).To(Succeed())
		// What is not taken cannot be built: no module can be downloaded.
		GinkgoT().Setenv("GOPROXY", "off")
		GinkgoT().Setenv("GOFLAGS", "-modcacherw")
		GinkgoT().Setenv("GOMODCACHE", GinkgoT().TempDir())
	})

	// have has the user have a program that prints a line, with a checksum beside it.
	have := func(line, checksum string) {
		GinkgoHelper()
		program := "#!/bin/sh\n[ \"$*\" = --version ] && echo '" + line + "'\n"
		Expect(os.WriteFile(filepath.Join(ready, "kube-apiserver"), []byte(program), 0o700)).To(Succeed())
		if checksum == "right" {
			checksum = fmt.Sprintf("%x", sha256.Sum256([]byte(program)))
		}
		if checksum != "" {
			Expect(os.WriteFile(filepath.Join(ready, "kube-apiserver.sha256"), []byte(checksum), 0o600)).To(Succeed())
		}
	}
	cached := func() string {
		return filepath.Join(cache, "bin", runtime.GOOS+"-"+runtime.GOARCH, "kube-apiserver-v1.36.4")
	}

	It("are copied if version and checksum match", func(ctx SpecContext) {
		have("Kubernetes v1.36.4", "right")
		Expect(builder.Ensure(ctx, "kube-apiserver")).To(Equal(binaries.Paths{"kube-apiserver": cached()}))
		Expect(out).To(gbytes.Say("using %s, v1\\.36\\.4\n", filepath.Join(ready, "kube-apiserver")))
		have("Kubernetes v1.0.0", "")
		Expect(os.ReadFile(cached())).To(ContainSubstring("v1.36.4"))
		Expect(builder.Ensure(ctx, "kube-apiserver")).To(Equal(binaries.Paths{"kube-apiserver": cached()}))
		Expect(out).NotTo(gbytes.Say("building|not used"))
	})

	DescribeTable("are built instead of used", func(ctx SpecContext, line, checksum, reason string) {
		have(line, checksum)
		_, err := builder.Ensure(ctx, "kube-apiserver")
		Expect(err).To(MatchError(ContainSubstring("building kube-apiserver v1.36.4")))
		Expect(out).To(gbytes.Say("%s is not used: "+reason, filepath.Join(ready, "kube-apiserver")))
		Expect(cached()).NotTo(BeAnExistingFile())
	},
		Entry("without a checksum", "Kubernetes v1.36.4", "", `its checksum file kube-apiserver\.sha256 is missing`),
		Entry("with another checksum", "Kubernetes v1.36.4", fmt.Sprintf("%064d", 0), `its SHA-256 [0-9a-f]{64} differs from`),
		Entry("with an empty checksum, as after an interrupted download", "Kubernetes v1.36.4", " ", `its SHA-256 [0-9a-f]{64} differs from`),
		Entry("with another version", "Kubernetes v1.36.40", "right", `its version is "Kubernetes v1\.36\.40" instead of "Kubernetes v1\.36\.4"`),
		Entry("without a version in their output", "", "right", `its version is "" instead of`),
	)

	It("are searched in the directory of envtest first, and never in a relative directory", func() {
		GinkgoT().Setenv("PATH", "/usr/bin:bin:.:/bin")
		GinkgoT().Setenv(binaries.AssetsVariable, "/assets")
		Expect(binaries.ReadyDirs()).To(Equal([]string{"/assets", "/usr/bin", "/bin"}))
	})
})
