// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"encoding/json"
	"slices"
	"sync"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
)

// hibernated makes a Shoot sleep or wakes it up.
func hibernated(sleep bool) func(*gardenerShoot) {
	return func(s *gardenerShoot) { s.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(sleep)} }
}

// resourceManager returns how many replicas the shoot's gardener-resource-manager is to have, and its pods.
func (s shoot) resourceManager(g Gomega) (int32, []corev1.Pod) {
	GinkgoHelper()
	deployment := &appsv1.Deployment{}
	g.Expect(seed(s.seed).Client.Get(s.ctx, client.ObjectKey{Namespace: s.namespace(), Name: "gardener-resource-manager"}, deployment)).To(Succeed())
	pods := &corev1.PodList{}
	g.Expect(seed(s.seed).Client.List(s.ctx, pods, client.InNamespace(s.namespace()), client.MatchingLabels{"app": "gardener-resource-manager"})).To(Succeed())
	return ptr.Deref(deployment.Spec.Replicas, 1), pods.Items
}

// sleeps expects a Shoot that is hibernated, with nothing of its control plane left running.
func (s shoot) sleeps() {
	GinkgoHelper()
	Expect(s.get(Default).Status.IsHibernated).To(BeTrue())
	replicas, pods := s.resourceManager(Default)
	Expect(replicas).To(BeZero())
	Expect(pods).To(BeEmpty())
	_, err := world.ShootCluster(s.key().Namespace, s.name)
	Expect(err).To(MatchError(ContainSubstring("no running cluster")))
}

// shootInCluster is the Shoot as extensions see it in the seed.
func (s shoot) shootInCluster(g Gomega) *gardencorev1beta1.Shoot {
	GinkgoHelper()
	cluster := &extensionsv1alpha1.Cluster{}
	g.Expect(seed(s.seed).Client.Get(s.ctx, client.ObjectKey{Name: s.namespace()}, cluster)).To(Succeed())
	object := &gardencorev1beta1.Shoot{}
	g.Expect(json.Unmarshal(cluster.Spec.Shoot.Raw, object)).To(Succeed())
	return object
}

// workloads are objects that Gardener cleans up in a shoot that is deleted, and one that it does not know.
const workloads = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 0
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default}
spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: web, namespace: default}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.web.example.com}
spec:
  group: web.example.com
  names: {kind: Thing, listKind: ThingList, plural: things, singular: thing}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`

// history notes the deletions in a shoot's cluster in their order, each with what the Shoot's Cluster says then.
type history struct {
	lock    sync.Mutex
	deleted []string
	dying   []bool
}

// record watches the objects of a list's kind until the API server ends.
func (h *history) record(s shoot, c client.WithWatch, list client.ObjectList, kind string, names ...string) {
	GinkgoHelper()
	events, err := c.Watch(s.ctx, list)
	Expect(err).NotTo(HaveOccurred())
	go func() {
		defer GinkgoRecover()
		for event := range events.ResultChan() {
			object, ok := event.Object.(client.Object)
			if event.Type != watch.Deleted || !ok || !slices.Contains(names, object.GetName()) {
				continue
			}
			dying := s.shootInCluster(Default).DeletionTimestamp != nil
			h.lock.Lock()
			h.deleted, h.dying = append(h.deleted, kind+" "+object.GetName()), append(h.dying, dying)
			h.lock.Unlock()
		}
	}()
}

func (h *history) all() ([]string, []bool) {
	h.lock.Lock()
	defer h.lock.Unlock()
	return slices.Clone(h.deleted), slices.Clone(h.dying)
}

var _ = Describe("The landscape's stand-in for gardenlet", Label("long"), func() {
	It("makes a shoot sleep and wakes it up with everything that was in it, and changes in Git arrive then", func(ctx SpecContext) {
		s := synced(ctx, "sleep", seedName)
		c := s.client()
		uid := s.workload(Default).UID

		By("going to sleep")
		s.change(hibernated(true))
		s.sleeps()
		err := c.Get(ctx, client.ObjectKey{Name: "default"}, &corev1.Namespace{})
		Expect(utilnet.IsConnectionRefused(err)).To(BeTrue(), "%v", err)
		// As in gardenlet, the Cluster follows what stands in the garden.
		Eventually(ctx, func(g Gomega) { g.Expect(s.shootInCluster(g).Status.IsHibernated).To(BeTrue()) }).Should(Succeed())

		By("a reconciliation in its sleep")
		s.reconcile()
		s.sleeps()

		By("waking up")
		commit(ctx, "sleep", "from-git", "while it slept")
		s.change(hibernated(false))
		Expect(s.get(Default).Status.IsHibernated).To(BeFalse())
		replicas, pods := s.resourceManager(Default)
		Expect(replicas).To(BeEquivalentTo(1))
		Expect(pods).To(HaveLen(1))
		Expect(s.workload(Default).UID).To(Equal(uid))
		s.pullUntilShown("from-git", "while it slept")
		Expect(s.workload(Default).UID).To(Equal(uid))
	}, SpecTimeout(6*time.Minute))

	It("deletes a shoot that sleeps, for which it wakes up the control plane but no node", func(ctx SpecContext) {
		s := synced(ctx, "lastsleep", seedName)
		s.change(hibernated(true))
		s.sleeps()

		s.delete()
		Eventually(ctx, func(g Gomega) {
			shootCluster, err := world.ShootCluster(s.key().Namespace, s.name)
			g.Expect(err).NotTo(HaveOccurred())
			c, err := client.New(shootCluster.Config, client.Options{})
			g.Expect(err).NotTo(HaveOccurred())
			nodes := &corev1.NodeList{}
			g.Expect(c.List(ctx, nodes)).To(Succeed())
			g.Expect(nodes.Items).To(BeEmpty())
		}).WithPolling(20 * time.Millisecond).Should(Succeed())
		s.isGone()
		s.isDeleted()
	}, SpecTimeout(5*time.Minute))

	It("lets a shoot come into the world asleep, which gets its API server when it wakes up", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("bornasleep", repository(ctx, "bornasleep", true))
		s := user.shoot("bornasleep", "only", seedName, false, hibernated(true))
		s.succeeds()
		s.sleeps()

		s.change(hibernated(false))
		s.pullUntilShown("from-git", "first")
	}, SpecTimeout(5*time.Minute))

	It("migrates a shoot that sleeps, which then sleeps on the other seed", func(ctx SpecContext) {
		s := synced(ctx, "walker", seedName)
		uid := s.workload(Default).UID
		s.change(hibernated(true))
		s.sleeps()

		s.migrate(otherSeedName)
		old := s
		s.seed = otherSeedName
		s.succeeds()
		old.isGone()
		s.sleeps()

		s.change(hibernated(false))
		Expect(s.workload(Default).UID).To(Equal(uid))
		commit(ctx, "walker", "from-git", "second")
		s.pullUntilShown("from-git", "second")
	}, SpecTimeout(8*time.Minute))

	It("does not wait for an Extension that is removed from a shoot that sleeps", func(ctx SpecContext) {
		s := synced(ctx, "gone", seedName)
		// With any other policy Flux is taken out while it starts, and helm-controller, which then has no rights any more, may take all of
		// the ten minutes that its pod has to end.
		s.change(configured("deletionPolicy: Keep"))
		s.change(hibernated(true))
		s.change(func(s *gardenerShoot) { s.Spec.Extensions = nil })
		s.sleeps()
		Expect(s.extension(Default).DeletionTimestamp).NotTo(BeNil())

		s.change(hibernated(false))
		s.hasNoExtension()
		Expect(s.workload(Default).Data).To(HaveKeyWithValue("value", "first"))
	}, SpecTimeout(6*time.Minute))

	It("takes the namespace away from gardener-resource-manager before it deletes the Extension of a living shoot", func(ctx SpecContext) {
		s := synced(ctx, "trap", seedName)
		c, err := client.NewWithWatch(seed(s.seed).Cluster.Config, client.Options{Scheme: seed(s.seed).Client.Scheme()})
		Expect(err).NotTo(HaveOccurred())
		events, err := c.Watch(ctx, &extensionsv1alpha1.ExtensionList{}, client.InNamespace(s.namespace()))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(events.Stop)

		object := s.get(Default)
		object.Spec.Extensions = nil
		Expect(world.Garden.Client.Update(ctx, object)).To(Succeed())
		for event := range events.ResultChan() {
			extension, ok := event.Object.(*extensionsv1alpha1.Extension)
			if ok && extension.DeletionTimestamp != nil {
				break
			}
		}
		namespace := &corev1.Namespace{}
		Expect(c.Get(ctx, client.ObjectKey{Name: s.namespace()}, namespace)).To(Succeed())
		Expect(namespace.Labels).NotTo(HaveKey("extensions.gardener.cloud/shoot-flux"))
		_, pods := s.resourceManager(Default)
		Expect(pods).To(HaveLen(1))
		Expect(pods[0].Spec.Containers[0].Args).NotTo(ContainElement(ContainSubstring("--extra-target-namespace")))
		Expect(pods[0].Status.Conditions).To(ContainElement(And(HaveField("Type", corev1.PodReady), HaveField("Status", corev1.ConditionTrue))))
		s.hasNoExtension()
	}, SpecTimeout(4*time.Minute))

	It("cleans up the objects of a shoot that is deleted before its nodes go, and leaves what is labelled to stay", func(ctx SpecContext) {
		s := synced(ctx, "cleanup", seedName)
		_, err := world.GitHost.Commit(ctx, "cleanup", "workloads", map[string]string{"workloads.yaml": workloads})
		Expect(err).NotTo(HaveOccurred())
		c := s.client()
		Eventually(ctx, func(g Gomega) {
			s.pull()
			g.Expect(c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "web"}, &corev1.PersistentVolumeClaim{})).To(Succeed())
			g.Expect(c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "web"}, &appsv1.Deployment{})).To(Succeed())
		}).WithPolling(2 * time.Second).Should(Succeed())
		By("somebody suspends the root: Flux would bring back what is cleaned up")
		root := &kustomizev1.Kustomization{}
		Expect(c.Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, root)).To(Succeed())
		Expect(c.Patch(ctx, root, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"suspend":true}}`)))).To(Succeed())
		By("a Service whose load balancer nobody takes down")
		service := &corev1.Service{}
		Expect(c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "web"}, service)).To(Succeed())
		Expect(c.Patch(ctx, service, client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"finalizers":["example.com/load-balancer"]}}`)))).To(Succeed())

		h := &history{}
		recordCleanup(s, h)
		s.delete()
		s.isGone()
		s.isDeleted()

		deleted, dying := h.all()
		GinkgoWriter.Println("deleted in this order:", deleted)
		Expect(dying).To(HaveEach(BeTrue()), "extensions must know of the deletion before anything goes")
		Expect(deleted[0]).To(Equal("CustomResourceDefinition things.web.example.com"))
		Expect(deleted[len(deleted)-1]).To(Equal("Node node-0"))
		Expect(deleted).To(ConsistOf("CustomResourceDefinition things.web.example.com", "Deployment web", "Service web", "PersistentVolumeClaim web", "Node node-0"))
	}, SpecTimeout(6*time.Minute))
})

// recordCleanup notes the deletion of the workloads, the node and, should it come to that, of Flux.
func recordCleanup(s shoot, h *history) {
	GinkgoHelper()
	shootCluster, err := world.ShootCluster(s.key().Namespace, s.name)
	Expect(err).NotTo(HaveOccurred())
	watcher, err := client.NewWithWatch(shootCluster.Config, client.Options{Scheme: s.client().Scheme()})
	Expect(err).NotTo(HaveOccurred())
	h.record(s, watcher, &corev1.NodeList{}, "Node", "node-0")
	h.record(s, watcher, &appsv1.DeploymentList{}, "Deployment", "web", "source-controller", "kustomize-controller")
	h.record(s, watcher, &corev1.ServiceList{}, "Service", "web", "kubernetes")
	h.record(s, watcher, &corev1.PersistentVolumeClaimList{}, "PersistentVolumeClaim", "web")
	definitions := &metav1.PartialObjectMetadataList{}
	definitions.SetGroupVersionKind(apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinitionList"))
	h.record(s, watcher, definitions, "CustomResourceDefinition", "things.web.example.com", "kustomizations.kustomize.toolkit.fluxcd.io")
}
