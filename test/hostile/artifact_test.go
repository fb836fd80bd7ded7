// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/opencontainers/go-digest"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

const manifestsFile = "gotk-components.yaml"

// artifact is the response of a registry with a Flux distribution.
type artifact struct {
	entries []archived
	// damage is the position of a changed byte in the layer if it is not negative, and cut is the number of missing
	// bytes.
	damage, cut float64
	// layers, size and mediaType are fields of the manifest, and padding is the number of additional spaces.
	layers    int
	size      int64
	mediaType string
	padding   int
	// status and length belong to the response with the layer, and endless is true if the response does not end. headers
	// belong to all responses.
	status  int
	length  int64
	endless bool
	headers map[string]string
}

// archived is an entry of the archive.
type archived struct {
	name, link string
	kind       byte
	// repeat is the number of such entries.
	repeat  int
	content filler
	// claims is the exaggeration of the size in the header.
	claims int64
}

// documents are possible documents of the file.
var yamlFillers = []filler{
	{"kind: Namespace\n", "", "", 0}, {"", "a: b\n---\n", "", 0}, {"", "---\n", "", 0}, {"", "[", "", 0}, {"", "{a: ", "", 0}, {"", " ", "", 0}, {"", "\x00", "", 0},
	{"", "- ", "", 0}, {"", "a%: b\n", "", 0}, {"a: ", "&a% ", "b", 0}, {"a: &a [x,x,x,x,x,x,x,x,x]\n", "b%: [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n", "", 0},
	{"a0: &a0 [x]\na1: &a1 [*a0,*a0,*a0,*a0,*a0,*a0,*a0,*a0,*a0]\na2: &a2 [*a1,*a1,*a1,*a1,*a1,*a1,*a1,*a1,*a1]\na3: &a3 [*a2,*a2,*a2,*a2,*a2,*a2,*a2,*a2]\n" +
		"a4: &a4 [*a3,*a3,*a3,*a3,*a3,*a3,*a3,*a3]\na5: &a5 [*a4,*a4,*a4,*a4,*a4,*a4,*a4,*a4]\na6: [*a5,*a5,*a5,*a5,*a5,*a5,*a5,*a5]\n", "", "", 0},
	{"", "apiVersion: v1\nkind: K%\nmetadata:\n  name: n\n---\n", "", 0}, {"apiVersion: v1\nkind: \"", "<", "\"\nmetadata:\n  name: n\n", 0},
	{"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: n\nspec:\n  group: a.fluxcd.io\n  versions:\n", "  - name: v%\n", "", 0},
}

func changeArtifact(random *rand.Rand, a artifact) artifact {
	a.entries = slices.Clone(a.entries)
	for range 1 + random.IntN(3) {
		switch random.IntN(12) {
		case 0:
			a.damage, a.cut = random.Float64()*2-1, random.Float64()*random.Float64()*float64(random.IntN(2))
		case 1:
			a.layers, a.padding = scaled(random, 20_000), scaled(random, 2<<20)
		case 2:
			a.size = []int64{0, -1, 1 << 62, 1, 16 << 20, 16<<20 + 1}[random.IntN(6)]
		case 3:
			a.mediaType = []string{"", "application/vnd.oci.image.index.v1+json", "tar+gzip", randomText(random)}[random.IntN(4)]
		case 4:
			a.status, a.length = []int{0, 0, 206, 302, 401, 404, 429, 500}[random.IntN(8)], int64(random.IntN(3)-1)*int64(random.IntN(32<<20))
		case 5:
			a.endless = !a.endless
		case 6:
			digest := randomText(random)
			a.headers = map[string]string{"Docker-Content-Digest": digest[:min(1, len(digest))], "Retry-After": "86400", "X-Fill": strings.Repeat("x", scaled(random, 1<<20)),
				"WWW-Authenticate": `Bearer realm="http://127.0.0.1:1/` + strings.Repeat("a", random.IntN(1000)) + `"`, "Location": "/v2/o/r/blobs/x"}
		case 7:
			a.headers = nil
		case 8:
			if len(a.entries) > 1 {
				a.entries = a.entries[1:]
			}
		default:
			names := []string{manifestsFile, "a/" + manifestsFile, "../../" + manifestsFile, "/etc/passwd", strings.Repeat("d/", random.IntN(3000)) + manifestsFile, strings.Repeat("n", random.IntN(100_000))}
			kinds := []byte{tar.TypeReg, tar.TypeReg, tar.TypeReg, tar.TypeSymlink, tar.TypeLink, tar.TypeDir, tar.TypeChar, tar.TypeFifo, tar.TypeXGlobalHeader}
			e := archived{name: names[random.IntN(len(names))], link: "/etc/passwd", kind: kinds[random.IntN(len(kinds))], repeat: 1 + random.IntN(1+scaled(random, 20_000))}
			e.content = yamlFillers[random.IntN(len(yamlFillers))]
			e.content.repeat = 1 + scaled(random, (70<<20)/(len(e.content.part)+1))/e.repeat
			if random.IntN(6) == 0 {
				e.claims = int64(1) << random.IntN(62)
			}
			a.entries = append(a.entries, e)
		}
	}
	return a
}

// layer is the archive.
func (a artifact) layer() []byte {
	var out bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	Expect(err).NotTo(HaveOccurred())
	for _, e := range a.entries {
		var content bytes.Buffer
		if e.kind == tar.TypeReg {
			e.content.write(&content)
		}
		for range e.repeat {
			// A separate writer allows a false size in the header.
			writer := tar.NewWriter(compressed)
			header := &tar.Header{Name: e.name, Typeflag: e.kind, Linkname: e.link, Mode: 0o644, Size: int64(content.Len()) + e.claims}
			if e.kind == tar.TypeXGlobalHeader {
				header = &tar.Header{Typeflag: e.kind, PAXRecords: map[string]string{"comment": strings.Repeat("x", e.content.repeat%(1<<20))}}
			} else if e.kind != tar.TypeReg {
				header.Size = 0
			}
			if writer.WriteHeader(header) != nil {
				break
			}
			_, _ = writer.Write(content.Bytes())
			_ = writer.Flush() // It is an error that something is missing.
		}
	}
	Expect(tar.NewWriter(compressed).Close()).To(Succeed())
	Expect(compressed.Close()).To(Succeed())
	layer := out.Bytes()
	if a.damage > 0 {
		layer[int(a.damage*float64(len(layer)-1))] ^= 0x55
	}
	return layer[:len(layer)-int(a.cut*float64(len(layer)))]
}

// registryServer responds with the stored artifact.
type registryServer struct {
	answer atomic.Pointer[http.HandlerFunc]
	asked  atomic.Int64
}

// ServeHTTP responds to a request.
func (s *registryServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked.Add(1)
	(*s.answer.Load())(w, r)
}

// publish stores the artifact in the registry, and returns the digest of its manifest.
func (s *registryServer) publish(a artifact) digest.Digest {
	layer := a.layer()
	size := int64(len(layer))
	if a.size != 0 {
		size = a.size
	}
	described := fmt.Sprintf(`{"mediaType":"application/vnd.cncf.flux.content.v1.tar+gzip","digest":%q,"size":%d}`, digest.FromBytes(layer), size)
	manifest := fmt.Appendf(nil, `{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{},"layers":[%s%s]%s}`,
		described, strings.Repeat(","+described, a.layers), strings.Repeat(" ", a.padding))
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range a.headers {
			w.Header().Set(name, value)
		}
		if !strings.Contains(r.URL.Path, "/blobs/") {
			w.Header().Set("Content-Type", "application/vnd.oci.image.manifest.v1+json")
			if a.mediaType != "" {
				w.Header().Set("Content-Type", a.mediaType)
			}
			_, _ = w.Write(manifest)
			return
		}
		if a.length > 0 {
			w.Header().Set("Content-Length", fmt.Sprint(a.length))
		}
		if a.status != 0 {
			w.WriteHeader(a.status)
		}
		_, err := w.Write(layer)
		for a.endless && err == nil {
			_, err = io.WriteString(w, strings.Repeat("\x00", 1<<20))
		}
	})
	s.answer.Store(&answer)
	return digest.FromBytes(manifest)
}

// pull reads the artifact and checks whether it is a distribution.
func pull(ctx context.Context, address string, registry *registryServer, a artifact, limit time.Duration) cost {
	reference, err := distributions.ParseReference("oci://" + address + "/o/r@" + registry.publish(a).String())
	Expect(err).NotTo(HaveOccurred())
	registry.asked.Store(0)
	c := measureAll(ctx, limit, func(ctx context.Context) {
		var manifests []byte
		if manifests, err = distributions.ReadFile(ctx, reference, manifestsFile, distributions.RegistryAccess{PlainHTTP: true}); err == nil {
			err = flux.CheckDistribution("v2.99.1", manifests)
		}
	})
	c.requests = int(registry.asked.Load())
	if err != nil {
		c.written = uint64(len(err.Error()))
	}
	return c
}

var _ = Describe("Artifact with a distribution from an OCI registry", func() {
	It("is read within the budget of time and memory", func(ctx SpecContext) {
		registry := &registryServer{}
		listening := httptest.NewServer(registry)
		DeferCleanup(listening.Close)
		duration, _ := searchTime()
		limit := min(duration/3, 2*time.Second)
		var start []artifact
		for _, content := range yamlFillers {
			content.repeat = (2 << 20) / (len(content.part) + 1)
			start = append(start, artifact{damage: -1, entries: []archived{{name: manifestsFile, kind: tar.TypeReg, repeat: 1, content: content}}})
		}
		door[artifact]{
			// An operator chooses the artifact, and the process does nothing else meanwhile. Decoding has no context.
			budget: cost{processor: 20 * time.Second, heap: 768 << 20, requests: 20, written: 16 << 10},
			start:  start,
			change: changeArtifact,
			work: func(a artifact) cost {
				return pull(ctx, strings.TrimPrefix(listening.URL, "http://"), registry, a, limit)
			},
			describe: func(a artifact) string { return fmt.Sprintf("%+v", a) },
		}.search(searchSeed())
	})
})
