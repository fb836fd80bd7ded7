// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package sandbox starts containers as processes of the host. On Linux, each container has its own user, mount, UTS,
// IPC and PID namespaces and its own root directory, whether the caller is root or an ordinary user. If the host does
// not allow this, DetectIsolation returns the reason.
package sandbox
