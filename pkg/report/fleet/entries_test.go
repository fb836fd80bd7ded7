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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Entries", func() {
	progressing := func(seed, uid, lastEventReason string) fluxv1alpha1.ShootStatus {
		status := statusAt(seed, uid, "Progressing", "")
		status.LastEventReason = lastEventReason
		return status
	}

	It("include the reason of the last Event", func() {
		Expect(textOf(progressing("alpha", "uid", "FluxReady"))).To(ContainSubstring(`"lastEventReason":"FluxReady"`))
		Expect(textOf(statusAt("alpha", "uid", "Ready", ""))).NotTo(ContainSubstring("lastEventReason"))
	})

	DescribeTable("are decoded",
		func(keys, want string) {
			status, ok := Decode(`{"uid":"uid","seed":"alpha","state":"Progressing",` + keys + `"observedAt":"2026-11-21T09:00:00Z"}`)
			Expect(ok).To(BeTrue())
			Expect(status).To(HaveField("LastEventReason", want))
			Expect(status).To(And(HaveField("UID", BeEquivalentTo("uid")), HaveField("Seed", "alpha"), HaveField("State", fluxv1alpha1.ShootProgressing)))
			Expect(status.ObservedAt.Equal(new(at(9, 0)))).To(BeTrue())
		},
		Entry("a reason of the last Event", `"lastEventReason":"FluxReady",`, "FluxReady"),
		Entry("no reason of the last Event", "", ""),
	)

	DescribeTable("are invalid",
		func(value string) {
			_, ok := Decode(value)
			Expect(ok).To(BeFalse())
		},
		Entry("no UID", `{"seed":"alpha","lastEventReason":"FluxReady"}`),
		Entry("no JSON", "mine"),
		Entry("a value of another type", `{"uid":"uid","lastEventReason":1}`),
		Entry("many more objects than a seed reports", `{"uid":"uid","objects":{"failing":[`+strings.Repeat("{},", 2000)+`{}]}}`),
		Entry("a few more objects than a seed reports", `{"uid":"uid","objects":{"failing":[`+strings.Repeat("null,", 100)+`{}]}}`),
		Entry("an entry that is larger than the report of a seed", `{"uid":"uid","message":"`+strings.Repeat("m", 64<<10)+`"}`),
	)
})

var _ = Describe("PlanOf with an earlier entry", func() {
	planOf := func(seed string, configMap *corev1.ConfigMap, shoots ...ShootReport) Plan {
		GinkgoHelper()
		plan := PlanOf(Input{ConfigMap: configMap, Seed: seed, Shoots: shoots, Spare: never, Limits: DefaultLimits(), Now: at(12, 0).Time})
		return plan
	}
	progressing := func(seed, uid, lastEventReason string) fluxv1alpha1.ShootStatus {
		status := statusAt(seed, uid, "Progressing", "")
		status.LastEventReason = lastEventReason
		return status
	}

	It("assumes that no Event was reported for an entry without a state", func() {
		before := configMapWith(map[string]string{"one": `{"uid":"uid","seed":"alpha"}`}, map[string][]string{alphas: {"one"}})
		plan := planOf("alpha", before, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Ready", "")})
		Expect(plan).To(And(HaveField("Write", true), HaveField("Events", ConsistOf(And(HaveField("Reason", "FluxReady"), HaveField("Type", "Normal"))))))
		Expect(planOf("alpha", before, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Progressing", "")}).Events).To(BeEmpty())
	})

	It("returns an Event when a Shoot recovers, or fails for another cause", func() {
		before := configMapWith(map[string]string{"one": textOf(progressing("alpha", "uid", "BuildFailed"))}, map[string][]string{alphas: {"one"}})
		Expect(planOf("alpha", before, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Ready", "")}).Events).To(ConsistOf(HaveField("Reason", "FluxRecovered")))
		Expect(planOf("alpha", before, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Failed", "BuildFailed")}).Events).To(BeEmpty())
		Expect(planOf("alpha", before, ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Failed", "ApplyFailed")}).Events).To(ConsistOf(HaveField("Reason", "ApplyFailed")))
	})

	It("leaves the entries of other seeds unchanged, and repeats no Event about a migrated Shoot", func() {
		data := map[string]string{
			"one": textOf(progressing("alpha", "uid", "FluxReady")),
			"two": textOf(progressing("beta", "uid-two", "FluxReady")),
		}
		managers := map[string][]string{alphas: {"one"}, betas: {"two"}}
		one := ShootReport{Name: "one", Status: statusAt("alpha", "uid", "Progressing", "")}
		Expect(planOf("alpha", configMapWith(data, managers), one)).To(And(HaveField("Write", false), HaveField("Events", BeEmpty())))

		By("the Shoot migrates to this seed")
		leaving := statusAt("beta", "uid-two", "Migrating", "")
		leaving.LastEventReason = "FluxReady"
		data["two"] = textOf(leaving)
		two := ShootReport{Name: "two", Status: statusAt("alpha", "uid-two", "Progressing", "")}
		plan := planOf("alpha", configMapWith(data, managers), one, two)
		Expect(plan).To(And(HaveField("Write", true), HaveField("Events", BeEmpty())))
		Expect(plan.Entries).To(HaveKeyWithValue("two", textOf(progressing("alpha", "uid-two", "FluxReady"))))

		By("it becomes ready there, and the other seed leaves its entry unchanged")
		data = maps.Clone(plan.Entries)
		managers = map[string][]string{alphas: {"one", "two"}}
		two.Status = statusAt("alpha", "uid-two", "Ready", "")
		plan = planOf("alpha", configMapWith(data, managers), one, two)
		Expect(plan).To(And(HaveField("Write", true), HaveField("Events", BeEmpty())))
		Expect(planOf("beta", configMapWith(plan.Entries, managers), ShootReport{Name: "two", Status: leaving, Leaving: true})).To(And(HaveField("Write", false), HaveField("Events", BeEmpty())))
	})
})

var _ = Describe("Reported", func() {
	const own = "gardener-extension-shoot-flux-garden-controller"
	ready, unreported := statusAt("alpha", "uid", "Ready", ""), statusAt("", "uid", "NotReported", "")
	DescribeTable("returns entries only from seeds and the garden controller",
		func(configMap *corev1.ConfigMap, want bool) {
			status, ok := Reported(configMap)["one"]
			Expect(ok).To(Equal(want))
			if want {
				Expect(status.UID).NotTo(BeEmpty())
			} else {
				Expect(status.UID).To(BeEmpty())
			}
		},
		Entry("no ConfigMap", nil, false),
		Entry("no entry", configMapWith(nil, nil), false),
		Entry("an entry by its seed", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{alphas: {"one"}}), true),
		Entry("an entry by its seed and another client", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{alphas: {"one"}, "kubectl": {"one"}}), true),
		Entry("an entry by another seed", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{betas: {"one"}}), false),
		Entry("an entry by a member of the project", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{"kubectl": {"one"}, alphas: {"two"}}), false),
		Entry("an entry without a field manager, for example after a restore", configMapWith(map[string]string{"one": textOf(ready)}, nil), false),
		Entry("an entry by an update instead of an apply", func() *corev1.ConfigMap {
			configMap := configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{alphas: {"one"}})
			configMap.ManagedFields[0].Operation = metav1.ManagedFieldsOperationUpdate
			return configMap
		}(), false),
		Entry("an entry with state NotReported by the garden controller", configMapWith(map[string]string{"one": textOf(unreported)}, map[string][]string{own: {"one"}}), true),
		Entry("an entry with another state by the garden controller", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{own: {"one"}}), false),
		Entry("an invalid entry", configMapWith(map[string]string{"one": "note"}, map[string][]string{alphas: {"one"}}), false),
	)

	It("does not believe anything else, and Entries returns it as not reported", func() {
		configMap := configMapWith(map[string]string{"one": textOf(ready), "two": textOf(ready), "note": "mine"}, map[string][]string{alphas: {"one"}, "kubectl": {"two", "note"}})
		Expect(Entries(configMap)).To(Equal(map[string]fluxv1alpha1.ShootStatus{
			"one": Reported(configMap)["one"],
			"two": {UID: "uid", State: "NotReported", Message: "a client other than its seed has changed the entry of the Shoot in ConfigMap flux-status", DeployKeyFingerprint: "unknown"},
		}))
		Expect(Entries(nil)).To(BeEmpty())
	})
})
