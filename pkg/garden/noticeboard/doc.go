// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package noticeboard is the format of the notice board, a ConfigMap for each seed in the garden: the garden controller writes into it which versions
// the objects of the projects with Shoots on the seed have, and the seed reads from it which of them it has to read again. A notice never has
// content, and proves nothing: what it leads to is a read. So a damaged board costs reads, and nothing else.
package noticeboard
