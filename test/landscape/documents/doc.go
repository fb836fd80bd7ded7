// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package documents runs the commands of the documentation as a reader does: it finds commands, files and output in
// the pages, runs the commands of each page in one shell, and compares their output with the documented one.
//
// It must not depend on the meaning of the commands: the caller provides the landscape and other actions of a reader.
package documents
