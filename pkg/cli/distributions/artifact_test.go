// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
)

const (
	fluxLayer  = "application/vnd.cncf.flux.content.v1.tar+gzip"
	fluxConfig = "application/vnd.cncf.flux.config.v1+json"
)

// entry is one entry of an archive.
type entry struct {
	name, content string
	kind          byte
}

func archive(entries ...entry) []byte {
	GinkgoHelper()
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	writer := tar.NewWriter(compressed)
	for _, e := range entries {
		header := &tar.Header{Name: e.name, Typeflag: e.kind, Mode: 0o644}
		if e.kind == tar.TypeReg {
			header.Size = int64(len(e.content))
		} else {
			header.Linkname = e.content
		}
		Expect(writer.WriteHeader(header)).To(Succeed())
		if e.kind == tar.TypeReg {
			_, err := writer.Write([]byte(e.content))
			Expect(err).NotTo(HaveOccurred())
		}
	}
	Expect(writer.Close()).To(Succeed())
	Expect(compressed.Close()).To(Succeed())
	return out.Bytes()
}

// fakeRegistry has one repository.
type fakeRegistry struct {
	blobs, manifests map[digest.Digest][]byte
	mediaType        string
	password         string
	userAgents       []string
}

func newRegistry() *fakeRegistry {
	return &fakeRegistry{blobs: map[digest.Digest][]byte{}, manifests: map[digest.Digest][]byte{}, mediaType: ocispec.MediaTypeImageManifest}
}

// push stores layers as one artifact and returns its digest.
func (r *fakeRegistry) push(mediaType string, layers ...[]byte) digest.Digest {
	GinkgoHelper()
	manifest := ocispec.Manifest{MediaType: ocispec.MediaTypeImageManifest, Config: ocispec.Descriptor{MediaType: fluxConfig}}
	manifest.SchemaVersion = 2
	for _, layer := range layers {
		sum := digest.FromBytes(layer)
		r.blobs[sum] = layer
		manifest.Layers = append(manifest.Layers, ocispec.Descriptor{MediaType: mediaType, Digest: sum, Size: int64(len(layer))})
	}
	raw, err := json.Marshal(manifest)
	Expect(err).NotTo(HaveOccurred())
	r.manifests[digest.FromBytes(raw)] = raw
	return digest.FromBytes(raw)
}

func (r *fakeRegistry) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.userAgents = append(r.userAgents, request.Header.Get("User-Agent"))
	if _, password, _ := request.BasicAuth(); r.password != "" && password != r.password {
		w.Header().Set("WWW-Authenticate", `Basic realm="fake"`)
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	sum := digest.Digest(request.URL.Path[strings.LastIndex(request.URL.Path, "/")+1:])
	content, ok := r.manifests[sum]
	if strings.Contains(request.URL.Path, "/blobs/") {
		content, ok = r.blobs[sum]
		w.Header().Set("Content-Type", "application/octet-stream")
	} else {
		w.Header().Set("Content-Type", r.mediaType)
	}
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	// This registry always answers with the digest of the request.
	w.Header().Set("Docker-Content-Digest", sum.String())
	w.Header().Set("Content-Length", fmt.Sprint(len(content)))
	_, _ = w.Write(content)
}

var _ = Describe("ParseReference", func() {
	const sum = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

	DescribeTable("parses a reference with a digest",
		func(value string) {
			reference, err := ParseReference(value)
			Expect(err).NotTo(HaveOccurred())
			Expect(reference.String()).To(Equal("oci://ghcr.io/fluxcd/flux-manifests@" + sum))
		},
		Entry("without a tag", "oci://ghcr.io/fluxcd/flux-manifests@"+sum),
		Entry("with a tag", "oci://ghcr.io/fluxcd/flux-manifests:v2.9.5@"+sum),
	)

	DescribeTable("refuses a reference with",
		func(value, message string) {
			_, err := ParseReference(value)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a tag", "oci://ghcr.io/fluxcd/flux-manifests:v2.9.5",
			"is not named by its digest: a tag may be moved at any time; write oci://ghcr.io/fluxcd/flux-manifests@sha256:…"),
		Entry("no tag and no digest", "oci://ghcr.io/fluxcd/flux-manifests", "is not named by its digest"),
		Entry("a digest of another algorithm", "oci://ghcr.io/fluxcd/flux-manifests@sha512:"+strings.Repeat("0", 128), "the digest is not a sha256 digest"),
		Entry("an incomplete digest", "oci://ghcr.io/fluxcd/flux-manifests@sha256:e3b0", "cannot be read"),
		Entry("no scheme", "ghcr.io/fluxcd/flux-manifests@"+sum, "does not begin with oci://"),
		Entry("no repository", "oci://ghcr.io", "cannot be read"),
	)
})

// These specs need the loopback interface for their registry; hack/offline has none.
var _ = Describe("ReadFile", Label("loopback"), func() {
	const file = "gotk-components.yaml"

	var (
		host   *fakeRegistry
		server *httptest.Server
		access RegistryAccess
	)

	BeforeEach(func() {
		host = newRegistry()
		server = httptest.NewServer(host)
		DeferCleanup(server.Close)
		access = RegistryAccess{PlainHTTP: true}
	})

	read := func(ctx SpecContext, sum digest.Digest) (string, error) {
		GinkgoHelper()
		address := strings.TrimPrefix(strings.TrimPrefix(server.URL, "https://"), "http://")
		reference, err := ParseReference("oci://" + address + "/fluxcd/flux-manifests@" + sum.String())
		Expect(err).NotTo(HaveOccurred())
		content, err := ReadFile(ctx, reference, file, access)
		return string(content), err
	}

	DescribeTable("finds the file",
		func(ctx SpecContext, entries ...entry) {
			Expect(read(ctx, host.push(fluxLayer, archive(entries...)))).To(Equal("kind: Namespace\n"))
			Expect(host.userAgents).To(HaveEach("gardener-extension-shoot-flux"))
		},
		Entry("as the Flux project publishes it", entry{file, "kind: Namespace\n", tar.TypeReg}),
		Entry("in a directory", entry{"flux-system/", "", tar.TypeDir}, entry{"flux-system/" + file, "kind: Namespace\n", tar.TypeReg}),
		Entry("next to other entries", entry{"../../etc/passwd", "x", tar.TypeReg}, entry{"link", "/etc/passwd", tar.TypeSymlink},
			entry{file, "kind: Namespace\n", tar.TypeReg}),
	)

	DescribeTable("refuses an artifact",
		func(ctx SpecContext, layers [][]byte, mediaType, message string) {
			_, err := read(ctx, host.push(mediaType, layers...))
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("without the file", [][]byte{archive(entry{"install.yaml", "x", tar.TypeReg})}, fluxLayer, "cannot be used: it has no file gotk-components.yaml"),
		Entry("with two such files", [][]byte{archive(entry{"a/" + file, "x", tar.TypeReg}, entry{"b/" + file, "x", tar.TypeReg})}, fluxLayer,
			"it has both a/gotk-components.yaml and b/gotk-components.yaml"),
		Entry("whose file is a link", [][]byte{archive(entry{file, "/etc/passwd", tar.TypeSymlink})}, fluxLayer, "gotk-components.yaml in it is not a regular file"),
		Entry("whose file is too large", [][]byte{archive(entry{file, strings.Repeat(" ", 17<<20), tar.TypeReg})}, fluxLayer, "which is more than 16777216"),
		Entry("that is too large when uncompressed", [][]byte{archive(entry{"x", strings.Repeat(" ", 65<<20), tar.TypeReg})}, fluxLayer, "its layer contains more than 67108864 bytes"),
		Entry("with two layers, like an image", [][]byte{archive(), archive(entry{"x", "", tar.TypeReg})}, fluxLayer, "with 2 layers"),
		Entry("with a layer of another media type, like a chart", [][]byte{[]byte("x")}, "application/vnd.cncf.helm.chart.provenance.v1.prov", ", not a compressed archive"),
		Entry("with an uncompressed layer", [][]byte{[]byte("kind: Namespace\n")}, fluxLayer, "its layer is not a gzip archive"),
		Entry("whose layer is truncated", [][]byte{archive(entry{file, strings.Repeat("x", 9000), tar.TypeReg})[:30]}, fluxLayer, "its layer cannot be read as an archive"),
	)

	It("refuses an index of images", func(ctx SpecContext) {
		host.mediaType = ocispec.MediaTypeImageIndex
		_, err := read(ctx, host.push(fluxLayer, archive()))
		Expect(err).To(MatchError(ContainSubstring("it is not a Flux artifact: it is a application/vnd.oci.image.index.v1+json")))
	})

	It("verifies the digests of manifest and layer", func(ctx SpecContext) {
		layer := archive(entry{file, "kind: Namespace\n", tar.TypeReg})
		sum := host.push(fluxLayer, layer)
		host.blobs[digest.FromBytes(layer)] = bytes.Replace(bytes.Clone(layer), layer[20:21], []byte{layer[20] + 1}, 1)
		_, err := read(ctx, sum)
		Expect(err).To(MatchError(ContainSubstring("failed to read the content of the artifact")))

		host.manifests[sum] = bytes.Replace(host.manifests[sum], []byte("flux"), []byte("fluX"), 1)
		_, err = read(ctx, sum)
		Expect(err).To(MatchError(ContainSubstring("its manifest: ")))
	})

	It("returns an error for an artifact that does not exist", func(ctx SpecContext) {
		_, err := read(ctx, digest.FromString("x"))
		Expect(err).To(MatchError(ContainSubstring("not found")))
	})

	It("authenticates with the credentials of the Docker config, and keeps them out of errors", func(ctx SpecContext) {
		host.password = "s3cret"
		sum := host.push(fluxLayer, archive(entry{file, "x", tar.TypeReg}))
		_, err := read(ctx, sum)
		Expect(err).To(MatchError(ContainSubstring("credential")))

		address := strings.TrimPrefix(server.URL, "http://")
		config := func(password string) []byte {
			return fmt.Appendf(nil, `{"auths":{%q:{"auth":%q}}}`, address, base64.StdEncoding.EncodeToString([]byte("me:"+password)))
		}
		access.DockerConfig = config("wr0ng")
		_, err = read(ctx, sum)
		Expect(err).To(MatchError(And(ContainSubstring("401"), Not(ContainSubstring("wr0ng")))))
		access.DockerConfig = []byte(`{"auths":{"` + address + `":{"auth":"bm90IGEgcGFzc3dvcmQ="}}}`)
		_, err = read(ctx, sum)
		Expect(err).To(MatchError(HavePrefix("the registry's credentials cannot be read")))

		access.DockerConfig = config("s3cret")
		Expect(read(ctx, sum)).To(Equal("x"))
	})

	It("trusts certificate authorities of the CA bundle", func(ctx SpecContext) {
		server = httptest.NewTLSServer(host)
		DeferCleanup(server.Close)
		access = RegistryAccess{}
		sum := host.push(fluxLayer, archive(entry{file, "x", tar.TypeReg}))
		certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
		access.CABundle = certificate
		Expect(read(ctx, sum)).To(Equal("x"))
		access.CABundle = []byte("no certificate")
		_, err := read(ctx, sum)
		Expect(err).To(MatchError("the CA bundle has no certificate in PEM form"))
	})

	It("uses plain HTTP with loopback addresses only, not with host names", func(ctx SpecContext) {
		for _, registry := range []string{"registry.example.com", "localhost:5000", "10.0.0.1:5000"} {
			reference, err := ParseReference("oci://" + registry + "/flux@" + digest.FromString("x").String())
			Expect(err).NotTo(HaveOccurred())
			_, err = ReadFile(ctx, reference, file, access)
			Expect(err).To(MatchError(ContainSubstring("is not read over plain HTTP")))
		}
	})
})
