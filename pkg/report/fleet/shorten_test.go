// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"fmt"
	"maps"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// manyOf returns Shoots with messages that have the given states in turn.
func manyOf(count int, fingerprint string, states ...fluxv1alpha1.ShootState) []ShootReport {
	var shoots []ShootReport
	for i := range count {
		status := statusAt("alpha", fmt.Sprintf("5f0f3c1e-7a53-4a6e-8f49-%012d", i), states[i%len(states)], "")
		status.Reason, status.Message = "GitOperationFailed", strings.Repeat("m", 500)
		status.AppliedRevision, status.DeployKeyFingerprint = "main@sha1:"+strings.Repeat("a", 40), fingerprint
		if status.State == fluxv1alpha1.ShootFailed {
			status.Cause = fluxv1alpha1.CauseAuthentication
		}
		shoots = append(shoots, ShootReport{Name: fmt.Sprintf("shoot-%05d", i), Status: status})
	}
	return shoots
}

var _ = Describe("PlanOf with many Shoots", func() {
	const fingerprint = "SHA256:0123456789012345678901234567890123456789012"
	planOf := func(configMap *corev1.ConfigMap, shoots []ShootReport) (Plan, map[string]fluxv1alpha1.ShootStatus, Size) {
		GinkgoHelper()
		plan := PlanOf(Input{ConfigMap: configMap, Seed: "alpha", Shoots: shoots, Spare: never, Limits: DefaultLimits()})
		statuses := map[string]fluxv1alpha1.ShootStatus{}
		size := sizeWithout(configMap, never)
		for name, text := range plan.Entries {
			var known bool
			statuses[name], known = Decode(text)
			Expect(known).To(BeTrue())
			size = size.plus(sizeOf(name, text))
		}
		return plan, statuses, size
	}
	count := func(statuses map[string]fluxv1alpha1.ShootStatus, is func(fluxv1alpha1.ShootStatus) bool) int {
		n := 0
		for _, status := range statuses {
			if is(status) {
				n++
			}
		}
		return n
	}
	isShort := func(s fluxv1alpha1.ShootStatus) bool { return strings.HasPrefix(s.Message, "shortened: ") }
	isLeast := func(s fluxv1alpha1.ShootStatus) bool { return s.Message == "" }
	isFailed := func(s fluxv1alpha1.ShootStatus) bool { return s.State == fluxv1alpha1.ShootFailed }
	limits := DefaultLimits()

	It("shortens no entry of 500 Shoots", func() {
		_, statuses, size := planOf(nil, manyOf(500, fingerprint, "Failed", "Ready"))
		Expect(count(statuses, isShort) + count(statuses, isLeast)).To(BeZero())
		Expect(size.exceeds(limits.Soft)).To(BeFalse())
	})

	It("removes only as many messages of ready Shoots as necessary", func() {
		_, statuses, size := planOf(nil, manyOf(1000, fingerprint, "Failed", "Ready"))
		Expect(size.exceeds(limits.Soft)).To(BeFalse())
		Expect(count(statuses, isShort)).To(And(BeNumerically(">", 100), BeNumerically("<", 501)))
		Expect(count(statuses, func(s fluxv1alpha1.ShootStatus) bool { return isShort(s) && isFailed(s) })).To(BeZero())
	})

	It("removes the messages of failures last, and keeps their causes", func() {
		plan, statuses, size := planOf(nil, manyOf(2000, fingerprint, "Failed", "Ready"))
		Expect(size.exceeds(limits.Hard)).To(BeFalse())
		Expect(plan.LeftOut).To(BeZero())
		Expect(count(statuses, func(s fluxv1alpha1.ShootStatus) bool { return isFailed(s) && s.Cause == "AuthenticationFailed" })).To(Equal(1000))
		Expect(plan.Events).NotTo(ContainElement(HaveField("Reason", ReasonLeftOut)))
	})

	It("leaves out the counts of objects before commits and labels", func() {
		shoots := manyOf(1600, fingerprint, "Ready")
		for i := range shoots {
			shoots[i].Status.Labels = map[string]string{"ring": "staging"}
			shoots[i].Status.Objects = &fluxv1alpha1.ObservedObjects{}
			for _, kind := range []string{"Alert", "Deployment", "GitRepository", "HelmChart", "HelmRelease", "HelmRepository", "Kustomization", "OCIRepository", "Provider"} {
				shoots[i].Status.Objects.Counts = append(shoots[i].Status.Objects.Counts, fluxv1alpha1.ObjectCounts{Kind: kind, Ready: 15})
			}
		}
		_, statuses, size := planOf(nil, shoots)
		Expect(size.exceeds(limits.Hard)).To(BeFalse())
		Expect(count(statuses, func(s fluxv1alpha1.ShootStatus) bool { return s.Objects == nil })).To(And(BeNumerically(">", 0), BeNumerically("<", 1600)))
		Expect(count(statuses, func(s fluxv1alpha1.ShootStatus) bool { return s.AppliedRevision != "" && s.Labels != nil })).To(Equal(1600))
	})

	inRings := func(count int) []ShootReport {
		shoots := manyOf(count, fingerprint, "Ready")
		for i := range shoots {
			shoots[i].Status.Ring, shoots[i].Status.Revision, shoots[i].Status.FluxVersion = "production", "0123456789abcdef", "v2.9.3"
		}
		return shoots
	}

	It("reduces ready Shoots to the fields for rollouts if there is room", func() {
		plan, statuses, size := planOf(nil, inRings(2500))
		Expect(plan.LeftOut).To(BeZero())
		Expect(size.exceeds(limits.Hard)).To(BeFalse())
		Expect(count(statuses, isLeast)).To(BeNumerically(">", 0))
		for _, status := range statuses {
			Expect(status.FluxVersion).To(Equal("v2.9.3"))
			Expect(status.AppliedRevision).To(HaveSuffix("sha1:" + strings.Repeat("a", 40)))
		}
	})

	It("reduces ready Shoots to the essential fields", func() {
		plan, statuses, size := planOf(nil, inRings(3100))
		Expect(plan.LeftOut).To(BeZero(), "the longest name of a ring has room for 2,700, this one for 3,200")
		Expect(size.exceeds(limits.Hard)).To(BeFalse())
		Expect(count(statuses, func(s fluxv1alpha1.ShootStatus) bool { return s.FluxVersion == "" })).To(And(BeNumerically(">", 0), BeNumerically("<", 3100)))
		for _, status := range statuses {
			if isLeast(status) && status.FluxVersion == "" {
				Expect(status).To(Equal(fluxv1alpha1.ShootStatus{
					UID: status.UID, Seed: "alpha", Ready: true, State: "Ready", DeployKeyFingerprint: fingerprint, Ring: "production", Revision: "0123456789abcdef", ObservedAt: status.ObservedAt,
				}))
			}
		}
	})

	It("reports that it leaves out Shoots without key and failure", func() {
		shoots := append(manyOf(4000, "", "Ready"), manyOf(1000, fingerprint, "Ready")...)
		for i := range shoots[4000:] {
			shoots[4000+i].Name = fmt.Sprintf("keyed-%05d", i)
			shoots[4000+i].Status.UID += types.UID("-keyed")
		}
		shoots = append(shoots, manyOf(1, "", "Failed")...)
		shoots[len(shoots)-1].Name = "failed"
		full := &corev1.ConfigMap{Data: map[string]string{"mine": strings.Repeat("x", 500<<10)}}
		plan, statuses, size := planOf(full, shoots)
		Expect(size.exceeds(limits.Hard)).To(BeFalse())
		Expect(plan.LeftOut).To(BeNumerically(">", 1500))
		Expect(statuses).To(HaveKey("failed"))
		Expect(count(statuses, func(s fluxv1alpha1.ShootStatus) bool { return s.DeployKeyFingerprint != "" })).To(Equal(1000))
		Expect(plan.Annotations).To(Equal(map[string]string{"left-out.flux.extensions.gardener.cloud/alpha": fmt.Sprint(plan.LeftOut)}))
		Expect(plan.Events).To(ContainElement(And(HaveField("Type", "Warning"), HaveField("Reason", "StatusTooLarge"), HaveField("Shoot", ""))))

		By("once")
		full.Annotations = plan.Annotations
		plan, _, _ = planOf(full, shoots)
		Expect(plan.Events).NotTo(ContainElement(HaveField("Reason", "StatusTooLarge")))
	})

	It("writes no entry into a ConfigMap that other clients have filled", func() {
		full := &corev1.ConfigMap{Data: map[string]string{"mine": strings.Repeat("x", 1000<<10)}}
		plan, statuses, _ := planOf(full, manyOf(3, fingerprint, "Failed"))
		Expect(statuses).To(BeEmpty())
		Expect(plan.LeftOut).To(Equal(3))
	})

	It("gives the remaining room to a second seed", func() {
		before := manyOf(800, fingerprint, "Failed")
		for i := range before {
			before[i].Status.Seed = "beta"
		}
		first, _, _ := planOf(nil, before)
		configMap := configMapWith(first.Entries, map[string][]string{betas: keysOf(first.Entries)})
		shoots := manyOf(800, fingerprint, "Failed")
		for i := range shoots {
			shoots[i].Name = "own-" + shoots[i].Name
		}
		plan, statuses, _ := planOf(configMap, shoots)
		Expect(count(statuses, isShort)).To(BeNumerically(">", 400))
		Expect(plan.LeftOut).To(BeZero())

		By("and the second seed does not change it")
		for name, text := range plan.Entries {
			configMap.Data[name] = text
		}
		configMap = configMapWith(configMap.Data, map[string][]string{betas: keysOf(first.Entries), alphas: keysOf(plan.Entries)})
		again, _, _ := planOf(configMap, shoots)
		Expect(again.Write).To(BeFalse())
	})

	DescribeTable("converges to even shares of two seeds",
		func(shoots int, state fluxv1alpha1.ShootState, messages, leftOut OmegaMatcher) {
			configMap := configMapWith(map[string]string{"mine": "x"}, nil)
			entries := map[string]map[string]string{}
			plans := map[string]Plan{}
			report := func(seed string) bool {
				GinkgoHelper()
				reported := manyOf(shoots, fingerprint, state)
				for i := range reported {
					reported[i].Name, reported[i].Status.Seed = seed+"-"+reported[i].Name, seed
				}
				plan := PlanOf(Input{ConfigMap: configMap, Seed: seed, Shoots: reported, Spare: never, Limits: limits})
				plans[seed], entries[seed] = plan, plan.Entries
				data, managers, annotations := map[string]string{"mine": "x"}, map[string][]string{}, map[string]string{}
				for other, its := range entries {
					maps.Copy(data, its)
					maps.Copy(annotations, plans[other].Annotations)
					managers["shoot-flux-seed-"+other] = keysOf(its)
				}
				configMap = configMapWith(data, managers)
				configMap.Annotations = annotations
				return plan.Write
			}
			rounds := 0
			for wrote := true; wrote; rounds++ {
				Expect(rounds).To(BeNumerically("<", 10), "it does not come to an end")
				wrote = false
				for _, seed := range []string{"alpha", "beta", "gamma"} {
					wrote = report(seed) || wrote
				}
			}
			for seed, plan := range plans {
				whole := 0
				for _, text := range plan.Entries {
					if status, _ := Decode(text); len(status.Message) == 500 {
						whole++
					}
				}
				Expect(whole).To(messages, seed)
				Expect(plan.LeftOut).To(leftOut, seed)
			}
		},
		Entry("few Shoots", 100, fluxv1alpha1.ShootFailed, Equal(100), BeZero()),
		Entry("more failures than the ConfigMap has room for messages", 400, fluxv1alpha1.ShootFailed, BeNumerically(">", 50), BeZero()),
		Entry("more Shoots than the ConfigMap has room for", 3000, fluxv1alpha1.ShootReady, BeZero(), And(BeNumerically(">", 500), BeNumerically("<", 2000))),
	)
})

func keysOf(entries map[string]string) []string {
	var names []string
	for name := range entries {
		names = append(names, name)
	}
	return names
}
