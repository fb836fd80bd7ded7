// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package dashboard has the command that shows one project or all projects on a page in the user's browser. It
// serves the page on the loopback interface, and reads and writes the garden with the user's kubeconfig.
//
// Directory assets has the page: HTML, CSS and JavaScript modules without a build. It gets all data from the server,
// and writes them only as text.
package dashboard
