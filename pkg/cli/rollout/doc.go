// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package rollout has the command for rollouts: how far that of a project is, its history, and operations on it. It reads and writes ConfigMaps of the
// project in the garden, with the rights of the user. What an operation leads to is decided by the garden controller.
package rollout
