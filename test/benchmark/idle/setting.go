// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package idle

import (
	"fmt"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// setting is a setting of all controllers.
type setting struct {
	// name is empty for Flux's defaults.
	name string
	// flux is field flux of the configuration in YAML; empty for the defaults.
	flux string
	// isSet reports whether a Deployment has the setting.
	isSet func(*appsv1.Deployment) bool
}

// settings returns the sizes, and settings that could save more in an idle shoot.
func settings() []setting {
	all := []setting{{isSet: func(*appsv1.Deployment) bool { return true }}}
	for _, size := range []fluxv1alpha1.Size{fluxv1alpha1.SizeSmall, fluxv1alpha1.SizeMedium, fluxv1alpha1.SizeLarge} {
		all = append(all, setting{name: string(size), flux: fmt.Sprintf("flux: {size: %s}\n", size), isSet: func(deployment *appsv1.Deployment) bool {
			profile := size.Profile(fluxv1alpha1.Component(deployment.Name))
			return profile == nil || container(deployment).Resources.Limits.Memory().Equal(*profile.Limits.Memory())
		}})
	}
	const collections = "10"
	return append(all,
		setting{
			name: "collect",
			flux: patches(`spec: {template: {spec: {containers: [{name: manager, env: [{name: GOGC, value: "` + collections + `"}]}]}}}`),
			isSet: func(deployment *appsv1.Deployment) bool {
				return slices.Contains(container(deployment).Env, corev1.EnvVar{Name: "GOGC", Value: collections})
			},
		},
		setting{
			name: "lead",
			flux: patches(`[{op: add, path: /spec/template/spec/containers/0/args/-, value: --leader-election-lease-duration=120s}, ` +
				`{op: add, path: /spec/template/spec/containers/0/args/-, value: --leader-election-renew-deadline=100s}, ` +
				`{op: add, path: /spec/template/spec/containers/0/args/-, value: --leader-election-retry-period=30s}]`),
			isSet: func(deployment *appsv1.Deployment) bool {
				return slices.Contains(container(deployment).Args, "--leader-election-retry-period=30s")
			},
		},
	)
}

// patches returns field flux with the same patch for each controller.
func patches(patch string) string {
	flux := "flux:\n  patches:\n"
	for _, controller := range []fluxv1alpha1.Component{
		fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize, fluxv1alpha1.ComponentHelm, fluxv1alpha1.ComponentNotification,
	} {
		flux += fmt.Sprintf("  - {target: {kind: Deployment, name: %s}, patch: %q}\n", controller, patch)
	}
	return flux
}

func container(deployment *appsv1.Deployment) *corev1.Container {
	return &deployment.Spec.Template.Spec.Containers[0]
}
