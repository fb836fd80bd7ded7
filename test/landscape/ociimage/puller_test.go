// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package ociimage_test

import (
	"archive/tar"
	"bytes"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"

	"github.com/go-logr/logr"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ociimage"
)

// layer returns a layer with one file.
func layer(path, content string) v1.Layer {
	GinkgoHelper()
	var archive bytes.Buffer
	files := tar.NewWriter(&archive)
	Expect(files.WriteHeader(&tar.Header{Name: path, Mode: 0o555, Size: int64(len(content))})).To(Succeed())
	_, err := io.WriteString(files, content)
	Expect(err).NotTo(HaveOccurred())
	Expect(files.Close()).To(Succeed())
	result, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(archive.Bytes())), nil
	})
	Expect(err).NotTo(HaveOccurred())
	return result
}

var _ = Describe("Puller", func() {
	var (
		address string
		puller  *ociimage.Puller
	)

	BeforeEach(func() {
		server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
		DeferCleanup(server.Close)
		address = strings.TrimPrefix(server.URL, "http://")
		puller = ociimage.New(address, GinkgoT().TempDir(), logr.Discard())
	})

	// push pushes an image with a program, and returns its digest.
	push := func(program string, config v1.Config) string {
		GinkgoHelper()
		image, err := mutate.AppendLayers(empty.Image, layer("etc/passwd", "root"), layer("ko-app/extension", program))
		Expect(err).NotTo(HaveOccurred())
		file, err := image.ConfigFile()
		Expect(err).NotTo(HaveOccurred())
		image, err = mutate.ConfigFile(image, &v1.ConfigFile{
			OS: "linux", Architecture: runtime.GOARCH, RootFS: file.RootFS, Config: config,
		})
		Expect(err).NotTo(HaveOccurred())
		tag, err := name.NewTag(address + "/shoot-flux/extension:v1")
		Expect(err).NotTo(HaveOccurred())
		Expect(remote.Write(tag, image)).To(Succeed())
		digest, err := image.Digest()
		Expect(err).NotTo(HaveOccurred())
		return digest.String()
	}
	config := v1.Config{
		Entrypoint: []string{"/ko-app/extension"}, User: "65532:65532", Env: []string{"PATH=/bin", "EMPTY="},
	}

	It("unpacks the entry point, with user and environment of the image", func(ctx SpecContext) {
		digest := push("first", config)
		image, err := puller.Pull(ctx, address+"/shoot-flux/extension:v1@"+digest)
		Expect(err).NotTo(HaveOccurred())
		program := image.Files["/ko-app/extension"]
		Expect(image).To(Equal(node.Image{
			Command: []string{"/ko-app/extension"}, Env: map[string]string{"PATH": "/bin", "EMPTY": ""}, User: 65532,
			Files: map[string]string{"/ko-app/extension": program},
		}))
		Expect(os.ReadFile(program)).To(BeEquivalentTo("first"))
		info, err := os.Stat(program)
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Mode().Perm()).To(BeEquivalentTo(0o755), "containers run as other users")
	})

	It("follows a digest, not the tag beside it", func(ctx SpecContext) {
		first := push("first", config)
		push("second", config)
		image, err := puller.Pull(ctx, address+"/shoot-flux/extension:v1@"+first)
		Expect(err).NotTo(HaveOccurred())
		Expect(os.ReadFile(image.Files["/ko-app/extension"])).To(BeEquivalentTo("first"))
		image, err = puller.Pull(ctx, address+"/shoot-flux/extension:v1")
		Expect(err).NotTo(HaveOccurred())
		Expect(os.ReadFile(image.Files["/ko-app/extension"])).To(BeEquivalentTo("second"))
	})

	It("leaves images of other registries to the landscape", func(ctx SpecContext) {
		find := puller.Images(ctx)
		_, found := find("registry.example.com/shoot-flux/extension:v1")
		Expect(found).To(BeFalse())
		_, found = find(address + "/shoot-flux/absent:v1")
		Expect(found).To(BeFalse())
	})

	DescribeTable("refuses", func(ctx SpecContext, change func(*v1.Config), message string) {
		wrong := config
		change(&wrong)
		push("first", wrong)
		_, err := puller.Pull(ctx, address+"/shoot-flux/extension:v1")
		Expect(err).To(MatchError(ContainSubstring(message)))
	},
		Entry("an image without entry point", func(c *v1.Config) { c.Entrypoint = nil }, "is no absolute path"),
		Entry("an entry point that is missing", func(c *v1.Config) { c.Entrypoint = []string{"/absent"} }, "no file /absent"),
		Entry("a user with a name", func(c *v1.Config) { c.User = "nonroot" }, "is no number"),
	)
})
