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
	type asked struct {
		overwrite                string
		digests                  configv1alpha1.ImageDigests
		version, image, registry string
		// ofAll is the registry that the operator has for all shoots; that of Flux if it is empty.
		ofAll string
	}
	DescribeTable("return the image",
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
		Entry("with its digest, where Flux publishes it", asked{digests: "UpstreamOnly"}, shipped+"@"+digest("a")),
		Entry("with that of its own version", asked{digests: "UpstreamOnly", version: "v2.8.8", image: upstream + "/source-controller:v1.8.5"},
			upstream+"/source-controller:v1.8.5@"+digest("b")),
		Entry("as Flux does, without digests", asked{digests: "Never"}, shipped),
		Entry("of a mirror, which may hold other digests", asked{digests: "UpstreamOnly", registry: mirror}, mirror+"/source-controller:v1.9.3"),
		Entry("of a mirror that holds the same digests", asked{digests: "Always", registry: mirror}, mirror+"/source-controller:v1.9.3@"+digest("a")),
		Entry("of a mirror, without digests", asked{digests: "Never", registry: mirror}, mirror+"/source-controller:v1.9.3"),

		Entry("as shipped, if the vector does not know the version", asked{digests: "Always", version: "v2.10.0", image: upstream + "/source-controller:v1.10.0"},
			upstream+"/source-controller:v1.10.0"),
		Entry("as shipped, if a supplied pre-release has another tag than the version the vector takes it for",
			asked{digests: "Always", version: "v2.9.3-rc.1", image: upstream + "/source-controller:v1.9.3-rc.1"}, upstream+"/source-controller:v1.9.3-rc.1"),
		Entry("of the registry that is configured, if a supplied distribution comes from elsewhere",
			asked{digests: "UpstreamOnly", version: "v2.10.0", image: "docker.io/fluxcd/source-controller:v1.10.0"}, upstream+"/source-controller:v1.10.0"),
		Entry("without the digest that is shipped, if the registry is another than where that is from",
			asked{digests: "UpstreamOnly", version: "v2.10.0", image: "docker.io/fluxcd/source-controller:v1.10.0@" + digest("c")}, upstream+"/source-controller:v1.10.0"),
		Entry("with the digest that is shipped, from where that is",
			asked{digests: "UpstreamOnly", version: "v2.10.0", image: mirror + "/source-controller:v1@" + digest("c"), registry: mirror}, mirror+"/source-controller:v1@"+digest("c")),
		Entry("with the digest that is shipped, from a mirror that holds the same",
			asked{digests: "Always", version: "v2.10.0", image: upstream + "/source-controller:v1@" + digest("c"), registry: mirror}, mirror+"/source-controller:v1@"+digest("c")),
		Entry("without the digest that is shipped, if none is wanted",
			asked{digests: "Never", version: "v2.10.0", image: mirror + "/source-controller:v1@" + digest("c"), registry: mirror}, mirror+"/source-controller:v1"),

		Entry("of every version as in one simple entry of the overwrite, with the tag that is shipped",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: 'registry.example.com:5000/src'}"}, "registry.example.com:5000/src:v1.9.3"),
		Entry("of another version as in the same entry",
			asked{digests: "UpstreamOnly", version: "v2.8.8", image: upstream + "/source-controller:v1.8.5", overwrite: "- {name: source-controller, repository: registry.example.com/src}"},
			"registry.example.com/src:v1.8.5"),
		Entry("of a supplied version as in the same entry",
			asked{digests: "UpstreamOnly", version: "v2.10.0", image: upstream + "/source-controller:v1.10.0", overwrite: "- {name: source-controller, repository: registry.example.com/src}"},
			"registry.example.com/src:v1.10.0"),
		Entry("of the overwrite, with the digest that is known",
			asked{digests: "Always", overwrite: "- {name: source-controller, repository: registry.example.com/src}"}, "registry.example.com/src:v1.9.3@"+digest("a")),
		Entry("of the overwrite, which only repeats where it is from",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: ghcr.io/fluxcd/source-controller}"}, shipped+"@"+digest("a")),
		Entry("of the overwrite, unchanged",
			asked{digests: "Never", overwrite: "- {name: source-controller, repository: registry.example.com/src, tag: 'v9@" + digest("d") + "'}"}, "registry.example.com/src:v9@"+digest("d")),
		Entry("of the overwrite by digest alone",
			asked{digests: "Never", overwrite: "- {name: source-controller, repository: registry.example.com/src, tag: '" + digest("d") + "'}"}, "registry.example.com/src@"+digest("d")),
		Entry("of the overwrite by a reference",
			asked{digests: "Never", overwrite: "- {name: source-controller, ref: 'registry.example.com/src:v9@" + digest("d") + "'}"}, "registry.example.com/src:v9@"+digest("d")),
		Entry("of the entry for this version rather than of one for all, wherever it is",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src}\n- {name: source-controller, repository: b.example.com/src, targetVersion: 2.9.x}"},
			"b.example.com/src:v1.9.3"),
		Entry("of the entry for this very version rather than of one for its minor",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: 2.9.x}\n- {name: source-controller, repository: b.example.com/src, targetVersion: 2.9.3}"},
			"b.example.com/src:v1.9.3"),
		Entry("of the entry for this very version rather than of a later one for a range with hyphen",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: v2.9.3}\n- {name: source-controller, repository: b.example.com/src, targetVersion: 2.9.0 - 2.9.9}"},
			"a.example.com/src:v1.9.3"),
		Entry("of the entry for this very version, written with an equals sign",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: '= 2.9.3'}\n- {name: source-controller, repository: b.example.com/src, targetVersion: 2.9.x}"},
			"a.example.com/src:v1.9.3"),
		Entry("of the later of two entries for ranges",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: 2.9.x}\n- {name: source-controller, repository: b.example.com/src, targetVersion: '>= 2.8'}"},
			"b.example.com/src:v1.9.3"),
		Entry("of the later of two entries for all versions",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, tag: v1}\n- {name: source-controller, repository: b.example.com/src}"},
			"b.example.com/src:v1.9.3"),
		Entry("without an entry for another version",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: '< 2.9'}"}, shipped+"@"+digest("a")),
		Entry("without an entry for another component",
			asked{digests: "UpstreamOnly", overwrite: "- {name: helm-controller, repository: a.example.com/helm}"}, shipped+"@"+digest("a")),
		Entry("of the overwrite beside the registry that the operator has for all shoots",
			asked{digests: "UpstreamOnly", registry: mirror, ofAll: mirror, overwrite: "- {name: source-controller, repository: a.example.com/src}"}, "a.example.com/src:v1.9.3"),
		Entry("of Flux's own registry if a shoot names that one and the operator has another, whatever the overwrite specifies",
			asked{digests: "UpstreamOnly", ofAll: mirror, overwrite: "- {name: source-controller, repository: a.example.com/src}"}, shipped+"@"+digest("a")),
		Entry("of the registry that a shoot names, whatever the overwrite specifies",
			asked{digests: "UpstreamOnly", registry: mirror, overwrite: "- {name: source-controller, repository: a.example.com/src}"}, mirror+"/source-controller:v1.9.3"),
	)

	DescribeTable("reject entries without effect",
		func(overwrite, message string) {
			_, err := flux.NewImages(library, read(vector), read(overwrite), "UpstreamOnly", upstream)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a component that no version has", "- {name: source-controler, repository: a.example.com/src}",
			`images[0].name: Unsupported value: "source-controler": supported values: "helm-controller", "image-automation-controller"`),
		Entry("a version of Kubernetes", "- {name: source-controller, repository: a.example.com/src, runtimeVersion: '>= 1.30'}",
			"images[0].runtimeVersion: Forbidden: images do not depend on the Kubernetes version; remove it, and set the Flux version in targetVersion"),
		Entry("an architecture", "- {name: source-controller, repository: a.example.com/src, architectures: [amd64]}", "images[0].architectures: Forbidden: "),
		Entry("a repository with a tag, to which the one that is shipped would be added", "- {name: source-controller, repository: 'host:5000/x:v1'}",
			`images[0].repository: Invalid value: "host:5000/x:v1:v1.`),
		Entry("a repository with a tag beside the tag", "- {name: source-controller, repository: 'host:5000/x:v1', tag: v2}",
			`images[0].repository: Invalid value: "host:5000/x:v1:v2": is not a valid image for source-controller of Flux v2.7.5; write a reference such as registry.example.com/flux/source-controller:v1.9.3: `),
		Entry("a repository with a tag beside tag and digest", "- {name: source-controller, repository: 'host:5000/x:v1', tag: 'v2@"+digest("a")+"'}", `images[0].repository: Invalid value: `),
		Entry("a repository that ends in a slash", "- {name: source-controller, repository: registry.example.com/src/}", `images[0].repository: Invalid value: "registry.example.com/src/:v1.`),
		Entry("a repository without a registry", "- {name: source-controller, repository: source-controller}", `images[0].repository: Invalid value: "source-controller:v1.`),
		Entry("what is no image, for a version that there is not", "- {name: source-controller, ref: 'not an image!!', targetVersion: 2.77.x}", `images[0].ref: Invalid value: "not an image!!": `),
		Entry("an empty tag", "- {name: source-controller, ref: 'registry.example.com/src:'}", "it has an empty tag or digest"),
		Entry("half a digest", "- {name: source-controller, ref: 'registry.example.com/src:v1@sha256:abc'}", `images[0].ref: Invalid value: `),
		Entry("the later entry", "- {name: source-controller, repository: registry.example.com/src}\n- {name: helm-controller, repository: Registry.example.com/HELM}", `images[1].repository: Invalid value: `),
	)
})
