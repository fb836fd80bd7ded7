// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("AfterPush", func() {
	const applied, former = "main@sha1:new", "main@sha1:old"
	pushedAt := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	asked := pushedAt.Add(500 * time.Millisecond)

	// afterPush judges what was observed of a shoot in which everything went as it should, but for the change.
	afterPush := func(change func(*Asked, *metav1.Condition), before *fluxv1alpha1.ObservedShoot, now time.Time) (*metav1.Duration, bool) {
		a := Asked{PushedAt: pushedAt, At: asked, Handled: true, Artifact: applied, StoredAt: pushedAt.Add(time.Second)}
		ready := metav1.Condition{Type: meta.ReadyCondition, Status: metav1.ConditionTrue, LastTransitionTime: metav1.NewTime(pushedAt.Add(2 * time.Second))}
		if change != nil {
			change(&a, &ready)
		}
		return a.AfterPush(applied, []metav1.Condition{ready}, before, now)
	}
	before := func(revision string, after *metav1.Duration) *fluxv1alpha1.ObservedShoot {
		return &fluxv1alpha1.ObservedShoot{AppliedRevision: revision, AppliedAfterPush: after}
	}

	It("returns the time from the push to the last transition of the root Kustomization", func() {
		after, isNew := afterPush(nil, before(former, nil), pushedAt.Add(10*time.Second))
		Expect(isNew).To(BeTrue())
		Expect(after.Duration).To(Equal(2 * time.Second))
	})

	It("returns the recorded time for an unchanged revision", func() {
		kept := &metav1.Duration{Duration: 3 * time.Second}
		after, isNew := afterPush(nil, before(applied, kept), pushedAt.Add(time.Hour))
		Expect(isNew).To(BeFalse())
		Expect(after).To(BeIdenticalTo(kept))
	})

	It("returns the time until the check if the root Kustomization stayed ready", func() {
		ready := func(_ *Asked, ready *metav1.Condition) {
			ready.LastTransitionTime = metav1.NewTime(pushedAt.Add(-time.Hour))
		}
		after, _ := afterPush(ready, before(former, nil), pushedAt.Add(4*time.Second))
		Expect(after.Duration).To(Equal(4 * time.Second))
	})

	DescribeTable("returns nil for a revision found by polling",
		func(change func(*Asked, *metav1.Condition)) {
			after, isNew := afterPush(change, before(former, nil), pushedAt.Add(10*time.Second))
			Expect(isNew).To(BeFalse())
			Expect(after).To(BeNil())
		},
		Entry("no request", func(a *Asked, _ *metav1.Condition) { *a = Asked{} }),
		Entry("another handled request", func(a *Asked, _ *metav1.Condition) { a.Handled = false }),
		Entry("another stored revision", func(a *Asked, _ *metav1.Condition) { a.Artifact = "main@sha1:other" }),
		Entry("revision stored before the request", func(a *Asked, _ *metav1.Condition) { a.StoredAt = asked.Add(-time.Minute) }),
		Entry("push time in the distant past, set by an administrator of the shoot", func(a *Asked, _ *metav1.Condition) { a.PushedAt = pushedAt.Add(-2 * longestTime) }),
		Entry("revision stored long after the request", func(a *Asked, _ *metav1.Condition) { a.StoredAt = asked.Add(longestFetch + time.Second) }),
	)

	It("returns nil for the first revision of a shoot", func() {
		for _, first := range []*fluxv1alpha1.ObservedShoot{nil, before("", nil)} {
			after, isNew := afterPush(nil, first, pushedAt)
			Expect(isNew).To(BeFalse())
			Expect(after).To(BeNil())
		}
	})

	DescribeTable("parses a valid annotation, and ignores any other",
		func(annotation string) {
			Expect(AskedOf(map[string]string{fluxv1alpha1.AnnotationPushedAt: annotation}, "", applied, pushedAt)).To(Equal(Asked{}))
		},
		Entry("empty annotation", ""),
		Entry("single time", "2026-11-24T12:00:00.000Z"),
		Entry("text without times", "a b"),
		Entry("invalid time of the request", "2026-11-24T12:00:00.000Z now"),
		Entry("invalid time of the push", "now 2026-11-24T12:00:00Z"),
	)
})
