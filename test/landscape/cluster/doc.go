// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cluster runs Kubernetes control planes on loopback: one etcd for all of them, and for each one a
// kube-apiserver and, on request, a kube-controller-manager and a kube-scheduler.
//
// The components have the defaults of production, as far as a single machine allows. The package must not depend on
// Gardener or run nodes.
package cluster
