// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package configuration resolves the configurations of operator, project and Shoot to the one that is effective for a shoot: it decodes strictly,
// merges, substitutes, defaults and validates. Controller, admission and CLI all call Resolver.Resolve, so that what one accepts the others
// accept. The package is pure: it reads no cluster and no file.
// Documents are read and merged in package document, and decoded in package strict. The templates in them are those of package template. What the
// operator sets beside the defaults is checked in package operatorsettings. What is resolved is the Configuration of package resolved.
package configuration
