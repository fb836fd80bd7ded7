// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/bridge"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/loopback"
)

// addressRange is a range of addresses for one cluster, in loopback or in the network of package bridge.
type addressRange struct {
	// loopback is nil in the network of package bridge, where second is the number of the range.
	loopback *loopback.Range
	second   int
}

// reserveRange reserves a loopback range that no other landscape on this machine uses. With the real gardenlet, it
// returns the next range in the network of package bridge, which only this process uses.
func (l *Landscape) reserveRange() (*addressRange, error) {
	if l.options.RealGardenlet {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		l.ranges++
		return &addressRange{second: l.ranges}, nil
	}
	reserved, err := loopback.Reserve()
	if err != nil {
		return nil, err
	}
	return &addressRange{loopback: reserved}, nil
}

// serviceCIDR returns the cluster's range of ClusterIPs.
func (r *addressRange) serviceCIDR() string {
	if r.loopback == nil {
		return bridge.ServiceCIDR(r.second)
	}
	return r.loopback.ServiceCIDR()
}

// podIP returns the address on which a pod listens and the address that it reports.
func (r *addressRange) podIP(n int) (listen, reported string) {
	if r.loopback == nil {
		address := bridge.PodIP(r.second, n)
		return address, address
	}
	return r.loopback.PodIP(n)
}

func (r *addressRange) release() {
	if r.loopback != nil {
		r.loopback.Release()
	}
}
