// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package seed reads the objects of a seed that several controllers need: the Extensions and Clusters of a project by an index, and
// ManagedResources and kubeconfigs by watches for single names. It tells which Extensions are those of this extension, and which are in
// a control plane migration. It writes nothing, and decides nothing about what is done with an object.
//
// Layers, each of which uses only those below it:
//
//	index.go readyourwrites.go kubeconfigs.go managedresources.go
//	extension.go watch.go slim.go
package seed
