// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package template has the templates of source and root Kustomization: it replaces the shoot info variables in them, completes them, and
// remembers which of their fields are not known before there is a shoot.
package template
