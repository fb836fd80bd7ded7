// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package manifests generates the files for an installation of the extension: the charts as archives, and the objects
// that register the extension with Gardener. The same release produces identical bytes.
//
// It must not send requests: the referenced image and charts need not exist yet.
package manifests

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"text/template"

	"github.com/gardener/gardener/pkg/chartrenderer"
	"k8s.io/apimachinery/pkg/version"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

// Names of the files that register the extension. ArchiveName returns the names of chart archives.
const (
	// ControllerRegistration registers the extension in a garden without gardener-operator. It contains the chart.
	ControllerRegistration = "controller-registration.yaml"
	// OperatorExtension registers the extension with gardener-operator, which pulls the charts.
	OperatorExtension = "operator-extension.yaml"
	// GardenAccess contains the permissions of the controllers in a garden without gardener-operator.
	GardenAccess = "garden-access.yaml"
)

const imageName = "gardener-extension-shoot-flux"

var (
	//go:embed registration.yaml.tmpl
	templates string

	versions = regexp.MustCompile(`^v(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?$`)
	digests  = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
	commits  = regexp.MustCompile(`^[0-9a-f]{40}$`)
)

// Release is a version of the extension, with the location of its image and charts.
type Release struct {
	// Version is the version of image and charts, for example v1.2.3.
	Version string
	// Repository is the path in a registry that contains image and charts: <Repository>/gardener-extension-shoot-flux and
	// <Repository>/charts/<name of the chart>.
	Repository string
	// ImageDigest is the digest of the image. If it is set, image and charts are referenced by digest; otherwise only by
	// tag.
	ImageDigest string
	// Commit is the commit of the sources in the component descriptor, if it is known.
	Commit string
}

// Chart is a chart of the extension.
type Chart struct {
	// Name is the name of the chart, its archive, and its repository in a registry.
	Name string
	path string
}

// Charts returns the charts of the extension.
func Charts() []Chart {
	return []Chart{
		{Name: "gardener-extension-shoot-flux", path: charts.Seed},
		{Name: "gardener-extension-admission-shoot-flux-application", path: charts.AdmissionApplication},
		{Name: "gardener-extension-admission-shoot-flux-runtime", path: charts.AdmissionRuntime},
	}
}

// ArchiveName returns the file name of a chart's archive.
func (r Release) ArchiveName(chart string) string {
	return chart + "-" + r.Version + ".tgz"
}

// ImageRepository returns the reference of the image without tag.
func (r Release) ImageRepository() string {
	return path.Join(r.Repository, imageName)
}

// PinnedImageReference returns the reference of the image with its tag and, if ImageDigest is set, its digest.
func (r Release) PinnedImageReference() string {
	image := r.ImageRepository() + ":" + r.Version
	if r.ImageDigest != "" {
		image += "@" + r.ImageDigest
	}
	return image
}

// ChartReference returns the reference of a chart with its tag.
func (r Release) ChartReference(chart string) string {
	return path.Join(r.Repository, "charts", chart) + ":" + r.Version
}

// PinnedChartReference returns the reference of a chart with its tag and, if ImageDigest is set, its digest.
func (r Release) PinnedChartReference(name string) (string, error) {
	if r.ImageDigest == "" {
		return r.ChartReference(name), nil
	}
	for _, chart := range Charts() {
		if chart.Name == name {
			artifact, err := r.Artifact(chart)
			return r.ChartReference(name) + "@" + artifact.Manifest.Digest.String(), err
		}
	}
	return "", fmt.Errorf("there is no chart %s", name)
}

// Files returns the content of all files by file name.
func (r Release) Files() (map[string][]byte, error) {
	files, err := r.Registrations()
	if err != nil {
		return nil, err
	}
	for _, chart := range Charts() {
		if files[r.ArchiveName(chart.Name)], err = charts.Package(chart.path, r.Version); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Registrations returns the content of the files that register the extension, by file name.
func (r Release) Registrations() (map[string][]byte, error) {
	if err := r.validate(); err != nil {
		return nil, err
	}
	archive, err := charts.Package(charts.Seed, r.Version)
	if err != nil {
		return nil, err
	}
	access, err := r.gardenAccess()
	if err != nil {
		return nil, err
	}
	all, err := parseTemplates()
	if err != nil {
		return nil, err
	}
	data := struct {
		Release
		Chart, GardenAccess string
	}{r, base64.StdEncoding.EncodeToString(archive), access}
	files := map[string][]byte{}
	for _, name := range []string{ControllerRegistration, OperatorExtension, GardenAccess} {
		var text bytes.Buffer
		if err := all.ExecuteTemplate(&text, name, data); err != nil {
			return nil, fmt.Errorf("failed to write %s: %w", name, err)
		}
		files[name] = text.Bytes()
	}
	return files, nil
}

// parseTemplates returns the templates of the files that register the extension.
func parseTemplates() (*template.Template, error) {
	var all *template.Template
	all = template.New("").Funcs(template.FuncMap{
		"include": func(name string, data any) (string, error) {
			var text strings.Builder
			err := all.ExecuteTemplate(&text, name, data)
			return text.String(), err
		},
		"nindent": func(spaces int, text string) string {
			indent := "\n" + strings.Repeat(" ", spaces)
			return indent + strings.ReplaceAll(text, "\n", indent)
		},
	})
	if _, err := all.Parse(templates); err != nil {
		return nil, fmt.Errorf("failed to parse the registrations: %w", err)
	}
	return all, nil
}

func (r Release) validate() error {
	switch {
	case !versions.MatchString(r.Version):
		return fmt.Errorf("%q is no version such as v1.2.3", r.Version)
	case r.Repository == "" || strings.Contains(r.Repository, "://") || strings.HasSuffix(r.Repository, "/"):
		return fmt.Errorf("%q is no path in a registry such as registry.example.com/shoot-flux", r.Repository)
	case r.ImageDigest != "" && !digests.MatchString(r.ImageDigest):
		return fmt.Errorf("%q is no digest such as sha256:…", r.ImageDigest)
	case r.Commit != "" && !commits.MatchString(r.Commit):
		return fmt.Errorf("%q is no commit of 40 hexadecimal digits", r.Commit)
	}
	return nil
}

// gardenAccess renders the chart for the virtual garden as 'helm template' does. Without the admission, the result is
// the same for every Kubernetes version.
func (r Release) gardenAccess() (string, error) {
	renderer := chartrenderer.NewWithServerVersion(&version.Info{GitVersion: "v1.36.0", Major: "1", Minor: "36"})
	rendered, err := renderer.RenderEmbeddedFS(charts.Files(), charts.AdmissionApplication, "shoot-flux", "garden", map[string]any{
		"admission": map[string]any{"enabled": false},
	})
	if err != nil {
		return "", fmt.Errorf("failed to render the permissions in the garden: %w", err)
	}
	manifest := strings.TrimSpace(string(rendered.Manifest()))
	if manifest == "" {
		return "", errors.New("the chart for the garden holds nothing")
	}
	return manifest + "\n", nil
}
