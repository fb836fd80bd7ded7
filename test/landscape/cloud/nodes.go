// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cloud

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	nodeagentconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/nodeagent/v1alpha1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
)

// NodeName is the name of the only node of a Shoot.
const NodeName = "node-0"

// leaseInterval is the interval at which the Lease of gardener-node-agent is renewed.
const leaseInterval = 10 * time.Second

// Node is the running node of a Shoot.
type Node interface {
	// Stop stops the node and all its pods.
	Stop()
	// Release leaves the node running for another seed's cloud.
	Release()
}

// StartNode starts the node of the Shoot with the technical namespace, or takes over the node that another seed's cloud
// has released. config acts as an administrator of the shoot, and its host is the shoot's internal domain.
type StartNode func(ctx context.Context, namespace string, config *rest.Config, labels map[string]string) (Node, error)

// shootNode is the node of one Shoot.
type shootNode struct {
	running Node
	client  client.Client
	// authority is the name of the Secret with the authority that signed the node's client certificate.
	authority string
	renewed   time.Time
}

// reconcileNodes starts the node of a Shoot when its Worker has succeeded, and stops the node when the Shoot is
// hibernated or the Worker is deleted. A node survives the migration of its Shoot. It does the work of
// machine-controller-manager and gardener-node-agent.
func (c *Cloud) reconcileNodes(ctx context.Context) error {
	workers, err := c.list(ctx, extensionsv1alpha1.SchemeGroupVersion.WithKind(extensionsv1alpha1.WorkerResource))
	if err != nil {
		return err
	}
	var errs error
	wanted := map[string]bool{}
	for _, worker := range workers {
		namespace := worker.GetNamespace()
		if operation, _, _ := unstructured.NestedString(worker.Object, "status", "lastOperation", "type"); operation == string(gardencorev1beta1.LastOperationTypeMigrate) {
			c.releaseNode(namespace)
			continue
		}
		wanted[namespace] = c.needsNode(&worker)
		if !wanted[namespace] {
			continue
		}
		if running := c.nodes[namespace]; running == nil {
			errs = errors.Join(errs, c.startNode(ctx, &worker))
		} else if c.credentialsRotated(ctx, namespace, running) {
			running.running.Stop()
			delete(c.nodes, namespace)
			errs = errors.Join(errs, c.startNode(ctx, &worker))
		}
	}
	for namespace, n := range c.nodes {
		if wanted[namespace] {
			errs = errors.Join(errs, n.report(ctx))
			continue
		}
		n.running.Stop()
		delete(c.nodes, namespace)
		c.log.Info("Node stopped", "namespace", namespace)
		errs = errors.Join(errs, n.remove(ctx))
	}
	return errs
}

// needsNode returns whether the last operation of the Worker succeeded and created a machine. A Shoot to hibernate
// keeps its machine until the next operation succeeds.
func (c *Cloud) needsNode(worker *unstructured.Unstructured) bool {
	namespace := worker.GetNamespace()
	state, _, _ := unstructured.NestedString(worker.Object, "status", "lastOperation", "state")
	return state == string(gardencorev1beta1.LastOperationStateSucceeded) && !c.hibernated[namespace]
}

// credentialsRotated returns whether the kube-apiserver accepts certificates of a newer authority than the node's. The
// node would lose its access when the rotation is completed, because unlike a kubelet, it does not renew its
// certificate.
func (c *Cloud) credentialsRotated(ctx context.Context, namespace string, running *shootNode) bool {
	clients, err := authorities(ctx, c.seed, namespace, v1beta1constants.SecretNameCAClient)
	if err != nil || newest(clients).Name == running.authority {
		return false
	}
	config, err := ShootConfig(ctx, c.seed, namespace)
	if err != nil {
		return false
	}
	shoot, err := client.New(config, client.Options{})
	return err == nil && shoot.Get(ctx, client.ObjectKey{Name: NodeName}, &corev1.Node{}) == nil
}

func (c *Cloud) releaseNode(namespace string) {
	if n := c.nodes[namespace]; n != nil {
		n.running.Release()
		delete(c.nodes, namespace)
		c.log.Info("Node released", "namespace", namespace)
	}
}

func (c *Cloud) startNode(ctx context.Context, worker *unstructured.Unstructured) error {
	namespace := worker.GetNamespace()
	clients, err := authorities(ctx, c.seed, namespace, v1beta1constants.SecretNameCAClient)
	if err != nil {
		return err
	}
	config, err := ShootConfig(ctx, c.seed, namespace)
	if err != nil {
		return err
	}
	shoot, err := client.New(config, client.Options{})
	if err != nil {
		return err
	}
	labels := map[string]string{v1beta1constants.LabelWorkerPoolSystemComponents: "true", corev1.LabelTopologyZone: "0"}
	if pools, _, _ := unstructured.NestedSlice(worker.Object, "spec", "pools"); len(pools) > 0 {
		pool := pools[0].(map[string]any) //nolint:forcetypeassert // the CustomResourceDefinition says so
		labels[v1beta1constants.LabelWorkerPool], _ = pool["name"].(string)
		labels[v1beta1constants.LabelWorkerKubernetesVersion], _ = pool["kubernetesVersion"].(string)
	}
	internal, err := c.internalConfig(ctx, namespace, config)
	if err != nil {
		return err
	}
	running, err := c.options.StartNode(ctx, namespace, internal, labels)
	if err != nil {
		return fmt.Errorf("starting the node of %s: %w", namespace, err)
	}
	c.nodes[namespace] = &shootNode{running: running, client: shoot, authority: newest(clients).Name}
	c.log.Info("Node started", "namespace", namespace)
	return nil
}

// internalConfig returns a client configuration with the shoot's internal domain, which stays the same when the Shoot
// is migrated. Kubelets use it, too.
func (c *Cloud) internalConfig(ctx context.Context, namespace string, config *rest.Config) (*rest.Config, error) {
	records := &extensionsv1alpha1.DNSRecordList{}
	if err := c.seed.List(ctx, records, client.InNamespace(namespace)); err != nil {
		return nil, err
	}
	for _, record := range records.Items {
		if strings.HasSuffix(record.Name, "-"+v1beta1constants.DNSRecordInternalName) {
			config = rest.CopyConfig(config)
			config.Host, config.TLSClientConfig.ServerName = "https://"+record.Spec.Name, ""
			return config, nil
		}
	}
	return nil, fmt.Errorf("namespace %s has no DNSRecord for the internal domain", namespace)
}

// report does the work of gardener-node-agent on the node: it reports the applied operating system configuration, and
// renews the Lease.
func (n *shootNode) report(ctx context.Context) error {
	object := &corev1.Node{}
	if err := n.client.Get(ctx, client.ObjectKey{Name: NodeName}, object); err != nil {
		return err
	}
	if time.Since(n.renewed) > leaseInterval {
		if err := n.renewLease(ctx); err != nil {
			return err
		}
	}
	secrets := &corev1.SecretList{}
	if err := n.client.List(ctx, secrets, client.InNamespace(metav1.NamespaceSystem),
		client.MatchingLabels{v1beta1constants.GardenRole: v1beta1constants.GardenRoleOperatingSystemConfig, v1beta1constants.LabelWorkerPool: object.Labels[v1beta1constants.LabelWorkerPool]}); err != nil {
		return err
	}
	before := object.DeepCopy()
	for _, secret := range secrets.Items {
		metav1.SetMetaDataAnnotation(&object.ObjectMeta, nodeagentconfigv1alpha1.AnnotationKeyChecksumAppliedOperatingSystemConfig,
			secret.Annotations[nodeagentconfigv1alpha1.AnnotationKeyChecksumDownloadedOperatingSystemConfig])
		metav1.SetMetaDataLabel(&object.ObjectMeta, v1beta1constants.LabelWorkerPoolGardenerNodeAgentSecretName, secret.Name)
	}
	if len(secrets.Items) != 1 || object.Labels[v1beta1constants.LabelWorkerPoolGardenerNodeAgentSecretName] == before.Labels[v1beta1constants.LabelWorkerPoolGardenerNodeAgentSecretName] &&
		object.Annotations[nodeagentconfigv1alpha1.AnnotationKeyChecksumAppliedOperatingSystemConfig] == before.Annotations[nodeagentconfigv1alpha1.AnnotationKeyChecksumAppliedOperatingSystemConfig] {
		return nil
	}
	return n.client.Patch(ctx, object, client.MergeFrom(before))
}

func (n *shootNode) renewLease(ctx context.Context) error {
	lease := &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Name: gardenerutils.NodeAgentLeaseName(NodeName), Namespace: metav1.NamespaceSystem}}
	_, err := controllerutil.CreateOrPatch(ctx, n.client, lease, func() error {
		lease.Spec = coordinationv1.LeaseSpec{HolderIdentity: ptr.To(NodeName), LeaseDurationSeconds: ptr.To[int32](40), RenewTime: &metav1.MicroTime{Time: time.Now()}}
		return nil
	})
	if err == nil {
		n.renewed = time.Now()
	}
	return err
}

// remove removes the Node and its pods, as the deletion of a machine does.
func (n *shootNode) remove(ctx context.Context) error {
	if err := n.client.Delete(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: NodeName}}); err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	pods := &corev1.PodList{}
	if err := n.client.List(ctx, pods, client.MatchingFields{"spec.nodeName": NodeName}); err != nil {
		return err
	}
	var errs error
	for _, pod := range pods.Items {
		errs = errors.Join(errs, client.IgnoreNotFound(n.client.Delete(ctx, &pod, client.GracePeriodSeconds(0))))
	}
	return errs
}
