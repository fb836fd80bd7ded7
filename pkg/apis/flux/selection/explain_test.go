// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package selection_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Explain", func() {
	type shoot struct{ stage, team, purpose string }
	explain := func(selector string, shoots ...shoot) string {
		GinkgoHelper()
		var s fluxv1alpha1.ShootSelector
		Expect(yaml.UnmarshalStrict([]byte(selector), &s)).To(Succeed())
		return selection.Compile(s).Explain("Shoot", func(yield func(map[string]string, string) bool) {
			for _, own := range shoots {
				labels := map[string]string{}
				for key, value := range map[string]string{"stage": own.stage, "team": own.team} {
					if value != "" {
						labels[key] = value
					}
				}
				if !yield(labels, own.purpose) {
					return
				}
			}
		})
	}
	dev, prod, other := shoot{stage: "dev", team: "a", purpose: "testing"}, shoot{stage: "prod", team: "b", purpose: "production"}, shoot{team: "c"}

	DescribeTable("names the requirement that no Shoot meets, and the existing values, for",
		func(selector string, shoots []shoot, expected string) {
			Expect(explain(selector, shoots...)).To(Equal(expected))
		},
		Entry("a mistyped value", "shoots: {matchLabels: {stage: dve}}", []shoot{prod, dev, dev, other}, "no Shoot has stage=dve; there are dev, prod"),
		Entry("another value", "shoots: {matchLabels: {stage: dve}}", []shoot{dev}, "no Shoot has stage=dve; there is dev"),
		Entry("a mistyped key", "shoots: {matchLabels: {stgae: dev}}", []shoot{dev, prod}, "no Shoot has stgae=dev"),
		Entry("several values", "shoots: {matchExpressions: [{key: stage, operator: In, values: [dve, tset]}]}", []shoot{dev}, "no Shoot has stage in (dve,tset); there is dev"),
		Entry("an excluded value", "shoots: {matchExpressions: [{key: stage, operator: NotIn, values: [dev]}]}", []shoot{dev}, "no Shoot has stage notin (dev); there is dev"),
		Entry("a missing label", "shoots: {matchExpressions: [{key: stage, operator: Exists}]}", []shoot{other}, "no Shoot has stage"),
		Entry("a purpose", "purposes: [evaluation, infrastructure]", []shoot{dev, prod, other}, "no Shoot has purpose evaluation or infrastructure; there are production, testing"),
		Entry("the first of two labels that no Shoot has", "shoots: {matchLabels: {team: x, stage: dve}}", []shoot{dev}, "no Shoot has stage=dve; there is dev"),
		Entry("labels that Shoots have, but none has both", "shoots: {matchLabels: {stage: dev, team: b}}", []shoot{dev, prod}, "no Shoot meets all of its requirements"),
		Entry("a label and a purpose that no Shoot has together", "{shoots: {matchLabels: {stage: dev}}, purposes: [production]}", []shoot{dev, prod}, "no Shoot meets all of its requirements"),
		Entry("an invalid selector", "shoots: {matchExpressions: [{key: stage, operator: Is}]}", []shoot{dev}, "its selector is invalid"),
		Entry("nothing, if it selects a Shoot", "shoots: {matchLabels: {stage: dev}}", []shoot{prod, dev}, ""),
		Entry("nothing without Shoots, whose labels it would name", "shoots: {matchLabels: {stage: dev}}", nil, ""),
	)

	It("is short for long selectors and many values", func() {
		var values []string
		var shoots []shoot
		for i := range 100 {
			values = append(values, fmt.Sprintf("wrong-%02d-%s", i, strings.Repeat("x", 50)))
			shoots = append(shoots, shoot{stage: fmt.Sprintf("stage-%02d-%s", i, strings.Repeat("y", 50))})
		}
		note := explain("shoots: {matchExpressions: [{key: stage, operator: In, values: ["+strings.Join(values, ", ")+"]}]}", shoots...)
		Expect(note).To(And(HavePrefix("no Shoot has stage in (wrong-00-"), ContainSubstring("there are stage-00-"), HaveSuffix(" and 95 more")))
		Expect(len(note)).To(BeNumerically("<", 500))
	})
})
