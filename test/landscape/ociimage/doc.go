// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package ociimage pulls images of the extension from a registry for the nodes of the landscape: it unpacks the entry
// point of an image, and nothing else, because containers of the landscape use the host's files.
//
// It must not pull from other registries than the one it is created for, so that a test cannot depend on the internet.
package ociimage
