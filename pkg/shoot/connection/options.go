// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection

import (
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Options are the options for the connections to shoots.
type Options struct {
	// Client are the options for clients, from health.ShootClientOptions.
	Client client.Options
	// Timeout bounds one request to a shoot's API server.
	Timeout time.Duration
	// Recheck is the time after which the kubeconfig is read again, and Retry the one after an error that another kubeconfig may fix.
	Recheck, Retry time.Duration
	// Idle is the time after which a connection that is not used is closed; 0 is client-go's. An open one has 40 KiB of buffers and stacks, and a
	// handshake takes 2 ms of processor time.
	Idle time.Duration
	// External uses the public addresses of shoots, as the variable GARDENER_SHOOT_CLIENT of Gardener's extensions does.
	External bool
}
