// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

// GroupName is the group name used in this package.
const GroupName = "operator.gardener.cloud"
