// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/mod/semver"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
)

// kind has the storage version of a kind and the schema of its spec, from its CustomResourceDefinition.
type kind struct {
	apiVersion string
	spec       apiextensionsv1.JSONSchemaProps
}

// alsoAccepted has, by kind, an older API version that the extension converts.
var alsoAccepted = map[string]string{"OCIRepository": "source.toolkit.fluxcd.io/v1beta2"}

// readKinds reads the kinds from the CustomResourceDefinitions of the newest carried Flux version.
func readKinds(pattern string) (map[string]kind, error) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there is no %s", pattern)
	}
	newest := files[0]
	for _, file := range files {
		if semver.Compare(versionOf(file), versionOf(newest)) > 0 {
			newest = file
		}
	}
	content, err := os.ReadFile(newest)
	if err != nil {
		return nil, err
	}
	kinds := map[string]kind{}
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), len(content))
	for {
		var definition apiextensionsv1.CustomResourceDefinition
		switch err := decoder.Decode(&definition); {
		case errors.Is(err, io.EOF):
			return kinds, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", newest, err)
		case definition.Kind != "CustomResourceDefinition":
			continue
		}
		for _, version := range definition.Spec.Versions {
			if version.Storage {
				kinds[definition.Spec.Names.Kind] = kind{
					apiVersion: definition.Spec.Group + "/" + version.Name,
					spec:       version.Schema.OpenAPIV3Schema.Properties["spec"],
				}
			}
		}
	}
}

func versionOf(file string) string {
	return filepath.Base(filepath.Dir(file))
}

// templateSchema returns the schema of a template, which is a partial object of the kind.
func templateSchema(kinds map[string]kind, name string) (object, error) {
	definition, ok := kinds[name]
	if !ok {
		return nil, fmt.Errorf("the distribution has no kind %s", name)
	}
	openAPI, err := toObject(definition.spec)
	if err != nil {
		return nil, err
	}
	apiVersions := []any{definition.apiVersion}
	if other, ok := alsoAccepted[name]; ok {
		apiVersions = append(apiVersions, other)
	}
	texts := object{"type": []any{"object", "null"}, "additionalProperties": object{"type": []any{"string", "null"}}}
	text := object{"type": []any{"string", "null"}}
	return object{
		"title":                name,
		"type":                 "object",
		"additionalProperties": false,
		"properties": object{
			"apiVersion": object{"enum": append(apiVersions, nil)},
			"kind":       object{"enum": []any{name, nil}},
			"metadata": object{
				"type":                 []any{"object", "null"},
				"additionalProperties": false,
				"properties":           object{"name": text, "namespace": text, "labels": texts, "annotations": texts},
			},
			"spec": template.convertValue(openAPI),
		},
	}, nil
}
