// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package statuswriter writes the status of Extensions, and is the only package that does: conditions, providerStatus, and the state with what
// was delivered to the shoot. (Gardener's library writes the last operation.) It must not decide what is delivered, or read anything but
// Extensions.
package statuswriter
