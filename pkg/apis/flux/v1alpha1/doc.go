// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package v1alpha1 is the language of the extension: the names it uses in garden, seed and shoot, and the project's
// configuration with its strict decoder and defaults. It reads no cluster and knows no client.
package v1alpha1
