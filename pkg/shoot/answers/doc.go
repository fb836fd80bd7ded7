// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package answers bounds the cost of answers from shoots' API servers: an administrator of a shoot can have
// an APIService answer for almost any group, with any bytes, at any speed. The package does not know the
// requests, and does not decide what follows from an exceeded limit.
package answers
