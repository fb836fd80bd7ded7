// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package controller is the corridor between the rooms: it holds the order of the steps for each operation Gardener asks
// for, the watches, and the reports on the Extension. What a step does stands in the package of its name.
package controller
