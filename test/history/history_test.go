// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package history_test

import (
	"bytes"
	"reflect"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

var _ = Describe("History", func() {
	at := time.Date(2026, 11, 28, 12, 0, 0, 250e6, time.UTC)

	It("reads what was written", func() {
		written := []history.Observation{
			{At: at, Observer: "story", Facts: history.Facts{Setup: &history.Setup{Story: "one"}}},
			{At: at, Observer: "garden", Facts: history.Facts{Config: &history.Config{Namespace: "garden-one", Content: "a"}}},
			{At: at.Add(time.Second), Observer: "garden", Same: "config garden-one"},
			{At: at.Add(2 * time.Second), Observer: "garden", Gone: "config garden-one"},
		}
		var buffer bytes.Buffer
		writer := history.NewWriter(&buffer)
		for _, observation := range written {
			Expect(writer.Write(observation)).To(Succeed())
		}
		Expect(history.Read(&buffer)).To(Equal(written))
	})

	It("has a key of its own for each kind of fact", func() {
		seen := map[string]bool{}
		for facts, i := reflect.TypeFor[history.Facts](), 0; i < facts.NumField(); i++ {
			var one history.Facts
			reflect.ValueOf(&one).Elem().Field(i).Set(reflect.New(facts.Field(i).Type.Elem()))
			Expect(one.Fact()).NotTo(BeNil())
			kind, _, _ := strings.Cut(one.Fact().Key(), " ")
			Expect(strings.Split(facts.Field(i).Tag.Get("json"), ",")[0]).To(Equal(kind), "the kind in the key is the name of the field")
			Expect(seen).NotTo(HaveKey(kind))
			seen[kind] = true
		}
	})

	DescribeTable("reads the rollouts of the operator as they were recorded before they had the same rings", func(operator string, expected *configv1alpha1.Rollouts) {
		read, err := history.Read(strings.NewReader(`{"at":"2026-11-28T12:00:00Z","observer":"garden","operator":{"process":"p",` + operator + `}}`))
		Expect(err).NotTo(HaveOccurred())
		Expect(read[0].Facts.Operator.Process).To(Equal("p"))
		Expect(read[0].Facts.Operator.Rollouts).To(Equal(expected))
	},
		Entry("the Flux version", `"versionRollout":{"rings":[{"name":"a","soak":"2h"}],"shootsPerHour":1}`, &configv1alpha1.Rollouts{
			Rings: []configv1alpha1.SeedRing{{Name: "a", Soak: &metav1.Duration{Duration: 2 * time.Hour}}}, FluxVersion: &configv1alpha1.FluxVersionRollout{ShootsPerHour: new(int32(1))},
		}),
		Entry("the baseline, whose soak was an hour by default", `"baseline":{"state":"Present","rollout":{"rings":[{"name":"a"}],"source":"Follow"}}`, &configv1alpha1.Rollouts{
			Rings: []configv1alpha1.SeedRing{{Name: "a", Soak: &metav1.Duration{Duration: time.Hour}}}, Baseline: &configv1alpha1.BaselineRollout{Source: "Follow"},
		}),
		Entry("neither", `"baseline":{"state":"Present"}`, nil),
	)

	DescribeTable("refuses", func(reason, text, message string) {
		_, err := history.Read(strings.NewReader(text))
		Expect(err).To(MatchError(ContainSubstring(message)), reason)
	},
		Entry(nil, "a misspelled field would be a fact that no rule sees",
			`{"at":"2026-11-28T12:00:00Z","observer":"garden","config":{"namespace":"a","contents":"b"}}`, `line 1: not an observation: json: unknown field "contents"`),
		Entry(nil, "so would one in the configuration of the operator",
			`{"at":"2026-11-28T12:00:00Z","observer":"garden","operator":{"process":"p","rollout":{}}}`, `line 1: not an observation: json: unknown field "rollout"`),
		Entry(nil, "without a time it proves nothing", `{"observer":"garden","same":"config a"}`, "line 1: an observation needs a time"),
		Entry(nil, "nobody has seen it", `{"at":"2026-11-28T12:00:00Z","same":"config a"}`, "needs an observer"),
		Entry(nil, "it says nothing", "# a comment\n\n"+`{"at":"2026-11-28T12:00:00Z","observer":"garden"}`, "line 3: an observation has one of same, gone and one fact; this one has 0"),
		Entry(nil, "two facts have two keys", `{"at":"2026-11-28T12:00:00Z","observer":"garden","config":{"namespace":"a"},"seed":{"name":"b"}}`, "this one has 2"),
		Entry(nil, "it is there or gone", `{"at":"2026-11-28T12:00:00Z","observer":"garden","same":"config a","gone":"config a"}`, "this one has 2"),
		Entry(nil, "a second one in the line would be lost",
			`{"at":"2026-11-28T12:00:00Z","observer":"garden","same":"config a"} {"at":"2026-11-28T12:00:00Z","observer":"garden","same":"config a"}`, "more than one"),
		Entry(nil, "no rule would know the time", `{"at":"2026-11-28T12:00:00Z","observer":"story","setup":{"story":"a","times":{"soaks":"1s"}}}`,
			`unknown time "soaks"; use one of: reportAge, decisionStep, reaction, health, objects, removal, delivery, silence`),
		Entry(nil, "all would be violations", `{"at":"2026-11-28T12:00:00Z","observer":"story","setup":{"story":"a","times":{"health":"0s"}}}`, `time "health" has to be positive`),
		Entry(nil, "the line is cut", `{"at":"2026-11-28T12:00:00Z","obser`, "not an observation"),
	)
})
