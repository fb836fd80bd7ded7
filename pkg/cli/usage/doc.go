// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package usage has the errors for commands that are called with wrong arguments or flags. It prints nothing and knows no command.
package usage
