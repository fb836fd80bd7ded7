// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import "context"

// allFollow tells whether every awake Shoot of the project reports the present key, and if not, why that is not known.
func (d *DeployKeys) allFollow(context.Context, projectKey) (bool, string, error) {
	return false, "no Shoot reports which key it has", nil
}
