// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resourcemanager

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var _ = Describe("mutator", func() {
	deployment := func(name, container string, args ...string) *appsv1.Deployment {
		return &appsv1.Deployment{
			ObjectMeta: metav1.ObjectMeta{Name: name},
			Spec: appsv1.DeploymentSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
				Containers: []corev1.Container{{Name: "sidecar"}, {Name: container, Args: args}},
			}}},
		}
	}

	DescribeTable("Mutate",
		func(ctx SpecContext, given, want *appsv1.Deployment) {
			Expect((&mutator{}).Mutate(ctx, given, nil)).To(Succeed())
			Expect(given).To(Equal(want))
		},
		Entry("adds the namespace",
			deployment("gardener-resource-manager", "gardener-resource-manager", "--config=x"),
			deployment("gardener-resource-manager", "gardener-resource-manager", "--config=x", "--extra-target-namespace=flux-system")),
		Entry("adds it once",
			deployment("gardener-resource-manager", "gardener-resource-manager", "--extra-target-namespace=flux-system"),
			deployment("gardener-resource-manager", "gardener-resource-manager", "--extra-target-namespace=flux-system")),
		Entry("leaves another extension's namespace alone",
			deployment("gardener-resource-manager", "gardener-resource-manager", "--extra-target-namespace=flux-system-of-others"),
			deployment("gardener-resource-manager", "gardener-resource-manager", "--extra-target-namespace=flux-system-of-others", "--extra-target-namespace=flux-system")),
		Entry("leaves another Deployment with the same label alone",
			deployment("other", "gardener-resource-manager"), deployment("other", "gardener-resource-manager")),
		Entry("leaves a Deployment without the container alone",
			deployment("gardener-resource-manager", "renamed"), deployment("gardener-resource-manager", "renamed")),
	)

	It("refuses what is no Deployment", func(ctx SpecContext) {
		Expect((&mutator{}).Mutate(ctx, &corev1.Pod{}, nil)).To(MatchError("expected a Deployment, got *v1.Pod"))
	})
})
