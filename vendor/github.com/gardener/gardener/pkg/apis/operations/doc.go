// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

// +k8s:deepcopy-gen=package

// Package operations is the internal version of the API.
// +groupName=operations.gardener.cloud
package operations
