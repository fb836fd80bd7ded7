// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package kubernetes

var (
	// WaitUntilStatefulSetScaled is an alias for WaitUntilStatefulSetScaledToDesiredReplicas. Exposed for testing.
	WaitUntilStatefulSetScaled = WaitUntilStatefulSetScaledToDesiredReplicas
)
