// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githost connects to the Git hosts of projects: it registers deploy keys with the API of a host, and scans hosts for their
// SSH host keys. It is the only package that connects to an address that a project configures, and it connects only to hosts that the
// operator allows.
package githost
