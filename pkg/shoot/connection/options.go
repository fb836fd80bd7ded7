// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection

import (
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Options configures the connections to shoots.
type Options struct {
	// Client has the options for clients, from observe.ShootClientOptions.
	Client client.Options
	// Timeout of one request.
	Timeout time.Duration
	// Recheck is the age at which the kubeconfig is read again; Retry is the age after an error that another
	// kubeconfig may fix.
	Recheck, Retry time.Duration
	// Idle is the time after which an unused connection is closed; 0 selects client-go's default. An open
	// connection takes 40 KiB of buffers and stacks, a handshake 2 ms of processor time.
	Idle time.Duration
	// External selects the public addresses of shoots, like the variable GARDENER_SHOOT_CLIENT of Gardener's
	// extensions.
	External bool
}
