// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"encoding/json"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// statusInterval is the minimum interval between two writes of a pod's status.
const statusInterval = 50 * time.Millisecond

// markDirty requests a report of the status.
func (p *pod) markDirty() {
	select {
	case p.dirty <- struct{}{}:
	default:
	}
}

// reportStatus writes the status after each change, and a last time after the pod has ended.
func (p *pod) reportStatus(ended <-chan struct{}) {
	for last := false; !last; {
		select {
		case <-p.dirty:
		case <-ended:
			last = true
		}
		if p.node.podsContext.Err() != nil {
			return // The next node with this name must still find running pods.
		}
		err := p.pushStatus()
		pause := statusInterval
		if err != nil && !apierrors.IsNotFound(err) && !apierrors.IsConflict(err) {
			p.log.V(1).Info("Reporting the status is tried again", "reason", err.Error())
			p.markDirty()
			pause = apiRetry
		}
		if !last {
			wait(p.node.podsContext, pause)
		}
	}
}

func (p *pod) pushStatus() error {
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"uid": p.object.UID}, "status": p.status()})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(p.node.ctx, apiTimeout)
	defer cancel()
	_, err = p.node.client.CoreV1().Pods(p.object.Namespace).Patch(ctx, p.object.Name, types.MergePatchType, patch, metav1.PatchOptions{}, "status")
	return err
}

func (p *pod) status() corev1.PodStatus {
	p.mu.Lock()
	defer p.mu.Unlock()
	status := corev1.PodStatus{
		HostIP: p.node.options.Address, HostIPs: []corev1.HostIP{{IP: p.node.options.Address}},
		PodIP: p.reportedIP, PodIPs: []corev1.PodIP{{IP: p.reportedIP}},
		QOSClass:  p.object.Status.QOSClass,
		StartTime: &p.startTime,
	}
	for _, c := range p.inits {
		status.InitContainerStatuses = append(status.InitContainerStatuses, *c.status.DeepCopy())
	}
	for _, c := range p.mains {
		status.ContainerStatuses = append(status.ContainerStatuses, *c.status.DeepCopy())
	}
	status.Phase = phase(status)
	p.conditions = conditions(p.conditions, status, metav1.Now())
	status.Conditions = p.conditions
	return status
}

// ready reports whether Services may send traffic to the pod.
func (p *pod) ready() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.mains {
		if !c.status.Ready {
			return false
		}
	}
	return true
}

// phase derives the phase of the pod from its containers.
func phase(status corev1.PodStatus) corev1.PodPhase {
	ended, failed, started := 0, false, true
	for _, s := range status.ContainerStatuses {
		if s.State.Terminated != nil {
			ended++
			failed = failed || s.State.Terminated.ExitCode != 0
		}
		started = started && s.ContainerID != ""
	}
	for _, s := range status.InitContainerStatuses {
		if s.State.Terminated != nil && s.State.Terminated.ExitCode != 0 {
			return corev1.PodFailed // A container that is restarted would be in state Waiting.
		}
	}
	switch {
	case ended == len(status.ContainerStatuses) && failed:
		return corev1.PodFailed
	case ended == len(status.ContainerStatuses):
		return corev1.PodSucceeded
	case started:
		return corev1.PodRunning
	}
	return corev1.PodPending
}

// conditions updates the node's own conditions among the current conditions. It keeps transition times if the status
// has not changed.
func conditions(present []corev1.PodCondition, status corev1.PodStatus, now metav1.Time) []corev1.PodCondition {
	initialized, ready := true, true
	for _, s := range status.InitContainerStatuses {
		initialized = initialized && s.Ready
	}
	for _, s := range status.ContainerStatuses {
		ready = ready && s.Ready
	}
	own := []corev1.PodCondition{
		condition(corev1.PodReadyToStartContainers, true, now),
		condition(corev1.PodScheduled, true, now),
		condition(corev1.PodInitialized, initialized, now),
		condition(corev1.ContainersReady, ready, now),
		condition(corev1.PodReady, ready, now),
	}
	for _, p := range present {
		foreign := true
		for i := range own {
			if own[i].Type != p.Type {
				continue
			}
			foreign = false
			if own[i].Status == p.Status {
				own[i].LastTransitionTime = p.LastTransitionTime
			}
		}
		if foreign {
			own = append(own, p)
		}
	}
	return own
}

func condition(t corev1.PodConditionType, value bool, now metav1.Time) corev1.PodCondition {
	c := corev1.PodCondition{Type: t, Status: corev1.ConditionFalse, LastTransitionTime: now}
	if value {
		c.Status = corev1.ConditionTrue
	}
	return c
}
