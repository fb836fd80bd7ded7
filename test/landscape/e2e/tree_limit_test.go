// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
)

var _ = Describe("A shoot with more of Flux's objects than are read", Label("long"), func() {
	It("is not called ready, says why, and is reported on as soon as before", func(ctx SpecContext) {
		const objects = 20_000
		user := inGarden(ctx)
		user.project("crowd", repository(ctx, "crowd", true))
		s := user.shoot("crowd", "only", seedName, false, configured("flux: {components: [source-controller, kustomize-controller]}\n"))
		s.succeeds()
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", Not(BeEmpty()))
		before := extensionMemory()

		By("objects that are suspended, so that kustomize-controller does not work for hours on what is not tested")
		c := s.client()
		failed := make([]error, objects)
		began := time.Now()
		workqueue.ParallelizeUntil(ctx, 16, objects, func(i int) {
			object := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: fmt.Sprintf("team-%d", i)}}
			object.Spec.Suspend, object.Spec.Interval, object.Spec.Path = true, metav1.Duration{Duration: time.Hour}, "./none"
			object.Spec.SourceRef = kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "none"}
			failed[i] = c.Create(ctx, object)
		})
		for _, err := range failed {
			Expect(err).NotTo(HaveOccurred())
		}
		AddReportEntry("created", fmt.Sprintf("%d objects in %s", objects, time.Since(began).Round(time.Second)))

		By("the condition and the status say that there are too many")
		revision := commit(ctx, "crowd", "from-git", "second")
		s.pull()
		Eventually(ctx, func(g Gomega) { g.Expect(s.status(g).AppliedRevision).To(ContainSubstring(revision)) }).Should(Succeed())
		s.eventually("FluxObjectsReady", "False", "TooManyObjects", ContainSubstring("5000"))
		for _, condition := range s.extension(Default).Status.Conditions {
			AddReportEntry(string(condition.Type), fmt.Sprintf("%s %s: %s", condition.Status, condition.Reason, condition.Message))
		}
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
		after := extensionMemory()
		AddReportEntry("memory", fmt.Sprintf("most of a process before: %d MiB, after: %d MiB", before, after))
		Expect(after-before).To(BeNumerically("<", 128), "MiB")

		By("and Flux is removed")
		began = time.Now()
		s.ask(func(object *gardenerShoot) { object.Spec.Extensions = nil })
		SetDefaultEventuallyTimeout(15 * time.Minute)
		DeferCleanup(func() { SetDefaultEventuallyTimeout(patience) })
		s.hasNoExtension()
		AddReportEntry("removed", time.Since(began).Round(time.Second).String())
	}, SpecTimeout(30*time.Minute))
})
