// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package manifests writes what an operator installs the extension from: the charts as archives, and the objects that register it
// with Gardener. The same release gives the same bytes.
//
// It must not send requests: what is referenced need not exist yet.
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

// Names of the files that register the extension. Archives of charts are named by ArchiveName.
const (
	// ControllerRegistration registers the extension in a garden without gardener-operator, the chart included.
	ControllerRegistration = "controller-registration.yaml"
	// OperatorExtension registers it with gardener-operator, which fetches the charts.
	OperatorExtension = "operator-extension.yaml"
	// GardenAccess holds what the controllers may do in a garden without gardener-operator.
	GardenAccess = "garden-access.yaml"
)

const imageName = "gardener-extension-shoot-flux"

var (
	//go:embed registration.yaml.tmpl
	templates string

	versions = regexp.MustCompile(`^v(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?$`)
	digests  = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
)

// Release is a version of the extension and where its image and charts are published.
type Release struct {
	// Version is that of image and charts, for instance v1.2.3.
	Version string
	// Repository is the path in a registry below which image and charts are: <Repository>/gardener-extension-shoot-flux and
	// <Repository>/charts/<name of the chart>.
	Repository string
	// ImageDigest pins the image, and the charts with it; without it, tags are all that names them.
	ImageDigest string
}

// Chart is a chart of the extension.
type Chart struct {
	// Name is its name, also that of its archive and of its repository in a registry.
	Name string
	path string
}

// Charts are the charts of the extension.
func Charts() []Chart {
	return []Chart{
		{Name: "gardener-extension-shoot-flux", path: charts.Seed},
		{Name: "gardener-extension-admission-shoot-flux-application", path: charts.AdmissionApplication},
		{Name: "gardener-extension-admission-shoot-flux-runtime", path: charts.AdmissionRuntime},
	}
}

// ArchiveName is the name of a chart's archive.
func (r Release) ArchiveName(chart string) string {
	return chart + "-" + r.Version + ".tgz"
}

// ImageRepository is where the image is, without tag.
func (r Release) ImageRepository() string {
	return path.Join(r.Repository, imageName)
}

// ChartReference is where a chart is, with its tag.
func (r Release) ChartReference(chart string) string {
	return path.Join(r.Repository, "charts", chart) + ":" + r.Version
}

// PinnedChartReference is where a chart is, with its digest too if the image has one.
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

// Files returns everything, by the name of the file.
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

// Registrations returns the files that register the extension, by name.
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

func (r Release) validate() error {
	switch {
	case !versions.MatchString(r.Version):
		return fmt.Errorf("%q is no version such as v1.2.3", r.Version)
	case r.Repository == "" || strings.Contains(r.Repository, "://") || strings.HasSuffix(r.Repository, "/"):
		return fmt.Errorf("%q is no path in a registry such as registry.example.com/shoot-flux", r.Repository)
	case r.ImageDigest != "" && !digests.MatchString(r.ImageDigest):
		return fmt.Errorf("%q is no digest such as sha256:…", r.ImageDigest)
	}
	return nil
}

// gardenAccess renders the chart for the virtual garden as 'helm template' does. What it holds then is the same for every version of
// Kubernetes.
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
