// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package observe reads from a shoot what health is judged by, with read-only requests: source and root Kustomization, what is public of the deploy
// keys, and why controllers of Flux do not run. It keeps what is used, cut to what anything honest is long.
package observe
