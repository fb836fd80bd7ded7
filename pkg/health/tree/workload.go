// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"time"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
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
	o.Timeout, o.Current, o.Settled = workloadTimeout, true, isRolledOut(content)
	since, _ := conditionOf(content, "Available")["lastTransitionTime"].(string)
	o.Since = timeOf(since)
	result, err := status.Compute(content)
	switch {
	case err != nil:
		o.Status, o.Message = metav1.ConditionUnknown, text.Clean(err.Error(), longestMessage)
	case result.Status == status.CurrentStatus || isAvailable(content):
		o.Status = metav1.ConditionTrue
	case result.Status == status.FailedStatus:
		o.Status, o.Reason, o.Message = metav1.ConditionFalse, "Failed", text.Clean(result.Message, longestMessage)
	default:
		o.Status, o.Reason, o.Message = metav1.ConditionUnknown, string(result.Status), text.Clean(result.Message, longestMessage)
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

// isRolledOut reports whether all pods of a workload are those of its present generation, whether they are ready or not.
func isRolledOut(content *unstructured.Unstructured) bool {
	number := func(path ...string) int64 {
		value, _, _ := unstructured.NestedInt64(content.Object, path...)
		return value
	}
	if content.GetKind() != "Job" && number("status", "observedGeneration") != content.GetGeneration() {
		return false
	}
	switch content.GetKind() {
	case "Deployment":
		return number("status", "updatedReplicas") >= number("status", "replicas")
	case "DaemonSet":
		return number("status", "updatedNumberScheduled") >= number("status", "desiredNumberScheduled")
	case "StatefulSet":
		return stringIn(content, "status", "updateRevision") == stringIn(content, "status", "currentRevision")
	}
	return true
}

// selectorOf returns the labels of the pods of a workload; nil if it selects them in another way.
func selectorOf(content *unstructured.Unstructured) map[string]string {
	labels, _, _ := unstructured.NestedStringMap(content.Object, "spec", "selector", "matchLabels")
	return labels
}
