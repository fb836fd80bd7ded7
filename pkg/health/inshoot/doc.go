// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package inshoot judges what the condition of a Shoot reports of Flux, from the conditions of its Extension. It is pure.
package inshoot
