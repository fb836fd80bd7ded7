// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package dashboard provides the command that shows one project or all projects on a page in the user's browser. It
// serves the page on the loopback interface, and accesses the garden with the user's kubeconfig.
//
// Directory assets contains the page: HTML, CSS and JavaScript modules without a build step. The page gets all data
// from the server, and inserts data only as text.
package dashboard
