// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Size is how much Flux's controllers have to reconcile.
// +kubebuilder:validation:Enum=small;medium;large
type Size string

const (
	// SizeSmall is for tens of applications.
	SizeSmall Size = "small"
	// SizeMedium is for hundreds of applications.
	SizeMedium Size = "medium"
	// SizeLarge is for about a thousand applications that change often.
	SizeLarge Size = "large"
)

// Profile is what a size sets for a controller.
type Profile struct {
	// Requests and Limits are those of its container; they replace what Flux ships resource by resource.
	Requests, Limits corev1.ResourceList
	// Concurrency is the number of objects that it reconciles at a time.
	Concurrency int32
	// RequeueDependency is after how long it checks again whether a dependency is ready, in the form of Go.
	RequeueDependency string
}

// Profile returns what the size sets for a controller; nil if that is nothing.
func (s Size) Profile(of Component) *Profile {
	var profile *Profile
	switch s {
	case SizeSmall:
		profile = newProfile("100m", "64Mi", "1", "512Mi", 5, "10s")
	case SizeMedium:
		profile = newProfile("200m", "256Mi", "2", "1Gi", 10, "5s")
	case SizeLarge:
		profile = newProfile("500m", "512Mi", "3", "3Gi", 20, "5s")
	}
	switch {
	case profile == nil || of == ComponentKustomize || of == ComponentHelm:
		return profile
	case of == ComponentSource: // It serves both, and each of its objects takes more memory.
		profile.Concurrency /= 2
		profile.RequeueDependency = ""
		if s == SizeSmall {
			profile.Limits[corev1.ResourceMemory] = resource.MustParse("1Gi")
		}
		return profile
	}
	return nil
}

func newProfile(requestedCPU, requestedMemory, cpu, memory string, concurrency int32, requeue string) *Profile {
	return &Profile{
		Requests:          corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(requestedCPU), corev1.ResourceMemory: resource.MustParse(requestedMemory)},
		Limits:            corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(cpu), corev1.ResourceMemory: resource.MustParse(memory)},
		Concurrency:       concurrency,
		RequeueDependency: requeue,
	}
}
