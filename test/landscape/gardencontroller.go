// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	gardenControllerName     = "gardener-extension-shoot-flux-garden-controller"
	gardenControllerReplicas = 2
	pushPort                 = 10443
	// PushHost is the configured host for webhooks. It has no DNS record.
	PushHost = "push.garden.internal"
)

// PushAddress returns the host and port of the Service that receives webhooks of projects for the garden controller.
func (l *Landscape) PushAddress(ctx context.Context) (string, error) {
	service := &corev1.Service{}
	if err := l.runtime.Client.Get(ctx, client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: gardenControllerName + "-push"}, service); err != nil {
		return "", fmt.Errorf("reading the Service for webhooks: %w", err)
	}
	return net.JoinHostPort(service.Spec.ClusterIP, strconv.Itoa(pushPort)), nil
}

// waitForGardenController waits until a pod of the garden controller is the leader.
func (l *Landscape) waitForGardenController(ctx context.Context) error {
	return process.Until(ctx, "the garden controller", 200*time.Millisecond, func(ctx context.Context) error {
		deployment := &appsv1.Deployment{}
		if err := l.runtime.Client.Get(ctx, client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: gardenControllerName}, deployment); err != nil {
			return err
		}
		if !rolledOut(deployment) {
			return errors.New("its pods are not ready")
		}
		lease := &coordinationv1.Lease{}
		if err := l.runtime.Client.Get(ctx, client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: gardenControllerName + "-leader-election"}, lease); err != nil {
			return err
		}
		if ptr.Deref(lease.Spec.HolderIdentity, "") == "" {
			return errors.New("no pod leads")
		}
		return nil
	})
}

// KillGardenController sends SIGKILL to all processes of the garden controller.
func (l *Landscape) KillGardenController() error {
	return l.runtime.Node.Kill(v1beta1constants.GardenNamespace, gardenControllerName)
}

// StopGardenController stops the garden controller. It returns when all pods are gone.
func (l *Landscape) StopGardenController(ctx context.Context) error {
	return l.stopInGarden(ctx, "the garden controller", gardenControllerName)
}

// StartGardenController starts the garden controller again and waits until one of its pods is the leader.
func (l *Landscape) StartGardenController(ctx context.Context) error {
	if err := l.scaleInGarden(ctx, "the garden controller", gardenControllerName, gardenControllerReplicas); err != nil {
		return err
	}
	return l.waitForGardenController(ctx)
}
