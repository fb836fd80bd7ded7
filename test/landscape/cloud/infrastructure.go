// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cloud

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// reconcileLoadBalancers sets the address of the ingress gateway in the status of each Service of type LoadBalancer.
func (c *Cloud) reconcileLoadBalancers(ctx context.Context) error {
	services := &corev1.ServiceList{}
	if err := c.seed.List(ctx, services); err != nil {
		return err
	}
	var errs error
	for _, service := range services.Items {
		if service.Spec.Type != corev1.ServiceTypeLoadBalancer || len(service.Status.LoadBalancer.Ingress) > 0 {
			continue
		}
		before := service.DeepCopy()
		service.Status.LoadBalancer.Ingress = []corev1.LoadBalancerIngress{{IP: c.options.LoadBalancer}}
		errs = errors.Join(errs, c.seed.Status().Patch(ctx, &service, client.MergeFrom(before)))
	}
	return errs
}

// reconcileClaims creates a volume in a host directory for each PersistentVolumeClaim. All claims for backups share one
// directory.
func (c *Cloud) reconcileClaims(ctx context.Context) error {
	claims := &corev1.PersistentVolumeClaimList{}
	if err := c.seed.List(ctx, claims); err != nil {
		return err
	}
	var errs error
	for _, claim := range claims.Items {
		if claim.Spec.VolumeName != "" || claim.DeletionTimestamp != nil {
			continue
		}
		name := "pv-" + string(claim.UID)
		dir := name
		if strings.HasPrefix(claim.Name, backupsClaim+"-") {
			dir = backupsClaim
		}
		volume := &corev1.PersistentVolume{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: corev1.PersistentVolumeSpec{
			Capacity: claim.Spec.Resources.Requests, AccessModes: claim.Spec.AccessModes, PersistentVolumeReclaimPolicy: corev1.PersistentVolumeReclaimRetain,
			ClaimRef:               &corev1.ObjectReference{APIVersion: "v1", Kind: "PersistentVolumeClaim", Namespace: claim.Namespace, Name: claim.Name, UID: claim.UID},
			PersistentVolumeSource: corev1.PersistentVolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: filepath.Join(c.options.VolumesDir, dir)}},
			StorageClassName:       ptr.Deref(claim.Spec.StorageClassName, ""),
		}}
		errs = errors.Join(errs, client.IgnoreAlreadyExists(c.seed.Create(ctx, volume)))
	}
	return errs
}

// reconcileMonitoring reports each Prometheus and Alertmanager as available, as prometheus-operator does.
func (c *Cloud) reconcileMonitoring(ctx context.Context) error {
	var errs error
	for _, kind := range []string{"Prometheus", "Alertmanager"} {
		errs = errors.Join(errs, c.each(ctx, schema.GroupVersionKind{Group: "monitoring.coreos.com", Version: "v1", Kind: kind}, c.reportMonitoring))
	}
	return errs
}

func (c *Cloud) reportMonitoring(ctx context.Context, item *unstructured.Unstructured) error {
	conditions, _, _ := unstructured.NestedSlice(item.Object, "status", "conditions")
	if len(conditions) > 0 && conditions[0].(map[string]any)["observedGeneration"] == item.GetGeneration() { //nolint:forcetypeassert // as below
		return nil
	}
	replicas, found, _ := unstructured.NestedInt64(item.Object, "spec", "replicas")
	if !found {
		replicas = 1
	}
	var reported []any
	for _, condition := range []string{"Available", "Reconciled"} {
		reported = append(reported, map[string]any{
			"type": condition, "status": "True", "lastTransitionTime": now(), "observedGeneration": item.GetGeneration(), "reason": "", "message": "",
		})
	}
	before := item.DeepCopy()
	item.Object["status"] = map[string]any{
		"paused": false, "replicas": replicas, "updatedReplicas": replicas, "availableReplicas": replicas, "unavailableReplicas": int64(0), "conditions": reported,
	}
	return c.seed.Status().Patch(ctx, item, client.MergeFrom(before))
}
