// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package node is a Kubernetes node whose pods' containers are local processes.
//
// It registers a Node object, keeps its lease, watches the pods that are bound to it and starts each container as a
// process from an Image, which says which files of the host stand for the container image. Arguments, environment,
// volumes, probes, restarts with back-off, grace periods, Services and logs follow the pod as on any other node.
//
// On Linux a container gets user, mount, UTS, IPC and PID namespaces of its own and a root directory of its own, for
// an ordinary user as for root. Where the host refuses them, paths are rewritten to directories of the host instead;
// Node.Isolation says which of the two is in effect (package sandbox). Without Options.Network there are no network namespaces:
// every pod has its own loopback address and its processes have to listen on that address, and a ClusterIP has to be a
// loopback address, on which the node then listens and forwards to the ready pods. With Options.Network every pod has a
// network namespace, and the host has to route all ClusterIPs to itself. One Node serves one cluster.
//
// What it does not do: resource limits, seccomp profiles, fsGroup, user names of an image, DNS beyond the hosts file,
// exec and gRPC probes (they count as successful), lifecycle hooks, sidecar init containers, `kubectl exec`, and
// volumes other than secret, configMap, projected, downwardAPI, emptyDir, and claims that are bound to a hostPath.
//
// The package must not create or delete API objects other than its Node, its lease and the pods whose deletion was
// asked for, must not listen beyond Options.Address and the ClusterIPs, and must not know what the containers are.
package node
