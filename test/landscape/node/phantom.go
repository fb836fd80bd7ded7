// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// isPhantom reports whether none of the pod's containers has a process. Services send no traffic to such a pod. If
// no other pod is ready, connections are reset, because a webhook that fails open continues faster after a reset than
// after a timeout.
func (p *pod) isPhantom() bool {
	if !p.node.options.Phantoms {
		return false
	}
	for _, c := range p.mains {
		if _, known := p.node.image(c.spec.Image); known {
			return false
		}
	}
	return true
}

// runPhantom reports the container as ready until the pod ends. Init containers and containers of Jobs complete
// immediately.
func (c *container) runPhantom(ctx context.Context) {
	id := "phantom://" + c.spec.Name
	if c.init || c.pod.object.Spec.RestartPolicy != corev1.RestartPolicyAlways {
		c.update(func(s *corev1.ContainerStatus) { s.ContainerID = id })
		return
	}
	c.update(func(s *corev1.ContainerStatus) {
		s.ContainerID, s.Started, s.Ready = id, ptr.To(true), true
		s.State = corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: metav1.Now()}}
	})
	<-ctx.Done()
}
