// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package dashboard has the command that shows a project, or all, on a page in the user's browser. It serves the page on the loopback interface of the
// user's machine, and reads and writes the garden with the user's kubeconfig.
//
// The page itself is in assets: plain HTML, CSS and modules of JavaScript, without a build. It gets everything from the server, and writes what it gets as
// text alone.
package dashboard
