// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package search finds the projects that have a ConfigMap of one name, for controllers that do not watch these ConfigMaps.
package search
