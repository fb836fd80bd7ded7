// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package loopback reserves ranges of loopback addresses, so that clusters of several landscapes on one machine do not
// share an address.
package loopback

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
)

const (
	// reservationPort is the port on which a program listens to reserve a range.
	reservationPort = 19998
	// firstRange is the second number of the first range, and ranges is the number of ranges.
	firstRange, ranges = 20, 200
)

// Range is a range of loopback addresses for one cluster, a /16: the lower half for Services, higher addresses for
// pods.
type Range struct {
	second      int
	reservation net.Listener
}

// Reserve reserves a range that no other landscape on this machine uses.
func Reserve() (*Range, error) {
	for _, second := range rand.Perm(ranges) {
		second += firstRange
		listener, err := net.Listen("tcp", fmt.Sprintf("127.%d.255.254:%d", second, reservationPort))
		if err == nil {
			return &Range{second: second, reservation: listener}, nil
		}
	}
	return nil, errors.New("no free range of loopback addresses")
}

// ServiceCIDR returns the cluster's range of ClusterIPs. The addresses are local, so that the API server reaches a
// Service because the node listens on its address.
func (r *Range) ServiceCIDR() string {
	return fmt.Sprintf("127.%d.0.0/17", r.second)
}

// PodIP returns the address on which pod number n listens and the address that it reports. They differ, because
// EndpointSlices refuse loopback addresses.
func (r *Range) PodIP(n int) (listen, reported string) {
	return fmt.Sprintf("127.%d.200.%d", r.second, n), fmt.Sprintf("10.%d.200.%d", r.second, n)
}

// Release ends the reservation.
func (r *Range) Release() {
	// An error does not matter, because the listener has accepted no connection.
	_ = r.reservation.Close()
}
