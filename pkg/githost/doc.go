// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githost talks to the Git hosts of projects: it registers deploy keys by the API of the host, and asks hosts for their host
// keys. It is the only package that connects to where a project points to, and it connects only to what the operator allows.
package githost
