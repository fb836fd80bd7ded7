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
	gomegatypes "github.com/onsi/gomega/types"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// complains waits until one of the conditions that are not True names all of that.
func (u *upgraded) complains(parts ...string) {
	GinkgoHelper()
	var told string
	Eventually(u.ctx, func(g Gomega) {
		var matchers []gomegatypes.GomegaMatcher
		for _, part := range parts {
			matchers = append(matchers, ContainSubstring(part))
		}
		conditions := u.extension(g).Status.Conditions
		g.Expect(conditions).To(ContainElement(And(HaveField("Status", Not(BeEquivalentTo("True"))), HaveField("Message", And(matchers...))), &conditions))
		told = fmt.Sprintf("%s=%s %s: %s", conditions[0].Type, conditions[0].Status, conditions[0].Reason, conditions[0].Message)
	}).Should(Succeed())
	GinkgoWriter.Println(told)
}

var _ = Describe("Upgrades of Flux", Label("upgrade"), func() {
	It("lead from v2.7.5 over v2.8.8 to v2.9.5; nothing is made anew, and all goes on", func(ctx SpecContext) {
		u := inherited(ctx, "upgrades", asleep(3)...)
		u.runs(oldFlux)
		u.follows()
		before := u.identities()
		Expect(before).To(HaveKey(HavePrefix("Pod default/workload-")))

		for _, version := range []string{middleFlux, newFlux} {
			By("what happens without migration: the API server does not take the definitions of " + version)
			Expect(u.refusals(version)).NotTo(BeEmpty())

			By("the upgrade to " + version)
			u.asks(version)
			u.succeeds()
			u.runs(version)
			Expect(u.identities()).To(Equal(before))
			Expect(u.refusals(version)).To(BeEmpty())
			u.follows()
			before = u.identities()
		}
	}, SpecTimeout(15*time.Minute))

	It("wait until Git has no versions of objects that go, and never lead back", func(ctx SpecContext) {
		u := inherited(ctx, "heldback")
		u.runs(oldFlux)
		u.follows()
		child := func(version string) map[string]string {
			files := upgradedFiles(fmt.Sprintf("value-%d", u.changes), fmt.Sprintf("1.0.%d", u.changes))
			return map[string]string{"cluster/child.yaml": strings.ReplaceAll(files["cluster/child.yaml"], "fluxcd.io/v1\n", "fluxcd.io/"+version+"\n")}
		}
		// Flux does not apply an object anew of which nothing but the version has changed, but notes it.
		appliedIn := func(version string) {
			GinkgoHelper()
			u.pull()
			Eventually(ctx, func(g Gomega) {
				root := u.kustomization(g, "flux-system")
				g.Expect(root.Status.Inventory).NotTo(BeNil())
				g.Expect(root.Status.Inventory.Entries).To(ContainElement(And(
					HaveField("ID", "tenants_child_kustomize.toolkit.fluxcd.io_Kustomization"), HaveField("Version", version))))
			}).Should(Succeed())
		}
		_, err := world.GitHost.Commit(ctx, "heldback", "a version that goes", child("v1beta2"))
		Expect(err).NotTo(HaveOccurred())
		appliedIn("v1beta2")
		before := u.identities()

		By("the upgrade waits, and says for what; Flux goes on as it is")
		u.asks(middleFlux)
		u.complains("v1beta2", "tenants/child")
		u.runs(oldFlux)
		Expect(u.identities()).To(Equal(before))

		By("Git is corrected, and the upgrade goes on")
		_, err = world.GitHost.Commit(ctx, "heldback", "a version that stays", child("v1"))
		Expect(err).NotTo(HaveOccurred())
		appliedIn("v1")
		u.asks(middleFlux)
		u.runs(middleFlux)
		u.follows()

		By("a downgrade is refused, and changes nothing")
		before = u.identities()
		u.asks(oldFlux)
		u.complains(oldFlux, middleFlux)
		u.runs(middleFlux)
		Expect(u.identities()).To(Equal(before))
		u.asks(middleFlux)
		u.succeeds()
		u.follows()
	}, SpecTimeout(12*time.Minute))

	It("would lose what is stored without migration, if somebody told the API server that nothing is", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("unmigrated", nil)
		s := user.without("unmigrated", seedName)
		c := withDefinitions(s.client())
		s.inherits(append(parsed("apiVersion: v1\nkind: Namespace\nmetadata: {name: tenants}\n"), asleep(1)...)...)

		By("the definitions of " + oldFlux + ", and then those of " + middleFlux)
		replace := func(version string) {
			GinkgoHelper()
			for _, crd := range definitions(version) {
				Eventually(ctx, func(g Gomega) {
					there := &apiextensionsv1.CustomResourceDefinition{}
					err := c.Get(ctx, client.ObjectKeyFromObject(crd), there)
					g.Expect(client.IgnoreNotFound(err)).To(Succeed())
					if err == nil {
						there.Spec.Versions = crd.Spec.Versions
						g.Expect(c.Update(ctx, there)).To(Succeed())
					}
				}).Should(Succeed())
			}
		}
		replace(oldFlux)
		for name := range storedVersions(ctx, Default, c) {
			Eventually(ctx, func(g Gomega) {
				crd := &apiextensionsv1.CustomResourceDefinition{}
				g.Expect(c.Get(ctx, client.ObjectKey{Name: name}, crd)).To(Succeed())
				stored := crd.Status.StoredVersions
				if len(crd.Spec.Versions) == 1 {
					return // ExternalArtifact never had another version.
				}
				g.Expect(len(stored)).To(BeNumerically(">", 1), name)
				crd.Status.StoredVersions = stored[len(stored)-1:]
				g.Expect(c.Status().Update(ctx, crd)).To(Succeed())
			}).Should(Succeed())
		}
		list := &unstructured.UnstructuredList{}
		list.SetAPIVersion("kustomize.toolkit.fluxcd.io/v1")
		list.SetKind("KustomizationList")
		Expect(c.List(ctx, list)).To(Succeed())
		Expect(list.Items).To(HaveLen(1))
		replace(middleFlux)

		By("what was stored in a version that is gone can neither be listed nor read")
		Eventually(ctx, func() error { return c.List(ctx, list) }).Should(MatchError(ContainSubstring("v1beta2")))
		GinkgoWriter.Println(c.List(ctx, list).Error())
	}, SpecTimeout(4*time.Minute))
})
