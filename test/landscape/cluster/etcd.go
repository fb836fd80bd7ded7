// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strconv"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Etcd is an etcd for any number of clusters. Each cluster has its own prefix.
type Etcd struct {
	// URL is the address for clients.
	URL string

	group *process.Group
}

// StartEtcd starts an etcd with data and log in dir, and waits until it is ready.
func StartEtcd(ctx context.Context, executables binaries.Paths, dir string) (*Etcd, error) {
	ctx, cancel := context.WithTimeout(ctx, StartTimeout)
	defer cancel()
	clientURL, err := freeURL()
	if err != nil {
		return nil, err
	}
	peerURL, err := freeURL()
	if err != nil {
		return nil, err
	}
	etcd := &Etcd{URL: clientURL, group: process.NewGroup(filepath.Join(dir, "logs"))}
	etcdProcess, err := etcd.group.Start(process.Spec{Name: binaries.Etcd, Path: executables[binaries.Etcd], Args: []string{
		"--data-dir=" + filepath.Join(dir, "etcd"),
		"--listen-client-urls=" + clientURL,
		"--advertise-client-urls=" + clientURL,
		"--listen-peer-urls=" + peerURL,
		"--initial-advertise-peer-urls=" + peerURL,
		"--initial-cluster=default=" + peerURL,
		// The data need not survive a crash of the machine, and etcd would spend most of its time waiting for the disk.
		"--unsafe-no-fsync",
		// The former versions of objects of thousands of shoots exceed the default quota of 2 GiB before they are compacted.
		// etcd would then refuse writes.
		"--quota-backend-bytes=8589934592",
		"--log-level=warn",
	}})
	if err != nil {
		return nil, err
	}
	if err := etcdProcess.Until(ctx, "etcd", ProbeInterval, Probe(clientURL+"/health", nil)); err != nil {
		etcd.Stop()
		return nil, err
	}
	return etcd, nil
}

// Stop stops etcd.
func (e *Etcd) Stop() {
	e.group.StopAll(StopGrace)
}

func freeURL() (string, error) {
	port, err := process.FreePort()
	if err != nil {
		return "", fmt.Errorf("finding a port for etcd: %w", err)
	}
	return "http://" + net.JoinHostPort(Loopback, strconv.Itoa(port)), nil
}
