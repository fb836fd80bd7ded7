// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package operator reads what the operator has configured: the ControllerConfiguration, the image vector and the supplied Flux
// distributions, for the server program and for commands that render as it does. It asks no cluster and no registry, and writes nothing.
package operator
