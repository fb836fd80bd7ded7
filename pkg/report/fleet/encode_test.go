// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"maps"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// formerText is the entry that an earlier version of the extension writes for the status: with the key "told".
func formerText(status fluxv1alpha1.ShootStatus) string {
	text := textOf(status)
	Expect(text).To(ContainSubstring(`"lastEventReason":`))
	return strings.Replace(text, `"lastEventReason":`, `"told":`, 1)
}

var _ = Describe("Entries", func() {
	progressing := func(seed, uid, lastEventReason string) fluxv1alpha1.ShootStatus {
		status := statusAt(seed, uid, "Progressing", "")
		status.LastEventReason = lastEventReason
		return status
	}

	It("have the reason of the last Event under its present name", func() {
		Expect(textOf(progressing("alpha", "uid", "FluxReady"))).To(And(ContainSubstring(`"lastEventReason":"FluxReady"`), Not(ContainSubstring("told"))))
		Expect(textOf(statusAt("alpha", "uid", "Ready", ""))).NotTo(ContainSubstring("lastEventReason"))
	})

	DescribeTable("are read with the reason of the last Event",
		func(keys, want string) {
			status, ok := Decode(`{"uid":"uid","seed":"alpha","state":"Progressing",` + keys + `"observedAt":"2026-11-21T09:00:00Z"}`)
			Expect(ok).To(BeTrue())
			Expect(status).To(HaveField("LastEventReason", want))
			Expect(status).To(And(HaveField("UID", BeEquivalentTo("uid")), HaveField("Seed", "alpha"), HaveField("State", fluxv1alpha1.ShootProgressing)))
			Expect(status.ObservedAt.Equal(new(at(9, 0)))).To(BeTrue())
		},
		Entry("under its present name", `"lastEventReason":"FluxReady",`, "FluxReady"),
		Entry("under its former name", `"told":"FluxReady",`, "FluxReady"),
		Entry("under both, of which the present one counts", `"told":"BuildFailed","lastEventReason":"FluxReady",`, "FluxReady"),
		Entry("if there is one", "", ""),
	)

	DescribeTable("are none",
		func(value string) {
			_, ok := Decode(value)
			Expect(ok).To(BeFalse())
		},
		Entry("without UID", `{"seed":"alpha","told":"FluxReady"}`),
		Entry("if they are no JSON", "mine"),
		Entry("with a value of another type", `{"uid":"uid","told":1}`),
		Entry("with more objects than a seed reports: each takes many times the memory of its three bytes", `{"uid":"uid","objects":{"failing":[`+strings.Repeat("{},", 2000)+`{}]}}`),
		Entry("with a few more objects than a seed reports, in each of many entries", `{"uid":"uid","objects":{"failing":[`+strings.Repeat("null,", 100)+`{}]}}`),
		Entry("if they are larger than what a seed reports", `{"uid":"uid","message":"`+strings.Repeat("m", 64<<10)+`"}`),
	)
})

var _ = Describe("PlanOf with entries of an earlier version", func() {
	planOf := func(seed string, configMap *corev1.ConfigMap, shoots ...ShootReport) Plan {
		GinkgoHelper()
		plan, err := PlanOf(Input{ConfigMap: configMap, Seed: seed, Shoots: shoots, Spare: never, Limits: DefaultLimits(), Now: at(12, 0).Time})
		Expect(err).NotTo(HaveOccurred())
		return plan
	}
	progressing := func(seed, uid, lastEventReason string) fluxv1alpha1.ShootStatus {
		status := statusAt(seed, uid, "Progressing", "")
		status.LastEventReason = lastEventReason
		return status
	}

	It("rewrites its own once, without an Event, and has no Event again when the Shoot becomes ready", func() {
		now := progressing("alpha", "uid", "FluxReady")
		before := configMapWith(map[string]string{"one": formerText(now)}, map[string][]string{alphas: {"one"}})
		plan := planOf("alpha", before, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Progressing", "")})
		Expect(plan).To(And(HaveField("Write", true), HaveField("Entries", map[string]string{"one": textOf(now)}), HaveField("Events", BeEmpty())))

		after := configMapWith(plan.Entries, map[string][]string{alphas: {"one"}})
		Expect(planOf("alpha", after, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Progressing", "")})).To(And(HaveField("Write", false), HaveField("Events", BeEmpty())))
		for _, configMap := range []*corev1.ConfigMap{before, after} {
			Expect(planOf("alpha", configMap, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Ready", "")}).Events).To(BeEmpty())
		}
	})

	It("has an Event when a Shoot recovers, or fails with another cause", func() {
		before := configMapWith(map[string]string{"one": formerText(progressing("alpha", "uid", "BuildFailed"))}, map[string][]string{alphas: {"one"}})
		Expect(planOf("alpha", before, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Ready", "")}).Events).To(ConsistOf(HaveField("Reason", "FluxRecovered")))
		Expect(planOf("alpha", before, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Failed", "BuildFailed")}).Events).To(BeEmpty())
		Expect(planOf("alpha", before, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Failed", "ApplyFailed")}).Events).To(ConsistOf(HaveField("Reason", "ApplyFailed")))
	})

	It("leaves those of a seed with an earlier version as they are, and takes over a Shoot that comes from it without repeating an Event", func() {
		data := map[string]string{
			"one": textOf(progressing("alpha", "uid", "FluxReady")),
			"two": formerText(progressing("beta", "uid-two", "FluxReady")),
		}
		managers := map[string][]string{alphas: {"one"}, betas: {"two"}}
		one := ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Progressing", "")}
		Expect(planOf("alpha", configMapWith(data, managers), one)).To(And(HaveField("Write", false), HaveField("Events", BeEmpty())))

		By("the Shoot migrates to the seed with the present version")
		leaving := statusAt("beta", "uid-two", "Migrating", "")
		leaving.LastEventReason = "FluxReady"
		data["two"] = formerText(leaving)
		two := ShootReport{Name: "two", Status: statusAt("alpha", "uid-two", "Progressing", "")}
		plan := planOf("alpha", configMapWith(data, managers), one, two)
		Expect(plan).To(And(HaveField("Write", true), HaveField("Events", BeEmpty())))
		Expect(plan.Entries).To(HaveKeyWithValue("two", textOf(progressing("alpha", "uid-two", "FluxReady"))))

		By("it becomes ready there, and the other seed, which has nothing to write for it any more, leaves that alone")
		data = maps.Clone(plan.Entries)
		managers = map[string][]string{alphas: {"one", "two"}}
		two.Status = statusAt("alpha", "uid-two", "Ready", "")
		plan = planOf("alpha", configMapWith(data, managers), one, two)
		Expect(plan).To(And(HaveField("Write", true), HaveField("Events", BeEmpty())))
		Expect(planOf("beta", configMapWith(plan.Entries, managers), ShootReport{Name: "two", Status: leaving, Leaving: true})).To(And(HaveField("Write", false), HaveField("Events", BeEmpty())))
	})
})
