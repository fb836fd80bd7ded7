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

// reservationPort is a port on which a landscape listens to mark a loopback range as its own.
const reservationPort = 19998

// addressRange is a /16 of loopback for one cluster: the lower half for its Services, addresses above for its pods.
type addressRange struct {
	second      int
	reservation net.Listener
	// bridge says that the range belongs to the network of package bridge, and is no loopback.
	bridge bool
}

// reserveRange finds a range that no other landscape on this machine uses. With the real gardenlet, it is one of the network that
// only this process uses.
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

// serviceCIDR is the range of the cluster's ClusterIPs. It lies inside loopback, so that the API server reaches a Service
// on whose address the node listens.
func (r *addressRange) serviceCIDR() string {
	if r.bridge {
		return bridge.ServiceCIDR(r.second)
	}
	return fmt.Sprintf("127.%d.0.0/17", r.second)
}

// podIP returns the address a pod listens on and the one it reports, because EndpointSlices refuse loopback addresses.
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
	// The listener has accepted no connection, so its error does not matter.
	_ = r.reservation.Close()
}
