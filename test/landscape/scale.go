// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// stopInGarden scales a Deployment in the cluster that runs the garden to zero, and returns when all pods are gone.
func (l *Landscape) stopInGarden(ctx context.Context, what, name string) error {
	if err := l.scaleInGarden(ctx, what, name, 0); err != nil {
		return err
	}
	return process.Until(ctx, "the end of "+what, 200*time.Millisecond, func(ctx context.Context) error {
		pods := &corev1.PodList{}
		err := l.runtime.Client.List(ctx, pods, client.InNamespace(v1beta1constants.GardenNamespace), client.MatchingLabels{"app.kubernetes.io/name": name})
		if err == nil && len(pods.Items) > 0 {
			err = fmt.Errorf("%d of its pods are left", len(pods.Items))
		}
		return err
	})
}

func (l *Landscape) scaleInGarden(ctx context.Context, what, name string, replicas int32) error {
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: v1beta1constants.GardenNamespace, Name: name}}
	patch := client.RawPatch(types.MergePatchType, fmt.Appendf(nil, `{"spec":{"replicas":%d}}`, replicas))
	if err := l.runtime.Client.Patch(ctx, deployment, patch); err != nil {
		return fmt.Errorf("scaling %s to %d: %w", what, replicas, err)
	}
	return nil
}
