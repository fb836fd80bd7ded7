// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// shop commits a directory with a Namespace, some ConfigMaps in it, and the marker; its kustomization.yaml lists only
// the named files.
func (r ringed) shop(value string, listed ...string) string {
	GinkgoHelper()
	files := map[string]string{
		"shop/directory.yaml": manifest("directory", value), "shop/namespace.yaml": plannedNamespace("shop"),
		"shop/kustomization.yaml": resources(append([]string{"directory.yaml"}, listed...)...),
	}
	for i := range 6 {
		files[fmt.Sprintf("shop/settings-%d.yaml", i)] = plannedConfigMap("shop", fmt.Sprintf("settings-%d", i), "1")
	}
	commit, err := world.GitHost.Commit(r.ctx, r.repository, value, files)
	Expect(err).NotTo(HaveOccurred())
	return commit
}

// hasShop waits until a Shoot has so many ConfigMaps in the Namespace, or no Namespace if there are none.
func (s shoot) hasShop(settings int) {
	GinkgoHelper()
	c := s.client()
	Eventually(s.ctx, func(g Gomega) {
		err := c.Get(s.ctx, client.ObjectKey{Name: "shop"}, &corev1.Namespace{})
		if settings == 0 {
			g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
			return
		}
		g.Expect(err).NotTo(HaveOccurred())
		list := &corev1.ConfigMapList{}
		g.Expect(c.List(s.ctx, list, client.InNamespace("shop"))).To(Succeed())
		named := 0
		for _, item := range list.Items {
			if strings.HasPrefix(item.Name, "settings-") {
				named++
			}
		}
		g.Expect(named).To(Equal(settings))
	}).Should(Succeed())
}

var _ = Describe("A change that removes objects, of a project with three rings", Serial, Label("long"), func() {
	It("is held at the canary, until it is approved or corrected; production is untouched", func(ctx SpecContext) {
		all := []string{"namespace.yaml"}
		for i := range 6 {
			all = append(all, fmt.Sprintf("settings-%d.yaml", i))
		}
		r := newRinged(ctx, "guarded", strings.Replace(ringsWith("", ""), "progressDeadline", "source: Promote, progressDeadline", 1), 1)
		r.configure(r.project, r.says("shop"))
		r.shop("filled", all...)
		complete := r.shop("complete", all...)
		r.rings["canary"][0].pull()
		r.promotes(complete)
		r.show("complete", "canary", "staging", "production")
		for _, s := range r.all() {
			s.hasShop(6)
			s.pull()
		}
		canary, others := r.rings["canary"][0], append(r.rings["staging"], r.rings["production"]...)

		By("a commit that removes the Namespace and everything in it")
		before, began := r.delivered("staging", "production"), now()
		r.shop("emptied")
		canary.pull()
		why := ContainSubstring("canary-0 has lost 7 of 8 objects (1 Namespace, 6 ConfigMap), among them Namespace shop")
		r.reports(began, "RolloutHolds", why)
		r.holds(before, "Guarded", why)
		canary.hasShop(0)
		for _, s := range others {
			s.reconcile()
			s.hasShop(6)
		}
		Expect(r.delivered("staging", "production")).To(Equal(before))
		Eventually(ctx, func(g Gomega) {
			g.Expect(canary.status(g).Removed.Names).To(Equal([]string{"Namespace shop"}))
		}).Should(Succeed())
		AddReportEntry("Event", r.events(Default, began)["RolloutHolds"][0])

		By("the extension restarts on the seed of the canary, and still knows what was there")
		Expect(seed(canary.seed).Node.Kill(seed(canary.seed).ExtensionNamespace, "gardener-extension-shoot-flux")).To(Succeed())
		r.holds(before, "Guarded", why)

		By("a correction overtakes it")
		restored := r.shop("restored", all...)
		canary.pull()
		r.promotes(restored)
		r.show("restored", "canary", "staging", "production")
		for _, s := range r.all() {
			s.hasShop(6)
		}

		By("a commit that empties the directory is approved, ring by ring")
		before = r.delivered("staging", "production")
		emptied := r.shop("emptied again", all[:2]...)
		canary.pull()
		r.holds(before, "Guarded", ContainSubstring("canary-0 has lost 5 of 8 objects (5 ConfigMap)"))
		for _, ring := range []string{"canary", "staging", "production"} {
			Eventually(ctx, func(g Gomega) {
				for _, of := range r.progress(g).Rings {
					if of.Name == ring {
						g.Expect(of.Phase).To(Equal("Guarded"), "%+v", of)
					}
				}
			}).Should(Succeed())
			r.operates("approve=" + ring)
		}
		r.promotes(emptied)
		for _, s := range r.all() {
			s.hasShop(1)
		}

		By("another path in flux-config")
		before, began = r.delivered("staging", "production"), now()
		r.configure(r.project, r.says("second"))
		r.reports(began, "RolloutHolds", ContainSubstring("canary-0 has lost 2 of 3 objects (1 Namespace, 1 ConfigMap), among them Namespace shop"))
		r.holds(before, "Guarded", ContainSubstring("Namespace shop"))
		r.configure(r.project, r.says("shop"))
		r.is("Complete")
		canary.hasShop(1)
		Expect(r.delivered("staging", "production")).To(Equal(before))
	}, SpecTimeout(20*time.Minute))
})
