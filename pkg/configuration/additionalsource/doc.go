// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package additionalsource builds the sources beside that of the root Kustomization from their entries in a FluxConfig. It is pure, and knows
// nothing of documents and of where an entry comes from.
package additionalsource
