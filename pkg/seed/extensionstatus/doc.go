// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package extensionstatus has what the status of an Extension contains of this extension: the state with what was delivered to the shoot and what was
// read of its project, and the providerStatus. It is pure. What writes it is in package statuswriter.
package extensionstatus
