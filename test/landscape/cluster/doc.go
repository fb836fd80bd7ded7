// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cluster brings up Kubernetes control planes on loopback: one etcd for all of them, and for each a
// kube-apiserver and, where asked for, a kube-controller-manager and a kube-scheduler.
//
// It runs the components with the defaults they have in production wherever the absence of other machines allows it. It
// knows nothing of Gardener and runs no nodes.
package cluster
