// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

// +k8s:deepcopy-gen=package

// Package core is the internal version of the API.
// +groupName=core.gardener.cloud
package core
