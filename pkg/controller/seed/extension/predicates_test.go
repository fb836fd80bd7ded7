// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// clientOnly is a manager that only provides a client.
type clientOnly struct {
	manager.Manager
	client client.Client
}

func (m clientOnly) GetClient() client.Client { return m.client }

var _ = Describe("Predicates for Extensions", func() {
	DescribeTable("decode the Cluster only if the other predicate accepts the event",
		func(ctx SpecContext, change func(*extensionsv1alpha1.Extension), state gardencorev1beta1.LastOperationState, passes bool, decoded int) {
			shoot, err := runtime.Encode(kubernetes.GardenCodec.LegacyCodec(gardencorev1beta1.SchemeGroupVersion), &gardencorev1beta1.Shoot{
				Status: gardencorev1beta1.ShootStatus{LastOperation: &gardencorev1beta1.LastOperation{State: state}},
			})
			Expect(err).NotTo(HaveOccurred())
			clusters := 0
			seed := interceptor.NewClient(fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(
				&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--only", Labels: map[string]string{"gardener.cloud/role": "shoot"}}},
				&extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--only"}, Spec: extensionsv1alpha1.ClusterSpec{Shoot: runtime.RawExtension{Raw: shoot}}},
			).Build(), interceptor.Funcs{
				Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
					if _, ok := object.(*extensionsv1alpha1.Cluster); ok {
						clusters++
					}
					return c.Get(ctx, key, object, options...)
				},
			})
			ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--demo--only", Name: "shoot-flux", Annotations: map[string]string{}}}
			change(ex)

			all := true
			for _, p := range predicates(ctx, clientOnly{client: seed}, false) {
				if all = p.Update(event.UpdateEvent{ObjectOld: ex, ObjectNew: ex}); !all {
					break
				}
			}
			Expect(all).To(Equal(passes))
			Expect(clusters).To(Equal(decoded))
		},
		Entry("operation annotation", func(ex *extensionsv1alpha1.Extension) { ex.Annotations["gardener.cloud/operation"] = "reconcile" },
			gardencorev1beta1.LastOperationStateProcessing, true, 1),
		Entry("operation annotation and failed Shoot", func(ex *extensionsv1alpha1.Extension) { ex.Annotations["gardener.cloud/operation"] = "reconcile" },
			gardencorev1beta1.LastOperationStateFailed, false, 1),
		Entry("status update by the controller", func(*extensionsv1alpha1.Extension) {},
			gardencorev1beta1.LastOperationStateProcessing, false, 0),
	)
})
