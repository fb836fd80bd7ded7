// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"
	"oras.land/oras-go/v2/registry/remote/retry"
)

// Sizes are limited before digests are verified. Flux's artifacts have a manifest of 1 KiB and a layer of 60 KiB.
const (
	maxManifestSize = 1 << 20
	maxLayerSize    = 16 << 20
)

// Access is how to connect to a registry. Its zero value is HTTPS with the system's certificate authorities and no credentials.
type Access struct {
	// DockerConfig is the content of a Docker config.json, from whose auths the credentials are taken. Credential helpers are not run.
	DockerConfig []byte
	// CABundle are certificate authorities in PEM format that are trusted beside those of the system.
	CABundle []byte
	// PlainHTTP is for a registry on a loopback address.
	PlainHTTP bool
	// UserAgent is the User-Agent of requests.
	UserAgent string
}

// ReadFile returns the content of the one file of that name in the artifact, in any of its directories. The digests of manifest and layer
// are verified before they are parsed.
func ReadFile(ctx context.Context, reference Reference, file string, access Access) ([]byte, error) {
	repository, err := access.repository(reference)
	if err != nil {
		return nil, err
	}
	layer, err := onlyLayer(ctx, repository, reference)
	if err != nil {
		return nil, fmt.Errorf("failed to read the artifact %s: %w", reference, err)
	}
	body, err := repository.Blobs().Fetch(ctx, layer)
	if err != nil {
		return nil, fmt.Errorf("failed to read the content of the artifact %s: %w", reference, err)
	}
	defer func() { _ = body.Close() }()
	archive, err := content.ReadAll(body, layer)
	if err != nil {
		return nil, fmt.Errorf("failed to read the content of the artifact %s: %w", reference, err)
	}
	found, err := fileIn(archive, file)
	if err != nil {
		return nil, fmt.Errorf("the artifact %s cannot be used: %w", reference, err)
	}
	return found, nil
}

// onlyLayer returns the only layer of the manifest.
func onlyLayer(ctx context.Context, repository *remote.Repository, reference Reference) (ocispec.Descriptor, error) {
	described, body, err := repository.Manifests().FetchReference(ctx, reference.digest.String())
	if err != nil {
		return ocispec.Descriptor{}, err
	}
	defer func() { _ = body.Close() }()
	if described.Size > maxManifestSize {
		return ocispec.Descriptor{}, fmt.Errorf("its manifest has %d bytes, which is more than %d", described.Size, maxManifestSize)
	}
	// The digest in the answer of the registry is not trusted.
	described.Digest = reference.digest
	raw, err := content.ReadAll(body, described)
	if err != nil {
		return ocispec.Descriptor{}, fmt.Errorf("its manifest: %w", err)
	}
	manifest := ocispec.Manifest{}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return ocispec.Descriptor{}, fmt.Errorf("its manifest: %w", err)
	}
	if described.MediaType != ocispec.MediaTypeImageManifest || len(manifest.Layers) != 1 {
		return ocispec.Descriptor{}, fmt.Errorf("it is no artifact of Flux: the digest is that of a %s with %d layers, and not of a %s with one",
			described.MediaType, len(manifest.Layers), ocispec.MediaTypeImageManifest)
	}
	layer := manifest.Layers[0]
	switch {
	case !strings.HasSuffix(layer.MediaType, "tar+gzip"):
		return ocispec.Descriptor{}, fmt.Errorf("its layer is a %s, and no compressed archive", layer.MediaType)
	case layer.Size < 0 || layer.Size > maxLayerSize:
		return ocispec.Descriptor{}, fmt.Errorf("its layer has %d bytes, which is more than %d", layer.Size, maxLayerSize)
	}
	return layer, nil
}

func (a Access) repository(reference Reference) (*remote.Repository, error) {
	if a.PlainHTTP && !reference.onLoopback() {
		return nil, fmt.Errorf("%s is not read over plain HTTP: that is for a registry on a loopback address only", reference)
	}
	transport, err := a.transport()
	if err != nil {
		return nil, err
	}
	client := &auth.Client{
		Client: &http.Client{Transport: retry.NewTransport(transport)},
		Header: http.Header{"User-Agent": {a.UserAgent}},
		Cache:  auth.NewCache(),
	}
	if a.DockerConfig != nil {
		// The error could contain the credentials.
		store, err := credentials.NewMemoryStoreFromDockerConfig(a.DockerConfig)
		if err != nil {
			return nil, errors.New("the registry's credentials cannot be read: they are no Docker config.json with auths")
		}
		client.Credential = credentials.Credential(store)
	}
	repository, err := remote.NewRepository(reference.reference.Registry + "/" + reference.reference.Repository)
	if err != nil {
		return nil, err
	}
	repository.Client = client
	repository.PlainHTTP = a.PlainHTTP
	repository.ManifestMediaTypes = []string{ocispec.MediaTypeImageManifest}
	repository.MaxMetadataBytes = maxManifestSize
	return repository, nil
}

func (a Access) transport() (http.RoundTripper, error) {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return nil, errors.New("the process has no standard transport for HTTP")
	}
	transport := standard.Clone()
	if len(a.CABundle) == 0 {
		return transport, nil
	}
	trusted, err := x509.SystemCertPool()
	if err != nil {
		trusted = x509.NewCertPool()
	}
	if !trusted.AppendCertsFromPEM(a.CABundle) {
		return nil, errors.New("the CA bundle has no certificate in PEM form")
	}
	transport.TLSClientConfig = &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12}
	return transport, nil
}
