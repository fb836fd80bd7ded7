// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/patch"
)

// applyTo applies patches to the Deployment of any controller.
func applyTo(version string, of fluxv1alpha1.Component, texts ...string) *field.Error {
	GinkgoHelper()
	object := shipped(strings.ReplaceAll(shippedDeployment, "kustomize-controller", string(of)))
	var patches []fluxv1alpha1.Patch
	for _, text := range texts {
		patches = append(patches, fluxv1alpha1.Patch{Target: fluxv1alpha1.PatchTarget{Kind: fluxv1alpha1.PatchKindDeployment, Name: of}, Patch: text})
	}
	_, err := Apply(field.NewPath("flux", "patches"), version, object, patches)
	return err
}

// program has the version, flags and feature gates of a controller's program.
type program struct {
	version, release string
	of               fluxv1alpha1.Component
	flags, gates     []string
}

// programs returns the programs in testdata/programs.txt.
func programs() []program {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join("testdata", "programs.txt"))
	Expect(err).NotTo(HaveOccurred())
	var result []program
	for line := range strings.Lines(string(content)) {
		words := strings.Fields(line)
		switch words[0] {
		case "#":
		case "flags":
			result[len(result)-1].flags = words[1:]
		case "gates":
			result[len(result)-1].gates = words[1:]
		default:
			result = append(result, program{version: words[0], of: fluxv1alpha1.Component(words[1]), release: words[2]})
		}
	}
	return result
}

// allowedFlags returns the flags in the error for an unknown flag.
func allowedFlags(version string, of fluxv1alpha1.Component) []string {
	GinkgoHelper()
	err := applyTo(version, of, argument("--unknown=1"))
	Expect(err).To(HaveOccurred())
	_, names, found := strings.Cut(err.Detail, "the allowed flags: ")
	Expect(found).To(BeTrue(), err.Detail)
	return strings.Split(strings.Replace(names, " and ", ", ", 1), ", ")
}

// allowedGates returns the gates in the error for an unknown gate.
func allowedGates(version string, of fluxv1alpha1.Component) []string {
	GinkgoHelper()
	err := applyTo(version, of, argument("--feature-gates=Unknown=true"))
	Expect(err).To(HaveOccurred())
	if strings.Contains(err.Detail, "has no allowed feature gate") {
		return nil
	}
	_, names, found := strings.Cut(err.Detail, "to true or false: ")
	Expect(found).To(BeTrue(), err.Detail)
	return strings.Split(names, ", ")
}

var _ = Describe("Apply with arguments", func() {
	It("has the flags of the newest version's controllers in its test data", func() {
		versions := distributions.Embedded().Versions()
		Expect(slices.ContainsFunc(programs(), func(p program) bool { return p.version == versions[len(versions)-1] })).To(BeTrue())
	})

	It("allows only flags that the controllers have", func() {
		for _, p := range programs() {
			for _, flag := range allowedFlags(p.version, p.of) {
				Expect(p.flags).To(ContainElement(flag), "%s %s", p.version, p.of)
			}
		}
	})

	It("allows exactly the tunable feature gates of the controllers", func() {
		// The program may be older than the controller's image: helm-controller has this gate since v1.4.4.
		later := map[string][]string{"helm-controller v1.4.3": {"DisableConfigWatchers"}}
		for _, p := range programs() {
			known := slices.DeleteFunc(slices.Clone(p.gates), func(gate string) bool {
				return slices.Contains([]string{"ExternalArtifact", "ObjectLevelWorkloadIdentity", "AllowDNSLookups", "FluxStorage"}, gate)
			})
			Expect(allowedGates(p.version, p.of)).To(ConsistOf(append(known, later[string(p.of)+" "+p.release]...)), "%s %s", p.version, p.of)
		}
	})

	// kustomize-controller v1.10 has both; no program of it can be built for programs.txt.
	DescribeTable("allows flags and feature gates of v2.10 from this version on",
		func(version string, allowed bool, text string) {
			if err := applyTo(version, fluxv1alpha1.ComponentKustomize, text); allowed {
				Expect(err).To(Succeed())
			} else {
				Expect(err).To(HaveOccurred())
			}
		},
		Entry("the flag in v2.10", "v2.10.0", true, argument("--override-manager-before-dry-run=kubectl")),
		Entry("the flag in v2.9", fluxVersion, false, argument("--override-manager-before-dry-run=kubectl")),
		Entry("the gate in v2.10", "v2.10.0", true, argument("--feature-gates=DisableCommitStatusEvent=true")),
		Entry("the gate in v2.9", fluxVersion, false, argument("--feature-gates=DisableCommitStatusEvent=true")),
		Entry("a flag for SPIFFE, which changes whom the controller trusts", "v2.10.0", false, argument("--authorized-artifact-server-spiffe-id=spiffe://example.com/a")),
	)

	DescribeTable("rejects",
		func(version string, of fluxv1alpha1.Component, expected string, texts ...string) {
			err := applyTo(version, of, texts...)
			Expect(err).To(HaveOccurred())
			Expect(err.Error()).To(ContainSubstring(expected))
		},
		Entry("a feature gate of a newer version", "v2.7.5", fluxv1alpha1.ComponentKustomize,
			"must set only feature gates of kustomize-controller of this Flux version to true or false: AdditiveCELDependencyCheck, CacheSecretsAndConfigMaps, "+
				"CancelHealthCheckOnNewRevision, DisableConfigWatchers, DisableFailFastBehavior, DisableStatusPollerCache, GroupChangeLog, StrictPostBuildSubstitutions",
			argument("--feature-gates=DirectSourceFetch=true")),
		Entry("a feature gate of a controller without gates", "v2.7.5", fluxv1alpha1.ComponentSourceWatcher, "source-watcher of this Flux version has no allowed feature gate; remove it", argument("--feature-gates=DirectSourceFetch=true")),
		Entry("an interval jitter of 100 percent", fluxVersion, fluxv1alpha1.ComponentSource, "must have a whole number between 0 and 99 as --interval-jitter-percentage", argument("--interval-jitter-percentage=100")),
		Entry("an OOM watch interval below the minimum", fluxVersion, fluxv1alpha1.ComponentHelm, "must have a duration such as 30s, from 50ms to 24h, as --oom-watch-interval", argument("--oom-watch-interval=1ms")),
		Entry("a lease duration below the renew deadline", fluxVersion, fluxv1alpha1.ComponentHelm,
			"flux.patches[0].patch: Forbidden: spec.template.spec.containers[0].args of Deployment helm-controller must have --leader-election-lease-duration above --leader-election-renew-deadline, and --leader-election-renew-deadline above 1.2 times --leader-election-retry-period, "+
				"or the controller does not start; correct the values 10s, 30s and 5s",
			argument("--leader-election-lease-duration=10s")),
		Entry("a retry period above the renew deadline, in two patches", fluxVersion, fluxv1alpha1.ComponentHelm, "flux.patches[1].patch: Forbidden: spec.template.spec.containers[0].args of Deployment helm-controller must have --leader-election-lease-duration",
			argument("--leader-election-lease-duration=40s"), argument("--leader-election-retry-period=25s")),
		Entry("OOMWatch without a memory limit", fluxVersion, fluxv1alpha1.ComponentHelm,
			"spec.template.spec.containers[0].resources.limits.memory of Deployment helm-controller must be set with the feature gate OOMWatch, or the controller does not start; set it, or remove the gate",
			argument("--feature-gates=OOMWatch=true"), `[{op: remove, path: `+container+`/resources/limits/memory}]`),
	)

	DescribeTable("accepts",
		func(of fluxv1alpha1.Component, texts ...string) {
			Expect(applyTo(fluxVersion, of, texts...)).To(Succeed())
		},
		Entry("consistent durations of the leader election in several patches", fluxv1alpha1.ComponentHelm, argument("--leader-election-lease-duration=10s"), argument("--leader-election-renew-deadline=8s"), argument("--leader-election-retry-period=2s")),
		Entry("a repeated duration whose last value is valid", fluxv1alpha1.ComponentHelm, argument("--leader-election-lease-duration=10s"), argument("--leader-election-lease-duration=60s")),
		Entry("OOMWatch with a memory limit", fluxv1alpha1.ComponentHelm, argument("--feature-gates=OOMWatch=true")),
		Entry("disabled OOMWatch without a memory limit", fluxv1alpha1.ComponentHelm, argument("--feature-gates=OOMWatch=true"), argument("--feature-gates=OOMWatch=false"),
			`[{op: remove, path: `+container+`/resources/limits/memory}]`),
		Entry("a removed memory limit", fluxv1alpha1.ComponentHelm, `[{op: remove, path: `+container+`/resources/limits/memory}]`),
	)
})
