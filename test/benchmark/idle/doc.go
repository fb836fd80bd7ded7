// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package idle measures what Flux takes in a shoot in which nothing happens, with each size of the controllers: what it requests, and what the real
// controllers use. The shoot is one of the local landscape, where the controllers are processes that no limit holds back.
package idle
