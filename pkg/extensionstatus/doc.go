// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package extensionstatus is the only writer of the status of Extensions: conditions, providerStatus, and the state with what was delivered to
// the shoot. It must not decide what is delivered, or read anything but Extensions.
package extensionstatus
