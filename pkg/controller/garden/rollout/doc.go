// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package rollout has changes of a project reach its Shoots ring by ring: it reads what the project configures and what its Shoots report, has
// package pkg/rollout decide, and writes that into the ConfigMap flux-rollout of the project, which the seeds read. It reads nothing of seeds and shoots.
package rollout
