// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// shopFiles are the files of a directory with a Namespace, some ConfigMaps in it, and the marker; its kustomization.yaml
// lists only the named files.
func shopFiles(directory, value string, listed ...string) map[string]string {
	files := map[string]string{
		directory + "/directory.yaml": manifest("directory", value), directory + "/namespace.yaml": plannedNamespace("shop"),
		directory + "/kustomization.yaml": resources(append([]string{"directory.yaml"}, listed...)...),
	}
	for i := range 6 {
		files[fmt.Sprintf("%s/settings-%d.yaml", directory, i)] = plannedConfigMap("shop", fmt.Sprintf("settings-%d", i), "1")
	}
	return files
}

// wholeShop lists all files of the directory.
func wholeShop() []string {
	all := []string{"namespace.yaml"}
	for i := range 6 {
		all = append(all, fmt.Sprintf("settings-%d.yaml", i))
	}
	return all
}

// shop commits the directory "shop".
func (r ringed) shop(value string, listed ...string) string {
	GinkgoHelper()
	commit, err := world.GitHost.Commit(r.ctx, r.repository, value, shopFiles("shop", value, listed...))
	Expect(err).NotTo(HaveOccurred())
	return commit
}

// shops commits a directory for each Shoot. Only those of the named Shoots have the Namespace and the ConfigMaps.
func (r ringed) shops(value string, full ...string) string {
	GinkgoHelper()
	files := map[string]string{}
	for _, s := range r.all() {
		var listed []string
		if slices.Contains(full, s.name) {
			listed = wholeShop()
		}
		maps.Copy(files, shopFiles("shops/"+s.name, value, listed...))
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
		all := wholeShop()
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

var _ = Describe("A canary that has lost objects and is hibernated", Serial, Label("long"), func() {
	It("holds its ring although another canary is ready, until it is approved; production is untouched", func(ctx SpecContext) {
		r := newRinged(ctx, "bereft", strings.Replace(ringsWith("", ""), "progressDeadline", "source: Promote, progressDeadline", 1), 1)
		other := r.shoot(r.project, "canary-1", seedName, false, inRing("canary"))
		other.succeeds()
		r.rings["canary"] = append(r.rings["canary"], other)
		everyone := []string{"canary-0", "canary-1", "staging-0", "production-0"}
		complete := r.shops("complete", everyone...)
		r.configure(r.project, r.says("shops/${SHOOT_INFO_NAME}"))
		r.promotes(complete)
		r.show("complete", "canary", "staging", "production")
		for _, s := range r.all() {
			s.hasShop(6)
			s.pull()
		}
		canary, later := r.rings["canary"][0], append(r.rings["staging"], r.rings["production"]...)

		By("a commit that removes the Namespace everywhere except in the other canary")
		before := r.delivered("staging", "production")
		emptied := r.shops("emptied", "canary-1")
		canary.pull()
		other.pull()
		r.holds(before, "Guarded", ContainSubstring("canary-0 has lost 7 of 8 objects (1 Namespace, 6 ConfigMap), among them Namespace shop"))
		other.shows("directory", "emptied")

		By("the canary that has lost it is hibernated")
		canary.change(func(shoot *gardencorev1beta1.Shoot) {
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)}
		})
		Eventually(ctx, func(g Gomega) { g.Expect(canary.status(g).State).To(Equal("Hibernated")) }).Should(Succeed())
		r.holds(before, "Guarded", ContainSubstring("canary-0 (hibernated) has lost 7 of 8 objects (1 Namespace, 6 ConfigMap), among them Namespace shop"))
		Consistently(ctx, func(g Gomega) {
			g.Expect(r.progress(g).Rings[0].Phase).To(Equal("Guarded"))
			g.Expect(r.delivered("staging", "production")).To(Equal(before))
		}, "30s", "1s").Should(Succeed())
		for _, s := range later {
			s.hasShop(6)
		}

		By("approvals, ring by ring")
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
		for _, s := range later {
			s.hasShop(0)
		}
	}, SpecTimeout(15*time.Minute))
})
