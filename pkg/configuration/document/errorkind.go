// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

// ErrorKind is the kind of document with a configuration error.
type ErrorKind string

const (
	// ErrorKindOperator is an error in the configuration of the operator.
	ErrorKindOperator ErrorKind = "operator"
	// ErrorKindProject is an error in the project's ConfigMap flux-config.
	ErrorKindProject ErrorKind = "project"
	// ErrorKindShoot is an error in the Shoot's providerConfig, or a conflict of the configuration with
	// an object in the shoot.
	ErrorKindShoot ErrorKind = "shoot"
	// ErrorKindDeployKey is an error in the Secret with the deploy key.
	ErrorKindDeployKey ErrorKind = "deploy_key"
	// ErrorKindProjectMissing is the removal of ConfigMap flux-config after its delivery.
	ErrorKindProjectMissing ErrorKind = "project_missing"
	// ErrorKindShootMissing is the removal of the providerConfig after its delivery.
	ErrorKindShootMissing ErrorKind = "shoot_missing"
	// ErrorKindSourceMissing is the removal of the source after its delivery.
	ErrorKindSourceMissing ErrorKind = "source_missing"
	// ErrorKindOther is any other error.
	ErrorKindOther ErrorKind = "other"
)
