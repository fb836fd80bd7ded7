// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package manifests

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/opencontainers/go-digest"
	"github.com/opencontainers/image-spec/specs-go"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

// Media types of Helm for a chart's metadata and archive. Gardener extracts the layer with the second type.
const (
	chartConfigType  = "application/vnd.cncf.helm.config.v1+json"
	chartArchiveType = "application/vnd.cncf.helm.chart.content.v1.tar+gzip"
)

// Blob is a blob of a registry.
type Blob struct {
	ocispec.Descriptor

	// Content is the content with this digest.
	Content []byte
}

// Artifact is a chart in the format of OCI registries for Helm and Gardener, or the component descriptor in that of the
// Open Component Model.
type Artifact struct {
	// Reference is the reference with its tag.
	Reference string
	// Manifest refers to Config and Layer. Its digest is the digest of the artifact.
	Manifest Blob
	// Config contains Chart.yaml as JSON and Layer the archive of a chart. For the component descriptor, Config names the
	// descriptor in Layer.
	Config, Layer Blob
}

// Artifacts returns the charts and, last because it names them, the component descriptor as OCI artifacts.
func (r Release) Artifacts() ([]Artifact, error) {
	var artifacts []Artifact
	for _, chart := range Charts() {
		artifact, err := r.Artifact(chart)
		if err != nil {
			return nil, err
		}
		artifacts = append(artifacts, artifact)
	}
	descriptor, err := r.componentArtifact()
	if err != nil {
		return nil, err
	}
	return append(artifacts, descriptor), nil
}

// Artifact returns the chart as an OCI artifact. The same release always produces the same digest.
func (r Release) Artifact(chart Chart) (Artifact, error) {
	archive, err := charts.Package(chart.path, r.Version)
	if err != nil {
		return Artifact{}, err
	}
	metadata, err := chartMetadata(archive)
	if err != nil {
		return Artifact{}, fmt.Errorf("failed to read the metadata of chart %s: %w", chart.Name, err)
	}
	var described struct {
		Description string `json:"description"`
	}
	if err := json.Unmarshal(metadata, &described); err != nil {
		return Artifact{}, fmt.Errorf("failed to read the metadata of chart %s: %w", chart.Name, err)
	}
	annotations := r.annotations(chart.Name, described.Description)
	return newArtifact(r.ChartReference(chart.Name), annotations, newBlob(chartConfigType, metadata), newBlob(chartArchiveType, archive))
}

// newArtifact returns an artifact with a single layer.
func newArtifact(reference string, annotations map[string]string, config, layer Blob) (Artifact, error) {
	manifest, err := json.Marshal(ocispec.Manifest{
		Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: ocispec.MediaTypeImageManifest,
		Config: config.Descriptor, Layers: []ocispec.Descriptor{layer.Descriptor}, Annotations: annotations,
	})
	if err != nil {
		return Artifact{}, err
	}
	return Artifact{Reference: reference, Manifest: newBlob(ocispec.MediaTypeImageManifest, manifest), Config: config, Layer: layer}, nil
}

// annotations returns the annotations of an artifact (https://github.com/opencontainers/image-spec/blob/main/annotations.md).
// Helm also adds the creation time, which would change the digest.
func (r Release) annotations(title, description string) map[string]string {
	annotations := map[string]string{
		ocispec.AnnotationTitle: title, ocispec.AnnotationDescription: description, ocispec.AnnotationVersion: r.Version,
		ocispec.AnnotationURL: "https://" + ComponentName, ocispec.AnnotationSource: "https://" + ComponentName,
		ocispec.AnnotationDocumentation: "https://" + ComponentName + "/blob/" + r.Version + "/docs/operations/installation.md",
		ocispec.AnnotationLicenses:      "Apache-2.0",
	}
	if r.Commit != "" {
		annotations[ocispec.AnnotationRevision] = r.Commit
	}
	return annotations
}

func newBlob(mediaType string, content []byte) Blob {
	return Blob{Descriptor: ocispec.Descriptor{MediaType: mediaType, Digest: digest.FromBytes(content), Size: int64(len(content))}, Content: content}
}

// chartMetadata returns the Chart.yaml in an archive as JSON.
func chartMetadata(archive []byte) ([]byte, error) {
	uncompressed, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	files := tar.NewReader(uncompressed)
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil, errors.New("it has no Chart.yaml")
		}
		if err != nil {
			return nil, err
		}
		if match, _ := path.Match("*/Chart.yaml", header.Name); match {
			content, err := io.ReadAll(files)
			if err != nil {
				return nil, err
			}
			return yaml.YAMLToJSON(content)
		}
	}
}
