// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package scale measures the cost per Extension on a seed with many Extensions: the time until all are delivered, the
// CPU time and memory of the controller, the requests for a first and a repeated reconciliation, the stored data in the
// seed, the start of the controller with existing Extensions, and the time until a change of a project's configuration
// reaches the shoots of the project.
//
// It reports measurements without comparing them with limits. README.md in test/benchmark defines each figure.
package scale
