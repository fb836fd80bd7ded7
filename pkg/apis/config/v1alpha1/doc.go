// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// +k8s:deepcopy-gen=package
// +k8s:defaulter-gen=TypeMeta
// +groupName=config.flux.extensions.gardener.cloud

// Package v1alpha1 defines the operator's configuration of the extension: defaults and limits for all projects
// of a landscape. Controller, admission and CLI read the same file. It must not read clusters.
package v1alpha1
