// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = DescribeTable("A gardener-resource-manager without Flux's namespace",
	func(ctx SpecContext, labels map[string]string, status, reason string) {
		s := newSimulated(ctx)
		if labels != nil {
			Expect(s.Seed.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: controllertest.TechnicalID, Labels: labels}})).To(Succeed())
		}
		for _, resource := range s.Resources(ctx) {
			resource.Status.Conditions[0] = gardencorev1beta1.Condition{
				Type: resourcesv1alpha1.ResourcesApplied, Status: "False", Reason: "ApplyFailed", Message: "unable to get: flux-system/x because of unknown namespace for the cache",
			}
			Expect(s.Seed.Update(ctx, &resource)).To(Succeed())
		}
		s.check(ctx)
		Expect(s.Seed.Get(ctx, client.ObjectKeyFromObject(s.Ex), s.Ex)).To(Succeed())
		Expect(v1beta1helper.GetCondition(s.Ex.Status.Conditions, "FluxInstalled")).To(HaveValue(And(
			HaveField("Status", BeEquivalentTo(status)), HaveField("Reason", reason))))
	},
	Entry("is a fault in a Shoot with the extension", map[string]string{"gardener.cloud/role": "shoot", "extensions.gardener.cloud/shoot-flux": "true"}, "False", "NamespaceNotManaged"),
	Entry("is part of the removal in a Shoot without it, whose Extension gardenlet deletes later", map[string]string{"gardener.cloud/role": "shoot", "extensions.gardener.cloud/other": "true"}, "Progressing", "Removing"),
	Entry("is a fault in a namespace that gardenlet has not labelled", map[string]string{}, "False", "NamespaceNotManaged"),
	Entry("is a fault if the namespace cannot be seen", nil, "False", "NamespaceNotManaged"),
)
