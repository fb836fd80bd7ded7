// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensions

const (
	// GroupName is the name of the extensions API group.
	GroupName = "extensions.gardener.cloud"
)
