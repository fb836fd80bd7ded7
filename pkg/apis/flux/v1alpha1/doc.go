// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// +k8s:deepcopy-gen=package
// +k8s:defaulter-gen=TypeMeta
// +groupName=flux.extensions.gardener.cloud

// Package v1alpha1 is the language of the extension: the FluxConfig that users write, its defaults, and the names the
// extension uses in garden, seed and shoot. It reads no cluster and knows no client.
package v1alpha1
