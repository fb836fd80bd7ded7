// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package versions has the commands that list the Flux versions that can be installed and the images of their controllers. It asks no
// cluster and no registry.
package versions
