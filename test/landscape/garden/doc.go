// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package garden runs Gardener's garden cluster on loopback: a Kubernetes control plane with gardener-apiserver,
// gardener-admission-controller and gardener-controller-manager. Authorization and admission are those of production,
// because roles and webhooks come from gardener-operator's component packages.
//
// The package must not do the work of gardenlet.
package garden
