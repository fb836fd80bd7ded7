// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cloud

import (
	"context"
	"errors"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
)

// reconcileExtensions does the work of all extension controllers except those for kind Extension. Every operation
// succeeds.
func (c *Cloud) reconcileExtensions(ctx context.Context) error {
	var errs error
	names := map[string]string{}
	for _, kind := range []string{
		extensionsv1alpha1.BackupBucketResource, extensionsv1alpha1.ContainerRuntimeResource,
		extensionsv1alpha1.ControlPlaneResource, extensionsv1alpha1.DNSRecordResource, extensionsv1alpha1.InfrastructureResource,
		extensionsv1alpha1.NetworkResource, extensionsv1alpha1.OperatingSystemConfigResource, extensionsv1alpha1.WorkerResource,
	} {
		errs = errors.Join(errs, c.each(ctx, extensionsv1alpha1.SchemeGroupVersion.WithKind(kind), func(ctx context.Context, item *unstructured.Unstructured) error {
			if kind == extensionsv1alpha1.DNSRecordResource {
				name, _, _ := unstructured.NestedString(item.Object, "spec", "name")
				values, _, _ := unstructured.NestedStringSlice(item.Object, "spec", "values")
				if len(values) > 0 && !strings.HasPrefix(name, "*") {
					names[name] = values[0]
				}
			}
			return c.succeed(ctx, item)
		}))
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.names = names
	return errs
}

func (c *Cloud) reconcileBackupEntries(ctx context.Context) error {
	return c.each(ctx, extensionsv1alpha1.SchemeGroupVersion.WithKind(extensionsv1alpha1.BackupEntryResource), c.succeed)
}

// succeed sets the status for a successful operation if gardenlet has requested one.
func (c *Cloud) succeed(ctx context.Context, item *unstructured.Unstructured) error {
	operation, requested := item.GetAnnotations()[v1beta1constants.GardenerOperation]
	if !requested || operation == v1beta1constants.GardenerOperationWaitForState || item.GetDeletionTimestamp() != nil {
		return nil
	}
	operationType := gardencorev1beta1.LastOperationTypeReconcile
	switch operation {
	case v1beta1constants.GardenerOperationMigrate:
		operationType = gardencorev1beta1.LastOperationTypeMigrate
	case v1beta1constants.GardenerOperationRestore:
		operationType = gardencorev1beta1.LastOperationTypeRestore
	}
	before := item.DeepCopy()
	annotations := item.GetAnnotations()
	delete(annotations, v1beta1constants.GardenerOperation)
	item.SetAnnotations(annotations)
	if err := c.seed.Patch(ctx, item, client.MergeFrom(before)); err != nil {
		return err
	}
	before = item.DeepCopy()
	status, _, err := unstructured.NestedMap(item.Object, "status")
	if err != nil {
		return err
	}
	if status == nil {
		status = map[string]any{}
	}
	status["observedGeneration"] = item.GetGeneration()
	status["lastOperation"] = map[string]any{
		"type": string(operationType), "state": string(gardencorev1beta1.LastOperationStateSucceeded), "progress": int64(100),
		"description": "the cloud does everything at once", "lastUpdateTime": now(),
	}
	if err := c.addResults(ctx, item, status); err != nil {
		return err
	}
	item.Object["status"] = status
	c.log.Info("Extension resource succeeded", "kind", item.GetKind(), "object", item.GetNamespace()+"/"+item.GetName(), "operation", operationType)
	return c.seed.Status().Patch(ctx, item, client.MergeFrom(before))
}

// addResults adds the fields that gardenlet reads to the status.
func (c *Cloud) addResults(ctx context.Context, item *unstructured.Unstructured, status map[string]any) error {
	switch item.GetKind() {
	case extensionsv1alpha1.BackupEntryResource:
		return c.createBackupSecret(ctx, item)
	case extensionsv1alpha1.InfrastructureResource:
		networking, err := c.shootNetworking(ctx, item.GetNamespace())
		if err != nil {
			return err
		}
		status["networking"] = networking
	case extensionsv1alpha1.OperatingSystemConfigResource:
		if purpose, _, _ := unstructured.NestedString(item.Object, "spec", "purpose"); purpose != string(extensionsv1alpha1.OperatingSystemConfigPurposeProvision) {
			return nil
		}
		secret := &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Name: "osc-result-" + item.GetName(), Namespace: item.GetNamespace()},
			Data:       map[string][]byte{extensionsv1alpha1.OperatingSystemConfigSecretDataKey: []byte("#!/bin/sh")},
		}
		if err := c.seed.Create(ctx, secret); client.IgnoreAlreadyExists(err) != nil {
			return err
		}
		status["cloudConfig"] = map[string]any{"secretRef": map[string]any{"name": secret.Name, "namespace": secret.Namespace}}
	case extensionsv1alpha1.WorkerResource:
		cluster, err := c.cluster(ctx, item.GetNamespace())
		if err != nil {
			return err
		}
		c.hibernated[item.GetNamespace()], _, _ = unstructured.NestedBool(cluster.Object, "spec", "shoot", "spec", "hibernation", "enabled")
		deployments, err := c.createMachineDeployments(ctx, item, !c.hibernated[item.GetNamespace()])
		if err != nil {
			return err
		}
		status["machineDeployments"], status["machineDeploymentsLastUpdateTime"] = deployments, now()
	}
	return nil
}

// createMachineDeployments creates a MachineDeployment for each pool, with one machine, or none if the Shoot is
// hibernated. gardenlet's care controller compares the machines with the nodes. It returns the deployments in the
// format of the Worker's status.
func (c *Cloud) createMachineDeployments(ctx context.Context, worker *unstructured.Unstructured, awake bool) ([]any, error) {
	pools, _, _ := unstructured.NestedSlice(worker.Object, "spec", "pools")
	deployments := make([]any, 0, len(pools))
	replicas := int64(0)
	if awake {
		replicas = 1
	}
	for _, pool := range pools {
		pool := pool.(map[string]any) //nolint:forcetypeassert // the CustomResourceDefinition says so
		name, _ := pool["name"].(string)
		deployment := &unstructured.Unstructured{}
		deployment.SetAPIVersion("machine.sapcloud.io/v1alpha1")
		deployment.SetKind("MachineDeployment")
		deployment.SetNamespace(worker.GetNamespace())
		deployment.SetName(worker.GetNamespace() + "-" + name)
		_, err := controllerutil.CreateOrPatch(ctx, c.seed, deployment, func() error {
			deployment.SetOwnerReferences([]metav1.OwnerReference{{APIVersion: worker.GetAPIVersion(), Kind: worker.GetKind(), Name: worker.GetName(), UID: worker.GetUID()}})
			labels := map[string]any{"name": deployment.GetName()}
			deployment.Object["spec"] = map[string]any{
				"replicas": replicas, "selector": map[string]any{"matchLabels": labels},
				"template": map[string]any{"metadata": map[string]any{"labels": labels}, "spec": map[string]any{"class": map[string]any{"kind": "MachineClass", "name": name}}},
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		deployments = append(deployments, map[string]any{"name": deployment.GetName(), "minimum": pool["minimum"], "maximum": pool["maximum"]})
	}
	return deployments, nil
}

// shootNetworking returns the networks of the Shoot in the format of an Infrastructure's status.
func (c *Cloud) shootNetworking(ctx context.Context, namespace string) (map[string]any, error) {
	cluster, err := c.cluster(ctx, namespace)
	if err != nil {
		return nil, err
	}
	networking := map[string]any{}
	for _, name := range []string{"nodes", "pods", "services"} {
		if cidr, found, _ := unstructured.NestedString(cluster.Object, "spec", "shoot", "spec", "networking", name); found {
			networking[name] = []any{cidr}
		}
	}
	return networking, nil
}

func (c *Cloud) cluster(ctx context.Context, name string) (*unstructured.Unstructured, error) {
	cluster := &unstructured.Unstructured{}
	cluster.SetGroupVersionKind(extensionsv1alpha1.SchemeGroupVersion.WithKind(extensionsv1alpha1.ClusterResource))
	return cluster, c.seed.Get(ctx, client.ObjectKey{Name: name}, cluster)
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }
