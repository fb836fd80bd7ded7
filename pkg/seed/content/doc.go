// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package content is what ManagedResources hold: the manifests of a shoot, compressed, and whether they fit. It makes no request.
package content
