// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package image

import (
	"archive/tar"
	"bytes"
	"context"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const (
	version = "v1.2.3"
	commit  = "0123456789abcdef0123456789abcdef01234567"
	// built is the moment 2026-01-02T03:04:05Z.
	built = "1767323045"
)

// warm returns whether only one platform is built, with the caches of Go, which takes a tenth of the time, for work on these tests.
func warm() bool {
	return os.Getenv("WARM") != ""
}

// platforms are those that a release is for.
func platforms() []v1.Platform {
	if warm() {
		return []v1.Platform{{OS: "linux", Architecture: runtime.GOARCH}}
	}
	return []v1.Platform{{OS: "linux", Architecture: "amd64"}, {OS: "linux", Architecture: "arm64"}}
}

// startRegistry runs a registry on the loopback interface and returns its address.
func startRegistry() string {
	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	DeferCleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

// pushBase pushes an image with the properties of the base image: an unprivileged user and no shell.
func pushBase(address string) string {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, platform := range platforms() {
		image, err := mutate.AppendLayers(mutate.MediaType(empty.Image, types.OCIManifestSchema1), passwd())
		Expect(err).NotTo(HaveOccurred())
		image, err = mutate.ConfigFile(image, &v1.ConfigFile{
			OS: platform.OS, Architecture: platform.Architecture, RootFS: layersOf(image),
			Config: v1.Config{User: "65532", WorkingDir: "/home/nonroot", Env: []string{
				"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
			}},
		})
		Expect(err).NotTo(HaveOccurred())
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: &platform}})
	}
	reference, err := name.ParseReference(address + "/base/static:nonroot")
	Expect(err).NotTo(HaveOccurred())
	Expect(remote.WriteIndex(reference, index)).To(Succeed())
	digest, err := index.Digest()
	Expect(err).NotTo(HaveOccurred())
	return reference.Context().Digest(digest.String()).String()
}

func passwd() v1.Layer {
	const users = "root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n"
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		var archive bytes.Buffer
		files := tar.NewWriter(&archive)
		if err := files.WriteHeader(&tar.Header{Name: "etc/passwd", Mode: 0o644, Size: int64(len(users))}); err != nil {
			return nil, err
		}
		if _, err := io.WriteString(files, users); err != nil {
			return nil, err
		}
		return io.NopCloser(&archive), files.Close()
	})
	Expect(err).NotTo(HaveOccurred())
	return layer
}

func layersOf(image v1.Image) v1.RootFS {
	config, err := image.ConfigFile()
	Expect(err).NotTo(HaveOccurred())
	return config.RootFS
}

// checkout copies the files that git tracks, without the git directory, as in a source archive.
func checkout(ctx context.Context) string {
	directory := GinkgoT().TempDir()
	execute(ctx, root(), nil, "bash", "-euo", "pipefail", "-c",
		`git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null | tar --create --files-from=- | tar --extract --directory="$0"`, directory)
	return directory
}

// root is the top of the repository.
func root() string {
	directory, err := filepath.Abs("../..")
	Expect(err).NotTo(HaveOccurred())
	return directory
}

// execute returns what a program prints.
func execute(ctx context.Context, directory string, environment []string, program string, arguments ...string) string {
	GinkgoHelper()
	var out bytes.Buffer
	command := exec.CommandContext(ctx, program, arguments...)
	command.Dir, command.Stdout, command.Stderr = directory, &out, GinkgoWriter
	command.Env = append(append(os.Environ(), "VERSION="+version, "COMMIT="+commit, "SOURCE_DATE_EPOCH="+built, "TREE_STATE=clean"), environment...)
	Expect(command.Run()).To(Succeed(), "%s %s", program, strings.Join(arguments, " "))
	return out.String()
}

// buildImage builds the sources in a directory, pushes the image to a repository, and returns its reference.
func buildImage(ctx context.Context, sources, repository, base, sboms string, environment ...string) name.Digest {
	GinkgoHelper()
	ko := os.Getenv("KO")
	Expect(ko).NotTo(BeEmpty(), "KO is set by make test-release")
	out := execute(ctx, sources, append(environment, "KO_DEFAULTBASEIMAGE="+base), filepath.Join("hack", "image", "build"), ko, repository, "--sbom-dir", sboms, "--platform="+platformNames())
	reference, err := name.NewDigest(strings.TrimSpace(out))
	Expect(err).NotTo(HaveOccurred())
	return reference
}

func platformNames() string {
	var names []string
	for _, platform := range platforms() {
		names = append(names, platform.String())
	}
	return strings.Join(names, ",")
}
