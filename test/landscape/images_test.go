// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
)

var _ = Describe("Images", func() {
	DescribeTable("of Flux", func(ref, executable string) {
		image, found := resolveByVersion(fluxImages(
			binaries.Paths{"source-controller": "/bin/source", "source-watcher": "/bin/watcher"},
			binaries.Paths{"source-controller:v1.7": "/bin/source-1.7"},
		))(ref)
		Expect(found).To(Equal(executable != ""))
		if found {
			Expect(image.Files).To(HaveKeyWithValue(image.Command[0], executable))
		}
	},
		Entry("at their publisher", "ghcr.io/fluxcd/source-controller:v1.9.3", "/bin/source"),
		Entry("at a mirror with a port and a longer path", "mirror.example.com:5000/a/b/source-watcher:v2.2.2", "/bin/watcher"),
		Entry("without a tag", "mirror.example.com:5000/source-controller", "/bin/source"),
		Entry("with a digest alone", "ghcr.io/fluxcd/source-controller@sha256:00", "/bin/source"),
		Entry("of an older version that is built", "ghcr.io/fluxcd/source-controller:v1.7.4", "/bin/source-1.7"),
		Entry("of an older version at a mirror, with a digest", "mirror.example.com:5000/source-controller:v1.7.4@sha256:00", "/bin/source-1.7"),
		Entry("of a version that is not built", "ghcr.io/fluxcd/source-controller:v1.6.2", "/bin/source"),
		Entry("with a tag that is not a version", "ghcr.io/fluxcd/source-controller:latest", "/bin/source"),
		Entry("with a longer name", "ghcr.io/fluxcd/my-source-controller:v1.7.4", ""),
		Entry("of other projects", "ghcr.io/fluxcd/unknown:v1.7.4", ""),
	)

	It("of a registry get the argument that lets the extension listen on its pod", func() {
		pulled := node.Image{Command: []string{"/ko-app/extension"}, Args: []string{"run"}}
		find := findOr(resolve(map[string]node.Image{"known": {User: 1}}), func(ref string) (node.Image, bool) {
			return pulled, ref == "registry/extension@sha256:00"
		})
		found, ok := find("registry/extension@sha256:00")
		Expect(ok).To(BeTrue())
		Expect(found.Args).To(Equal([]string{"run", "--webhook-config-server-host=$(POD_IP)"}))
		Expect(pulled.Args).To(Equal([]string{"run"}))
		found, ok = find("known")
		Expect(ok).To(BeTrue())
		Expect(found).To(Equal(node.Image{User: 1}))
		_, ok = find("other")
		Expect(ok).To(BeFalse())
		_, ok = findOr(resolve(nil), nil)("other")
		Expect(ok).To(BeFalse())
	})

	DescribeTable("of workloads", func(ref string, expected []string) {
		image, found := resolveByVersion(shootImages(Executables{Pinned: binaries.Paths{"kubectl": "/bin/kubectl"}}, "/site", "/authorities"))(ref)
		Expect(found).To(BeTrue())
		Expect(append(image.Command, image.Args...)).To(Equal(expected))
		Expect(image.Files).To(HaveKeyWithValue("/usr/local/bin/kubectl", "/bin/kubectl"))
	},
		Entry("unchanged images", "example.org/workload", []string{"/usr/local/bin/kubectl", "proxy", "--address=$(POD_IP)"}),
		Entry("images that run the pod's command", "registry.k8s.io/kubectl:v1.36.4", []string{"/usr/local/bin/kubectl"}),
		Entry("images that only serve files", "docker.io/nginxinc/nginx-unprivileged:1.29-alpine", []string{
			"/usr/local/bin/kubectl", "proxy", "--address=$(POD_IP)", "--port=8080", "--www=/usr/share/nginx/html", "--www-prefix=/",
			"--api-prefix=/api-server/", "--reject-paths=.*",
		}),
	)

	It("accept the arguments of the newest Flux version", func() {
		images := fluxImages(binaries.Paths{}, binaries.Paths{"source-controller:v1.7": "/bin/source-1.7"})
		Expect(images["source-controller:v1.7"].Args).To(Equal(images["source-controller"].Args))
	})
})
