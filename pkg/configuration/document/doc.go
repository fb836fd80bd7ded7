// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package document reads the configurations of operator, project and Shoot as they were written, merges them, and reports each error in the
// document in which it has to be corrected.
//
// Layers, each of which uses only those below it:
//
//	locate.go
//	merge.go project.go
//	read.go controllerconfiguration.go
//	overrides.go
//	namespaces.go characters.go
//	document.go override.go
//	errors.go flatkeys.go configmap.go fluxversion.go
package document
