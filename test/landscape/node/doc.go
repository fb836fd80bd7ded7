// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package node runs a Kubernetes node with containers that are local processes.
//
// It registers a Node object, renews its Lease, and watches the pods that are bound to the node. It starts each
// container as a process from an Image, which maps the container image to files of the host. Arguments, environment,
// volumes, probes, restarts with back-off, grace periods, Services and logs work as on any other node.
//
// On Linux, each container has its own user, mount, UTS, IPC and PID namespaces and its own root directory, whether the
// node runs as root or as an ordinary user. If the host does not allow this, the node rewrites paths to directories of
// the host. Node.Isolation reports which method is in use (package sandbox).
//
// Without Options.Network, there are no network namespaces: each pod has a loopback address on which its processes have
// to listen. Each ClusterIP has to be a loopback address, and the node forwards connections from this address to ready
// pods. With Options.Network, each pod has a network namespace, and the host has to route all ClusterIPs to itself. One
// Node serves one cluster.
//
// Not supported are resource limits, seccomp profiles, fsGroup, user names in images, DNS beyond the hosts file, exec
// and gRPC probes (they always succeed), lifecycle hooks, sidecar init containers, `kubectl exec`, and volumes other
// than secret, configMap, projected, downwardAPI, emptyDir, and claims that are bound to a hostPath.
//
// The package must not create or delete API objects other than its Node, its Lease, and pods with a deletion timestamp.
// It must not listen on addresses other than Options.Address, the pod addresses and the ClusterIPs, and must not depend
// on the contents of containers.
package node
