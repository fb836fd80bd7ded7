// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"golang.org/x/tools/go/packages"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

// typeSchema reads a Go type as controller-gen does for a CustomResourceDefinition, and returns the schema of its
// documents. The schema is for documents that are merged.
func typeSchema(directory, name string) (object, error) {
	roots, err := loader.LoadRoots(directory)
	if err != nil {
		return nil, err
	}
	if len(roots) != 1 {
		return nil, fmt.Errorf("%s names %d packages", directory, len(roots))
	}
	registry := &markers.Registry{}
	if err := crdmarkers.Register(registry); err != nil {
		return nil, err
	}
	parser := &crd.Parser{Collector: &markers.Collector{Registry: registry}, Checker: &loader.TypeChecker{}}
	crd.AddKnownTypes(parser)
	parser.NeedPackage(roots[0])

	ident := crd.TypeIdent{Package: roots[0], Name: name}
	parser.NeedFlattenedSchemaFor(ident)
	// The parser does not load packages that the type does not need, which causes type errors.
	if loader.PrintErrors(roots, packages.TypeError) {
		return nil, fmt.Errorf("%s cannot be read", directory)
	}
	schema, ok := parser.FlattenedSchemata[ident]
	if !ok {
		return nil, fmt.Errorf("%s has no type %s", directory, name)
	}
	openAPI, err := toObject(schema)
	if err != nil {
		return nil, err
	}
	group := parser.GroupVersions[roots[0]]
	converted := merged.convert(openAPI)
	converted["$schema"] = "http://json-schema.org/draft-07/schema#"
	converted["title"] = name
	converted["required"] = []string{"apiVersion", "kind"}
	converted.property("apiVersion").replace(object{"const": group.String(), "description": "Group and version of the format."})
	converted.property("kind").replace(object{"const": name, "description": "Kind of the document."})
	return converted, nil
}
