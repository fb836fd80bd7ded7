// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package takeover compares the source and the root Kustomization that a shoot has with those that are configured, before the second replace the
// first: in what decides on the objects that Flux applies, from where, under which names and in which place. kustomize-controller deletes what
// does not come out of the root Kustomization any more. The package is pure: it must not touch a client, the network or a clock.
package takeover
