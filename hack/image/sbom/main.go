// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command sbom writes the software bill of materials of a Go binary: Go's standard library and every module in the
// binary's build information. The same binary produces identical bytes.
package main

import (
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	"github.com/package-url/packageurl-go"
)

func main() {
	version := flag.String("version", "", "version of the binary, which its build information does not have")
	flag.Parse()
	if err := run(os.Stdout, flag.Args(), *version); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, binaries []string, version string) error {
	if len(binaries) != 1 || version == "" {
		return errors.New("name one binary, and its version with --version")
	}
	info, err := buildinfo.ReadFile(binaries[0])
	if err != nil {
		return fmt.Errorf("%s has no build information: %w", binaries[0], err)
	}
	encoder := cyclonedx.NewBOMEncoder(out, cyclonedx.BOMFileFormatJSON)
	encoder.SetPretty(true)
	// Scanners support this version of the format.
	return encoder.EncodeVersion(bill(info, version), cyclonedx.SpecVersion1_6)
}

// bill returns the software bill of materials. It has no time or serial number, because they would differ between runs.
func bill(info *debug.BuildInfo, version string) *cyclonedx.BOM {
	binary := component(cyclonedx.ComponentTypeApplication, info.Main.Path, version)
	// The repository and the binary have the same licence.
	binary.Licenses = &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}}

	components := []cyclonedx.Component{component(cyclonedx.ComponentTypeLibrary, "std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		components = append(components, component(cyclonedx.ComponentTypeLibrary, module.Path, module.Version))
	}
	slices.SortFunc(components, func(a, b cyclonedx.Component) int { return strings.Compare(a.BOMRef, b.BOMRef) })
	references := make([]string, 0, len(components))
	for _, c := range components {
		references = append(references, c.BOMRef)
	}

	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Component: &binary}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: binary.BOMRef, Dependencies: &references}}
	return bom
}

func component(kind cyclonedx.ComponentType, path, version string) cyclonedx.Component {
	namespace, name := "", path
	if slash := strings.LastIndex(path, "/"); slash >= 0 {
		namespace, name = path[:slash], path[slash+1:]
	}
	purl := packageurl.NewPackageURL(packageurl.TypeGolang, namespace, name, version, nil, "").ToString()
	return cyclonedx.Component{Type: kind, BOMRef: purl, Name: path, Version: version, PackageURL: purl, Scope: scope(kind)}
}

// scope returns "required" for modules, and an empty scope for the binary itself.
func scope(kind cyclonedx.ComponentType) cyclonedx.Scope {
	if kind == cyclonedx.ComponentTypeApplication {
		return ""
	}
	return cyclonedx.ScopeRequired
}
