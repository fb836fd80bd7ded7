// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
)

// suspendRoot suspends or resumes the root Kustomization, as 'flux suspend kustomization flux-system' does.
func (s shoot) suspendRoot(suspend bool) {
	GinkgoHelper()
	root := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}}
	Expect(s.client().Patch(s.ctx, root, client.RawPatch("application/merge-patch+json", fmt.Appendf(nil, `{"spec":{"suspend":%t}}`, suspend)))).To(Succeed())
}

func (s shoot) rootIsSuspended(g Gomega) bool {
	root := &kustomizev1.Kustomization{}
	g.Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, root)).To(Succeed())
	return root.Spec.Suspend
}

// says waits for an Event about the Extension.
func (s shoot) says(reason, note string) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		events := &eventsv1.EventList{}
		g.Expect(seed(s.seed).Client.List(s.ctx, events, client.InNamespace(s.namespace()))).To(Succeed())
		g.Expect(events.Items).To(ContainElement(And(HaveField("Reason", reason), HaveField("Note", ContainSubstring(note)))))
	}).Should(Succeed())
}

// kustomizationsDeleted hands out the Kustomizations that are deleted from now on, as they were at last.
func (s shoot) kustomizationsDeleted() <-chan *kustomizev1.Kustomization {
	GinkgoHelper()
	shootCluster, err := world.ShootCluster(s.key().Namespace, s.name)
	Expect(err).NotTo(HaveOccurred())
	watcher, err := client.NewWithWatch(shootCluster.Config, client.Options{Scheme: s.client().Scheme()})
	Expect(err).NotTo(HaveOccurred())
	events, err := watcher.Watch(s.ctx, &kustomizev1.KustomizationList{})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(events.Stop)
	deleted := make(chan *kustomizev1.Kustomization, 10)
	go func() {
		for event := range events.ResultChan() {
			if object, ok := event.Object.(*kustomizev1.Kustomization); ok && event.Type == watch.Deleted {
				deleted <- object
			}
		}
	}()
	return deleted
}

var _ = Describe("The extension is removed from a living shoot", func() {
	It("Orphan: Flux and its credentials go, and no workload is touched", Label("either"), func(ctx SpecContext) {
		s := estate(ctx, "orphan", seedName, "flux: {componentsExtra: [source-watcher]}")
		before := s.estate(Default)
		s.removeExtension()
		s.says("FluxRemoved", "the workloads stay")
		s.hasNoFlux()
		Expect(s.estate(Default)).To(Equal(before))

		s.comesBackTo(before)
	}, within(10*time.Minute))

	It("Prune: what the root has brought goes, and what came from elsewhere stays", Label("long", "either"), func(ctx SpecContext) {
		s := estate(ctx, "prune", seedName, "deletionPolicy: Prune")
		before := s.estate(Default)

		By("a Kustomization that somebody has made in the shoot, and something that is no business of Flux's")
		_, err := world.GitHost.Commit(ctx, "prune", "another path", map[string]string{"other/other.yaml": manifest("from-other", "first")})
		Expect(err).NotTo(HaveOccurred())
		c := s.client()
		other := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "other"}, Spec: kustomizev1.KustomizationSpec{
			Path: "./other", Prune: true, Interval: metav1.Duration{Duration: time.Minute},
			SourceRef: kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "flux-system", Namespace: "flux-system"},
		}}
		Expect(c.Create(ctx, other)).To(Succeed())
		foreign := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "foreign"}}
		Expect(c.Create(ctx, foreign)).To(Succeed())
		s.pull()
		s.shows("from-other", "first")

		By("a suspended root would prune nothing: the removal says that it waits for the user to resume it")
		s.suspendRoot(true)
		Eventually(ctx, func(g Gomega) {
			object := s.get(g)
			object.Spec.Extensions = nil
			g.Expect(world.Garden.Client.Update(ctx, object)).To(Succeed())
		}).Should(Succeed())
		Eventually(ctx, func(g Gomega) {
			ex := s.extension(g)
			g.Expect(ex.Status.LastError).To(HaveValue(HaveField("Description", ContainSubstring(
				"waiting for the user to resume Kustomization flux-system/flux-system, which is suspended and would prune nothing"))))
		}).Should(Succeed())
		Expect(s.estate(Default)).To(Equal(before))
		s.suspendRoot(false)

		s.hasNoExtension()
		s.lacks("app", "data", "balancer", "from-git", "tenant", "from-chart")
		s.shows("protected", "first")
		s.shows("from-other", "first")
		Expect(c.Get(ctx, client.ObjectKeyFromObject(foreign), foreign)).To(Succeed())
		s.says("FluxRemoved", "namespace flux-system stays, because it contains ConfigMap foreign")
		s.succeeds()
	}, within(10*time.Minute))

	It("Orphan: nothing of Flux stays, also if nobody knows any more what there is, with the controllers at work", Label("long"), func(ctx SpecContext) {
		s := estate(ctx, "lost", seedName, "")
		before := s.estate(Default)

		By("somebody deletes the ManagedResources by hand, such that everything stays in the shoot")
		inSeed := seed(seedName).Client
		for _, lost := range s.managedResources() {
			Expect(inSeed.Patch(ctx, &lost, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"keepObjects":true}}`)))).To(Succeed())
			Expect(inSeed.Delete(ctx, &lost)).To(Succeed())
			isAbsent(ctx, inSeed, &lost)
		}
		Expect(s.managedResources()).To(BeEmpty())

		By("somebody else has a Secret of his own elsewhere, with a name of ours")
		ofUser := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "tenants", Name: "flux-system"}}
		Expect(s.client().Create(ctx, ofUser)).To(Succeed())

		deleted := s.kustomizationsDeleted()
		s.removeExtension()
		for range 2 {
			Eventually(ctx, deleted).Should(Receive(HaveField("Spec.Suspend", BeTrue())))
		}
		s.says("FluxRemoved", "the workloads stay")
		s.hasNoFlux()
		Expect(s.client().Get(ctx, client.ObjectKeyFromObject(ofUser), ofUser)).To(Succeed())
		Expect(s.estate(Default)).To(Equal(before))

		s.comesBackTo(before)
	}, SpecTimeout(5*time.Minute))
})

var _ = Describe("An incident", func() {
	It("lets a root that somebody has suspended or resumed in the shoot be, whatever comes", Label("long"), func(ctx SpecContext) {
		s := synced(ctx, "incident", seedName)
		s.suspendRoot(true)
		s.eventually("FluxKustomizationReady", "True", "Suspended", ContainSubstring("is suspended in the shoot until it is resumed there"))

		By("gardener-resource-manager's sync, a change of the configuration, and a restart of the extension")
		commit(ctx, "incident", "from-git", "second")
		configMap := configMapOf("incident")
		Expect(world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(configMap), configMap)).To(Succeed())
		s.change(configured("kustomization: {template: {spec: {interval: 7m}}}"))
		Eventually(ctx, func(g Gomega) {
			root := &kustomizev1.Kustomization{}
			g.Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, root)).To(Succeed())
			g.Expect(root.Spec.Interval.Duration).To(Equal(7 * time.Minute))
			g.Expect(root.Spec.Suspend).To(BeTrue())
		}).Should(Succeed())
		Expect(seed(seedName).Node.Kill(seed(seedName).ExtensionNamespace, "gardener-extension-shoot-flux")).To(Succeed())
		Expect(seed(seedName).WaitForExtension(ctx)).To(Succeed())
		s.reconcile()
		s.eventually("FluxKustomizationReady", "True", "Suspended", ContainSubstring("is suspended in the shoot until it is resumed there"))
		Expect(s.rootIsSuspended(Default)).To(BeTrue())
		s.shows("from-git", "first")

		By("resuming likewise")
		s.suspendRoot(false)
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
		s.pull()
		s.shows("from-git", "second")
		s.reconcile()
		Consistently(ctx, func(g Gomega) { g.Expect(s.rootIsSuspended(g)).To(BeFalse()) }).WithTimeout(5 * time.Second).Should(Succeed())
	}, SpecTimeout(5*time.Minute))
})

var _ = Describe("The Shoot is deleted", func() {
	It("with Flux suspended at once, so that nothing of what Gardener cleans up comes back", func(ctx SpecContext) {
		// Flux would bring back everything every two seconds.
		s := estate(ctx, "dying", seedName, "deletionPolicy: Prune", configured("kustomization: {template: {spec: {interval: 2s}}}"))
		shootCluster, err := world.ShootCluster(s.key().Namespace, s.name)
		Expect(err).NotTo(HaveOccurred())
		watcher, err := client.NewWithWatch(shootCluster.Config, client.Options{Scheme: s.client().Scheme()})
		Expect(err).NotTo(HaveOccurred())
		h := &history{}
		h.record(s, watcher, &appsv1.DeploymentList{}, "Deployment", "app", "source-controller", "kustomize-controller", "helm-controller")
		h.record(s, watcher, &corev1.ServiceList{}, "Service", "balancer")
		h.record(s, watcher, &corev1.PersistentVolumeClaimList{}, "PersistentVolumeClaim", "data")
		h.record(s, watcher, &kustomizev1.KustomizationList{}, "Kustomization", "flux-system", "nested")
		h.record(s, watcher, &corev1.NodeList{}, "Node", "node-0")

		By("a Service whose load balancer nobody takes down, for which the cleanup has to wait")
		Expect(watcher.Patch(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "balancer"}},
			client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"finalizers":["example.com/load-balancer"]}}`)))).To(Succeed())
		suspended := make(chan bool, 1)
		go func() {
			defer GinkgoRecover()
			suspended <- Eventually(ctx, func(g Gomega) { g.Expect(s.rootIsSuspended(g)).To(BeTrue()) }).WithPolling(50 * time.Millisecond).Should(Succeed())
		}()

		s.delete()
		Eventually(ctx, suspended).Should(Receive(BeTrue()))
		s.isGone()
		s.isDeleted()
		deleted, _ := h.all()
		GinkgoWriter.Println("deleted in this order:", deleted)
		slices.Sort(deleted)
		Expect(slices.Compact(slices.Clone(deleted))).To(ConsistOf("Deployment app", "Service balancer", "PersistentVolumeClaim data", "Node node-0"), "nothing of Flux's: the whole cluster goes")
		// An apply that was under way when the root was suspended goes on, and may bring one of them back. Flux that goes on does it
		// every two seconds.
		Expect(len(deleted)).To(BeNumerically("<=", 5))
	}, SpecTimeout(6*time.Minute))
})

var _ = Describe("A hibernated Shoot", Label("long", "either"), func() {
	It("keeps the extension's removal waiting until it wakes up, and then nothing is lost", func(ctx SpecContext) {
		s := estate(ctx, "asleep", seedName, "")
		before := s.estate(Default)
		s.change(hibernated(true))
		s.change(func(object *gardenerShoot) { object.Spec.Extensions = nil })
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.extension(g).Status.LastError).To(HaveValue(HaveField("Description", ContainSubstring("waiting for the shoot to wake up from hibernation"))))
		}).Should(Succeed())
		Expect(s.managedResources()).To(HaveLen(3))

		s.change(hibernated(false))
		s.hasNoExtension()
		s.hasNoFlux()
		Expect(s.estate(Default)).To(Equal(before))
	}, within(15*time.Minute))
})
