// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package sandbox starts containers as processes of the host, on Linux in user, mount, UTS, IPC and PID namespaces of their own and with a root
// directory of their own, for an ordinary user as for root. Where the host refuses them, DetectIsolation says why.
package sandbox
