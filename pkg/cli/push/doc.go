// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package push has the command that shows the webhook of a project. It reads no token and changes nothing.
package push
