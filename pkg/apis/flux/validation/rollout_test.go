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
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

var _ = Describe("ValidateVersionRollout", func() {
	read := func(text string) *configv1alpha1.VersionRollout {
		GinkgoHelper()
		rollout := &configv1alpha1.VersionRollout{}
		Expect(yaml.UnmarshalStrict([]byte(text), rollout)).To(Succeed())
		configv1alpha1.SetDefaults_VersionRollout(rollout)
		return rollout
	}
	many := func() string {
		var rings []string
		for i := range 21 {
			rings = append(rings, fmt.Sprintf("{name: r%d, seeds: {matchLabels: {a: b}}}", i))
		}
		return "rings: [" + strings.Join(rings, ", ") + "]"
	}

	DescribeTable("returns the field and the fix of each error:",
		func(text string, expected ...any) {
			var errs []string
			for _, err := range ValidateVersionRollout(field.NewPath("versionRollout"), read(text)) {
				errs = append(errs, strings.TrimPrefix(err.Error(), "versionRollout."))
			}
			Expect(errs).To(HaveExactElements(expected...))
		},
		Entry("no error in any field", "{rings: [{name: canary, seeds: {matchLabels: {stage: canary}}, soak: 0s}, {name: others}], shootsPerHour: 1, maxFailures: 10}"),
		Entry("no rings", "{}",
			"rings: Required value: name at least one ring, with the seeds that get a version first; or remove versionRollout to update all seeds at once"),
		Entry("a ring without a name", "rings: [{seeds: {matchLabels: {a: b}}}]",
			"rings[0].name: Required value: name the ring, such as canary: the state of the rollout refers to it by its name"),
		Entry("an invalid name", "rings: [{name: Canary Ring, seeds: {matchLabels: {a: b}}}]", HavePrefix(`rings[0].name: Invalid value: "Canary Ring": a lowercase RFC 1123 label`)),
		Entry("a duplicate name", "rings: [{name: a, seeds: {matchLabels: {a: b}}}, {name: a, seeds: {matchLabels: {a: c}}}]", `rings[1].name: Duplicate value: "a"`),
		Entry("the reserved name of the last ring", "rings: [{name: rest, seeds: {matchLabels: {a: b}}}]",
			`rings[1].name: Invalid value: "rest": is reserved for the ring of all seeds that no other ring selects; choose another name for a ring with seeds`),
		Entry("a ring that selects all seeds before another", "rings: [{name: all}, {name: canary, seeds: {matchLabels: {a: b}}}]",
			`rings[0].seeds: Invalid value: "{}": selects all seeds, so the rings after it have none; select seeds by their labels, or make the ring the last`),
		Entry("an invalid selector", "rings: [{name: a, seeds: {matchExpressions: [{key: a, operator: Is, values: [b]}]}}]",
			`rings[0].seeds.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator`),
		Entry("a negative soak", "rings: [{name: a, seeds: {matchLabels: {a: b}}, soak: -1h}]", `rings[0].soak: Invalid value: "-1h0m0s": must be between 0s and 720h, such as 30m`),
		Entry("a soak of a year", "rings: [{name: a, seeds: {matchLabels: {a: b}}, soak: 9000h}]", `rings[0].soak: Invalid value: "9000h0m0s": must be between 0s and 720h, such as 30m`),
		Entry("no Shoots per hour", "{rings: [{name: a, seeds: {matchLabels: {a: b}}}], shootsPerHour: 0}",
			"shootsPerHour: Invalid value: 0: must be at least 1; to update no further Shoot, annotate the ConfigMap garden/shoot-flux"),
		Entry("negative failures", "{rings: [{name: a, seeds: {matchLabels: {a: b}}}], maxFailures: -1}",
			"maxFailures: Invalid value: -1: must not be negative; with 0, the rollout stops at the first failure"),
		Entry("too many rings", many(), "rings: Too many: 21: must have at most 20 items"),
	)

	It("adds the ring of all other seeds, with a soak of a day", func() {
		rollout := read("rings: [{name: canary, seeds: {matchLabels: {a: b}}}]")
		Expect(rollout.Rings).To(HaveLen(2))
		Expect(rollout.Rings[1]).To(And(HaveField("Name", "rest"), HaveField("Soak.Duration", 24*time.Hour)))
		Expect(read("rings: [{name: canary, seeds: {matchLabels: {a: b}}}, {name: others}]").Rings).To(HaveLen(2), "one selects all already")
	})
})
