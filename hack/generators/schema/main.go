// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command schema writes the JSON schemas of FluxConfig and ControllerConfiguration for editors. It generates them from
// the Go types and their comments, and the fields of templates from Flux's CustomResourceDefinitions. It must run in
// the root of the repository. The schemas only help in editors: the extension validates documents in code.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

const (
	apiDirectory     = "./pkg/apis"
	targetDirectory  = "docs/api"
	manifestsPattern = "pkg/flux/distributions/v*/gotk-components.yaml"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "schema:", err)
		os.Exit(1)
	}
}

func run() error {
	fluxConfig, err := typeSchema(apiDirectory+"/flux/v1alpha1", "FluxConfig")
	if err != nil {
		return err
	}
	controllerConfiguration, err := typeSchema(apiDirectory+"/config/v1alpha1", "ControllerConfiguration")
	if err != nil {
		return err
	}
	kinds, err := readKinds(manifestsPattern)
	if err != nil {
		return err
	}
	if err := completeFluxConfig(fluxConfig, kinds); err != nil {
		return err
	}
	if err := completeControllerConfiguration(controllerConfiguration, fluxConfig); err != nil {
		return err
	}
	if err := write("fluxconfig.schema.json", fluxConfig); err != nil {
		return err
	}
	return write("controllerconfiguration.schema.json", controllerConfiguration)
}

// write writes a schema to a file. Keys are sorted, so that the same schema always produces the same file.
func write(name string, schema object) error {
	var content bytes.Buffer
	encoder := json.NewEncoder(&content)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(schema); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := os.MkdirAll(targetDirectory, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(targetDirectory, name), content.Bytes(), 0o644)
}
