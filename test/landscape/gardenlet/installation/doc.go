// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package installation installs the parts of a seed that do not belong to a Shoot: the CustomResourceDefinitions of
// seeds, and extensions with their charts, as gardenlet does for a ControllerInstallation.
package installation
