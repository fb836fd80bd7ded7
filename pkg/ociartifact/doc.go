// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package ociartifact reads a file of an artifact in the format of 'flux push artifact' from an OCI registry. The artifact is referenced by
// its digest, so that a registry cannot serve another one.
//
// It writes nothing, and is independent of the content of the file.
package ociartifact
