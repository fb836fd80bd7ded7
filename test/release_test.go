// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/semver"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

func readRoot(name string) string {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join(root, name))
	Expect(err).NotTo(HaveOccurred())
	return string(content)
}

var _ = Describe("Release", func() {
	It("has a version", func() {
		version := strings.TrimSuffix(readRoot("VERSION"), "\n")
		Expect(semver.Canonical(version)).To(Equal(version))
	})

	It("is described in the changelog, or is unreleased", func() {
		version := strings.TrimSpace(readRoot("VERSION"))
		heading := "## [Unreleased]"
		if semver.Prerelease(version) == "" {
			heading = "## [" + strings.TrimPrefix(version, "v") + "]"
		}
		Expect(readRoot("CHANGELOG.md")).To(ContainSubstring("\n" + heading))
	})

	It("has what a public repository needs at its root", func() {
		Expect(readRoot("LICENSE")).To(Equal(readRoot("LICENSES/Apache-2.0.txt")))
		for _, name := range []string{"CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md", ".github/pull_request_template.md", ".github/ISSUE_TEMPLATE/bug.yaml", ".github/ISSUE_TEMPLATE/proposal.yaml"} {
			Expect(readRoot(name)).NotTo(BeEmpty())
		}
	})

	It("is not released according to README and changelog alike", func() {
		Expect(readRoot("README.md")).To(ContainSubstring("| state | no release yet |"), "with the first release, this test goes")
		Expect(readRoot("CHANGELOG.md")).To(ContainSubstring("\n## [0.1.0] - not released\n"))
	})

	It("matches the charts in the repository", func() {
		version := strings.TrimSpace(readRoot("VERSION"))
		for _, chart := range []string{charts.Seed, charts.AdmissionApplication, charts.AdmissionRuntime} {
			Expect(readRoot(filepath.Join("charts", chart, "Chart.yaml"))).To(HaveSuffix("\nversion: "+strings.TrimPrefix(version, "v")+"\nappVersion: "+version+"\n"), chart, "helm lint warns of a version with v")
		}
	})

	It("has a plugin of less than 48 MiB for each platform", func(ctx SpecContext) {
		program := filepath.Join(GinkgoT().TempDir(), "kubectl-shoot_flux")
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", program, "./cmd/kubectl-shoot_flux")
		build.Dir, build.Env = root, append(os.Environ(), "CGO_ENABLED=0")
		output, err := build.CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(output))
		built, err := os.Stat(program)
		Expect(err).NotTo(HaveOccurred())
		Expect(built.Size()).To(BeNumerically("<", 48<<20))
	})

	Describe("Image", func() {
		It("has the same pinned base in .ko.yaml and Dockerfile", func() {
			ko := regexp.MustCompile(`(?m)^defaultBaseImage: (\S+)$`).FindStringSubmatch(readRoot(".ko.yaml"))
			Expect(ko).NotTo(BeNil())
			Expect(ko[1]).To(MatchRegexp(`:nonroot@sha256:[0-9a-f]{64}$`))
			Expect(readRoot("Dockerfile")).To(ContainSubstring("\nARG BASE_IMAGE=" + ko[1] + "\n"))
		})

		It("is built with the Go version of go.mod, in an image pinned by its digest", func() {
			image := regexp.MustCompile(`(?m)^ARG GO_IMAGE=\S+/golang:([0-9.]+)@sha256:[0-9a-f]{64}$`).FindStringSubmatch(readRoot("Dockerfile"))
			Expect(image).NotTo(BeNil())
			toolchain := regexp.MustCompile(`(?m)^toolchain go([0-9.]+)$`).FindStringSubmatch(readRoot("go.mod"))
			Expect(toolchain).NotTo(BeNil())
			Expect(image[1]).To(Equal(toolchain[1]))
		})

		It("is built with the flags of .ko.yaml in the Dockerfile", func() {
			flags := regexp.MustCompile(`(?m)^  - (-\S+)$`).FindAllStringSubmatch(readRoot(".ko.yaml"), -1)
			Expect(flags).NotTo(BeEmpty())
			for _, flag := range flags {
				Expect(readRoot("Dockerfile")).To(ContainSubstring(" " + flag[1] + " "))
			}
		})

		It("does not run as root, and starts the binary without a shell", func() {
			dockerfile := readRoot("Dockerfile")
			Expect(dockerfile).To(HaveSuffix("\nUSER 65532:65532\nENTRYPOINT [\"/gardener-extension-shoot-flux\"]\n"))
			final := dockerfile[strings.LastIndex(dockerfile, "\nFROM "):]
			Expect(final).NotTo(MatchRegexp(`(?m)^RUN `), "the base image has no shell")
		})

		It("is built from files in the context only", func() {
			sent, checked := map[string]bool{}, 0
			for line := range strings.Lines(readRoot(".dockerignore")) {
				if path, isSent := strings.CutPrefix(strings.TrimSpace(line), "!"); isSent {
					Expect(filepath.Join(root, path)).To(BeAnExistingFile())
					sent[strings.Split(path, "/")[0]] = true
				}
			}
			for _, file := range allFiles() {
				if below(file.directory, "cmd") || below(file.directory, "pkg") {
					for _, imported := range file.imports() {
						if local, isLocal := strings.CutPrefix(imported, modulePath+"/"); isLocal && !strings.HasSuffix(file.path, "_test.go") {
							Expect(sent).To(HaveKey(strings.Split(local, "/")[0]), "%s imports %s", file.path, imported)
							checked++
						}
					}
				}
			}
			Expect(checked).To(BeNumerically(">", 100))
		})
	})

	It("contains the licence of every module in vendor", func() {
		licence := regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|unlicense|notice)`)
		var without []string
		modules := regexp.MustCompile(`(?m)^# (\S+) v\S+(?: => \S+ \S+)?\n(?:## .*\n)?([^#\n].*)?`).FindAllStringSubmatch(readRoot("vendor/modules.txt"), -1)
		Expect(len(modules)).To(BeNumerically(">", 100))
		for _, module := range modules {
			if module[2] == "" {
				// Only the go.mod of this module is needed.
				continue
			}
			entries, err := os.ReadDir(filepath.Join(root, "vendor", module[1]))
			Expect(err).NotTo(HaveOccurred())
			found := false
			for _, entry := range entries {
				found = found || !entry.IsDir() && licence.MatchString(entry.Name())
			}
			if !found {
				without = append(without, module[1])
			}
		}
		Expect(without).To(BeEmpty(), "modules whose licence is missing")
	})
})
