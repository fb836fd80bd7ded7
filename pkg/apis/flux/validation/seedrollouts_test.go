// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation_test

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

var _ = Describe("ValidateRollouts", func() {
	const canary = "{name: canary, seeds: {matchLabels: {a: b}}}"
	read := func(text string) *configv1alpha1.Rollouts {
		GinkgoHelper()
		config := &configv1alpha1.ControllerConfiguration{Rollouts: &configv1alpha1.Rollouts{}}
		Expect(yaml.UnmarshalStrict([]byte(text), config.Rollouts)).To(Succeed())
		configv1alpha1.SetObjectDefaults_ControllerConfiguration(config)
		return config.Rollouts
	}
	many := func(count int, entry string) string {
		var entries []string
		for i := range count {
			entries = append(entries, fmt.Sprintf(entry, i))
		}
		return strings.Join(entries, ", ")
	}
	errorsOf := func(text string, hasBaseline bool) []string {
		var errs []string
		for _, err := range ValidateRollouts(field.NewPath("rollouts"), read(text), hasBaseline) {
			errs = append(errs, strings.TrimPrefix(err.Error(), "rollouts."))
		}
		return errs
	}

	DescribeTable("returns no error for",
		func(text string) { Expect(errorsOf(text, true)).To(BeEmpty()) },
		Entry("all fields", `{rings: [{name: canary, seeds: {matchLabels: {stage: canary}}, soak: 0s, approval: Automatic}, {name: others}],
			fluxVersion: {shootsPerHour: 1, maxFailures: 10, soaks: {canary: 48h}},
			baseline: {source: Follow, maxFailures: 0, progressDeadline: 1m, guard: {maxRemoved: 10, protect: [Namespace]}, soaks: {canary: 0s, others: 720h}}}`),
		Entry("the Flux version alone", "{rings: ["+canary+"], fluxVersion: {}}"),
		Entry("both, with approvals", "{rings: [{name: canary, seeds: {matchLabels: {a: b}}, approval: Manual}], fluxVersion: {}, baseline: {}}"),
		Entry("a soak of the ring that defaulting adds", "{rings: ["+canary+"], fluxVersion: {soaks: {rest: 0s}}, baseline: {soaks: {rest: 1h}}}"),
		Entry("the most rings", "{rings: ["+many(20, "{name: r%d, seeds: {matchLabels: {a: b}}}")+"], fluxVersion: {}}"),
	)

	DescribeTable("returns the field and the fix of each error in the rings:",
		func(rings string, expected ...any) {
			Expect(errorsOf("{rings: ["+rings+"], fluxVersion: {}}", false)).To(HaveExactElements(expected...))
			Expect(errorsOf("{rings: ["+rings+"], baseline: {}}", true)).To(HaveExactElements(expected...), "they are the same for both rollouts")
		},
		Entry("none", "", "rings: Required value: name at least one ring, with the seeds that get a change first; or remove rollouts to change all seeds at once"),
		Entry("only the ring of all others", "{name: rest}", HavePrefix("rings: Required value: name at least one ring")),
		Entry("no name", "{seeds: {matchLabels: {a: b}}}",
			"rings[0].name: Required value: name the ring, such as canary: the state of the rollout refers to it by its name"),
		Entry("an invalid name", "{name: Canary Ring, seeds: {matchLabels: {a: b}}}", HavePrefix(`rings[0].name: Invalid value: "Canary Ring": a lowercase RFC 1123 label`)),
		Entry("a name that is too long", "{name: "+strings.Repeat("a", 64)+", seeds: {matchLabels: {a: b}}}", HaveSuffix("must be no more than 63 characters")),
		Entry("a duplicate name", canary+", "+canary, `rings[1].name: Duplicate value: "canary"`),
		Entry("the reserved name of the last ring", "{name: rest, seeds: {matchLabels: {a: b}}}",
			`rings[1].name: Invalid value: "rest": is reserved for the ring of all seeds that no other ring selects; choose another name for a ring with seeds`),
		Entry("a ring that selects all seeds before another", "{name: all}, "+canary,
			`rings[0].seeds: Invalid value: "{}": selects all seeds, so the rings after it have none; select seeds by their labels, or make the ring the last`),
		Entry("an invalid selector", "{name: a, seeds: {matchExpressions: [{key: a, operator: Is, values: [b]}]}}",
			`rings[0].seeds.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator`),
		Entry("an invalid label", "{name: a, seeds: {matchLabels: {a b: c}}}", HavePrefix(`rings[0].seeds.matchLabels: Invalid value: "a b"`)),
		Entry("too many labels", "{name: a, seeds: {matchLabels: {"+many(21, "l%d: x")+"}}}", "rings[0].seeds: Too many: 21: must have at most 20 items"),
		Entry("too many values of a label", "{name: a, seeds: {matchExpressions: [{key: a, operator: In, values: ["+many(101, "v%d")+"]}]}}",
			"rings[0].seeds.matchExpressions[0].values: Too many: 101: must have at most 100 items"),
		Entry("a negative soak", "{name: a, seeds: {matchLabels: {a: b}}, soak: -1h}", `rings[0].soak: Invalid value: "-1h0m0s": must be between 0s and 720h, such as 30m`),
		Entry("a soak of a year", "{name: a, seeds: {matchLabels: {a: b}}, soak: 9000h}", `rings[0].soak: Invalid value: "9000h0m0s": must be between 0s and 720h, such as 30m`),
		Entry("an unknown approval", "{name: a, seeds: {matchLabels: {a: b}}, approval: Maybe}",
			`rings[0].approval: Unsupported value: "Maybe": supported values: "Automatic", "Manual"`),
		Entry("too many rings", many(21, "{name: r%d, seeds: {matchLabels: {a: b}}}"), "rings: Too many: 21: must have at most 20 items"),
	)

	DescribeTable("returns the field and the fix of each error in the rollouts:",
		func(rollouts string, expected ...any) {
			Expect(errorsOf("{rings: ["+canary+"], "+rollouts+"}", true)).To(HaveExactElements(expected...))
		},
		Entry("neither", "", "rollouts: Required value: set what the rings are for: fluxVersion, baseline or both, such as fluxVersion: {}; or remove rollouts to change all seeds at once"),
		Entry("a key without a value, which is none", "fluxVersion: null", HavePrefix("rollouts: Required value: set what the rings are for")),
		Entry("no Shoots per hour", "fluxVersion: {shootsPerHour: 0}",
			"fluxVersion.shootsPerHour: Invalid value: 0: must be at least 1; to update no further Shoot, run kubectl shoot-flux rollout pause --landscape fluxVersion"),
		Entry("negative failures with a version", "fluxVersion: {maxFailures: -1}",
			"fluxVersion.maxFailures: Invalid value: -1: must not be negative; with 0, the rollout stops at the first failure"),
		Entry("negative failures with a baseline", "baseline: {maxFailures: -1}",
			"baseline.maxFailures: Invalid value: -1: must not be negative; with 0, the rollout stops at the first failure"),
		Entry("an unknown source of commits", "baseline: {source: Push}", `baseline.source: Unsupported value: "Push": supported values: "Follow", "Promote"`),
		Entry("a deadline that is too short", "baseline: {progressDeadline: 1s}", `baseline.progressDeadline: Invalid value: "1s": must be between 1m and 720h, such as 30m`),
		Entry("a deadline that never ends", "baseline: {progressDeadline: 721h}", HavePrefix(`baseline.progressDeadline: Invalid value: "721h0m0s"`)),
		Entry("a guard with an invalid kind", "baseline: {guard: {protect: [namespace]}}", `baseline.guard.protect[0]: Invalid value: "namespace": must be a kind, such as Namespace`),
		Entry("a guard with too many kinds", "baseline: {guard: {protect: ["+many(21, "K%d")+"]}}", "baseline.guard.protect: Too many: 21: must have at most 20 items"),
		Entry("a guard with an invalid percentage", "baseline: {guard: {maxRemoved: 101%}}", HavePrefix(`baseline.guard.maxRemoved: Invalid value: "101%"`)),
		Entry("soaks of unknown rings", "fluxVersion: {soaks: {canry: 1h}}, baseline: {soaks: {others: 1h}}",
			`fluxVersion.soaks: Unsupported value: "canry": supported values: "canary", "rest"`, `baseline.soaks: Unsupported value: "others": supported values: "canary", "rest"`),
		Entry("soaks that are too long or negative", "fluxVersion: {soaks: {canary: 721h}}, baseline: {soaks: {rest: -1s}}",
			`fluxVersion.soaks[canary]: Invalid value: "721h0m0s": must be between 0s and 720h, such as 30m`, `baseline.soaks[rest]: Invalid value: "-1s": must be between 0s and 720h, such as 30m`),
		Entry("more soaks than rings", "fluxVersion: {soaks: {"+many(1000, "r%d: 1h")+"}}", "fluxVersion.soaks: Too many: 1000: must have at most 2 items"),
	)

	It("refuses to roll out a baseline that is not configured", func() {
		Expect(errorsOf("{rings: ["+canary+"], fluxVersion: {}, baseline: {}}", false)).To(HaveExactElements(
			"baseline: Forbidden: there is no baseline to roll out; configure baseline, or remove rollouts.baseline"))
	})

	It("refuses a soak of the ring rest if there is none", func() {
		Expect(errorsOf("{rings: ["+canary+", {name: others}], fluxVersion: {soaks: {rest: 1h}}}", true)).To(HaveExactElements(
			`fluxVersion.soaks: Unsupported value: "rest": supported values: "canary", "others"`))
	})
})

var _ = Describe("The defaults of rollouts", func() {
	read := func(text string) *configv1alpha1.Rollouts {
		GinkgoHelper()
		config := &configv1alpha1.ControllerConfiguration{}
		Expect(yaml.UnmarshalStrict([]byte(text), config)).To(Succeed())
		configv1alpha1.SetObjectDefaults_ControllerConfiguration(config)
		return config.Rollouts
	}

	It("add the ring of all other seeds, and a soak of a day", func() {
		rings := read("rollouts: {rings: [{name: canary, seeds: {matchLabels: {a: b}}}, {name: others, seeds: {matchLabels: {a: c}}, soak: 1h, approval: Manual}]}").Rings
		Expect(rings).To(HaveExactElements(
			And(HaveField("Name", "canary"), HaveField("Soak.Duration", 24*time.Hour), HaveField("Approval", fluxv1alpha1.ApprovalAutomatic)),
			And(HaveField("Name", "others"), HaveField("Soak.Duration", time.Hour), HaveField("Approval", fluxv1alpha1.ApprovalManual)),
			And(HaveField("Name", "rest"), HaveField("Seeds", BeNil()), HaveField("Soak.Duration", 24*time.Hour), HaveField("Approval", fluxv1alpha1.ApprovalAutomatic)),
		))
		Expect(read("rollouts: {rings: [{name: canary, seeds: {matchLabels: {a: b}}}, {name: others}]}").Rings).To(HaveLen(2), "one selects all already")
		Expect(read("rollouts: {fluxVersion: {}}").Rings).To(BeEmpty(), "without rings, the configuration is refused")
	})

	It("allow no project to fail with a version, and one with a baseline", func() {
		rollouts := read("rollouts: {rings: [], fluxVersion: {}, baseline: {}}")
		Expect(rollouts.FluxVersion).To(And(HaveField("MaxFailures", HaveValue(BeEquivalentTo(0))), HaveField("ShootsPerHour", BeNil())))
		Expect(rollouts.Baseline).To(And(
			HaveField("Source", fluxv1alpha1.RolloutSourcePromote), HaveField("MaxFailures", HaveValue(BeEquivalentTo(1))), HaveField("ProgressDeadline.Duration", time.Hour),
			HaveField("Guard.MaxRemoved.StrVal", "20%"), HaveField("Guard.Protect", ContainElement("Namespace")),
		))
	})

	It("add neither of the rollouts", func() {
		rollouts := read("rollouts: {rings: []}")
		Expect(rollouts.HasFluxVersion()).To(BeFalse())
		Expect(rollouts.HasBaseline()).To(BeFalse())
		rollouts = read("{}")
		Expect(rollouts).To(BeNil())
		Expect(rollouts.HasFluxVersion()).To(BeFalse())
		Expect(rollouts.HasBaseline()).To(BeFalse())
	})

	DescribeTable("let a rollout replace the soak of a ring",
		func(ring string, version, baseline time.Duration) {
			own := configv1alpha1.SeedRing{Name: ring, Soak: &metav1.Duration{Duration: time.Hour}}
			rollouts := read("rollouts: {rings: [], fluxVersion: {soaks: {canary: 48h}}, baseline: {soaks: {rest: 0s}}}")
			Expect(rollouts.FluxVersion.SoakOf(own)).To(Equal(version))
			Expect(rollouts.Baseline.SoakOf(own)).To(Equal(baseline))
		},
		Entry("in that rollout only", "canary", 48*time.Hour, time.Hour),
		Entry("with none", "rest", time.Hour, time.Duration(0)),
		Entry("but not of another ring", "others", time.Hour, time.Hour),
	)
})
