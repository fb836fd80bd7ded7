// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const accessName = "extensions.gardener.cloud:extension-shoot-flux:project-access"

// killGardenController kills both pods of the garden controller as soon as one runs.
func killGardenController(ctx context.Context) {
	GinkgoHelper()
	killPods(ctx, seed(seedName), "garden", "gardener-extension-shoot-flux-garden-controller")
}

// granted returns of which seeds the RoleBinding of a project has the access, and for which of them it has the time since which it is not needed.
func granted(ctx context.Context, project string) (seeds, unused []string) {
	GinkgoHelper()
	binding := &rbacv1.RoleBinding{}
	err := world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "garden-" + project, Name: accessName}, binding)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	Expect(err).NotTo(HaveOccurred())
	for _, subject := range binding.Subjects {
		Expect(subject.Name).To(Equal("shoot-flux-garden"))
		seeds = append(seeds, strings.TrimPrefix(subject.Namespace, "seed-"))
	}
	for key := range binding.Annotations {
		if name, is := strings.CutPrefix(key, "unused-since.flux.extensions.gardener.cloud/"); is {
			unused = append(unused, name)
		}
	}
	return seeds, unused
}

// noticeFor returns the line of a project on the notice board of a seed; empty if there is none.
func noticeFor(ctx context.Context, seedName, project string) string {
	GinkgoHelper()
	board := &corev1.ConfigMap{}
	err := world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "seed-" + seedName, Name: "shoot-flux"}, board)
	if !apierrors.IsNotFound(err) {
		Expect(err).NotTo(HaveOccurred())
	}
	var found []string
	for line := range strings.Lines(board.Data["projects"]) {
		if strings.HasPrefix(line, "garden-"+project+" ") || strings.TrimSpace(line) == "garden-"+project {
			found = append(found, strings.TrimSpace(line))
		}
	}
	Expect(len(found)).To(BeNumerically("<", 2), "lines of one project")
	return strings.Join(found, "")
}

var _ = Describe("The garden controller is killed before and after each of its writes", Serial, Label("long"), func() {
	It("loses no access and no notice, and leaves none", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("bystander", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		user.shoot("bystander", "of-alpha", seedName, true)
		user.shoot("bystander", "of-beta", otherSeedName, true)
		bystander := func() types.UID {
			binding := &rbacv1.RoleBinding{}
			Expect(client.IgnoreNotFound(world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "garden-bystander", Name: accessName}, binding))).To(Succeed())
			if len(binding.Subjects) < 2 {
				return ""
			}
			return binding.UID
		}
		Eventually(ctx, bystander).ShouldNot(BeEmpty())
		uid := bystander()

		user.project("killed", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		var first, second shoot
		seeds := func() []string { names, _ := granted(ctx, "killed"); return names }
		unused := func() []string { _, names := granted(ctx, "killed"); return names }
		notice := func(name string) func() string {
			return func() string { return noticeFor(ctx, name, "killed") }
		}
		boardBinding := func() *rbacv1.RoleBinding {
			return &rbacv1.RoleBinding{ObjectMeta: in("seed-"+seedName, "extensions.gardener.cloud:extension-shoot-flux:notice-board")}
		}
		var before string
		steps := []struct {
			name string
			// cause is what happens while no garden controller runs; nil if the step before leads to this one.
			cause func()
			// seen waits for the write.
			seen func(g Gomega)
		}{
			{"the RoleBinding is created", func() { first = user.shoot("killed", "first", seedName, true) }, func(g Gomega) { g.Expect(seeds()).To(ConsistOf(seedName)) }},
			{"the project is on the board", nil, func(g Gomega) { g.Expect(notice(seedName)()).NotTo(BeEmpty()) }},
			{"another seed gets access", func() { second = user.shoot("killed", "second", otherSeedName, true) }, func(g Gomega) { g.Expect(seeds()).To(ConsistOf(seedName, otherSeedName)) }},
			{"the project is on its board", nil, func(g Gomega) { g.Expect(notice(otherSeedName)()).NotTo(BeEmpty()) }},
			{"a change is on the board", func() {
				first.succeeds()
				second.succeeds()
				before = notice(seedName)()
				user.configure("killed", map[string]string{"repositoryUrl": "https://github.com/o/other"})
			}, func(g Gomega) { g.Expect(notice(seedName)()).NotTo(BeElementOf(before, "")) }},
			{"the right to read a board is restored", func() { Expect(world.Garden.Client.Delete(ctx, boardBinding())).To(Succeed()) }, func(g Gomega) {
				g.Expect(world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(boardBinding()), boardBinding())).To(Succeed())
			}},
			{"a board that was deleted is there again, with all projects", func() {
				before = notice(seedName)()
				Expect(world.Garden.Client.Delete(ctx, &corev1.ConfigMap{ObjectMeta: in("seed-"+seedName, "shoot-flux")})).To(Succeed())
			}, func(g Gomega) {
				g.Expect(notice(seedName)()).To(Equal(before))
				g.Expect(noticeFor(ctx, seedName, "bystander")).NotTo(BeEmpty())
			}},
			{"the access of the other seed is noted as unused", func() { second.delete(); second.isDeleted() }, func(g Gomega) { g.Expect(unused()).To(ConsistOf(otherSeedName)) }},
			{"the project is off its board", nil, func(g Gomega) { g.Expect(notice(otherSeedName)()).To(BeEmpty()) }},
			{"the other seed has lost access", nil, func(g Gomega) { g.Expect(seeds()).To(ConsistOf(seedName)) }},
			{"the access of the last seed is noted as unused", func() { first.delete(); first.isDeleted() }, func(g Gomega) { g.Expect(unused()).To(ConsistOf(seedName)) }},
			{"the project is off the board", nil, func(g Gomega) { g.Expect(notice(seedName)()).To(BeEmpty()) }},
			{"the RoleBinding is gone", nil, func(g Gomega) { g.Expect(seeds()).To(BeEmpty()) }},
		}
		kills := 0
		for _, step := range steps {
			By(step.name)
			if step.cause != nil {
				killGardenController(ctx)
				kills++
				step.cause()
			}
			Eventually(ctx, step.seen).WithTimeout(2*time.Minute).WithPolling(2*time.Millisecond).Should(Succeed(), step.name)
			killGardenController(ctx)
			kills++
			if len(seeds()) == 0 {
				continue
			}
			Expect(seeds()).To(ContainElement(seedName), "the seed of the Shoot that is left")
		}
		By(fmt.Sprintf("%d kills", kills))

		Expect(world.StartGardenController(ctx)).To(Succeed())
		Consistently(ctx, func(g Gomega) {
			g.Expect(seeds()).To(BeEmpty())
			g.Expect(notice(seedName)()).To(BeEmpty())
			g.Expect(notice(otherSeedName)()).To(BeEmpty())
			g.Expect(bystander()).To(Equal(uid), "what another project has is never taken away, and not created anew")
		}).WithTimeout(5 * time.Second).Should(Succeed())
		Expect(noticeFor(ctx, seedName, "bystander")).NotTo(BeEmpty())
		Expect(noticeFor(ctx, otherSeedName, "bystander")).NotTo(BeEmpty())
	}, SpecTimeout(9*time.Minute))
})
