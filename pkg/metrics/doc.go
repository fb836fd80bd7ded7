// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package metrics counts and measures what the extension does. No label has a Shoot or a project in it, so that the number of time
// series does not grow with them.
package metrics
