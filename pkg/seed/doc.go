// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package seed reads the objects in a seed that several controllers need: Extensions and Clusters of a project with an
// index, and ManagedResources and kubeconfigs with watches for individual names. It detects whether an Extension is of
// type shoot-flux, and whether it is part of a control plane migration. It also provides clients for writes: one for
// the writes of Gardener's library to Extensions, and one that creates Secrets without reading back their content. The
// package must not decide when to write.
package seed
