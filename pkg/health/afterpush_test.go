// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("AppliedAfterPush", func() {
	const applied, former = "main@sha1:new", "main@sha1:old"
	pushedAt := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	asked := pushedAt.Add(500 * time.Millisecond)

	// observation is one of a shoot in which everything went as it should.
	observation := func(change func(*Asked, *kustomizev1.Kustomization)) Observation {
		source := &Source{Asked: Asked{PushedAt: pushedAt, At: asked, Handled: true, Artifact: applied, StoredAt: pushedAt.Add(time.Second)}}
		root := &kustomizev1.Kustomization{}
		root.Status.Conditions = []metav1.Condition{{Type: meta.ReadyCondition, Status: metav1.ConditionTrue, LastTransitionTime: metav1.NewTime(pushedAt.Add(2 * time.Second))}}
		if change != nil {
			change(&source.Asked, root)
		}
		return Observation{Shoot: ShootObservation{Source: source, Kustomization: root}}
	}
	before := func(revision string, after *metav1.Duration) *fluxv1alpha1.ObservedShoot {
		return &fluxv1alpha1.ObservedShoot{AppliedRevision: revision, AppliedAfterPush: after}
	}

	It("is the time from the push to the last change of the root", func() {
		after, isNew := AppliedAfterPush(observation(nil), applied, before(former, nil), pushedAt.Add(10*time.Second))
		Expect(isNew).To(BeTrue())
		Expect(after.Duration).To(Equal(2 * time.Second))
	})

	It("stays as it is while the revision does", func() {
		kept := &metav1.Duration{Duration: 3 * time.Second}
		after, isNew := AppliedAfterPush(observation(nil), applied, before(applied, kept), pushedAt.Add(time.Hour))
		Expect(isNew).To(BeFalse())
		Expect(after).To(BeIdenticalTo(kept))
	})

	It("is the time until it is seen if the root was ready all the while", func() {
		ready := observation(func(_ *Asked, root *kustomizev1.Kustomization) {
			root.Status.Conditions[0].LastTransitionTime = metav1.NewTime(pushedAt.Add(-time.Hour))
		})
		after, _ := AppliedAfterPush(ready, applied, before(former, nil), pushedAt.Add(4*time.Second))
		Expect(after.Duration).To(Equal(4 * time.Second))
	})

	DescribeTable("is not there for a revision that came by a poll",
		func(change func(*Asked, *kustomizev1.Kustomization)) {
			after, isNew := AppliedAfterPush(observation(change), applied, before(former, nil), pushedAt.Add(10*time.Second))
			Expect(isNew).To(BeFalse())
			Expect(after).To(BeNil())
		},
		Entry("nothing was asked", func(a *Asked, _ *kustomizev1.Kustomization) { *a = Asked{} }),
		Entry("another request was handled", func(a *Asked, _ *kustomizev1.Kustomization) { a.Handled = false }),
		Entry("another revision was stored", func(a *Asked, _ *kustomizev1.Kustomization) { a.Artifact = "main@sha1:other" }),
		Entry("it was stored before the request", func(a *Asked, _ *kustomizev1.Kustomization) { a.StoredAt = asked.Add(-time.Minute) }),
		Entry("it was stored long after the request", func(a *Asked, _ *kustomizev1.Kustomization) { a.StoredAt = asked.Add(longestFetch + time.Second) }),
	)

	It("is not there for the first revision of a shoot, which no push has brought", func() {
		for _, first := range []*fluxv1alpha1.ObservedShoot{nil, before("", nil)} {
			after, isNew := AppliedAfterPush(observation(nil), applied, first, pushedAt)
			Expect(isNew).To(BeFalse())
			Expect(after).To(BeNil())
		}
	})

	DescribeTable("takes what a shoot's administrator writes into the annotation for a time, or for nothing",
		func(annotation string) {
			Expect(askedOf(map[string]string{fluxv1alpha1.AnnotationPushedAt: annotation}, "", nil)).To(Equal(Asked{}))
		},
		Entry("nothing", ""),
		Entry("one time", "2026-11-24T12:00:00.000Z"),
		Entry("words", "a b"),
		Entry("no time of a request", "2026-11-24T12:00:00.000Z now"),
		Entry("no time of a push", "now 2026-11-24T12:00:00Z"),
	)
})
