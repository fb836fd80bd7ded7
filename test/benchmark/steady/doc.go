// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package steady measures what idle Shoots cost: requests, bytes and CPU of the extension and of the garden controller
// while nothing changes. Flux's controllers in the shoots are simulated, and not part of it.
package steady
