// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rehearsal_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/andybalholm/brotli"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/types"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

// Versions of the two builds.
const firstVersion, secondVersion = "v0.1.0-dev.1", "v0.1.0-dev.2"

// release is a built version.
type release struct {
	version string
	files   artifacts.Directory
	// image is the digest of the image.
	image string
}

// warm reports whether only the platforms of this machine are built.
func warm() bool { return os.Getenv("WARM") != "" }

// build builds a version from the commit that is checked out in sources, with the commands of the page, and pushes it.
func (s *stage) build(ctx SpecContext, sources, version, place string) release {
	GinkgoHelper()
	dir := s.path("build", place, "work")
	Expect(os.MkdirAll(dir, 0o750)).To(Succeed())
	environment := append(os.Environ(), "PLAIN_HTTP=1", "BASE_IMAGE="+s.base(), "GOWORK=off", "CGO_ENABLED=0")
	if warm() {
		architecture := runtime.GOARCH
		environment = append(environment, "KO_DEFAULTPLATFORMS=linux/"+architecture, "PLUGIN_PLATFORMS=linux-"+architecture)
	}
	s.follow(ctx, shell{dir: dir, environment: environment, substitutions: documents.Substitutions{
		{
			Written: "https://github.com/shoot-flux/gardener-extension-shoot-flux",
			Real:    "--quiet " + sources + " gardener-extension-shoot-flux",
		},
		{Written: "registry.example.com", Real: s.registry},
		{Written: firstVersion, Real: version},
	}}, "make image PUSH=1")

	checkout := filepath.Join(dir, "gardener-extension-shoot-flux")
	references, err := os.ReadFile(filepath.Join(checkout, "bin", "image-refs"))
	Expect(err).NotTo(HaveOccurred())
	reference, _, _ := strings.Cut(string(references), "\n")
	_, digest, _ := strings.Cut(reference, "@")
	files := filepath.Join(checkout, "bin", version)
	s.execute(ctx, files, "sha256sum", "--quiet", "--check", "--strict", "SHA256SUMS")
	s.say("%s is built and pushed: image %s", version, digest)
	return release{version: version, files: artifacts.Directory(files), image: digest}
}

// base pushes an image with the properties of the base image, and returns its reference.
func (s *stage) base() string {
	GinkgoHelper()
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, architecture := range []string{"amd64", "arm64"} {
		image, err := mutate.ConfigFile(mutate.MediaType(empty.Image, types.OCIManifestSchema1), &v1.ConfigFile{
			OS: "linux", Architecture: architecture, Config: v1.Config{User: "65532", Env: []string{"PATH=/usr/bin:/bin"}},
		})
		Expect(err).NotTo(HaveOccurred())
		platform := &v1.Platform{OS: "linux", Architecture: architecture}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: platform}})
	}
	tag, err := name.NewTag(s.registry + "/base/static:nonroot")
	Expect(err).NotTo(HaveOccurred())
	Expect(remote.WriteIndex(tag, index)).To(Succeed())
	digest, err := index.Digest()
	Expect(err).NotTo(HaveOccurred())
	return tag.Context().Digest(digest.String()).String()
}

// successor returns a checkout of the second version: the first one with the patch and a newer Flux version, committed.
func (s *stage) successor(ctx SpecContext) string {
	GinkgoHelper()
	sources := s.path("build", "successor")
	s.execute(ctx, s.dir, "git", "clone", "--quiet", s.repository, sources)
	patch, err := filepath.Abs(filepath.Join("testdata", "second.patch"))
	Expect(err).NotTo(HaveOccurred())
	s.execute(ctx, sources, "git", "apply", patch)
	writeDistribution(filepath.Join(sources, "pkg", "flux", "distributions"))
	s.execute(ctx, sources, "git", "add", "--all")
	s.execute(ctx, sources, "git", "-c", "user.name=Rehearsal", "-c", "user.email=rehearsal@example.com",
		"commit", "--quiet", "--message", "Second version")
	return sources
}

// fluxVersions returns the newest Flux version of the repository, and the one that only the second version carries.
func fluxVersions(distributions string) (carried, newer string) {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join(distributions, "..", "..", "..", "hack", "distributions", "versions"))
	Expect(err).NotTo(HaveOccurred())
	lines := strings.Fields(string(content))
	carried = lines[len(lines)-1]
	return carried, carried[:strings.LastIndex(carried, ".")] + ".90"
}

// controllerTag matches the patch version in the image of a controller.
var controllerTag = regexp.MustCompile(`(image: ghcr\.io/fluxcd/[a-z-]+:v\d+\.\d+)\.\d+`)

// writeDistribution adds the newer Flux version: the manifests of the carried one with other versions of Flux and its
// controllers.
func writeDistribution(distributions string) {
	GinkgoHelper()
	carried, newer := fluxVersions(distributions)
	manifests, err := os.ReadFile(filepath.Join(distributions, carried, "gotk-components.yaml"))
	Expect(err).NotTo(HaveOccurred())
	manifests = controllerTag.ReplaceAll(bytes.ReplaceAll(manifests, []byte(carried), []byte(newer)), []byte("$1.90"))
	var compressed bytes.Buffer
	writer := brotli.NewWriterLevel(&compressed, brotli.BestCompression)
	_, err = writer.Write(manifests)
	Expect(err).NotTo(HaveOccurred())
	Expect(writer.Close()).To(Succeed())
	Expect(os.Mkdir(filepath.Join(distributions, newer), 0o750)).To(Succeed())
	for file, content := range map[string][]byte{
		"gotk-components.yaml.br": compressed.Bytes(),
		"SHA256SUMS":              fmt.Appendf(nil, "%x  gotk-components.yaml\n", sha256.Sum256(manifests)),
	} {
		Expect(os.WriteFile(filepath.Join(distributions, newer, file), content, 0o600)).To(Succeed())
	}
}

// execute runs a program, and returns what it prints.
func (s *stage) execute(ctx SpecContext, dir, program string, arguments ...string) string {
	GinkgoHelper()
	command := exec.CommandContext(ctx, program, arguments...)
	command.Dir = dir
	output, err := command.CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), "%s %s\n%s", program, strings.Join(arguments, " "), output)
	return string(output)
}

// contents returns the files of a release.
func (r release) contents() map[string]string {
	GinkgoHelper()
	entries, err := os.ReadDir(string(r.files))
	Expect(err).NotTo(HaveOccurred())
	files := map[string]string{}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(string(r.files), entry.Name()))
		Expect(err).NotTo(HaveOccurred())
		files[entry.Name()] = string(content)
	}
	return files
}

// table returns every artefact with size and checksum: the files, and image, charts and component descriptor in the
// registry with all their blobs.
func (s *stage) table(r release) string {
	GinkgoHelper()
	var out bytes.Buffer
	lines := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(lines, "ARTEFACT OF %s\tBYTES\tSHA256\n", r.version)
	files := r.contents()
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		_, _ = fmt.Fprintf(lines, "%s\t%d\t%x\n", name, len(files[name]), sha256.Sum256([]byte(files[name])))
	}
	for _, reference := range s.pushed(r) {
		parsed, err := name.NewTag(reference)
		Expect(err).NotTo(HaveOccurred())
		descriptor, err := remote.Get(parsed)
		Expect(err).NotTo(HaveOccurred())
		short := strings.TrimPrefix(reference, s.registry+"/")
		_, _ = fmt.Fprintf(lines, "%s\t%d\t%s\n", short, sizeOf(descriptor), descriptor.Digest.Hex)
	}
	Expect(lines.Flush()).To(Succeed())
	return out.String()
}

// pushed returns the references of a release in the registry.
func (s *stage) pushed(r release) []string {
	repository := s.registry + "/shoot-flux/"
	references := []string{repository + "gardener-extension-shoot-flux:" + r.version}
	for _, chart := range []string{artifacts.SeedChart, artifacts.ApplicationChart, artifacts.RuntimeChart} {
		references = append(references, repository+"charts/"+chart+":"+r.version)
	}
	const component = "component-descriptors/github.com/shoot-flux/gardener-extension-shoot-flux"
	return append(references, repository+component+":"+r.version)
}

// sizeOf returns the size of a manifest with its blobs, and of an index with its manifests.
func sizeOf(descriptor *remote.Descriptor) int64 {
	GinkgoHelper()
	images := []v1.Image{}
	total := int64(0)
	if descriptor.MediaType.IsIndex() {
		index, err := descriptor.ImageIndex()
		Expect(err).NotTo(HaveOccurred())
		manifest, err := index.IndexManifest()
		Expect(err).NotTo(HaveOccurred())
		for _, one := range manifest.Manifests {
			image, err := index.Image(one.Digest)
			Expect(err).NotTo(HaveOccurred())
			images = append(images, image)
		}
		total += descriptor.Size
	} else {
		image, err := descriptor.Image()
		Expect(err).NotTo(HaveOccurred())
		images = append(images, image)
	}
	for _, image := range images {
		manifest, err := image.Manifest()
		Expect(err).NotTo(HaveOccurred())
		size, err := image.Size()
		Expect(err).NotTo(HaveOccurred())
		total += size + manifest.Config.Size
		for _, layer := range manifest.Layers {
			total += layer.Size
		}
	}
	return total
}
