// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package garden connects commands to the garden with the kubeconfig of a user, and has their client. It never uses the identity of a pod in which it may
// run, and no command in it reads or writes anything.
package garden
