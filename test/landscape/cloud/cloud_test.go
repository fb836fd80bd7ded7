// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cloud

import (
	"crypto/tls"
	"net"
	"os"
	"path/filepath"

	druidcorev1alpha1 "github.com/gardener/etcd-druid/api/core/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
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
		WithStatusSubresource(&extensionsv1alpha1.Infrastructure{}, &extensionsv1alpha1.BackupEntry{}, &druidcorev1alpha1.EtcdCopyBackupsTask{}, &druidcorev1alpha1.Etcd{}, &corev1.Service{}).Build()
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

	It("lets an Etcd with backups restore and store snapshots below its bucket and prefix", func(ctx SpecContext) {
		store := &druidcorev1alpha1.StoreSpec{Container: ptr.To("bucket"), Prefix: "shoot--project--name--uid/etcd-main"}
		etcd := &druidcorev1alpha1.Etcd{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "etcd-main", Generation: 1}, Spec: druidcorev1alpha1.EtcdSpec{Replicas: 1, Backup: druidcorev1alpha1.BackupSpec{Store: store}}}
		c, seed := newCloud(etcd)
		Expect(c.reconcileEtcds(ctx)).To(Succeed())
		set := &appsv1.StatefulSet{}
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(etcd), set)).To(Succeed())
		Expect(set.Spec.Template.Spec.InitContainers).To(HaveExactElements(HaveField("Args", ContainElements("restore", "--store=bucket/shoot--project--name--uid/etcd-main"))))
		Expect(set.Spec.Template.Spec.Containers).To(ContainElement(HaveField("Args", ContainElements("serve", "--store=bucket/shoot--project--name--uid/etcd-main"))))
		Expect(set.Spec.VolumeClaimTemplates).To(HaveExactElements(HaveField("Name", "data"), HaveField("Name", "backups")))
	})

	It("replaces older snapshots in the bucket of the new seed when a Shoot is migrated back", func(ctx SpecContext) {
		store := func(bucket string) druidcorev1alpha1.StoreSpec {
			return druidcorev1alpha1.StoreSpec{Container: &bucket, Prefix: "shoot--project--name--uid/etcd-main"}
		}
		task := &druidcorev1alpha1.EtcdCopyBackupsTask{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot--project--name", Generation: 1},
			Spec:       druidcorev1alpha1.EtcdCopyBackupsTaskSpec{SourceStore: store("source"), TargetStore: store("target")},
		}
		c, seed := newCloud(task)
		c.options.VolumesDir = GinkgoT().TempDir()
		file := func(bucket string) string {
			return filepath.Join(c.options.VolumesDir, "backups", bucket, "shoot--project--name--uid", "etcd-main", "full.db")
		}
		for bucket, content := range map[string]string{"source": "new", "target": "old"} {
			Expect(os.MkdirAll(filepath.Dir(file(bucket)), 0o755)).To(Succeed())
			Expect(os.WriteFile(file(bucket), []byte(content), 0o600)).To(Succeed())
		}
		Expect(c.reconcileCopies(ctx)).To(Succeed())
		Expect(os.ReadFile(file("target"))).To(BeEquivalentTo("new"))
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(task), task)).To(Succeed())
		Expect(task.Status.Conditions).To(HaveExactElements(And(HaveField("Type", druidcorev1alpha1.EtcdCopyBackupsTaskSucceeded), HaveField("Status", druidcorev1alpha1.ConditionTrue))))
	})

	DescribeTable("creates the Secret with the bucket of a BackupEntry for the Shoot's etcd",
		func(ctx SpecContext, entryName, secretName string) {
			entry := &extensionsv1alpha1.BackupEntry{
				ObjectMeta: metav1.ObjectMeta{Name: entryName, Annotations: map[string]string{"gardener.cloud/operation": "reconcile"}}, Spec: extensionsv1alpha1.BackupEntrySpec{BucketName: "bucket"},
			}
			c, seed := newCloud(entry)
			Expect(c.reconcileBackupEntries(ctx)).To(Succeed())
			secret := &corev1.Secret{}
			Expect(seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: secretName}, secret)).To(Succeed())
			Expect(secret.Data).To(Equal(map[string][]byte{"bucketName": []byte("bucket")}))
		},
		Entry("its own", "shoot--project--name--uid", "etcd-backup"),
		Entry("that of the former seed, from which snapshots are copied", "source-shoot--project--name--uid", "source-etcd-backup"),
	)

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
