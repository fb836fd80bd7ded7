// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package installation installs into a seed what gardenlet installs there beside Shoots: the CustomResourceDefinitions of seeds, and extensions with
// their charts, as for a ControllerInstallation. It knows no Shoot.
package installation
