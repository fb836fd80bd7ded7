// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package crdschema validates objects against the schema of a CustomResourceDefinition, as a kube-apiserver does when an object is created.
package crdschema
