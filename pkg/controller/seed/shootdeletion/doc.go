// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package shootdeletion is the controller that suspends Flux in a shoot as soon as the shoot is being deleted, and takes its
// volume off source-controller. It deletes nothing, and
// works without the garden and without an operation of gardenlet.
package shootdeletion
