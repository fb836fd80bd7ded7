// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package ociartifact reads a file of an artifact, as 'flux push artifact' makes them, from an OCI registry. The artifact is named by
// its digest, so that a registry can give the right one or none.
//
// It writes nothing, and must not know what a file is for.
package ociartifact
