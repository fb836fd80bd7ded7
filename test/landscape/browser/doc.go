// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package browser has a headless Chromium, and runs the command dashboard for it.
package browser
