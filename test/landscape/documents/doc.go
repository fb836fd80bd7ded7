// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package documents follows the pages of the documentation as a reader does: it finds the commands in them, the files that they have the
// reader write and the output that they show, runs the commands in one shell for each page, and compares what comes with what is shown.
//
// What the commands mean is not known here: the landscape, and what a reader does there besides, is brought by the caller.
package documents
