// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package deploykey is the controller for the deploy keys of the projects: rotation, host key scan, registration at Git hosts, retirement of the
// previous key, and the reminder of the key's age. It is the only one that reads tokens of Git hosts, and connects to these. It neither creates the
// first key of a project nor delivers keys to shoots: the controllers in the seeds do. What they are to report it writes on the key's Secret.
//
// Members of the project change the Secret at the same time, and another process may lead in a moment. So each step decides by the state in the
// garden, and writes once, on the condition that the Secret has not changed.
package deploykey
