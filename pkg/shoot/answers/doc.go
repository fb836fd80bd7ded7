// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package answers bounds what the answers of shoots' API servers cost: an administrator of a shoot can have an APIService answer for almost
// any group, with any bytes, at any speed. It does not know what is read, nor what follows from a limit that is exceeded.
package answers
