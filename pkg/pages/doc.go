// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package pages lists objects of a shoot page by page, so that neither many nor large objects, nor a list without end, cost more than a page at
// a time. It does not know what the objects are for.
package pages
