// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command sbom writes the software bill of materials of a Go binary: every module that its build information names, and Go's
// standard library. The same binary gives the same bytes.
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
	// A version of the format that scanners support.
	return encoder.EncodeVersion(bill(info, version), cyclonedx.SpecVersion1_6)
}

// bill has neither time nor serial number, which would differ each time.
func bill(info *debug.BuildInfo, version string) *cyclonedx.BOM {
	binary := component(cyclonedx.ComponentTypeApplication, info.Main.Path, version)
	// The name is that of the repository, which the binary's is too.
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

// scope is required for modules, and empty for the binary itself.
func scope(kind cyclonedx.ComponentType) cyclonedx.Scope {
	if kind == cyclonedx.ComponentTypeApplication {
		return ""
	}
	return cyclonedx.ScopeRequired
}
