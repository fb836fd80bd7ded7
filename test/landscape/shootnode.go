// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"fmt"
	"net"
	"path/filepath"

	"k8s.io/client-go/rest"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/bridge"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cloud"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
)

// shootNode is the node of a Shoot whose control plane gardenlet has created.
type shootNode struct {
	*node.Node
	landscape *Landscape
	namespace string
}

// Release keeps the node for the seed to which the Shoot is migrated.
func (n *shootNode) Release() {
	n.landscape.mutex.Lock()
	defer n.landscape.mutex.Unlock()
	n.landscape.releasedNodes[n.namespace] = n
}

// takeNode returns the released node of a Shoot, or nil.
func (l *Landscape) takeNode(namespace string) *shootNode {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	released := l.releasedNodes[namespace]
	delete(l.releasedNodes, namespace)
	return released
}

// startShootNode starts the node of a Shoot, or takes over the node that another seed has released.
func (s *Seed) startShootNode(ctx context.Context, namespace string, config *rest.Config, labels map[string]string) (cloud.Node, error) {
	l := s.landscape
	if released := l.takeNode(namespace); released != nil {
		return released, nil
	}
	addresses, err := l.reserveRange()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(l.options.Dir, namespace)
	website := filepath.Join(dir, "website")
	if err := writeWebsite(website); err != nil {
		return nil, err
	}
	certificate, err := cloud.KubeletCertificate(ctx, s.Client, namespace, bridge.Host)
	if err != nil {
		return nil, err
	}
	config = rest.CopyConfig(config)
	config.Dial = l.dialByName
	started, err := node.Start(ctx, l.bridged(node.Options{
		Name: cloud.NodeName, Config: config, Dir: filepath.Join(dir, "node"), PodIP: addresses.podIP, Names: l.names, ServingCertificate: certificate,
		Images: resolveByVersion(shootImages(l.options.Executables, website, l.authorities())), Log: l.options.Log.WithName(namespace), Labels: labels,
	}))
	if err != nil {
		return nil, err
	}
	l.steps.completed("node of " + namespace + " runs")
	return &shootNode{Node: started, landscape: l, namespace: namespace}, nil
}

// dialByName connects to the present address of a DNS name of the landscape.
func (l *Landscape) dialByName(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	found, ok := l.names()[host]
	if !ok {
		return nil, fmt.Errorf("the landscape has no DNS name %q", host)
	}
	return (&net.Dialer{}).DialContext(ctx, network, net.JoinHostPort(found, port))
}
