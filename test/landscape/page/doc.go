// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package page tests the page of command dashboard in a browser. The answers of the garden are recorded, so that it
// needs no landscape.
package page
