// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensions

// HeartBeatResourceName is the name of the lease that is managed by the extensions heartbeat controller.
const HeartBeatResourceName = "gardener-extension-heartbeat"
