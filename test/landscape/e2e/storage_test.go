// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// volume makes a directory of the node a persistent volume, as a provisioner does, and returns the directory.
func (s shoot) volume(name, size string) string {
	GinkgoHelper()
	dir := filepath.Join(GinkgoT().TempDir(), name)
	Expect(s.client().Create(s.ctx, &corev1.PersistentVolume{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: corev1.PersistentVolumeSpec{
		StorageClassName: "fast", AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce}, PersistentVolumeReclaimPolicy: corev1.PersistentVolumeReclaimRetain,
		Capacity:               corev1.ResourceList{corev1.ResourceStorage: resource.MustParse(size)},
		PersistentVolumeSource: corev1.PersistentVolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: dir}},
	}})).To(Succeed())
	return dir
}

// volumeClaims are the sizes of the claims in Flux's namespace.
func (s shoot) volumeClaims(g Gomega) []string {
	list := &corev1.PersistentVolumeClaimList{}
	g.Expect(s.client().List(s.ctx, list, client.InNamespace("flux-system"))).To(Succeed())
	sizes := []string{}
	for _, claim := range list.Items {
		sizes = append(sizes, claim.Spec.Resources.Requests.Storage().String())
	}
	return sizes
}

// sourceController is the ready pod of source-controller.
func (s shoot) sourceController(g Gomega) corev1.Pod {
	pods := &corev1.PodList{}
	g.Expect(s.client().List(s.ctx, pods, client.InNamespace("flux-system"), client.MatchingLabels{"app": "source-controller"})).To(Succeed())
	g.Expect(pods.Items).To(HaveLen(1))
	g.Expect(pods.Items[0].DeletionTimestamp).To(BeNil())
	g.Expect(pods.Items[0].Status.ContainerStatuses).To(ConsistOf(HaveField("Ready", BeTrue())))
	return pods.Items[0]
}

// archives are those that source-controller keeps in a directory.
func archives(dir string) []string {
	GinkgoHelper()
	found, err := filepath.Glob(filepath.Join(dir, "gitrepository/flux-system/flux-system/*.tar.gz"))
	Expect(err).NotTo(HaveOccurred())
	return found
}

var _ = Describe("The volume of source-controller", Label("long"), func() {
	It("is waited for by name, kept over restarts, replaced when it is changed, and deleted when it is not wanted any more", func(ctx SpecContext) {
		user := inGarden(ctx)
		source := repository(ctx, "stored", true)["repositoryUrl"]
		config := func(storage string) map[string]string {
			return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf("flux: {storage: %s}\nsource: {template: {spec: {url: %q}}}\n", storage, source))}
		}
		user.project("stored", config("{size: 1Gi, class: fast}"))
		s := user.shoot("stored", "only", seedName, false)
		s.succeeds()

		By("nothing provides volumes of that class: the condition names the setting")
		s.eventually("FluxInstalled", "False", "PodsNotScheduled", And(ContainSubstring("unbound immediate PersistentVolumeClaims"),
			ContainSubstring("check flux.storage in ConfigMap flux-config")))
		Expect(s.volumeClaims(Default)).To(ConsistOf("1Gi"))

		By("there is a volume: source-controller keeps there what it has fetched")
		first := s.volume("first", "1Gi")
		s.pullUntilShown("from-git", "first")
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		pod := s.sourceController(Default)
		kept := archives(first)
		Expect(kept).To(HaveLen(1))
		before, err := os.Stat(kept[0])
		Expect(err).NotTo(HaveOccurred())

		By("another pod finds it there")
		Expect(s.client().Delete(ctx, &pod)).To(Succeed())
		Eventually(ctx, func(g Gomega) { g.Expect(s.sourceController(g).UID).NotTo(Equal(pod.UID)) }).Should(Succeed())
		s.eventually("FluxSourceReady", "True", "Succeeded", Not(BeEmpty()))
		Expect(archives(first)).To(Equal(kept))
		Expect(os.Stat(kept[0])).To(HaveField("ModTime()", Equal(before.ModTime())), "it was not fetched again")

		By("another size: another volume, and the one before is released")
		second := s.volume("second", "2Gi")
		user.configure("stored", config("{size: 2Gi, class: fast}"))
		s.reconcile()
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.volumeClaims(g)).To(ConsistOf("2Gi"))
			s.sourceController(g)
			g.Expect(archives(second)).To(HaveLen(1))
		}).Should(Succeed())
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		volume := &corev1.PersistentVolume{}
		Expect(s.client().Get(ctx, client.ObjectKey{Name: "first"}, volume)).To(Succeed())
		Expect(volume.Status.Phase).To(Equal(corev1.VolumeReleased), "what becomes of it is its reclaim policy")
		commit(ctx, "stored", "from-git", "second")
		s.pullUntilShown("from-git", "second")

		By("a ConfigMap that is gone takes no volume away")
		Expect(world.Garden.Client.Delete(ctx, configMapOf("stored"))).To(Succeed())
		s.reconcile()
		s.eventually("FluxConfigured", "False", "ConfigurationMissing", Not(BeEmpty()))
		Expect(s.volumeClaims(Default)).To(ConsistOf("2Gi"))

		By("no volume any more")
		Expect(world.Garden.Client.Create(ctx, &corev1.ConfigMap{ObjectMeta: configMapOf("stored").ObjectMeta, Data: map[string]string{
			"repositoryUrl": source, "repositoryBranch": "main", "repositoryType": "public"}})).To(Succeed())
		s.reconcile()
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.volumeClaims(g)).To(BeEmpty())
			s.sourceController(g)
		}).Should(Succeed())
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		commit(ctx, "stored", "from-git", "third")
		s.pullUntilShown("from-git", "third")

		By("a volume again, which goes with the extension; that of a user stays")
		s.volume("third", "3Gi")
		user.configure("stored", config("{size: 3Gi, class: fast}"))
		s.reconcile()
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.sourceController(g).Spec.Volumes).To(ContainElement(HaveField("PersistentVolumeClaim", Not(BeNil()))))
		}).Should(Succeed())
		mine := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "mine"}, Spec: corev1.PersistentVolumeClaimSpec{
			AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
			Resources:   corev1.VolumeResourceRequirements{Requests: corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("1Gi")}},
		}}
		Expect(s.client().Create(ctx, mine)).To(Succeed())
		s.removeExtension()
		s.hasNoFlux()
		Expect(s.volumeClaims(Default)).To(BeEmpty())
		Expect(s.client().Get(ctx, client.ObjectKeyFromObject(mine), mine)).To(Succeed())
		s.shows("from-git", "third")

		By("the Shoot is deleted: Gardener's cleanup deletes the volume, and does not wait for source-controller, which works on without")
		s.volume("fourth", "3Gi")
		s.change(func(object *gardenerShoot) {
			object.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
		})
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.sourceController(g).Spec.Volumes).To(ContainElement(HaveField("PersistentVolumeClaim", Not(BeNil()))))
		}).Should(Succeed())
		shootCluster, err := world.ShootCluster(s.key().Namespace, s.name)
		Expect(err).NotTo(HaveOccurred())
		watcher, err := client.NewWithWatch(shootCluster.Config, client.Options{Scheme: s.client().Scheme()})
		Expect(err).NotTo(HaveOccurred())
		claims, err := watcher.Watch(ctx, &corev1.PersistentVolumeClaimList{}, client.InNamespace("flux-system"))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(claims.Stop)
		deployments, err := watcher.Watch(ctx, &appsv1.DeploymentList{}, client.InNamespace("flux-system"), client.MatchingFields{"metadata.name": "source-controller"})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(deployments.Stop)
		order := make(chan string, 100)
		began := time.Now()
		go func() {
			for event := range deployments.ResultChan() {
				if deployment, is := event.Object.(*appsv1.Deployment); is && deployment.Spec.Template.Spec.Volumes[0].EmptyDir != nil {
					order <- fmt.Sprintf("source-controller has a directory after %s", time.Since(began))
				}
			}
		}()
		go func() {
			for event := range claims.ResultChan() {
				if event.Type == watch.Deleted {
					order <- fmt.Sprintf("the volume is gone after %s", time.Since(began))
				}
			}
		}()
		s.delete()
		for _, expected := range []string{"source-controller has a directory", "the volume is gone"} {
			Eventually(ctx, order).Should(Receive(Satisfy(func(is string) bool {
				GinkgoWriter.Println(is)
				return strings.HasPrefix(is, expected)
			})))
		}
		s.isGone()
		s.isDeleted()
	}, SpecTimeout(12*time.Minute))
})
