// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// configMapWith returns a ConfigMap with the given entries. Each manager owns the named ones.
func configMapWith(data map[string]string, managers map[string][]string) *corev1.ConfigMap {
	configMap := &corev1.ConfigMap{Data: data}
	for _, manager := range slices.Sorted(maps.Keys(managers)) {
		fields := map[string]any{"f:data": map[string]any{".": struct{}{}}}
		for _, name := range managers[manager] {
			fields["f:data"].(map[string]any)["f:"+name] = struct{}{}
		}
		raw, err := json.Marshal(fields)
		Expect(err).NotTo(HaveOccurred())
		configMap.ManagedFields = append(configMap.ManagedFields, metav1.ManagedFieldsEntry{
			Manager: manager, Operation: metav1.ManagedFieldsOperationApply, FieldsV1: metav1.NewFieldsV1(string(raw)),
		})
	}
	return configMap
}

func textOf(status fluxv1alpha1.ShootStatus) string {
	return Encode(status)
}

func statusAt(seed, uid string, state fluxv1alpha1.ShootState, cause fluxv1alpha1.Cause) fluxv1alpha1.ShootStatus {
	return fluxv1alpha1.ShootStatus{UID: types.UID(uid), Seed: seed, Ready: state.IsReady(), State: state, Cause: cause, Message: "m", ObservedAt: at(9, 0)}
}

func generation(generation int64, status fluxv1alpha1.ShootStatus) fluxv1alpha1.ShootStatus {
	status.Generation = generation
	return status
}

func never(string) bool { return false }

const alphas, betas = "shoot-flux-seed-alpha", "shoot-flux-seed-beta"

var _ = Describe("PlanOf", func() {
	ready := statusAt("alpha", "uid", "Ready", "")
	failed := statusAt("alpha", "uid", "Failed", "BuildFailed")
	migrating := statusAt("alpha", "uid", "Migrating", "")
	migrating.LastEventReason = "FluxReady"
	elsewhere := statusAt("beta", "uid", "Ready", "")
	another := statusAt("alpha", "other", "Ready", "")
	stateless := `{"uid":"uid","deployKeyFingerprint":"a","observedAt":"2026-11-21T12:00:00Z"}`

	planOf := func(configMap *corev1.ConfigMap, spare func(string) bool, shoots ...ShootReport) Plan {
		GinkgoHelper()
		return PlanOf(Input{ConfigMap: configMap, Seed: "alpha", Shoots: shoots, Spare: spare, Limits: DefaultLimits(), Now: at(12, 0).Time})
	}
	one := func(status fluxv1alpha1.ShootStatus) ShootReport { return ShootReport{Name: "one", Status: status} }
	leaving := func(status fluxv1alpha1.ShootStatus) ShootReport {
		return ShootReport{Name: "one", Status: status, Leaving: true}
	}
	event := func(eventType, reason string) []Event {
		return []Event{{Type: eventType, Reason: reason, Note: "m", Shoot: "one", UID: "uid"}}
	}

	DescribeTable("plans to write",
		func(configMap *corev1.ConfigMap, shoots []ShootReport, want Plan) {
			if want.Entries == nil {
				want.Entries = map[string]string{}
			}
			want.Annotations = map[string]string{}
			Expect(planOf(configMap, never, shoots...)).To(Equal(want))
		},
		Entry("the first entry", nil, []ShootReport{one(ready)}, Plan{Write: true, Entries: map[string]string{"one": textOf(ready)}, Events: event("Normal", "FluxReady")}),
		Entry("no unchanged entry", configMapWith(map[string]string{"one": textOf(ready), "mine": "x"}, map[string][]string{alphas: {"one"}, "kubectl": {"mine"}}),
			[]ShootReport{one(ready)}, Plan{Entries: map[string]string{"one": textOf(ready)}}),
		Entry("nothing without Shoots and ConfigMap", nil, nil, Plan{}),
		Entry("no entry of another seed or a member of the project", configMapWith(map[string]string{"one": textOf(elsewhere), "mine": "x", "empty": ""}, map[string][]string{betas: {"one"}, "kubectl": {"mine", "empty"}}), nil, Plan{}),
		Entry("a changed entry", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{alphas: {"one"}}),
			[]ShootReport{one(failed)}, Plan{Write: true, Entries: map[string]string{"one": textOf(failed)}, Events: event("Warning", "BuildFailed")}),
		Entry("an entry that another client has edited", configMapWith(map[string]string{"one": "mine"}, map[string][]string{"kubectl": {"one"}}),
			[]ShootReport{one(ready)}, Plan{Write: true, Entries: map[string]string{"one": textOf(ready)}, Events: event("Normal", "FluxReady")}),
		Entry("an unchanged entry that another client owns, so that the seed can remove it later", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{"velero": {"one"}}),
			[]ShootReport{one(ready)}, Plan{Write: true, Entries: map[string]string{"one": textOf(ready)}}),
		Entry("an entry that a member of the project has written without a state", configMapWith(map[string]string{"one": stateless}, map[string][]string{"shoot-flux-uid": {"one"}}),
			[]ShootReport{one(ready)}, Plan{Write: true, Entries: map[string]string{"one": textOf(ready)}, Events: event("Normal", "FluxReady")}),
		Entry("the entry of another Shoot with the same name", configMapWith(map[string]string{"one": textOf(failed)}, map[string][]string{alphas: {"one"}}),
			[]ShootReport{one(another)}, Plan{Write: true, Entries: map[string]string{"one": textOf(another)}, Events: []Event{{Type: "Normal", Reason: "FluxReady", Note: "m", Shoot: "one", UID: "other"}}}),
		Entry("the removal of a deleted Shoot's entry", configMapWith(map[string]string{"one": textOf(ready), "mine": "x"}, map[string][]string{alphas: {"one"}, "kubectl": {"mine"}}), nil, Plan{Write: true}),
		Entry("a tombstone for an entry that another client shares", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{alphas: {"one"}, "velero": {"one"}}), nil,
			Plan{Write: true, Again: true, Entries: map[string]string{"one": ""}}),
		Entry("a tombstone for an entry with the name of the seed that another client owns", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{"velero": {"one"}}), nil,
			Plan{Write: true, Again: true, Entries: map[string]string{"one": ""}}),
		Entry("the removal of a tombstone", configMapWith(map[string]string{"one": ""}, map[string][]string{alphas: {"one"}}), nil, Plan{Write: true}),
		Entry("the state of a Shoot that leaves the seed", configMapWith(map[string]string{"one": textOf(ready)}, map[string][]string{alphas: {"one"}}),
			[]ShootReport{leaving(statusAt("alpha", "uid", "Migrating", ""))}, Plan{Write: true, Entries: map[string]string{"one": textOf(migrating)}}),
		Entry("no entry of a leaving Shoot that the other seed reports", configMapWith(map[string]string{"one": textOf(elsewhere)}, map[string][]string{betas: {"one"}}),
			[]ShootReport{leaving(statusAt("alpha", "uid", "Migrating", ""))}, Plan{}),
		Entry("no entry of a leaving Shoot without an earlier one", configMapWith(nil, nil), []ShootReport{leaving(migrating)}, Plan{}),
		Entry("no entry of a leaving Shoot without a ConfigMap", nil, []ShootReport{leaving(migrating)}, Plan{}),
		Entry("no entry of a leaving Shoot that was recreated on another seed", configMapWith(map[string]string{"one": textOf(statusAt("beta", "other", "Ready", ""))}, map[string][]string{betas: {"one"}}),
			[]ShootReport{leaving(migrating)}, Plan{}),
		Entry("no entry of a Shoot that the other seed reports with a later specification", configMapWith(map[string]string{"one": textOf(generation(2, elsewhere))}, map[string][]string{betas: {"one"}}),
			[]ShootReport{one(generation(1, ready))}, Plan{}),
		Entry("the entry of a Shoot with a later specification than the other seed has", configMapWith(map[string]string{"one": textOf(generation(2, elsewhere))}, map[string][]string{betas: {"one"}}),
			[]ShootReport{one(generation(3, ready))}, Plan{Write: true, Entries: map[string]string{"one": textOf(generation(3, ready))}}),
		Entry("an entry that a member of the project has written in the name of another seed", configMapWith(map[string]string{"one": textOf(generation(9, elsewhere))}, map[string][]string{"kubectl": {"one"}}),
			[]ShootReport{one(generation(1, ready))}, Plan{Write: true, Entries: map[string]string{"one": textOf(generation(1, ready))}}),
		Entry("no later specification of a Shoot that has not changed otherwise", configMapWith(map[string]string{"one": textOf(generation(1, ready))}, map[string][]string{alphas: {"one"}}),
			[]ShootReport{one(generation(7, ready))}, Plan{Entries: map[string]string{"one": textOf(generation(1, ready))}}),
		Entry("the entry of a Shoot that its previous seed has left", configMapWith(map[string]string{"one": textOf(statusAt("beta", "uid", "Failed", "BuildFailed"))}, map[string][]string{betas: {"one"}}),
			[]ShootReport{one(ready)}, Plan{Write: true, Entries: map[string]string{"one": textOf(ready)}, Events: event("Normal", "FluxRecovered")}),
	)

	It("keeps the entry of a temporarily unknown Shoot unchanged", func() {
		configMap := configMapWith(map[string]string{"one": textOf(ready), "two": textOf(another)}, map[string][]string{alphas: {"one", "two"}})
		spare := func(name string) bool { return name == "one" }
		Expect(planOf(configMap, spare)).To(Equal(Plan{Write: true, Kept: true, Spared: true, Entries: map[string]string{"one": textOf(ready)}, Annotations: map[string]string{}}))
		Expect(planOf(configMap, spare, ShootReport{Name: "two", Status: another}).Write).To(BeFalse())
	})

	It("keeps the entry of a Shoot that has left until another seed reports the Shoot or a day has passed", func() {
		since := func(state fluxv1alpha1.ShootState, since metav1.Time) string {
			status := statusAt("alpha", "uid", state, "")
			status.DeployKeyFingerprint, status.Since = "SHA256:old", since
			return textOf(status)
		}
		plan := func(value, manager string) Plan {
			return planOf(configMapWith(map[string]string{"one": value}, map[string][]string{manager: {"one"}}), never)
		}
		yesterday := metav1.NewTime(at(12, 0).AddDate(0, 0, -1))
		left := since("Migrating", at(11, 0))
		Expect(plan(left, alphas)).To(Equal(Plan{Kept: true, Entries: map[string]string{"one": left}, Annotations: map[string]string{}}))
		Expect(plan(left, betas).Entries).To(Equal(map[string]string{"one": left}), "it makes it its own, so that it can be removed")
		Expect(plan(since("Migrating", metav1.Time{}), alphas).Entries).To(Equal(map[string]string{"one": since("Migrating", at(12, 0))}), "the day begins")
		Expect(plan(since("Migrating", yesterday), alphas).Entries).To(BeEmpty(), "it will not be restored any more")
		Expect(plan(since("Removing", at(11, 0)), alphas).Entries).To(BeEmpty(), "it does not migrate")
		Expect(plan(textOf(elsewhere), alphas).Kept).To(BeFalse(), "it is restored")
	})

	It("calls Spare only for entries of the seed", func() {
		configMap := configMapWith(map[string]string{"one": textOf(ready), "two": textOf(elsewhere), "mine": "x"}, map[string][]string{alphas: {"one"}, betas: {"two"}})
		planOf(configMap, func(name string) bool {
			Fail("asked of " + name)
			return false
		}, one(ready))
	})
})

var _ = Describe("transition", func() {
	state := func(state fluxv1alpha1.ShootState, cause fluxv1alpha1.Cause, last string) *fluxv1alpha1.ShootStatus {
		status := statusAt("alpha", "uid", state, cause)
		status.LastEventReason = last
		return &status
	}

	DescribeTable("returns the Event about a change of a Shoot",
		func(before, now *fluxv1alpha1.ShootStatus, wantType, wantReason, wantLast string) {
			eventType, reason := transition(before, *now)
			Expect([]string{eventType, reason}).To(Equal([]string{wantType, wantReason}))
			Expect(follow(before, *now).LastEventReason).To(Equal(wantLast))
		},
		Entry("new and ready", nil, state("Ready", "", ""), "Normal", "FluxReady", ""),
		Entry("new without a repository", nil, state("NoRepository", "", ""), "Normal", "FluxReady", ""),
		Entry("new and progressing", nil, state("Progressing", "", ""), "", "", ""),
		Entry("progressing to ready for the first time", state("Progressing", "", ""), state("Ready", "", ""), "Normal", "FluxReady", ""),
		Entry("ready to progressing", state("Ready", "", ""), state("Progressing", "", ""), "", "", "FluxReady"),
		Entry("progressing to ready after an Event about ready", state("Progressing", "", "FluxReady"), state("Ready", "", ""), "", "", ""),
		Entry("ready to failed", state("Ready", "", ""), state("Failed", "HostKeyMismatch", ""), "Warning", "HostKeyMismatch", ""),
		Entry("ready to failed for an unknown cause", state("Ready", "", ""), state("Failed", "", ""), "Warning", "Other", ""),
		Entry("failed to failed for another cause", state("Failed", "BuildFailed", ""), state("Failed", "ApplyFailed", ""), "Warning", "ApplyFailed", ""),
		Entry("no change of a failure", state("Failed", "BuildFailed", ""), state("Failed", "BuildFailed", ""), "", "", ""),
		Entry("failed to progressing", state("Failed", "BuildFailed", ""), state("Progressing", "", ""), "", "", "BuildFailed"),
		Entry("no change of progressing", state("Progressing", "", "BuildFailed"), state("Progressing", "", ""), "", "", "BuildFailed"),
		Entry("progressing to the failure before", state("Progressing", "", "BuildFailed"), state("Failed", "BuildFailed", ""), "", "", ""),
		Entry("progressing to another failure than before", state("Progressing", "", "BuildFailed"), state("Failed", "ApplyFailed", ""), "Warning", "ApplyFailed", ""),
		Entry("progressing to ready after a failure", state("Progressing", "", "BuildFailed"), state("Ready", "", ""), "Normal", "FluxRecovered", ""),
		Entry("failed to no repository", state("Failed", "BuildFailed", ""), state("NoRepository", "", ""), "Normal", "FluxRecovered", ""),
		Entry("ready to unreachable", state("Ready", "", ""), state("Unreachable", "", ""), "Warning", "ShootUnreachable", ""),
		Entry("unreachable to ready", state("Unreachable", "", ""), state("Ready", "", ""), "Normal", "FluxRecovered", ""),
		Entry("ready to degraded", state("Ready", "", ""), state("Degraded", "HealthCheckFailed", ""), "Warning", "FluxDegraded", ""),
		Entry("degraded to degraded for another cause", state("Degraded", "HealthCheckFailed", ""), state("Degraded", "ReleaseFailed", ""), "Warning", "FluxDegraded", ""),
		Entry("no change of degraded", state("Degraded", "ReleaseFailed", ""), state("Degraded", "ReleaseFailed", ""), "", "", ""),
		Entry("degraded to progressing", state("Degraded", "ReleaseFailed", ""), state("Progressing", "", ""), "", "", "FluxDegraded/ReleaseFailed"),
		Entry("progressing to degraded with the cause before", state("Progressing", "", "FluxDegraded/ReleaseFailed"), state("Degraded", "ReleaseFailed", ""), "", "", ""),
		Entry("progressing to degraded with another cause than before", state("Progressing", "", "FluxDegraded/ReleaseFailed"), state("Degraded", "BuildFailed", ""), "Warning", "FluxDegraded", ""),
		Entry("progressing to ready after degraded", state("Progressing", "", "FluxDegraded/ReleaseFailed"), state("Ready", "", ""), "Normal", "FluxRecovered", ""),
		Entry("degraded to failed with the same cause", state("Degraded", "BuildFailed", ""), state("Failed", "BuildFailed", ""), "Warning", "BuildFailed", ""),
		Entry("ready to suspended", state("Ready", "", ""), state("Suspended", "", ""), "Normal", "FluxSuspended", ""),
		Entry("suspended to ready", state("Suspended", "", ""), state("Ready", "", ""), "", "", ""),
		Entry("ready to hibernated", state("Ready", "", ""), state("Hibernated", "", ""), "", "", "FluxReady"),
		Entry("hibernated to ready", state("Hibernated", "", "FluxReady"), state("Ready", "", ""), "", "", ""),
		Entry("failed to deleting", state("Failed", "BuildFailed", ""), state("Deleting", "", ""), "", "", "BuildFailed"),
		Entry("no state to ready", state("", "", ""), state("Ready", "", ""), "Normal", "FluxReady", ""),
		Entry("no state to failed", state("", "", ""), state("Failed", "BuildFailed", ""), "Warning", "BuildFailed", ""),
	)

	changesOf := func(count int) []change {
		var changes []change
		for i := range count {
			changes = append(changes, change{name: fmt.Sprintf("s%02d", i), now: statusAt("alpha", fmt.Sprint(i), "Failed", "ConnectionFailed")})
		}
		return changes
	}

	It("is reported in an Event for each of up to ten Shoots", func() {
		Expect(eventsOf(changesOf(10))).To(HaveLen(10))
	})

	It("is reported in one Event for more than ten Shoots with the same transition", func() {
		changes := append(changesOf(11), change{name: "other", now: statusAt("alpha", "other", "Failed", "BuildFailed")})
		Expect(eventsOf(changes)).To(Equal([]Event{
			{Type: "Warning", Reason: "BuildFailed", Note: "m", Shoot: "other", UID: "other"},
			{Type: "Warning", Reason: "ConnectionFailed", Note: "11 Shoots of the project: s00, s01, s02, s03, s04 and 6 more. Of s00: m"},
		}))
	})
})

var _ = Describe("PlanOf with the time of a status", func() {
	status := func(state fluxv1alpha1.ShootState, cause fluxv1alpha1.Cause, since, observedAt metav1.Time) fluxv1alpha1.ShootStatus {
		return fluxv1alpha1.ShootStatus{UID: "uid", Seed: "alpha", State: state, Cause: cause, Ready: state.IsReady(), Since: since, ObservedAt: observedAt}
	}
	never := metav1.Time{}
	DescribeTable("reports when state and cause began",
		func(before *fluxv1alpha1.ShootStatus, now fluxv1alpha1.ShootStatus, want metav1.Time) {
			in := Input{Seed: "alpha", Limits: DefaultLimits(), Spare: func(string) bool { return false }, Shoots: []ShootReport{{Name: "one", Status: now}}}
			if before != nil {
				in.ConfigMap = configMapWith(map[string]string{"one": textOf(*before)}, map[string][]string{alphas: {"one"}})
			}
			plan := PlanOf(in)
			written, ok := Decode(plan.Entries["one"])
			Expect(ok).To(BeTrue())
			Expect(written.Since.UTC()).To(Equal(want.UTC()))

			By("without a change")
			in.ConfigMap = configMapWith(plan.Entries, map[string][]string{alphas: {"one"}})
			plan = PlanOf(in)
			Expect(plan.Write).To(BeFalse())
		},
		Entry("a new Shoot", nil, status("Ready", "", at(9, 0), at(10, 0)), at(9, 0)),
		Entry("a suspension after the last change of the condition", new(status("Ready", "", at(9, 0), at(9, 0))), status("Suspended", "", at(9, 0), at(11, 0)), at(11, 0)),
		Entry("a change of another condition", new(status("Suspended", "", at(11, 0), at(11, 0))), status("Suspended", "", at(9, 0), at(12, 0)), at(11, 0)),
		Entry("a resumed Shoot", new(status("Suspended", "", at(11, 0), at(11, 0))), status("Ready", "", at(9, 0), at(12, 0)), at(12, 0)),
		Entry("another cause", new(status("Failed", "ConnectionFailed", at(9, 0), at(9, 0))), status("Failed", "AuthenticationFailed", at(9, 0), at(11, 0)), at(11, 0)),
		Entry("another failure with the same cause", new(status("Failed", "ConnectionFailed", at(9, 0), at(9, 0))), status("Failed", "ConnectionFailed", at(10, 0), at(10, 0)), at(10, 0)),
		Entry("a state without a condition", new(status("Ready", "", at(9, 0), at(9, 0))), status("Hibernated", "", never, at(9, 0)), never),
		Entry("a future time that a member of the project has written", new(status("Failed", "ConnectionFailed", at(23, 0), at(9, 0))), status("Failed", "ConnectionFailed", at(9, 0), at(10, 0)), at(9, 0)),
	)
})

var _ = Describe("Reported", func() {
	stored := func(hour, minute int) *metav1.Time { t := at(hour, minute); return &t }
	DescribeTable("returns the time up to which the seed has observed a Shoot",
		func(observed, confirmed metav1.Time, written *metav1.Time, want metav1.Time) {
			entry := statusAt("alpha", "uid", "Ready", "")
			entry.ObservedAt, entry.ConfirmedAt = observed, confirmed
			configMap := configMapWith(map[string]string{"one": textOf(entry)}, map[string][]string{alphas: {"one"}, "kubectl": {"note"}})
			for i := range configMap.ManagedFields {
				configMap.ManagedFields[i].Time = stored(23, 0)
				if configMap.ManagedFields[i].Manager == alphas {
					configMap.ManagedFields[i].Time = written
				}
			}
			status, ok := Reported(configMap)["one"]
			Expect(ok).To(BeTrue())
			Expect(status.ConfirmedAt.Time).To(BeTemporally("==", want.Time))
		},
		Entry("confirmed, and the entry of another Shoot was written later", at(9, 0), at(10, 0), stored(11, 0), at(10, 0)),
		Entry("changed after the last confirmation", at(10, 30), at(10, 0), stored(11, 0), at(10, 30)),
		Entry("confirmed by a seed whose clock is ahead", at(9, 0), at(19, 0), stored(11, 0), at(11, 0)),
		Entry("never confirmed, by a seed of an earlier version", at(9, 0), metav1.Time{}, stored(11, 0), at(11, 0)),
		Entry("written at an unknown time", at(9, 0), at(10, 0), nil, metav1.Time{}),
	)
})
