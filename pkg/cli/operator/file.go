// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"errors"
	"fmt"
	"os"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// readFile reads the operator's configuration strictly and sets its defaults. Without a path it is empty.
func readFile(path string) (configv1alpha1.ControllerConfiguration, error) {
	if path == "" {
		config := configv1alpha1.ControllerConfiguration{}
		configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
		return config, nil
	}
	content, err := os.ReadFile(path) //nolint:gosec // the operator names the file
	if err != nil {
		return configv1alpha1.ControllerConfiguration{}, fmt.Errorf("failed to read the operator's configuration: %w", err)
	}
	return decodeFile(path, content)
}

// decodeFile decodes the content of a file.
func decodeFile(path string, content []byte) (configv1alpha1.ControllerConfiguration, error) {
	config, mistakes := document.ReadOperator(content)
	if len(mistakes) > 0 {
		return config, unusableError(path, mistakes)
	}
	return config, nil
}

// unusableError names the file, and each configuration error in a line of its own.
func unusableError(path string, err error) error {
	if mistakes := (document.Errors)(nil); errors.As(err, &mistakes) {
		return fmt.Errorf("the operator's configuration %s cannot be used: %s", path, mistakes.Lines())
	}
	return fmt.Errorf("the operator's configuration %s cannot be used: %w", path, err)
}
