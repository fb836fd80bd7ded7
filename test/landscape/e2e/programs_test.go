// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/semver"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
)

// fluxProgram is the program of one of Flux's controllers.
type fluxProgram struct {
	name, path string
	// release is its own version, and flux is the Flux version that has a controller of this minor version.
	release, flux string
	// module is the directory with the go.mod that names it.
	module string
	// kubeconfig is that of the cluster in which it runs; empty for none.
	kubeconfig string
}

// fluxPrograms are the programs that there are of the controllers of the carried and of older Flux versions, without those that stand in for another one.
func fluxPrograms(ctx context.Context) []fluxProgram {
	GinkgoHelper()
	pinned, err := binaries.Ensure(ctx, GinkgoWriter, binaries.Landscape()...)
	Expect(err).NotTo(HaveOccurred())
	carried, err := filepath.Glob(filepath.Join("..", "..", "..", "pkg", "flux", "distributions", "v*"))
	Expect(err).NotTo(HaveOccurred())
	older, err := filepath.Glob(filepath.Join("..", "..", "distributions", "v*"))
	Expect(err).NotTo(HaveOccurred())
	carried = append(older, carried...)
	image := regexp.MustCompile(`image: (ghcr\.io/fluxcd/\S+)`)
	var programs []fluxProgram
	for _, directory := range carried {
		manifests, err := os.ReadFile(filepath.Join(directory, "gotk-components.yaml"))
		Expect(err).NotTo(HaveOccurred())
		for _, match := range image.FindAllStringSubmatch(string(manifests), -1) {
			key, name := binaries.FluxImage(match[1])
			program := fluxProgram{name: name, path: pinned[name], flux: filepath.Base(directory), module: ".."}
			for _, controller := range binaries.FluxControllers() {
				if controller.Name == name && slices.Contains(controller.Tags, strings.TrimPrefix(key, name+":")) {
					program.path, program.module = world.OlderFlux()[key], filepath.Join("..", controller.Module)
				}
			}
			program.release = strings.TrimPrefix(filepath.Base(program.path), name+"-")
			if key == name+":"+semver.MajorMinor(program.release) {
				programs = append(programs, program)
			}
		}
	}
	return programs
}

// run runs the program, which does not stay, and returns what it says until it ends.
func (p fluxProgram) run(ctx context.Context, args ...string) string {
	GinkgoHelper()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	command := exec.CommandContext(ctx, p.path, args...)
	directory := GinkgoT().TempDir()
	command.Env = []string{"HOME=" + directory, "STORAGE_PATH=" + directory, "KUBECONFIG=" + cmp.Or(p.kubeconfig, "/nonexistent"), "RUNTIME_NAMESPACE=flux-system"}
	output, err := command.CombinedOutput()
	Expect(ctx.Err()).NotTo(HaveOccurred(), "%s %v does not end: %s", p.path, args, output)
	if !slices.Contains(args, "--help") {
		Expect(err).To(HaveOccurred(), "%s %v", p.path, args)
	}
	return string(output)
}

// flags are those that the program knows.
func (p fluxProgram) flags(ctx context.Context) []string {
	GinkgoHelper()
	var flags []string
	for _, match := range regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[a-zA-Z0-9-]+)`).FindAllStringSubmatch(p.run(ctx, "--help"), -1) {
		flags = append(flags, match[1])
	}
	return slices.Compact(slices.Sorted(slices.Values(flags)))
}

// knowsGate reports whether the program starts with a feature gate, as far as it does where there is no cluster.
func (p fluxProgram) knowsGate(ctx context.Context, gate string) bool {
	GinkgoHelper()
	output := p.run(ctx, "--feature-gates="+gate+"=false")
	if strings.Contains(output, fmt.Sprintf("feature-gate '%s' not supported", gate)) {
		return false
	}
	Expect(output).To(ContainSubstring("kubeconfig"), "%s ends before it looks for its cluster", p.path)
	return true
}

// gates are the feature gates that the program's source has, all of which the program knows.
func (p fluxProgram) gates(ctx context.Context) []string {
	GinkgoHelper()
	catalog, err := binaries.Catalog(p.module)
	Expect(err).NotTo(HaveOccurred())
	download := exec.CommandContext(ctx, "go", "mod", "download", "-json", catalog[p.name].Module)
	download.Dir, download.Env = p.module, append(os.Environ(), "GOWORK=off")
	output, err := download.Output()
	Expect(err).NotTo(HaveOccurred(), string(output))
	var module struct{ Dir string }
	Expect(json.Unmarshal(output, &module)).To(Succeed())
	source, err := os.ReadFile(filepath.Join(module.Dir, "internal", "features", "features.go"))
	Expect(err).NotTo(HaveOccurred())
	var gates []string
	for _, match := range regexp.MustCompile(`(?m)^\t(?:\w+\.FeatureGate)?(\w+): +(?:true|false),$`).FindAllStringSubmatch(string(source), -1) {
		Expect(p.knowsGate(ctx, match[1])).To(BeTrue(), "%s %s", p.path, match[1])
		gates = append(gates, match[1])
	}
	// A package that all controllers share adds it.
	if shared := "ObjectLevelWorkloadIdentity"; !slices.Contains(gates, shared) && p.knowsGate(ctx, shared) {
		gates = append(gates, shared)
	}
	return slices.Sorted(slices.Values(gates))
}

var _ = Describe("The programs of Flux's controllers", Label("upgrade"), func() {
	It("know the flags and feature gates that pkg/flux/patch has written down of them", func(ctx SpecContext) {
		var said strings.Builder
		said.WriteString("# What the programs of Flux's controllers know: the Flux version, the controller and the release of the program that was asked.\n" +
			"# Written by test/landscape/e2e/programs_test.go, if PROGRAMS_OUT names this file.\n")
		for _, program := range fluxPrograms(ctx) {
			fmt.Fprintf(&said, "%s %s %s\n  flags %s\n  gates %s\n", program.flux, program.name, program.release,
				strings.Join(program.flags(ctx), " "), strings.Join(program.gates(ctx), " "))
		}
		if file := os.Getenv("PROGRAMS_OUT"); file != "" {
			Expect(os.WriteFile(file, []byte(said.String()), 0o600)).To(Succeed())
		}
		written, err := os.ReadFile(filepath.Join("..", "..", "..", "pkg", "flux", "patch", "testdata", "programs.txt"))
		Expect(err).NotTo(HaveOccurred())
		Expect(said.String()).To(Equal(string(written)))
	}, SpecTimeout(5*time.Minute))

	It("end at their start with what patches may therefore not set", func(ctx SpecContext) {
		for _, program := range fluxPrograms(ctx) {
			Expect(program.run(ctx, "--unknown-flag=1")).To(ContainSubstring("unknown flag: --unknown-flag"), program.path)
			Expect(program.knowsGate(ctx, "Unknown")).To(BeFalse(), program.path)
			if slices.Contains(program.flags(ctx), "--interval-jitter-percentage") {
				Expect(program.run(ctx, "--interval-jitter-percentage=100")).To(ContainSubstring("unable to set global jitter"), program.path)
				Expect(program.run(ctx, "--interval-jitter-percentage=99")).To(ContainSubstring("kubeconfig"), program.path)
			}
		}
	}, SpecTimeout(3*time.Minute))
})
