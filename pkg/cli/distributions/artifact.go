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
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/registry"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"
	"oras.land/oras-go/v2/registry/remote/retry"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// scheme is the URL scheme of an OCIRepository.
const scheme = "oci://"

// Reference identifies an OCI artifact by its digest.
type Reference struct {
	parsed registry.Reference
	digest digest.Digest
}

// ParseReference parses oci://REGISTRY/REPOSITORY@sha256:…. It ignores a tag before the digest.
func ParseReference(value string) (Reference, error) {
	rest, found := strings.CutPrefix(value, scheme)
	if !found {
		return Reference{}, fmt.Errorf("artifact %q does not begin with %s", value, scheme)
	}
	parsed, err := registry.ParseReference(rest)
	if err != nil {
		return Reference{}, fmt.Errorf("artifact %q cannot be read: %w", value, err)
	}
	sum, err := parsed.Digest()
	if err != nil {
		return Reference{}, fmt.Errorf("artifact %q is not named by its digest: a tag may be moved at any time; write %s%s/%s@sha256:…",
			value, scheme, parsed.Registry, parsed.Repository)
	}
	if sum.Algorithm() != digest.SHA256 {
		return Reference{}, fmt.Errorf("artifact %q: the digest is not a sha256 digest", value)
	}
	return Reference{parsed: parsed, digest: sum}, nil
}

// String returns the reference as a URL with the scheme oci.
func (r Reference) String() string {
	return scheme + r.parsed.String()
}

// onLoopback reports whether the registry is a loopback address. It returns false for host names, because name
// resolution is not trusted.
func (r Reference) onLoopback() bool {
	host := r.parsed.Registry
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && address.IsLoopback()
}

// Limits of the sizes that a registry declares, checked before the content is read and its digest verified. Flux's
// artifacts have a manifest of 1 KiB and a layer of 60 KiB.
const (
	maxManifestSize = 1 << 20
	maxLayerSize    = 16 << 20
)

// RegistryAccess configures the connection to a registry. The zero value uses HTTPS, the system's certificate
// authorities and no credentials.
type RegistryAccess struct {
	// DockerConfig is a Docker config.json with credentials in auths. Credential helpers are not run.
	DockerConfig []byte
	// CABundle contains certificate authorities in PEM format, in addition to the system's certificate authorities.
	CABundle []byte
	// PlainHTTP enables HTTP without TLS. The registry must have a loopback address.
	PlainHTTP bool
}

// ReadFile returns the content of the only file with the given name in the artifact, in any directory. It verifies the
// digests of the manifest and the layer before it parses them.
func ReadFile(ctx context.Context, artifact Reference, file string, access RegistryAccess) ([]byte, error) {
	repository, err := access.repository(artifact)
	if err != nil {
		return nil, err
	}
	layer, err := onlyLayer(ctx, repository, artifact)
	if err != nil {
		return nil, fmt.Errorf("failed to read the artifact %s: %w", artifact, err)
	}
	body, err := repository.Blobs().Fetch(ctx, layer)
	if err != nil {
		return nil, fmt.Errorf("failed to read the content of the artifact %s: %w", artifact, err)
	}
	defer func() { _ = body.Close() }()
	archive, err := content.ReadAll(body, layer)
	if err != nil {
		return nil, fmt.Errorf("failed to read the content of the artifact %s: %w", artifact, err)
	}
	found, err := fileIn(archive, file)
	if err != nil {
		return nil, fmt.Errorf("the artifact %s cannot be used: %w", artifact, err)
	}
	return found, nil
}

// onlyLayer returns the descriptor of the artifact's layer. It returns an error unless the manifest has exactly one
// layer.
func onlyLayer(ctx context.Context, repository *remote.Repository, artifact Reference) (ocispec.Descriptor, error) {
	described, body, err := repository.Manifests().FetchReference(ctx, artifact.digest.String())
	if err != nil {
		return ocispec.Descriptor{}, err
	}
	defer func() { _ = body.Close() }()
	if described.Size > maxManifestSize {
		return ocispec.Descriptor{}, fmt.Errorf("its manifest has %d bytes, which is more than %d", described.Size, maxManifestSize)
	}
	// ReadAll must verify the requested digest, not the digest in the registry's response.
	described.Digest = artifact.digest
	raw, err := content.ReadAll(body, described)
	if err != nil {
		return ocispec.Descriptor{}, fmt.Errorf("its manifest: %w", err)
	}
	manifest := ocispec.Manifest{}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return ocispec.Descriptor{}, fmt.Errorf("its manifest: %w", err)
	}
	if described.MediaType != ocispec.MediaTypeImageManifest || len(manifest.Layers) != 1 {
		return ocispec.Descriptor{}, fmt.Errorf("it is not a Flux artifact: it is a %s with %d layers, not a %s with one",
			described.MediaType, len(manifest.Layers), ocispec.MediaTypeImageManifest)
	}
	layer := manifest.Layers[0]
	switch {
	case !strings.HasSuffix(layer.MediaType, "tar+gzip"):
		return ocispec.Descriptor{}, fmt.Errorf("its layer is a %s, not a compressed archive", layer.MediaType)
	case layer.Size < 0 || layer.Size > maxLayerSize:
		return ocispec.Descriptor{}, fmt.Errorf("its layer has %d bytes, which is more than %d", layer.Size, maxLayerSize)
	}
	return layer, nil
}

func (a RegistryAccess) repository(artifact Reference) (*remote.Repository, error) {
	if a.PlainHTTP && !artifact.onLoopback() {
		return nil, fmt.Errorf("%s is not read over plain HTTP: that is for a registry on a loopback address only", artifact)
	}
	transport, err := a.transport()
	if err != nil {
		return nil, err
	}
	client := &auth.Client{
		Client: &http.Client{Transport: retry.NewTransport(transport)},
		Header: http.Header{"User-Agent": {fluxv1alpha1.ExtensionName}},
		Cache:  auth.NewCache(),
	}
	if a.DockerConfig != nil {
		// The original error could contain the credentials.
		store, err := credentials.NewMemoryStoreFromDockerConfig(a.DockerConfig)
		if err != nil {
			return nil, errors.New("the registry's credentials cannot be read: not a Docker config.json with auths")
		}
		client.Credential = credentials.Credential(store)
	}
	repository, err := remote.NewRepository(artifact.parsed.Registry + "/" + artifact.parsed.Repository)
	if err != nil {
		return nil, err
	}
	repository.Client = client
	repository.PlainHTTP = a.PlainHTTP
	repository.ManifestMediaTypes = []string{ocispec.MediaTypeImageManifest}
	repository.MaxMetadataBytes = maxManifestSize
	return repository, nil
}

func (a RegistryAccess) transport() (http.RoundTripper, error) {
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
