// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"slices"
	"time"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// workloadTimeout is the time within which a workload must become ready. It equals the default of a Deployment's
// spec.progressDeadlineSeconds.
const workloadTimeout = 10 * time.Minute

// workloadStatus has the used status fields of all kinds of workloads.
type workloadStatus struct {
	ObservedGeneration     int64              `json:"observedGeneration"`
	Replicas               int64              `json:"replicas"`
	UpdatedReplicas        int64              `json:"updatedReplicas"`
	UpdatedNumberScheduled int64              `json:"updatedNumberScheduled"`
	DesiredNumberScheduled int64              `json:"desiredNumberScheduled"`
	UpdateRevision         string             `json:"updateRevision"`
	CurrentRevision        string             `json:"currentRevision"`
	Conditions             []metav1.Condition `json:"conditions"`
}

// workloadOf reads a workload. It returns an empty Object if Flux did not apply the workload or the workload is being
// deleted. Like Flux's health checks, it uses kstatus (https://github.com/fluxcd/cli-utils/tree/main/pkg/kstatus).
func workloadOf(content *unstructured.Unstructured) Object {
	o := named(content)
	if o.AppliedBy == (ID{}) || content.GetDeletionTimestamp() != nil {
		return Object{}
	}
	reported := decode[workloadStatus](content, "status")
	o.Timeout, o.Current, o.Settled = workloadTimeout, true, reported.isRolledOut(o)
	available := apimeta.FindStatusCondition(reported.Conditions, "Available")
	if available != nil {
		o.Since = sane(available.LastTransitionTime.Time)
	}
	// Do not report an unready replica that an autoscaler has added.
	progressing := apimeta.FindStatusCondition(reported.Conditions, "Progressing")
	hasMinimum := o.Kind == "Deployment" && reported.ObservedGeneration == o.Generation && available != nil && available.Status == metav1.ConditionTrue &&
		progressing != nil && progressing.Reason == "NewReplicaSetAvailable"
	result, err := status.Compute(content)
	switch {
	case err != nil:
		o.Status, o.Message = metav1.ConditionUnknown, text.Clean(err.Error(), longestMessage)
	case result.Status == status.CurrentStatus || hasMinimum:
		o.Status = metav1.ConditionTrue
	case result.Status == status.FailedStatus:
		o.Status, o.Reason, o.Message = metav1.ConditionFalse, "Failed", text.Clean(result.Message, longestMessage)
	default:
		o.Status, o.Reason, o.Message = metav1.ConditionUnknown, string(result.Status), text.Clean(result.Message, longestMessage)
	}
	return o
}

// isRolledOut reports whether all pods of a workload belong to its current generation, whether or not they are ready.
func (s workloadStatus) isRolledOut(o Object) bool {
	return o.Kind == "Job" || s.ObservedGeneration == o.Generation && s.UpdatedReplicas >= s.Replicas && s.UpdatedNumberScheduled >= s.DesiredNumberScheduled && s.UpdateRevision == s.CurrentRevision
}

// selectorOf returns the pod labels that a workload selects. It is nil if the selector has no matchLabels.
func selectorOf(content *unstructured.Unstructured) map[string]string {
	labels, _, _ := unstructured.NestedStringMap(content.Object, "spec", "selector", "matchLabels")
	return labels
}

// Kinds of Flux that are treated individually.
const (
	kindKustomization     = "Kustomization"
	kindHelmRelease       = "HelmRelease"
	kindHelmRepository    = "HelmRepository"
	kindHelmChart         = "HelmChart"
	kindAlert             = "Alert"
	kindProvider          = "Provider"
	kindImageRepository   = "ImageRepository"
	kindArtifactGenerator = "ArtifactGenerator"
	kindExternalArtifact  = "ExternalArtifact"
	kindOCIRepository     = "OCIRepository"
)

// Workloads returns the kinds of workloads. They are checked separately, because a Kustomization without health checks
// is ready before its workloads are.
func Workloads() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{
		appsv1.SchemeGroupVersion.WithKind("Deployment"), appsv1.SchemeGroupVersion.WithKind("StatefulSet"), appsv1.SchemeGroupVersion.WithKind("DaemonSet"),
		batchv1.SchemeGroupVersion.WithKind("Job"),
	}
}

func isWorkload(kind string) bool {
	return slices.ContainsFunc(Workloads(), func(w schema.GroupVersionKind) bool { return w.Kind == kind })
}

// isTarget reports whether other objects may wait for objects of this kind.
func isTarget(kind string) bool {
	return slices.Contains([]string{
		kindKustomization, kindHelmRelease, kindHelmRepository, kindHelmChart, kindImageRepository, kindArtifactGenerator, kindExternalArtifact,
		"GitRepository", kindOCIRepository, "Bucket",
	}, kind)
}

// inOrder sorts kinds for reading and naming their objects: kinds that apply other objects come first, workloads last.
func inOrder(kinds []schema.GroupVersionKind) []schema.GroupVersionKind {
	sorted := slices.Clone(kinds)
	slices.SortStableFunc(sorted, func(a, b schema.GroupVersionKind) int { return rank(a.Kind) - rank(b.Kind) })
	return sorted
}

func rank(kind string) int {
	switch {
	case kind == kindKustomization:
		return 0
	case kind == kindHelmRelease:
		return 1
	case isWorkload(kind):
		return 3
	}
	return 2
}
