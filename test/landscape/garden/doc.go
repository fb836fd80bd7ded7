// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package garden brings up Gardener's garden cluster on loopback: a Kubernetes control plane with gardener-apiserver,
// gardener-admission-controller and gardener-controller-manager, which allow and refuse what they do in production.
//
// Roles and webhooks come from gardener-operator's own component packages, not from copies of them. The package runs no
// gardenlet and must not do what is gardenlet's part.
package garden
