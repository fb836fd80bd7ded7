// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("Watch of Clusters", func() {
	cluster := func(change func(*gardencorev1beta1.Shoot)) client.Object {
		for _, object := range controllertest.ExtensionAndCluster("one", "garden-demo", func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) { change(shoot) }) {
			if _, ok := object.(*extensionsv1alpha1.Cluster); ok {
				return object
			}
		}
		return nil
	}
	none := func(*gardencorev1beta1.Shoot) {}

	DescribeTable("accepts changes that overrides may select",
		func(change func(*gardencorev1beta1.Shoot), leads bool) {
			Expect(selectionChanges().Update(event.UpdateEvent{ObjectOld: cluster(none), ObjectNew: cluster(change)})).To(Equal(leads))
		},
		Entry("no change", none, false),
		Entry("label", func(shoot *gardencorev1beta1.Shoot) { shoot.Labels = map[string]string{"env": "prod"} }, true),
		Entry("purpose", func(shoot *gardencorev1beta1.Shoot) {
			shoot.Spec.Purpose = ptr.To(gardencorev1beta1.ShootPurposeProduction)
		}, true),
		Entry("other field", func(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Region = "elsewhere" }, false),
	)

	It("leads to the Extension of the Shoot", func(ctx SpecContext) {
		projects := &controllertest.Projects{}
		r := NewReconciler(newSeed(controllertest.ExtensionAndCluster("one", "garden-demo", nil)...), projects, controllertest.NewResolver(), nil, nil, Pace{})
		Expect(r.extensionOf(ctx, cluster(none))).To(HaveExactElements(HaveField("NamespacedName.Namespace", "one")))
		Expect(r.extensionOf(ctx, &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "other"}})).To(BeEmpty())
	})
})
