// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package health is the thermometer: from what is observed in seed and shoot it judges, purely, how Flux does and what
// its owner can do about it. Beside the verdict stand the read-only checks that observe. It changes nothing anywhere.
package health
