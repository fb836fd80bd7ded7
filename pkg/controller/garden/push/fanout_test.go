// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// shootsOn returns count Shoots with Flux on a seed.
func shootsOn(project, seed string, count int, changes ...func(*gardencorev1beta1.Shoot)) []client.Object {
	var shoots []client.Object
	for i := range count {
		shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: fmt.Sprintf("%s-%d-%d", seed, len(changes), i)}}
		shoot.Spec.SeedName = &seed
		shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
		for _, change := range changes {
			change(shoot)
		}
		shoots = append(shoots, shoot)
	}
	return shoots
}

var _ = Describe("FanOut", func() {
	var (
		hooks    *Hooks
		pushedAt = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
		now      = testclock.NewFakePassiveClock(pushedAt)
	)
	fanOut := func(shoots ...[]client.Object) *FanOut {
		builder := fakeclient.NewClientBuilder().WithScheme(kubernetes.GardenScheme)
		for _, each := range shoots {
			builder = builder.WithObjects(each...)
		}
		now.SetTime(pushedAt)
		return NewFanOut(builder.Build(), hooks, now)
	}
	BeforeEach(func() {
		hooks = NewHooks()
		for _, namespace := range []string{"garden-a", "garden-b", "garden-c"} {
			hook := &Hook{Namespace: namespace, Type: fluxv1alpha1.PushTypeGitHub, token: token, readsPerSecond: 10}
			hook.repository = map[string]string{"garden-a": "example.com/one", "garden-b": "example.com/one", "garden-c": "example.com/two"}[namespace]
			hooks.set(namespace, hook)
		}
		hooks.expect(nil)
	})
	turnsAt := func(ctx SpecContext, f *FanOut, project, seed string, pushedAt time.Time) push.Turns {
		GinkgoHelper()
		now.SetTime(pushedAt)
		given, asked, err := f.Turns(ctx, project, seed, pushedAt)
		Expect(err).NotTo(HaveOccurred())
		Expect(asked).To(BeTrue())
		return given
	}
	turns := func(ctx SpecContext, f *FanOut, project, seed string) push.Turns {
		GinkgoHelper()
		return turnsAt(ctx, f, project, seed, pushedAt)
	}

	It("gives consecutive turns to the seeds of a project, and alternate turns to projects with one repository", func(ctx SpecContext) {
		f := fanOut(shootsOn("garden-a", "alpha", 20), shootsOn("garden-a", "beta", 10), shootsOn("garden-b", "alpha", 5), shootsOn("garden-c", "alpha", 3))
		slot := 110 * time.Millisecond
		start := turns(ctx, f, "garden-a", "alpha").First
		Expect(turns(ctx, f, "garden-a", "alpha")).To(Equal(push.Turns{First: start, Period: 2 * slot}))
		Expect(turns(ctx, f, "garden-a", "beta")).To(Equal(push.Turns{First: start + 20*2*slot, Period: 2 * slot}))
		Expect(turns(ctx, f, "garden-b", "alpha")).To(Equal(push.Turns{First: slot, Period: 2 * slot}))
		Expect(turns(ctx, f, "garden-c", "alpha")).To(Equal(push.Turns{Period: slot}), "another repository")
	})

	DescribeTable("leaves out",
		func(ctx SpecContext, change func(*gardencorev1beta1.Shoot)) {
			f := fanOut(shootsOn("garden-a", "alpha", 5, change), shootsOn("garden-a", "beta", 1))
			_, asked, err := f.Turns(ctx, "garden-a", "alpha", pushedAt)
			Expect(err).NotTo(HaveOccurred())
			Expect(asked).To(BeFalse())
			Expect(turns(ctx, f, "garden-a", "beta").First).To(BeZero())
		},
		Entry("a hibernated Shoot", func(s *gardencorev1beta1.Shoot) {
			s.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: new(true)}
		}),
		Entry("a Shoot without Flux", func(s *gardencorev1beta1.Shoot) { s.Spec.Extensions = nil }),
		Entry("a Shoot without a seed", func(s *gardencorev1beta1.Shoot) { s.Spec.SeedName = nil }),
		Entry("a Shoot whose control plane is still on another seed", func(s *gardencorev1beta1.Shoot) { s.Status.SeedName = new("gamma") }),
	)

	It("schedules only the ring that follows the branch", func(ctx SpecContext) {
		hook := &Hook{Namespace: "garden-a", Type: fluxv1alpha1.PushTypeGitHub, token: token, readsPerSecond: 10}
		hook.follows = func(m rollout.Identity) bool { return m.Labels["ring"] == "canary" }
		hooks.set("garden-a", hook)
		f := fanOut(shootsOn("garden-a", "alpha", 7), shootsOn("garden-a", "beta", 2, func(s *gardencorev1beta1.Shoot) { s.Labels = map[string]string{"ring": "canary"} }))
		_, asked, err := f.Turns(ctx, "garden-a", "alpha", pushedAt)
		Expect(err).NotTo(HaveOccurred())
		Expect(asked).To(BeFalse())
		Expect(turns(ctx, f, "garden-a", "beta").First).To(BeZero())
	})

	It("forgets rounds that are over", func(ctx SpecContext) {
		f := fanOut(shootsOn("garden-a", "alpha", 20), shootsOn("garden-c", "alpha", 1))
		turns(ctx, f, "garden-a", "alpha")
		Expect(turnsAt(ctx, f, "garden-c", "alpha", pushedAt.Add(time.Hour)).First).To(BeZero())
		Expect(f.rounds).To(HaveLen(1))
	})

	It("serves a project within as many turns as projects read the repository, however often another toggles a Shoot", func(ctx SpecContext) {
		f := fanOut(shootsOn("garden-a", "alpha", 30), shootsOn("garden-b", "alpha", 40), shootsOn("garden-b", "beta", 20))
		toggled := shootsOn("garden-b", "beta", 1, func(*gardencorev1beta1.Shoot) {})[0]
		alone := 30 * 110 * time.Millisecond
		for i := range 300 { // Ten minutes.
			now := pushedAt.Add(time.Duration(i) * 2 * time.Second)
			if i%2 == 0 {
				toggled.SetResourceVersion("")
				Expect(f.shoots.(client.Client).Create(ctx, toggled)).To(Succeed())
			} else {
				Expect(f.shoots.(client.Client).Delete(ctx, toggled)).To(Succeed())
			}
			for _, seed := range []string{"alpha", "beta"} {
				turnsAt(ctx, f, "garden-b", seed, now.Add(-time.Millisecond))
			}
			if i%30 == 0 { // The previous round is over.
				given := turnsAt(ctx, f, "garden-a", "alpha", now)
				Expect(given.First+30*given.Period).To(BeNumerically("<=", 2*(1500*time.Millisecond+alone)), "after %s", now.Sub(pushedAt))
			}
		}
	})

	It("returns ErrNotKnown until the webhooks are known", func(ctx SpecContext) {
		f := fanOut(shootsOn("garden-x", "alpha", 1))
		_, asked, err := f.Turns(ctx, "garden-x", "alpha", pushedAt)
		Expect(err).NotTo(HaveOccurred())
		Expect(asked).To(BeFalse())
		f.hooks = NewHooks()
		_, _, err = f.Turns(ctx, "garden-x", "alpha", pushedAt)
		Expect(err).To(MatchError(push.ErrNotKnown))
	})
})
