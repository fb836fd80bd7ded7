// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"errors"
	"fmt"
	"net/netip"
	"os/exec"
	"path/filepath"
	"strings"
)

// PodNetwork gives each pod a network namespace with the listen address that Options.PodIP returns. It requires the ip
// command, and privileges to create network namespaces and interfaces.
type PodNetwork struct {
	// Bridge is the name of the pods' bridge.
	Bridge string
	// Gateway is the address of the bridge with the prefix length of the pod network.
	Gateway netip.Prefix
}

// networkNamespace is the network namespace of a pod.
type networkNamespace struct {
	// name is also the name of the host's interface and therefore has at most 15 characters.
	name string
}

// file returns the path of the namespace. It is empty for the network of the host.
func (n *networkNamespace) file() string {
	if n == nil {
		return ""
	}
	return filepath.Join("/run/netns", n.name)
}

// attachNetwork creates the network namespace of the pod and attaches it to the bridge. A phantom pod needs none.
func (p *pod) attachNetwork() error {
	network := p.node.options.Network
	if network == nil || p.object.Spec.HostNetwork || p.isPhantom() {
		return nil
	}
	p.network = &networkNamespace{name: strings.ReplaceAll(p.listenIP, ".", "-")}
	p.detach() // Remove the namespace that a killed node has left behind.
	name := p.network.name
	return ip(
		"netns add "+name,
		"link add "+name+" type veth peer name eth0 netns "+name,
		"link set "+name+" master "+network.Bridge+" up",
		fmt.Sprintf("-n %s addr add %s/%d dev eth0", name, p.listenIP, network.Gateway.Bits()),
		"-n "+name+" link set eth0 up",
		"-n "+name+" link set lo up",
		"-n "+name+" route add default via "+network.Gateway.Addr().String(),
		// Containers do not run as root, but may listen on ports such as 443.
		"netns exec "+name+" sysctl -qw net.ipv4.ip_unprivileged_port_start=0",
	)
}

func (p *pod) detachNetwork() {
	if p.network != nil {
		p.detach()
	}
}

// detach removes the network namespace with its interfaces, if it exists.
func (p *pod) detach() {
	_ = ip("netns del " + p.network.name)
	_ = ip("link del " + p.network.name)
}

// ip runs the ip command once for each line of arguments.
func ip(lines ...string) error {
	for _, line := range lines {
		output, err := exec.Command("ip", strings.Fields(line)...).CombinedOutput() // #nosec G204 -- with names and addresses of this node
		if err != nil {
			return errors.Join(fmt.Errorf("ip %s: %w", line, err), errors.New(strings.TrimSpace(string(output))))
		}
	}
	return nil
}
