// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/opencontainers/go-digest"
	"github.com/opencontainers/image-spec/specs-go"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"
	"oras.land/oras-go/v2/registry/remote/retry"
	"sigs.k8s.io/yaml"
)

// What Helm gives its charts. Gardener takes the layer with this media type.
const (
	chartConfigType  = "application/vnd.cncf.helm.config.v1+json"
	chartArchiveType = "application/vnd.cncf.helm.chart.content.v1.tar+gzip"
)

type registry struct {
	client    *auth.Client
	plainHTTP bool
}

// newRegistry takes the credentials from where 'docker login' and 'ko login' put them.
func newRegistry(plainHTTP bool) (*registry, error) {
	store, err := credentials.NewStoreFromDocker(credentials.StoreOptions{})
	if err != nil {
		return nil, fmt.Errorf("failed to read Docker's credentials: %w", err)
	}
	return &registry{
		client:    &auth.Client{Client: retry.DefaultClient, Cache: auth.NewCache(), Credential: credentials.Credential(store)},
		plainHTTP: plainHTTP,
	}, nil
}

// pushChart brings a chart's archive to the registry and returns the digest under which it is there.
func (r *registry) pushChart(ctx context.Context, reference string, archive []byte) (digest.Digest, error) {
	metadata, err := chartMetadata(archive)
	if err != nil {
		return "", err
	}
	repository, err := remote.NewRepository(reference)
	if err != nil {
		return "", err
	}
	repository.Client, repository.PlainHTTP = r.client, r.plainHTTP

	config, layer := blob(chartConfigType, metadata), blob(chartArchiveType, archive)
	for _, content := range []struct {
		ocispec.Descriptor
		bytes []byte
	}{{config, metadata}, {layer, archive}} {
		if err := repository.Push(ctx, content.Descriptor, bytes.NewReader(content.bytes)); err != nil {
			return "", err
		}
	}
	// Without the annotations that Helm adds, one of which is the time.
	manifest, err := json.Marshal(ocispec.Manifest{
		Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: ocispec.MediaTypeImageManifest,
		Config: config, Layers: []ocispec.Descriptor{layer},
	})
	if err != nil {
		return "", err
	}
	descriptor := blob(ocispec.MediaTypeImageManifest, manifest)
	if err := repository.PushReference(ctx, descriptor, bytes.NewReader(manifest), repository.Reference.Reference); err != nil {
		return "", err
	}
	return descriptor.Digest, nil
}

func blob(mediaType string, content []byte) ocispec.Descriptor {
	return ocispec.Descriptor{MediaType: mediaType, Digest: digest.FromBytes(content), Size: int64(len(content))}
}

// chartMetadata returns the Chart.yaml of an archive as JSON.
func chartMetadata(archive []byte) ([]byte, error) {
	uncompressed, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	files := tar.NewReader(uncompressed)
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the chart has no Chart.yaml")
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
