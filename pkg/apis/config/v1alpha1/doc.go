// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// +k8s:deepcopy-gen=package
// +k8s:defaulter-gen=TypeMeta
// +groupName=config.flux.extensions.gardener.cloud

// Package v1alpha1 is the configuration that an operator gives the extension: defaults and limits for all projects of a
// landscape. Controller, admission and CLI read the same file.
package v1alpha1
