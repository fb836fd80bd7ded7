// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package storage has a shoot store Flux's objects in API versions that remain when other CustomResourceDefinitions come, and remembers how far it
// has come with each shoot. It deletes nothing, and changes neither the content of an object nor its generation.
package storage
