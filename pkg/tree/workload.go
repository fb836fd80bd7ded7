// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"time"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/wording"
)

// workloadTimeout is how long a workload may take to become ready: as long as a Deployment by default (spec.progressDeadlineSeconds).
const workloadTimeout = 10 * time.Minute

// workloadOf returns what is used of a workload, and false if none of Flux's objects has applied it. What kstatus makes of it is what Flux
// would, were it to wait for it (https://github.com/fluxcd/cli-utils/tree/main/pkg/kstatus).
func workloadOf(content *unstructured.Unstructured) (Object, bool) {
	o := named(content)
	if o.AppliedBy == (ID{}) || content.GetDeletionTimestamp() != nil {
		return Object{}, false
	}
	o.Timeout, o.Current = workloadTimeout, true
	since, _ := conditionOf(content, "Available")["lastTransitionTime"].(string)
	o.Since = timeOf(since)
	result, err := status.Compute(content)
	switch {
	case err != nil:
		o.Status, o.Message = metav1.ConditionUnknown, wording.Clean(err.Error(), longestMessage)
	case result.Status == status.CurrentStatus || isAvailable(content):
		o.Status = metav1.ConditionTrue
	case result.Status == status.FailedStatus:
		o.Status, o.Reason, o.Message = metav1.ConditionFalse, "Failed", wording.Clean(result.Message, longestMessage)
	default:
		o.Status, o.Reason, o.Message = metav1.ConditionUnknown, string(result.Status), wording.Clean(result.Message, longestMessage)
	}
	return o, true
}

// isAvailable reports whether a Deployment has rolled its present generation out and has as many replicas as it must at least: an autoscaler that
// adds one is no news.
func isAvailable(content *unstructured.Unstructured) bool {
	if content.GetKind() != "Deployment" {
		return false
	}
	observed, _, _ := unstructured.NestedInt64(content.Object, "status", "observedGeneration")
	available := conditionOf(content, "Available")
	progressing := conditionOf(content, "Progressing")
	return observed == content.GetGeneration() && available["status"] == "True" && progressing["reason"] == "NewReplicaSetAvailable"
}

// selectorOf returns the labels of the pods of a workload; nil if it selects them in another way.
func selectorOf(content *unstructured.Unstructured) map[string]string {
	labels, _, _ := unstructured.NestedStringMap(content.Object, "spec", "selector", "matchLabels")
	return labels
}
