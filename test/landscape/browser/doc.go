// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package browser runs a headless Chromium, and command dashboard of the kubectl plugin, whose pages the browser opens.
package browser
