// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package benchmark measures what the extension costs on a seed with many simulated shoots, in phases in which something happens to all
// of them: the requests it makes of seed, garden and shoots, what it writes for the projects, its processor time and its memory.
//
// It judges nothing: it prints what it has measured.
package benchmark
