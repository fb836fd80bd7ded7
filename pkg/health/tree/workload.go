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

// workloadTimeout is the time for a workload to become ready: the default of a Deployment
// (spec.progressDeadlineSeconds).
const workloadTimeout = 10 * time.Minute

// workloadOf reads a workload, and returns false if no object of Flux applied it. It judges with kstatus, as
// Flux does when it waits (https://github.com/fluxcd/cli-utils/tree/main/pkg/kstatus).
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

// isAvailable reports whether a Deployment has rolled out its current generation and has the minimum of
// replicas: an additional replica of an autoscaler is not worth a report.
func isAvailable(content *unstructured.Unstructured) bool {
	if content.GetKind() != "Deployment" {
		return false
	}
	observed, _, _ := unstructured.NestedInt64(content.Object, "status", "observedGeneration")
	available := conditionOf(content, "Available")
	progressing := conditionOf(content, "Progressing")
	return observed == content.GetGeneration() && available["status"] == "True" && progressing["reason"] == "NewReplicaSetAvailable"
}

// isRolledOut reports whether all pods of a workload belong to its current generation, ready or not.
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

// selectorOf returns the pod labels of a workload; nil for other selectors.
func selectorOf(content *unstructured.Unstructured) map[string]string {
	labels, _, _ := unstructured.NestedStringMap(content.Object, "spec", "selector", "matchLabels")
	return labels
}
