// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"strings"

	"github.com/gardener/gardener/pkg/utils/imagevector"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("Images", func() {
	const (
		upstream = "ghcr.io/fluxcd"
		shipped  = upstream + "/source-controller:v1.9.3"
		mirror   = "registry.example.com:5000/mirror"
	)
	library := flux.NewLibrary(distributions.Embedded())
	digest := func(letter string) string { return "sha256:" + strings.Repeat(letter, 64) }
	read := func(entries string) imagevector.ImageVector {
		GinkgoHelper()
		if entries == "" {
			return nil
		}
		vector, _, err := imagevector.Read([]byte("images:\n" + entries))
		Expect(err).NotTo(HaveOccurred())
		return vector
	}
	vector := `
- {name: source-controller, repository: ghcr.io/fluxcd/source-controller, tag: 'v1.9.3@` + digest("a") + `', targetVersion: 2.9.3}
- {name: source-controller, repository: ghcr.io/fluxcd/source-controller, tag: 'v1.8.5@` + digest("b") + `', targetVersion: 2.8.8}
`
	withoutDigest := []fluxv1alpha1.Component{fluxv1alpha1.ComponentKustomize, fluxv1alpha1.ComponentHelm, fluxv1alpha1.ComponentNotification,
		fluxv1alpha1.ComponentImageReflector, fluxv1alpha1.ComponentImageAutomation, fluxv1alpha1.ComponentSourceWatcher}
	type asked struct {
		overwrite                string
		digests                  configv1alpha1.ImageDigests
		version, image, registry string
		// ofAll is the operator's registry; empty for Flux's registry.
		ofAll string
	}
	DescribeTable("returns the image",
		func(a asked, want string) {
			if a.ofAll == "" {
				a.ofAll = upstream
			}
			images, err := flux.NewImages(library, read(vector), read(a.overwrite), a.digests, a.ofAll)
			Expect(err).NotTo(HaveOccurred())
			if a.version == "" {
				a.version, a.image = "v2.9.3", shipped
			}
			if a.registry == "" {
				a.registry = upstream
			}
			Expect(images.Image(a.version, "source-controller", a.image, a.registry)).To(Equal(want))
		},
		Entry("upstream registry with UpstreamOnly", asked{digests: "UpstreamOnly"}, shipped+"@"+digest("a")),
		Entry("digest of an older version", asked{digests: "UpstreamOnly", version: "v2.8.8", image: upstream + "/source-controller:v1.8.5"},
			upstream+"/source-controller:v1.8.5@"+digest("b")),
		Entry("upstream registry with Never", asked{digests: "Never"}, shipped),
		Entry("mirror with UpstreamOnly", asked{digests: "UpstreamOnly", registry: mirror}, mirror+"/source-controller:v1.9.3"),
		Entry("mirror with Always", asked{digests: "Always", registry: mirror}, mirror+"/source-controller:v1.9.3@"+digest("a")),
		Entry("mirror with Never", asked{digests: "Never", registry: mirror}, mirror+"/source-controller:v1.9.3"),

		Entry("version without an entry in the vector", asked{digests: "Always", version: "v2.10.0", image: upstream + "/source-controller:v1.10.0"},
			upstream+"/source-controller:v1.10.0"),
		Entry("supplied pre-release with its own tag",
			asked{digests: "Always", version: "v2.9.3-rc.1", image: upstream + "/source-controller:v1.9.3-rc.1"}, upstream+"/source-controller:v1.9.3-rc.1"),
		Entry("supplied distribution from another registry",
			asked{digests: "UpstreamOnly", version: "v2.10.0", image: "docker.io/fluxcd/source-controller:v1.10.0"}, upstream+"/source-controller:v1.10.0"),
		Entry("shipped digest of another registry",
			asked{digests: "UpstreamOnly", version: "v2.10.0", image: "docker.io/fluxcd/source-controller:v1.10.0@" + digest("c")}, upstream+"/source-controller:v1.10.0"),
		Entry("shipped digest of the configured registry",
			asked{digests: "UpstreamOnly", version: "v2.10.0", image: mirror + "/source-controller:v1@" + digest("c"), registry: mirror}, mirror+"/source-controller:v1@"+digest("c")),
		Entry("shipped digest in a mirror with Always",
			asked{digests: "Always", version: "v2.10.0", image: upstream + "/source-controller:v1@" + digest("c"), registry: mirror}, mirror+"/source-controller:v1@"+digest("c")),
		Entry("shipped digest with Never",
			asked{digests: "Never", version: "v2.10.0", image: mirror + "/source-controller:v1@" + digest("c"), registry: mirror}, mirror+"/source-controller:v1"),

		Entry("overwrite without a tag",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: 'registry.example.com:5000/src'}"}, "registry.example.com:5000/src:v1.9.3"),
		Entry("overwrite without a tag, older version",
			asked{digests: "UpstreamOnly", version: "v2.8.8", image: upstream + "/source-controller:v1.8.5", overwrite: "- {name: source-controller, repository: registry.example.com/src}"},
			"registry.example.com/src:v1.8.5"),
		Entry("overwrite without a tag, supplied version",
			asked{digests: "UpstreamOnly", version: "v2.10.0", image: upstream + "/source-controller:v1.10.0", overwrite: "- {name: source-controller, repository: registry.example.com/src}"},
			"registry.example.com/src:v1.10.0"),
		Entry("overwrite without a tag, with Always",
			asked{digests: "Always", overwrite: "- {name: source-controller, repository: registry.example.com/src}"}, "registry.example.com/src:v1.9.3@"+digest("a")),
		Entry("overwrite with the upstream repository",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: ghcr.io/fluxcd/source-controller}"}, shipped+"@"+digest("a")),
		Entry("overwrite with tag and digest",
			asked{digests: "Never", overwrite: "- {name: source-controller, repository: registry.example.com/src, tag: 'v9@" + digest("d") + "'}"}, "registry.example.com/src:v9@"+digest("d")),
		Entry("overwrite with a digest only",
			asked{digests: "Never", overwrite: "- {name: source-controller, repository: registry.example.com/src, tag: '" + digest("d") + "'}"}, "registry.example.com/src@"+digest("d")),
		Entry("overwrite with a ref",
			asked{digests: "Never", overwrite: "- {name: source-controller, ref: 'registry.example.com/src:v9@" + digest("d") + "'}"}, "registry.example.com/src:v9@"+digest("d")),
		Entry("entry for a range before an entry for all versions",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src}\n- {name: source-controller, repository: b.example.com/src, targetVersion: 2.9.x}"},
			"b.example.com/src:v1.9.3"),
		Entry("entry for the version before an entry for a range",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: 2.9.x}\n- {name: source-controller, repository: b.example.com/src, targetVersion: 2.9.3}"},
			"b.example.com/src:v1.9.3"),
		Entry("entry for the version before a later hyphen range",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: v2.9.3}\n- {name: source-controller, repository: b.example.com/src, targetVersion: 2.9.0 - 2.9.9}"},
			"a.example.com/src:v1.9.3"),
		Entry("entry for the version with an equals sign",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: '= 2.9.3'}\n- {name: source-controller, repository: b.example.com/src, targetVersion: 2.9.x}"},
			"a.example.com/src:v1.9.3"),
		Entry("last of two entries for ranges",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: 2.9.x}\n- {name: source-controller, repository: b.example.com/src, targetVersion: '>= 2.8'}"},
			"b.example.com/src:v1.9.3"),
		Entry("last of two entries for all versions",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, tag: v1}\n- {name: source-controller, repository: b.example.com/src}"},
			"b.example.com/src:v1.9.3"),
		Entry("entry for another version",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: '< 2.9'}"}, shipped+"@"+digest("a")),
		Entry("entry for another component",
			asked{digests: "UpstreamOnly", overwrite: "- {name: helm-controller, repository: a.example.com/helm}"}, shipped+"@"+digest("a")),
		Entry("overwrite with the operator's own registry",
			asked{digests: "UpstreamOnly", registry: mirror, ofAll: mirror, overwrite: "- {name: source-controller, repository: a.example.com/src}"}, "a.example.com/src:v1.9.3"),
		Entry("overwrite for a shoot with the upstream registry",
			asked{digests: "UpstreamOnly", ofAll: mirror, overwrite: "- {name: source-controller, repository: a.example.com/src}"}, shipped+"@"+digest("a")),
		Entry("overwrite for a shoot with another registry",
			asked{digests: "UpstreamOnly", registry: mirror, overwrite: "- {name: source-controller, repository: a.example.com/src}"}, mirror+"/source-controller:v1.9.3"),
	)

	DescribeTable("finds the images without the digests that the operator wants",
		func(a asked, want []fluxv1alpha1.Component) {
			catalog, versions := flux.NewCatalog(library), library.Versions()
			newest := versions[len(versions)-1]
			target := "targetVersion: " + strings.TrimPrefix(newest, "v")
			_, tag, _ := strings.Cut(catalog.Image(newest, fluxv1alpha1.ComponentSource), ":")
			one := "- {name: source-controller, repository: ghcr.io/fluxcd/source-controller, tag: '" + tag + "@" + digest("a") + "', " + target + "}"
			images, err := flux.NewImages(library, read(one), read(strings.ReplaceAll(a.overwrite, "TARGET", target)), a.digests, a.ofAll)
			Expect(err).NotTo(HaveOccurred())
			Expect(images.Unpinned(catalog, newest)).To(Equal(want))
		},
		Entry("upstream registry with UpstreamOnly", asked{digests: "UpstreamOnly", ofAll: upstream}, withoutDigest),
		Entry("upstream registry with Never", asked{digests: "Never", ofAll: upstream}, nil),
		Entry("mirror with UpstreamOnly, which pins none", asked{digests: "UpstreamOnly", ofAll: mirror}, nil),
		Entry("mirror with Always", asked{digests: "Always", ofAll: mirror}, withoutDigest),
		Entry("overwrite with tag and digest",
			asked{digests: "UpstreamOnly", ofAll: upstream, overwrite: "- {name: kustomize-controller, repository: ghcr.io/fluxcd/kustomize-controller, tag: 'v1@" + digest("d") + "', TARGET}"},
			withoutDigest[1:]),
		Entry("overwrite of another version",
			asked{digests: "UpstreamOnly", ofAll: upstream, overwrite: "- {name: kustomize-controller, repository: ghcr.io/fluxcd/kustomize-controller, tag: v1, targetVersion: 2.8.8}"},
			withoutDigest),
		Entry("overwrite with another registry, whose images UpstreamOnly does not pin",
			asked{digests: "UpstreamOnly", ofAll: upstream, overwrite: "- {name: kustomize-controller, repository: registry.example.com/kustomize}"}, withoutDigest[1:]),
		Entry("overwrite with another registry, with Always",
			asked{digests: "Always", ofAll: upstream, overwrite: "- {name: kustomize-controller, repository: registry.example.com/kustomize}"}, withoutDigest),
	)

	DescribeTable("rejects an overwrite with",
		func(overwrite, message string) {
			_, err := flux.NewImages(library, read(vector), read(overwrite), "UpstreamOnly", upstream)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("an unknown component", "- {name: source-controler, repository: a.example.com/src}",
			`images[0].name: Unsupported value: "source-controler": supported values: "helm-controller", "image-automation-controller"`),
		Entry("a Kubernetes version", "- {name: source-controller, repository: a.example.com/src, runtimeVersion: '>= 1.30'}",
			"images[0].runtimeVersion: Forbidden: images do not depend on the Kubernetes version; remove it, and set the Flux version in targetVersion"),
		Entry("an architecture", "- {name: source-controller, repository: a.example.com/src, architectures: [amd64]}", "images[0].architectures: Forbidden: "),
		Entry("a repository that contains a tag", "- {name: source-controller, repository: 'host:5000/x:v1'}",
			`images[0].repository: Invalid value: "host:5000/x:v1:v1.`),
		Entry("a repository that contains a tag, and a tag", "- {name: source-controller, repository: 'host:5000/x:v1', tag: v2}",
			`images[0].repository: Invalid value: "host:5000/x:v1:v2": is not a valid image for source-controller of Flux v2.8.8; write a reference such as registry.example.com/flux/source-controller:v1.9.3: `),
		Entry("a repository that contains a tag, and a tag with digest", "- {name: source-controller, repository: 'host:5000/x:v1', tag: 'v2@"+digest("a")+"'}", `images[0].repository: Invalid value: `),
		Entry("a repository that ends with a slash", "- {name: source-controller, repository: registry.example.com/src/}", `images[0].repository: Invalid value: "registry.example.com/src/:v1.`),
		Entry("a repository without a registry", "- {name: source-controller, repository: source-controller}", `images[0].repository: Invalid value: "source-controller:v1.`),
		Entry("an invalid reference for an unknown version", "- {name: source-controller, ref: 'not an image!!', targetVersion: 2.77.x}", `images[0].ref: Invalid value: "not an image!!": `),
		Entry("an empty tag", "- {name: source-controller, ref: 'registry.example.com/src:'}", "it has an empty tag or digest"),
		Entry("an incomplete digest", "- {name: source-controller, ref: 'registry.example.com/src:v1@sha256:abc'}", `images[0].ref: Invalid value: `),
		Entry("an invalid second entry", "- {name: source-controller, repository: registry.example.com/src}\n- {name: helm-controller, repository: Registry.example.com/HELM}", `images[1].repository: Invalid value: `),
	)
})
