// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package helper

import (
	"slices"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
)

// ClusterAutoscalerRequired returns whether the given worker pool configuration indicates that a cluster-autoscaler
// is needed.
func ClusterAutoscalerRequired(pools []extensionsv1alpha1.WorkerPool) bool {
	return slices.ContainsFunc(pools, func(pool extensionsv1alpha1.WorkerPool) bool {
		return pool.Maximum > pool.Minimum
	})
}

// GetMachineDeploymentClusterAutoscalerAnnotations returns a map of annotations with values intended to be used as cluster-autoscaler options for the worker group
func GetMachineDeploymentClusterAutoscalerAnnotations(caOptions *extensionsv1alpha1.ClusterAutoscalerOptions) map[string]string {
	// Setting all the annotations to empty value which is used
	// to check which options are explicitly set
	annotations := map[string]string{
		extensionsv1alpha1.ScaleDownUtilizationThresholdAnnotation:    "",
		extensionsv1alpha1.ScaleDownGpuUtilizationThresholdAnnotation: "",
		extensionsv1alpha1.ScaleDownUnneededTimeAnnotation:            "",
		extensionsv1alpha1.ScaleDownUnreadyTimeAnnotation:             "",
		extensionsv1alpha1.MaxNodeProvisionTimeAnnotation:             "",
	}
	if caOptions != nil {
		if caOptions.ScaleDownUtilizationThreshold != nil {
			annotations[extensionsv1alpha1.ScaleDownUtilizationThresholdAnnotation] = *caOptions.ScaleDownUtilizationThreshold
		}
		if caOptions.ScaleDownGpuUtilizationThreshold != nil {
			annotations[extensionsv1alpha1.ScaleDownGpuUtilizationThresholdAnnotation] = *caOptions.ScaleDownGpuUtilizationThreshold
		}
		if caOptions.ScaleDownUnneededTime != nil {
			annotations[extensionsv1alpha1.ScaleDownUnneededTimeAnnotation] = caOptions.ScaleDownUnneededTime.Duration.String()
		}
		if caOptions.ScaleDownUnreadyTime != nil {
			annotations[extensionsv1alpha1.ScaleDownUnreadyTimeAnnotation] = caOptions.ScaleDownUnreadyTime.Duration.String()
		}
		if caOptions.MaxNodeProvisionTime != nil {
			annotations[extensionsv1alpha1.MaxNodeProvisionTimeAnnotation] = caOptions.MaxNodeProvisionTime.Duration.String()
		}
	}

	return annotations
}
