// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"strings"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// breaks commits content that the first directory cannot be built from.
func (r ringed) breaks() string {
	GinkgoHelper()
	bad, err := world.GitHost.Commit(r.ctx, r.repository, "break it", map[string]string{"first/directory.yaml": "kind: {"})
	Expect(err).NotTo(HaveOccurred())
	return bad
}

// stays checks that the Shoots of the later rings keep the commit while they read the source again and again.
func (r ringed) stays(commit string) {
	GinkgoHelper()
	Consistently(r.ctx, func(g Gomega) {
		for _, s := range append(r.rings["staging"], r.rings["production"]...) {
			s.pull()
			g.Expect(s.status(g).AppliedRevision).To(HaveSuffix(commit))
		}
	}, "30s", "2s").Should(Succeed())
	r.show("first", "staging", "production")
}

var _ = Describe("A rollout that promotes commits", Serial, Label("long"), func() {
	It("keeps the later rings at the proven commit when the tag that the project reads is moved", func(ctx SpecContext) {
		r := newRinged(ctx, "tagged", strings.Replace(ringsWith("", ""), "progressDeadline", "source: Promote, progressDeadline", 1), 1)
		tags := func(commit string) {
			GinkgoHelper()
			Expect(world.GitHost.Tag(ctx, r.repository, "live", commit)).To(Succeed())
			r.rings["canary"][0].pull()
		}
		good := r.commit("first")
		tags(good)
		config := r.says("first")
		config["config.yaml"] = strings.Replace(config["config.yaml"], "template: {spec: {url", "template: {spec: {ref: {tag: live}, url", 1)
		r.configure(r.project, config)
		r.promotes(good)
		r.is("Complete")
		source := &sourcev1.GitRepository{}
		Expect(r.rings["production"][0].client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, source)).To(Succeed())
		Expect(source.Spec.Reference).To(Equal(&sourcev1.GitRepositoryRef{Commit: good}))

		By("the tag is moved to a commit that cannot be built")
		began := now()
		tags(r.breaks())
		r.reports(began, "RolloutStopped", And(ContainSubstring("of the Shoots of ring canary have failed"), ContainSubstring("canary-0")))
		r.stays(good)

		By("the tag is moved to a correction, which reaches all rings")
		corrected := r.commit("first")
		tags(corrected)
		r.promotes(corrected)
	}, SpecTimeout(12*time.Minute))

	It("is added to a project whose Shoots follow the source: production keeps its commit until it is approved", func(ctx SpecContext) {
		const rollout = "{rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 3s}, {name: staging, shoots: {matchLabels: {ring: staging}}, soak: 3s}, {name: production, soak: 3s, approval: Manual}], source: Promote, progressDeadline: 4m}"
		r := newRinged(ctx, "adding", "", 1)
		before := r.commit("first")
		for _, s := range r.all() {
			s.pull()
			Eventually(ctx, func(g Gomega) { g.Expect(s.status(g).AppliedRevision).To(HaveSuffix(before)) }).Should(Succeed(), s.name)
		}

		By("the rollout is added, and a commit that cannot be built is pushed before any approval")
		r.settings = "project: {rollout: " + rollout + "}"
		r.configure(r.project, r.says("first"))
		r.is("Complete")
		for _, s := range append(r.rings["staging"], r.rings["production"]...) {
			Eventually(ctx, func(g Gomega) {
				source := &sourcev1.GitRepository{}
				g.Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, source)).To(Succeed())
				g.Expect(source.Spec.Reference).To(Equal(&sourcev1.GitRepositoryRef{Branch: "main", Commit: before}))
			}).Should(Succeed(), s.name)
		}
		began := now()
		r.breaks()
		r.rings["canary"][0].pull()
		r.reports(began, "RolloutStopped", And(ContainSubstring("of the Shoots of ring canary have failed"), ContainSubstring("canary-0")))
		r.stays(before)

		By("the correction reaches production after its approval")
		corrected := r.commit("first")
		r.rings["canary"][0].pull()
		r.is("WaitingForApproval")
		for _, s := range r.rings["production"] {
			Expect(s.status(Default).AppliedRevision).To(HaveSuffix(before))
		}
		r.operates("approve=production")
		r.promotes(corrected)
	}, SpecTimeout(12*time.Minute))
})
