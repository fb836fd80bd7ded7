// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package push has what garden controller and seeds agree on about the pushes of projects: the notice of one, and the turns in which Shoots are asked to
// read a repository. It is pure.
package push
