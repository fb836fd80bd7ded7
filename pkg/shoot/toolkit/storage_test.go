// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

var _ = Describe("Volume of source-controller", func() {
	claim := func(namespace, name string, labels map[string]string) *corev1.PersistentVolumeClaim {
		return &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, Labels: labels}}
	}
	label := map[string]string{"flux.extensions.gardener.cloud/storage": "source-controller"}
	ours := func() *corev1.PersistentVolumeClaim { return claim("flux-system", "source-controller-1234abcd", label) }
	shootWith := func(objects ...client.Object) client.Client {
		return fake.NewClientBuilder().WithScheme(scheme.Scheme).WithObjects(objects...).Build()
	}
	using := func(claims ...string) *appsv1.Deployment {
		deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller"}}
		for _, name := range claims {
			deployment.Spec.Template.Spec.Volumes = append(deployment.Spec.Template.Spec.Volumes, corev1.Volume{
				Name: name, VolumeSource: corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: name}}})
		}
		return deployment
	}
	volumes := func(ctx context.Context, shoot client.Client) []corev1.Volume {
		GinkgoHelper()
		deployment := &appsv1.Deployment{}
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(using()), deployment)).To(Succeed())
		return deployment.Spec.Template.Spec.Volumes
	}

	Describe("SweepStorage", func() {
		It("deletes the claim, and waits for the pod that uses the volume", func(ctx SpecContext) {
			held := ours()
			held.Finalizers = []string{"kubernetes.io/pvc-protection"}
			shoot := shootWith(held)
			for range 2 {
				Expect(New("shoot--x--y", shoot, nil).SweepStorage(ctx, "flux-system")).To(Equal("PersistentVolumeClaim flux-system/source-controller-1234abcd"))
			}
			Expect(shoot.Get(ctx, client.ObjectKeyFromObject(held), held)).To(Succeed())
			held.Finalizers = nil
			Expect(shoot.Update(ctx, held)).To(Succeed())
			Expect(New("shoot--x--y", shoot, nil).SweepStorage(ctx, "flux-system")).To(BeEmpty())
		})

		It("deletes the claims of shards", func(ctx SpecContext) {
			shoot := shootWith(claim("flux-system", "source-controller-a-1234abcd", map[string]string{"flux.extensions.gardener.cloud/storage": "source-controller-a"}))
			Expect(New("shoot--x--y", shoot, nil).SweepStorage(ctx, "flux-system")).NotTo(BeEmpty())
			Expect(New("shoot--x--y", shoot, nil).SweepStorage(ctx, "flux-system")).To(BeEmpty())
		})

		DescribeTable("keeps foreign claims", func(ctx SpecContext, other *corev1.PersistentVolumeClaim) {
			shoot := shootWith(other)
			Expect(New("shoot--x--y", shoot, nil).SweepStorage(ctx, "flux-system")).To(BeEmpty())
			Expect(shoot.Get(ctx, client.ObjectKeyFromObject(other), other)).To(Succeed())
			Expect(other.DeletionTimestamp).To(BeNil())
		},
			Entry("user's claim with a name of the same form", claim("flux-system", "source-controller-1234abcd", nil)),
			Entry("claim of a bootstrap", claim("flux-system", "gotk-pvc", map[string]string{"app.kubernetes.io/component": "source-controller"})),
			Entry("claim in Flux's namespace with the label of another Deployment", claim("flux-system", "data", map[string]string{"flux.extensions.gardener.cloud/storage": "database"})),
			Entry("claim of a workload in another namespace", claim("apps", "source-controller-1234abcd", label)),
			Entry("claim with the keep annotation", func() *corev1.PersistentVolumeClaim {
				kept := ours()
				kept.Annotations = map[string]string{"resources.gardener.cloud/keep-object": "true"}
				return kept
			}()),
		)
	})

	Describe("DetachStorage", func() {
		It("replaces the volume of source-controller once, and deletes nothing", func(ctx SpecContext) {
			shoot := shootWith(ours(), claim("flux-system", "mine", nil), using("source-controller-1234abcd", "mine"))
			Expect(New("shoot--x--y", shoot, nil).DetachStorage(ctx, "flux-system")).To(BeTrue())
			Expect(volumes(ctx, shoot)).To(Equal([]corev1.Volume{
				{Name: "source-controller-1234abcd", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
				{Name: "mine", VolumeSource: corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "mine"}}},
			}))
			Expect(New("shoot--x--y", shoot, nil).DetachStorage(ctx, "flux-system")).To(BeFalse())
			Expect(shoot.Get(ctx, client.ObjectKeyFromObject(ours()), ours())).To(Succeed())
		})

		It("keeps foreign volumes of source-controller", func(ctx SpecContext) {
			shoot := shootWith(claim("flux-system", "mine", nil), using("mine"))
			Expect(New("shoot--x--y", shoot, nil).DetachStorage(ctx, "flux-system")).To(BeFalse())
			Expect(volumes(ctx, shoot)).To(Equal(using("mine").Spec.Template.Spec.Volumes))
		})

		It("replaces the volumes of shards, and keeps other Deployments unchanged", func(ctx SpecContext) {
			shard := claim("flux-system", "source-controller-a-1234abcd", map[string]string{"flux.extensions.gardener.cloud/storage": "source-controller-a"})
			users := claim("flux-system", "data", map[string]string{"flux.extensions.gardener.cloud/storage": "database"})
			ofShard, database := using(shard.Name), using(users.Name)
			ofShard.Name, database.Name = "source-controller-a", "database"
			shoot := shootWith(ours(), shard, users, using("source-controller-1234abcd"), ofShard, database)
			Expect(New("shoot--x--y", shoot, nil).DetachStorage(ctx, "flux-system")).To(BeTrue())
			Expect(New("shoot--x--y", shoot, nil).DetachStorage(ctx, "flux-system")).To(BeFalse())
			Expect(volumes(ctx, shoot)).To(ConsistOf(HaveField("EmptyDir", Not(BeNil()))))
			Expect(shoot.Get(ctx, client.ObjectKeyFromObject(ofShard), ofShard)).To(Succeed())
			Expect(ofShard.Spec.Template.Spec.Volumes).To(ConsistOf(HaveField("EmptyDir", Not(BeNil()))))
			Expect(shoot.Get(ctx, client.ObjectKeyFromObject(database), database)).To(Succeed())
			Expect(database.Spec.Template.Spec.Volumes).To(ConsistOf(HaveField("PersistentVolumeClaim.ClaimName", "data")), "a label is anybody's to write")
		})

		It("tolerates a missing controller", func(ctx SpecContext) {
			Expect(New("shoot--x--y", shootWith(ours()), nil).DetachStorage(ctx, "flux-system")).To(BeFalse())
		})
	})
})
