// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// +k8s:deepcopy-gen=package
// +k8s:defaulter-gen=TypeMeta
// +groupName=flux.extensions.gardener.cloud

// Package v1alpha1 defines the FluxConfig that users write, its defaults, the status of Flux in Shoots, and the names
// that the extension uses in garden, seed and shoot. It must not access clusters.
package v1alpha1
