// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Flux's kinds with dependencies.
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

// Workloads returns the kinds of workloads. A Kustomization is ready without them if it does not wait for
// them.
func Workloads() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{
		appsv1.SchemeGroupVersion.WithKind("Deployment"), appsv1.SchemeGroupVersion.WithKind("StatefulSet"), appsv1.SchemeGroupVersion.WithKind("DaemonSet"),
		batchv1.SchemeGroupVersion.WithKind("Job"),
	}
}

func isWorkload(kind string) bool {
	return slices.ContainsFunc(Workloads(), func(w schema.GroupVersionKind) bool { return w.Kind == kind })
}

// isTarget reports whether other objects may wait for objects of a kind.
func isTarget(kind string) bool {
	return slices.Contains([]string{
		kindKustomization, kindHelmRelease, kindHelmRepository, kindHelmChart, kindImageRepository, kindArtifactGenerator, kindExternalArtifact,
		"GitRepository", kindOCIRepository, "Bucket",
	}, kind)
}

// reportsNothing reports whether Flux writes no conditions for a kind: Alerts and Providers are only read
// when needed (notification.toolkit.fluxcd.io/v1beta3).
func reportsNothing(kind string) bool { return kind == kindAlert || kind == kindProvider }

// inOrder sorts kinds for reading and naming their objects: kinds that apply others first, workloads last.
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
