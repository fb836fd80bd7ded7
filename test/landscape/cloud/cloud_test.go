// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cloud

import (
	"crypto/tls"
	"net"

	druidcorev1alpha1 "github.com/gardener/etcd-druid/api/core/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
)

const namespace = "shoot--project--name"

// newCloud returns a Cloud for a seed with these objects. It does nothing by itself.
func newCloud(objects ...client.Object) (*Cloud, client.Client) {
	GinkgoHelper()
	seed := fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(objects...).
		WithStatusSubresource(&extensionsv1alpha1.Infrastructure{}, &druidcorev1alpha1.Etcd{}, &corev1.Service{}).Build()
	return &Cloud{seed: seed, log: logr.Discard(), options: Options{LoadBalancer: "10.2.1.1", VolumesDir: "/volumes"}, hibernated: map[string]bool{}}, seed
}

var _ = Describe("Cloud", func() {
	DescribeTable("carries out the operation of an extension resource",
		func(ctx SpecContext, operation string, expected gardencorev1beta1.LastOperationType) {
			infrastructure := &extensionsv1alpha1.Infrastructure{ObjectMeta: metav1.ObjectMeta{
				Namespace: namespace, Name: "infrastructure", Annotations: map[string]string{"gardener.cloud/operation": operation, "other": "value"},
			}}
			cluster := &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: namespace}, Spec: extensionsv1alpha1.ClusterSpec{
				Shoot: runtime.RawExtension{Raw: []byte(`{"spec":{"networking":{"pods":"10.11.0.0/16"}}}`)},
			}}
			c, seed := newCloud(infrastructure, cluster)
			Expect(c.reconcileExtensions(ctx)).To(Succeed())
			Expect(seed.Get(ctx, client.ObjectKeyFromObject(infrastructure), infrastructure)).To(Succeed())
			if expected == "" {
				Expect(infrastructure.Status.LastOperation).To(BeNil())
				Expect(infrastructure.Annotations).To(HaveKey("gardener.cloud/operation"))
				return
			}
			Expect(infrastructure.Annotations).To(Equal(map[string]string{"other": "value"}))
			Expect(infrastructure.Status.LastOperation).To(HaveValue(And(HaveField("Type", expected), HaveField("State", gardencorev1beta1.LastOperationStateSucceeded))))
			Expect(infrastructure.Status.Networking.Pods).To(Equal([]string{"10.11.0.0/16"}))
		},
		Entry("reconcile", "reconcile", gardencorev1beta1.LastOperationTypeReconcile),
		Entry("migrate", "migrate", gardencorev1beta1.LastOperationTypeMigrate),
		Entry("restore", "restore", gardencorev1beta1.LastOperationTypeRestore),
		Entry("wait-for-state: gardenlet restores later", "wait-for-state", gardencorev1beta1.LastOperationType("")),
	)

	It("publishes the names of DNSRecords without wildcards", func(ctx SpecContext) {
		record := func(name, dnsName string) *extensionsv1alpha1.DNSRecord {
			return &extensionsv1alpha1.DNSRecord{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}, Spec: extensionsv1alpha1.DNSRecordSpec{Name: dnsName, Values: []string{"10.2.1.1"}}}
		}
		c, _ := newCloud(record("internal", "api.example.com"), record("ingress", "*.ingress.example.com"))
		Expect(c.reconcileExtensions(ctx)).To(Succeed())
		Expect(c.Names()).To(Equal(map[string]string{"api.example.com": "10.2.1.1"}))
	})

	It("gives load balancers their address, and no other Service", func(ctx SpecContext) {
		balancer := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "balancer"}, Spec: corev1.ServiceSpec{Type: corev1.ServiceTypeLoadBalancer}}
		internal := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "internal"}}
		c, seed := newCloud(balancer, internal)
		Expect(c.reconcileLoadBalancers(ctx)).To(Succeed())
		for service, expected := range map[*corev1.Service]int{balancer: 1, internal: 0} {
			Expect(seed.Get(ctx, client.ObjectKeyFromObject(service), service)).To(Succeed())
			Expect(service.Status.LoadBalancer.Ingress).To(HaveLen(expected))
		}
	})

	It("creates the StatefulSet of an Etcd, and reports the Etcd as ready when its member is", func(ctx SpecContext) {
		etcd := &druidcorev1alpha1.Etcd{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "etcd-main", Generation: 1}, Spec: druidcorev1alpha1.EtcdSpec{Replicas: 1}}
		c, seed := newCloud(etcd)
		ready := func() bool {
			GinkgoHelper()
			Expect(c.reconcileEtcds(ctx)).To(Succeed())
			Expect(seed.Get(ctx, client.ObjectKeyFromObject(etcd), etcd)).To(Succeed())
			return etcd.Status.Ready != nil && *etcd.Status.Ready
		}
		Expect(ready()).To(BeFalse())
		set := &appsv1.StatefulSet{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "etcd-main"}}
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(set), set)).To(Succeed())
		set.Status = appsv1.StatefulSetStatus{ReadyReplicas: 1, UpdatedReplicas: 1, ObservedGeneration: set.Generation}
		Expect(seed.Status().Update(ctx, set)).To(Succeed())
		Expect(ready()).To(BeTrue())
	})

	It("reads the server name of a TLS client, and loses no byte", func(ctx SpecContext) {
		client, server := net.Pipe()
		go func() {
			defer GinkgoRecover()
			err := tls.Client(client, &tls.Config{ServerName: "api.example.com", MinVersion: tls.VersionTLS12}).HandshakeContext(ctx)
			Expect(err).To(HaveOccurred(), "nothing answers")
		}()
		name, read := serverName(ctx, server)
		Expect(name).To(Equal("api.example.com"))
		Expect(read).To(HavePrefix("\x16\x03"), "a TLS record")
		Expect(server.Close()).To(Succeed())
	})

})
