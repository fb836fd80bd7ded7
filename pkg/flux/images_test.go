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
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("NewImages", func() {
	const (
		upstream = "ghcr.io/fluxcd"
		shipped  = upstream + "/source-controller:v1.9.3"
		mirror   = "registry.example.com:5000/mirror"
	)
	library := NewLibrary(distributions.Embedded())
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
	}
	DescribeTable("name an image",
		func(a asked, want string) {
			images, err := NewImages(library, read(vector), read(a.overwrite), a.digests)
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
		Entry("as shipped, if a supplied distribution comes from elsewhere",
			asked{digests: "UpstreamOnly", version: "v2.9.3", image: "ghcr.io/others/source-controller:v1.9.3"}, "ghcr.io/others/source-controller:v1.9.3"),
		Entry("with the digest that is shipped", asked{digests: "UpstreamOnly", version: "v2.10.0", image: mirror + "/source-controller:v1@" + digest("c")},
			mirror+"/source-controller:v1@"+digest("c")),
		Entry("by its digest alone, if that is all there is", asked{digests: "Never", version: "v2.10.0", image: mirror + "/source-controller@" + digest("c")},
			mirror+"/source-controller@"+digest("c")),

		Entry("of every version as one simple entry of the overwrite says, with the tag that is shipped",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: 'registry.example.com:5000/src'}"}, "registry.example.com:5000/src:v1.9.3"),
		Entry("of another version as the same entry says",
			asked{digests: "UpstreamOnly", version: "v2.8.8", image: upstream + "/source-controller:v1.8.5", overwrite: "- {name: source-controller, repository: registry.example.com/src}"},
			"registry.example.com/src:v1.8.5"),
		Entry("of a supplied version as the same entry says",
			asked{digests: "UpstreamOnly", version: "v2.10.0", image: upstream + "/source-controller:v1.10.0", overwrite: "- {name: source-controller, repository: registry.example.com/src}"},
			"registry.example.com/src:v1.10.0"),
		Entry("of the overwrite, with the digest that is known",
			asked{digests: "Always", overwrite: "- {name: source-controller, repository: registry.example.com/src}"}, "registry.example.com/src:v1.9.3@"+digest("a")),
		Entry("of the overwrite, which only says again where it is from",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: ghcr.io/fluxcd/source-controller}"}, shipped+"@"+digest("a")),
		Entry("of the overwrite as it stands there",
			asked{digests: "Never", overwrite: "- {name: source-controller, repository: registry.example.com/src, tag: 'v9@" + digest("d") + "'}"}, "registry.example.com/src:v9@"+digest("d")),
		Entry("of the overwrite by digest alone",
			asked{digests: "Never", overwrite: "- {name: source-controller, repository: registry.example.com/src, tag: '" + digest("d") + "'}"}, "registry.example.com/src@"+digest("d")),
		Entry("of the overwrite by a reference",
			asked{digests: "Never", overwrite: "- {name: source-controller, ref: 'registry.example.com/src:v9@" + digest("d") + "'}"}, "registry.example.com/src:v9@"+digest("d")),
		Entry("of the entry for this version rather than of one for all, wherever it stands",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src}\n- {name: source-controller, repository: b.example.com/src, targetVersion: 2.9.x}"},
			"b.example.com/src:v1.9.3"),
		Entry("of the entry for this very version rather than of one for its minor",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: 2.9.x}\n- {name: source-controller, repository: b.example.com/src, targetVersion: 2.9.3}"},
			"b.example.com/src:v1.9.3"),
		Entry("without an entry for another version",
			asked{digests: "UpstreamOnly", overwrite: "- {name: source-controller, repository: a.example.com/src, targetVersion: '< 2.9'}"}, shipped+"@"+digest("a")),
		Entry("without an entry for another component",
			asked{digests: "UpstreamOnly", overwrite: "- {name: helm-controller, repository: a.example.com/helm}"}, shipped+"@"+digest("a")),
		Entry("of the registry that is configured, whatever the overwrite says",
			asked{digests: "UpstreamOnly", registry: mirror, overwrite: "- {name: source-controller, repository: a.example.com/src}"}, mirror+"/source-controller:v1.9.3"),
	)

	DescribeTable("refuse what would have no effect, and name it",
		func(overwrite, message string) {
			_, err := NewImages(library, read(vector), read(overwrite), "UpstreamOnly")
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a component that no version has", "- {name: source-controler, repository: a.example.com/src}",
			`images[0].name: Unsupported value: "source-controler": supported values: "helm-controller", "image-automation-controller"`),
		Entry("a version of Kubernetes", "- {name: source-controller, repository: a.example.com/src, runtimeVersion: '>= 1.30'}",
			"images[0].runtimeVersion: Forbidden: images do not depend on the version of Kubernetes; remove it. The Flux version is the targetVersion"),
		Entry("an architecture", "- {name: source-controller, repository: a.example.com/src, architectures: [amd64]}", "images[0].architectures: Forbidden: "),
	)
})
