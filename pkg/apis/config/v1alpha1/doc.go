// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// +k8s:deepcopy-gen=package
// +k8s:defaulter-gen=TypeMeta
// +groupName=config.flux.extensions.gardener.cloud

// Package v1alpha1 defines the operator's configuration of the extension, which contains defaults and limits for all
// projects of a landscape. The controllers, the admission webhook and the CLI read the same file. The package must not
// access clusters.
package v1alpha1
