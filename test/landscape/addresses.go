// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"fmt"
	"math/rand/v2"
	"net"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/bridge"
)

// reservationPort is the port on which a landscape listens to reserve a loopback range.
const reservationPort = 19998

// addressRange is a range of addresses for one cluster. In loopback, it is a /16: the lower half for Services, higher
// addresses for pods.
type addressRange struct {
	second      int
	reservation net.Listener
	// bridge is true if the range is in the network of package bridge instead of loopback.
	bridge bool
}

// reserveRange reserves a loopback range that no other landscape on this machine uses. With the real gardenlet, it
// returns the next range in the network of package bridge, which only this process uses.
func (l *Landscape) reserveRange() (*addressRange, error) {
	if l.options.RealGardenlet {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		l.ranges++
		return &addressRange{second: l.ranges, bridge: true}, nil
	}
	for _, second := range rand.Perm(200) {
		second += 20
		listener, err := net.Listen("tcp", fmt.Sprintf("127.%d.255.254:%d", second, reservationPort))
		if err == nil {
			return &addressRange{second: second, reservation: listener}, nil
		}
	}
	return nil, fmt.Errorf("no free range of loopback addresses")
}

// serviceCIDR returns the cluster's range of ClusterIPs. The addresses are local, so that the API server reaches a
// Service because the node listens on its address.
func (r *addressRange) serviceCIDR() string {
	if r.bridge {
		return bridge.ServiceCIDR(r.second)
	}
	return fmt.Sprintf("127.%d.0.0/17", r.second)
}

// podIP returns the address on which a pod listens and the address that it reports. They differ in loopback, because
// EndpointSlices refuse loopback addresses.
func (r *addressRange) podIP(n int) (listen, reported string) {
	if r.bridge {
		address := bridge.PodIP(r.second, n)
		return address, address
	}
	return fmt.Sprintf("127.%d.200.%d", r.second, n), fmt.Sprintf("10.%d.200.%d", r.second, n)
}

func (r *addressRange) release() {
	if r.bridge {
		return
	}
	// An error does not matter, because the listener has accepted no connection.
	_ = r.reservation.Close()
}
