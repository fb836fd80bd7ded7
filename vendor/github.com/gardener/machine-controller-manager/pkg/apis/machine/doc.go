// SPDX-FileCopyrightText: 2024 SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

// +k8s:deepcopy-gen=package,register

// Package machine is the internal version of the API.
// +groupName=machine.sapcloud.io
package machine
