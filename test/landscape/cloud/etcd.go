// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cloud

import (
	"context"
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
)

// EtcdImage is the image of an etcd member, and EtcdBackupImage the image with the program etcdbackup.
const (
	EtcdImage       = "etcd"
	EtcdBackupImage = "etcdbackup"
)

const (
	etcdPort, etcdPeer = 2379, "http://127.0.0.1:2380"
	// backupPort is the port for requests of a snapshot.
	backupPort = 8080
	// etcdGeneration is the annotation on a StatefulSet with the generation of its Etcd.
	etcdGeneration = "landscape.shoot-flux.example.com/generation"
)

// reconcileEtcds does the work of etcd-druid for Etcds with one member: it creates a StatefulSet with a plain etcd and
// its Service, and sets the status for which gardenlet waits. Only a full snapshot on request is stored.
func (c *Cloud) reconcileEtcds(ctx context.Context) error {
	return c.each(ctx, schema.GroupVersionKind{Group: "druid.gardener.cloud", Version: "v1alpha1", Kind: "Etcd"}, func(ctx context.Context, etcd *unstructured.Unstructured) error {
		if etcd.GetDeletionTimestamp() != nil {
			return nil
		}
		return c.reconcileEtcd(ctx, etcd)
	})
}

func (c *Cloud) reconcileEtcd(ctx context.Context, etcd *unstructured.Unstructured) error {
	if err := c.seed.Create(ctx, etcdService(etcd)); client.IgnoreAlreadyExists(err) != nil {
		return err
	}
	wanted := etcdStatefulSet(etcd)
	set := &appsv1.StatefulSet{ObjectMeta: metav1.ObjectMeta{Name: wanted.Name, Namespace: wanted.Namespace}}
	_, err := controllerutil.CreateOrPatch(ctx, c.seed, set, func() error {
		if set.ResourceVersion == "" {
			*set = *wanted
		} else if set.Annotations[etcdGeneration] != wanted.Annotations[etcdGeneration] {
			set.Annotations[etcdGeneration] = wanted.Annotations[etcdGeneration]
			set.Spec.Replicas, set.Spec.Template = wanted.Spec.Replicas, wanted.Spec.Template
		}
		return nil
	})
	if err != nil {
		return err
	}
	if annotations := etcd.GetAnnotations(); annotations[v1beta1constants.GardenerOperation] != "" {
		before := etcd.DeepCopy()
		delete(annotations, v1beta1constants.GardenerOperation)
		etcd.SetAnnotations(annotations)
		if err := c.seed.Patch(ctx, etcd, client.MergeFrom(before)); err != nil {
			return err
		}
	}
	return c.reportEtcd(ctx, etcd, set)
}

func etcdService(etcd *unstructured.Unstructured) *corev1.Service {
	annotations, _, _ := unstructured.NestedStringMap(etcd.Object, "spec", "etcd", "clientService", "annotations")
	podLabels, selector := etcdLabels(etcd)
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: etcd.GetName() + "-client", Namespace: etcd.GetNamespace(), Annotations: annotations, Labels: podLabels, OwnerReferences: ownedBy(etcd)},
		Spec: corev1.ServiceSpec{Selector: selector, Ports: []corev1.ServicePort{
			{Name: "client", Port: etcdPort, TargetPort: intstr.FromInt32(etcdPort)}, {Name: "backuprestore", Port: backupPort, TargetPort: intstr.FromInt32(backupPort)},
		}},
	}
}

func etcdLabels(etcd *unstructured.Unstructured) (pod, selector map[string]string) {
	pod, _, _ = unstructured.NestedStringMap(etcd.Object, "spec", "labels")
	selector, _, _ = unstructured.NestedStringMap(etcd.Object, "spec", "selector", "matchLabels")
	return pod, selector
}

func ownedBy(etcd *unstructured.Unstructured) []metav1.OwnerReference {
	return []metav1.OwnerReference{{APIVersion: etcd.GetAPIVersion(), Kind: etcd.GetKind(), Name: etcd.GetName(), UID: etcd.GetUID(), Controller: ptr.To(true)}}
}

func etcdStatefulSet(etcd *unstructured.Unstructured) *appsv1.StatefulSet {
	namespace, name := etcd.GetNamespace(), etcd.GetName()
	field := func(path ...string) string {
		value, _, _ := unstructured.NestedString(etcd.Object, path...)
		return value
	}
	replicas, _, _ := unstructured.NestedInt64(etcd.Object, "spec", "replicas")
	podLabels, selector := etcdLabels(etcd)
	secret := func(volume, name string) corev1.Volume {
		return corev1.Volume{Name: volume, VolumeSource: corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: name}}}
	}
	set := &appsv1.StatefulSet{
		ObjectMeta: metav1.ObjectMeta{
			Name: name, Namespace: namespace, OwnerReferences: ownedBy(etcd), Labels: podLabels,
			Annotations: map[string]string{etcdGeneration: strconv.FormatInt(etcd.GetGeneration(), 10)},
		},
		Spec: appsv1.StatefulSetSpec{
			Replicas: ptr.To(int32(replicas)), ServiceName: name + "-peer", Selector: &metav1.LabelSelector{MatchLabels: selector}, // #nosec G115 -- 0 or 1
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: podLabels}, Spec: corev1.PodSpec{
				PriorityClassName: field("spec", "priorityClassName"), AutomountServiceAccountToken: ptr.To(false),
				Containers: []corev1.Container{{
					Name: "etcd", Image: EtcdImage,
					Args: []string{
						"--name=" + name, "--data-dir=/data/etcd", "--unsafe-no-fsync", "--quota-backend-bytes=8589934592", "--log-level=warn",
						"--listen-client-urls=https://0.0.0.0:2379", "--advertise-client-urls=https://" + name + "-client." + namespace + ".svc:2379",
						"--listen-peer-urls=" + etcdPeer, "--initial-advertise-peer-urls=" + etcdPeer, "--initial-cluster=" + name + "=" + etcdPeer,
						"--client-cert-auth", "--trusted-ca-file=/ca/bundle.crt", "--cert-file=/server/tls.crt", "--key-file=/server/tls.key",
					},
					ReadinessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(etcdPort)}}, PeriodSeconds: 2},
					VolumeMounts:   []corev1.VolumeMount{{Name: "data", MountPath: "/data"}, {Name: "ca", MountPath: "/ca"}, {Name: "server", MountPath: "/server"}},
				}},
				Volumes: []corev1.Volume{
					secret("ca", field("spec", "etcd", "clientUrlTls", "tlsCASecretRef", "name")),
					secret("server", field("spec", "etcd", "clientUrlTls", "serverTLSSecretRef", "name")),
				},
			}},
			VolumeClaimTemplates: []corev1.PersistentVolumeClaim{volumeClaim("data")},
		},
	}
	if store := etcdStore(etcd); store != "" {
		set.Spec.Template.Spec.Volumes = append(set.Spec.Template.Spec.Volumes, secret("client", field("spec", "etcd", "clientUrlTls", "clientTLSSecretRef", "name")))
		addBackups(&set.Spec, name, store)
	}
	return set
}

func volumeClaim(name string) corev1.PersistentVolumeClaim {
	return corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: corev1.PersistentVolumeClaimSpec{
		AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
		Resources:   corev1.VolumeResourceRequirements{Requests: corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("1Gi")}},
	}}
}

// reportEtcd updates the status of the Etcd if it has changed.
func (c *Cloud) reportEtcd(ctx context.Context, etcd *unstructured.Unstructured, set *appsv1.StatefulSet) error {
	replicas := int64(ptr.Deref(set.Spec.Replicas, 0))
	ready := set.Status.ObservedGeneration == set.Generation && int64(set.Status.ReadyReplicas) == replicas && int64(set.Status.UpdatedReplicas) == replicas
	observed, _, _ := unstructured.NestedInt64(etcd.Object, "status", "observedGeneration")
	wasReady, _, _ := unstructured.NestedBool(etcd.Object, "status", "ready")
	if observed == etcd.GetGeneration() && wasReady == ready {
		return nil
	}
	status := metav1.ConditionFalse
	if ready {
		status = metav1.ConditionTrue
	}
	var conditions []any
	for _, conditionType := range []string{"Ready", "AllMembersReady", "AllMembersUpdated", "BackupReady", "DataVolumesReady"} {
		conditions = append(conditions, map[string]any{
			"type": conditionType, "status": string(status), "lastTransitionTime": now(), "lastUpdateTime": now(), "reason": "StatefulSet", "message": "the cloud stores a snapshot on request",
		})
	}
	before := etcd.DeepCopy()
	etcd.Object["status"] = map[string]any{
		"observedGeneration": etcd.GetGeneration(), "ready": ready, "replicas": replicas, "currentReplicas": replicas, "readyReplicas": int64(set.Status.ReadyReplicas),
		"conditions": conditions, "etcd": map[string]any{"apiVersion": "apps/v1", "kind": "StatefulSet", "name": set.Name},
	}
	return c.seed.Status().Patch(ctx, etcd, client.MergeFrom(before))
}
