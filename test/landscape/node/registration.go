// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"k8s.io/utils/ptr"
)

const (
	heartbeatInterval = 10 * time.Second
	heartbeatTimeout  = 5 * time.Second
)

// capacity returns the capacity of the node. It is not enforced, and large enough that pods never wait for resources.
func capacity() corev1.ResourceList {
	return corev1.ResourceList{
		corev1.ResourceCPU:              resource.MustParse("64"),
		corev1.ResourceMemory:           resource.MustParse("256Gi"),
		corev1.ResourceEphemeralStorage: resource.MustParse("100Gi"),
		corev1.ResourcePods:             resource.MustParse("250"),
	}
}

func (n *Node) register(ctx context.Context) error {
	version, err := n.client.Discovery().ServerVersion()
	if err != nil {
		return fmt.Errorf("failed to read the version of the API server: %w", err)
	}
	object := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: n.options.Name, Labels: map[string]string{
		corev1.LabelOSStable:   "linux",
		corev1.LabelArchStable: runtime.GOARCH,
		corev1.LabelHostname:   n.options.Name,
	}}}
	maps.Copy(object.Labels, n.options.Labels)
	if _, err := n.client.CoreV1().Nodes().Create(ctx, object, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
		return fmt.Errorf("failed to create the Node object: %w", err)
	}
	patch, err := json.Marshal(map[string]any{"status": n.nodeStatus(version.GitVersion, metav1.Now())})
	if err != nil {
		return fmt.Errorf("failed to encode the Node status: %w", err)
	}
	if _, err := n.client.CoreV1().Nodes().Patch(ctx, n.options.Name, types.MergePatchType, patch, metav1.PatchOptions{}, "status"); err != nil {
		return fmt.Errorf("failed to write the Node status: %w", err)
	}
	return n.removeNotReadyTaint(ctx)
}

func (n *Node) nodeStatus(version string, now metav1.Time) corev1.NodeStatus {
	status := corev1.NodeStatus{
		Capacity:    capacity(),
		Allocatable: capacity(),
		// A Hostname would be preferred for logs, but does not resolve.
		Addresses:       []corev1.NodeAddress{{Type: corev1.NodeInternalIP, Address: n.options.Address}},
		DaemonEndpoints: corev1.NodeDaemonEndpoints{KubeletEndpoint: corev1.DaemonEndpoint{Port: n.kubeletPort}},
		NodeInfo: corev1.NodeSystemInfo{
			OperatingSystem:         "linux",
			Architecture:            runtime.GOARCH,
			KubeletVersion:          version,
			ContainerRuntimeVersion: "process://" + runtime.Version(),
		},
	}
	for _, condition := range []corev1.NodeConditionType{corev1.NodeReady, corev1.NodeMemoryPressure, corev1.NodeDiskPressure, corev1.NodePIDPressure} {
		value := corev1.ConditionFalse
		if condition == corev1.NodeReady {
			value = corev1.ConditionTrue
		}
		status.Conditions = append(status.Conditions, corev1.NodeCondition{Type: condition, Status: value, Reason: "ProcessNode", LastHeartbeatTime: now, LastTransitionTime: now})
	}
	return status
}

// removeNotReadyTaint removes the taint that the node lifecycle controller removes from ready nodes, because not all
// clusters of the landscape run this controller.
func (n *Node) removeNotReadyTaint(ctx context.Context) error {
	// RetryOnConflict treats a request timeout as the end of its own context, and then returns no error.
	var last error
	_ = retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		last = n.removeNotReadyTaintOnce(ctx)
		return last
	})
	if last != nil {
		return fmt.Errorf("failed to remove the not-ready taint: %w", last)
	}
	return nil
}

func (n *Node) removeNotReadyTaintOnce(ctx context.Context) error {
	object, err := n.client.CoreV1().Nodes().Get(ctx, n.options.Name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	tainted := func(taint corev1.Taint) bool { return taint.Key == corev1.TaintNodeNotReady }
	if !slices.ContainsFunc(object.Spec.Taints, tainted) {
		return nil
	}
	object.Spec.Taints = slices.DeleteFunc(object.Spec.Taints, tainted)
	_, err = n.client.CoreV1().Nodes().Update(ctx, object, metav1.UpdateOptions{})
	return err
}

func (n *Node) heartbeat() {
	for {
		ctx, cancel := context.WithTimeout(n.ctx, heartbeatTimeout)
		err := n.renewLease(ctx)
		if err == nil {
			err = n.ensureReady(ctx)
		}
		cancel()
		if err != nil && n.ctx.Err() == nil {
			n.log.Error(err, "Heartbeat failed")
		}
		if !wait(n.ctx, heartbeatInterval) {
			return
		}
	}
}

func (n *Node) renewLease(ctx context.Context) error {
	leases := n.client.CoordinationV1().Leases(corev1.NamespaceNodeLease)
	now := metav1.NowMicro()
	lease, err := leases.Get(ctx, n.options.Name, metav1.GetOptions{})
	switch {
	case apierrors.IsNotFound(err):
		_, err = leases.Create(ctx, &coordinationv1.Lease{
			ObjectMeta: metav1.ObjectMeta{Name: n.options.Name},
			Spec:       coordinationv1.LeaseSpec{HolderIdentity: &n.options.Name, LeaseDurationSeconds: ptr.To[int32](40), RenewTime: &now},
		}, metav1.CreateOptions{})
	case err == nil:
		lease.Spec.HolderIdentity, lease.Spec.RenewTime = &n.options.Name, &now
		_, err = leases.Update(ctx, lease, metav1.UpdateOptions{})
	}
	if err != nil {
		return fmt.Errorf("failed to renew the lease: %w", err)
	}
	return nil
}

// ensureReady registers the node again after the control plane has marked or deleted it, for example because the API
// server was down for longer than the lease duration.
func (n *Node) ensureReady(ctx context.Context) error {
	object, err := n.client.CoreV1().Nodes().Get(ctx, n.options.Name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return n.register(ctx)
	}
	if err != nil {
		return fmt.Errorf("failed to read the Node object: %w", err)
	}
	ready := slices.ContainsFunc(object.Status.Conditions, func(c corev1.NodeCondition) bool {
		return c.Type == corev1.NodeReady && c.Status == corev1.ConditionTrue
	})
	if ready {
		return nil
	}
	return n.register(ctx)
}
