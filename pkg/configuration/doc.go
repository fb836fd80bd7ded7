// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package configuration makes of what operator, project and Shoot say the one configuration that holds for a shoot: it
// decodes strictly, merges, substitutes, defaults and validates. Controller, admission and CLI all go through
// Resolver.Resolve, so that what one accepts the others accept. It is pure: it reads no cluster and no file.
package configuration
