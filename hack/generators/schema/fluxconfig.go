// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"slices"
)

// completeFluxConfig adds constraints that Go types cannot express, such as the schemas of templates.
func completeFluxConfig(fluxConfig object, kinds map[string]kind) error {
	sources := []any{}
	for _, name := range []string{"GitRepository", "OCIRepository", "Bucket"} {
		source, err := templateSchema(kinds, name)
		if err != nil {
			return err
		}
		sources = append(sources, source)
	}
	helmRepository, err := templateSchema(kinds, "HelmRepository")
	if err != nil {
		return err
	}
	additional, ok := fluxConfig.property("additionalSources")["items"].(object)
	if !ok {
		return fmt.Errorf("additionalSources has no items")
	}
	ofEntry := additional.property("template")
	ofEntry.replace(object{"description": ofEntry["description"], "anyOf": append(slices.Clone(sources), helmRepository)})
	kustomization, err := templateSchema(kinds, "Kustomization")
	if err != nil {
		return err
	}
	setAlternatives(fluxConfig.property("source", "template"), sources...)
	setAlternatives(fluxConfig.property("kustomization", "template"), kustomization)
	setAlternatives(fluxConfig.property("project", "allowShootOverrides"),
		object{"enum": []any{"all", "none"}},
		object{"type": "array", "items": object{"type": "string", "minLength": 1}},
	)

	components, ok := fluxConfig.property("flux", "components")["items"].(object)
	if !ok || components["enum"] == nil {
		return fmt.Errorf("flux.components has no enum")
	}
	resources := fluxConfig.property("flux", "resources")
	resources["propertyNames"] = object{"enum": components["enum"]}
	// The extension accepts only some of the fields and resources that Kubernetes accepts for containers.
	requirements := resources["additionalProperties"].(object)
	delete(requirements["properties"].(object), "claims")
	for _, list := range []string{"limits", "requests"} {
		requirements.property(list)["propertyNames"] = object{"enum": []any{"cpu", "ephemeral-storage", "memory"}}
	}
	fluxConfig.property("decryption")["required"] = []string{"secretResourceName"}
	return completeOverrides(fluxConfig)
}

// completeOverrides replaces the fields of an override with references to the same fields of FluxConfig.
func completeOverrides(fluxConfig object) error {
	override, ok := fluxConfig.property("project", "overrides")["items"].(object)
	if !ok {
		return fmt.Errorf("project.overrides has no items")
	}
	fields := override.property("config")["properties"].(object)
	for name := range fields {
		fields[name] = object{"$ref": "#/properties/" + name}
	}
	return nil
}

// completeControllerConfiguration sets FluxConfig as the schema of the operator's defaults. It removes fields that an
// operator may not set or need not set in defaults.
func completeControllerConfiguration(configuration, fluxConfig object) error {
	defaults, err := toObject(fluxConfig)
	if err != nil {
		return err
	}
	for _, key := range []string{"$schema", "title", "required", "description"} {
		delete(defaults, key)
	}
	delete(defaults["properties"].(map[string]any), "project")
	setAlternatives(configuration.property("defaults"), defaults)
	return nil
}

// setAlternatives replaces the schema of a value with alternatives. It keeps the description, and still allows null.
func setAlternatives(schema object, alternatives ...any) {
	description := schema["description"]
	schema.replace(object{
		"description": description,
		"anyOf":       append(slices.Clone(alternatives), object{"type": "null"}),
	})
}
