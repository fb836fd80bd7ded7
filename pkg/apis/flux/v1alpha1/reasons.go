// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

// ReasonMigrating is the reason of FluxConfigured as long as a migration has not succeeded. The health check of the shoot depends on it.
const ReasonMigrating = "Migrating"
