// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
)

var _ = Describe("command line", func() {
	var (
		image  = Image{Command: []string{"/bin/server"}, Args: []string{"--addr=$(POD_IP):1"}}
		lookup = func(s string) string {
			return expand(s, map[string]string{"NAME": "x"}, map[string]string{"POD_IP": "127.1.0.1"})
		}
	)

	DescribeTable("#commandLine",
		func(reason string, image Image, spec corev1.Container, expected ...string) {
			Expect(commandLine(image, spec, lookup)).To(Equal(expected), reason)
		},
		Entry("image only", "the image's command runs with the image's arguments", image, corev1.Container{},
			"/bin/server", "--addr=127.1.0.1:1"),
		Entry("pod's arguments", "the last flag wins, and the pod has the last word", image, corev1.Container{Args: []string{"--addr=:2", "$(NAME)"}},
			"/bin/server", "--addr=127.1.0.1:1", "--addr=:2", "x"),
		Entry("pod's command, same program", "the image's listen flags are still understood", image, corev1.Container{Command: []string{"server", "run"}},
			"server", "run", "--addr=127.1.0.1:1"),
		Entry("pod's command, other program", "another program does not know the image's flags", image, corev1.Container{Command: []string{"sh", "-c"}, Args: []string{"true"}},
			"sh", "-c", "true"),
	)

	It("should not guess a command", func() {
		_, err := commandLine(Image{}, corev1.Container{Image: "some/image"}, lookup)
		Expect(err).To(MatchError(ContainSubstring("some/image")))
	})

	DescribeTable("#rewriteListenFlags",
		func(argv, expected []string) {
			Expect(rewriteListenFlags(argv, "127.1.0.1")).To(Equal(expected))
		},
		Entry("port only", []string{"--metrics-addr=:8080"}, []string{"--metrics-addr=127.1.0.1:8080"}),
		Entry("camel case", []string{"--receiverAddr=:9292"}, []string{"--receiverAddr=127.1.0.1:9292"}),
		Entry("wildcard of IPv4", []string{"-health-addr=0.0.0.0:1"}, []string{"-health-addr=127.1.0.1:1"}),
		Entry("wildcard of IPv6", []string{"--listen=[::]:1"}, []string{"--listen=127.1.0.1:1"}),
		Entry("address without port", []string{"--bind-address=0.0.0.0"}, []string{"--bind-address=127.1.0.1"}),
		Entry("value of its own", []string{"--metrics-addr", ":8080", "x"}, []string{"--metrics-addr", "127.1.0.1:8080", "x"}),
		Entry("an address to connect to", []string{"--events-addr=http://x.svc:80", "--storage-adv-addr=x.svc"}, []string{"--events-addr=http://x.svc:80", "--storage-adv-addr=x.svc"}),
		Entry("a chosen address", []string{"--metrics-addr=127.0.0.1:1"}, []string{"--metrics-addr=127.0.0.1:1"}),
		Entry("another flag", []string{"--suffix=:8080", ":8080"}, []string{"--suffix=:8080", ":8080"}),
	)
})

var _ = Describe("#repository", func() {
	DescribeTable("should drop tag and digest only",
		func(ref, expected string) { Expect(repository(ref)).To(Equal(expected)) },
		Entry("tag", "ghcr.io/a/b:v1", "ghcr.io/a/b"),
		Entry("digest", "ghcr.io/a/b@sha256:abc", "ghcr.io/a/b"),
		Entry("both", "ghcr.io/a/b:v1@sha256:abc", "ghcr.io/a/b"),
		Entry("port of the registry", "localhost:5000/a/b", "localhost:5000/a/b"),
		Entry("nothing", "a/b", "a/b"),
	)

	It("should prefer an image that is known by its full reference", func() {
		n := &Node{options: Options{Images: func(ref string) (Image, bool) {
			return Image{Command: []string{ref}}, ref == "a/b" || ref == "a/b:special"
		}}}
		image, ok := n.image("a/b:special")
		Expect(ok).To(BeTrue())
		Expect(image.Command).To(HaveExactElements("a/b:special"))
		image, ok = n.image("a/b:v1@sha256:abc")
		Expect(ok).To(BeTrue())
		Expect(image.Command).To(HaveExactElements("a/b"))
		_, ok = n.image("c/d:v1")
		Expect(ok).To(BeFalse())
	})
})

var _ = Describe("pathRewriter", func() {
	rewriter := newPathRewriter(map[string]string{"/tmp": "/host/tmp", "/etc/webhook/": "/tmp/pods/1/webhook", "/etc/webhook/deep": "/deep"})

	DescribeTable("#rewrite",
		func(reason, in, expected string) { Expect(rewriter.rewrite(in)).To(Equal(expected), reason) },
		Entry("whole value", "a path", "/tmp", "/host/tmp"),
		Entry("flag", "a path below a mount path", "--dir=/etc/webhook/certs", "--dir=/tmp/pods/1/webhook/certs"),
		Entry("no second pass", "the host's path begins with another mount path", "/etc/webhook", "/tmp/pods/1/webhook"),
		Entry("deepest", "a mount inside a mount", "/etc/webhook/deep/x", "/deep/x"),
		Entry("list", "each element", "/tmp:/tmp/a", "/host/tmp:/host/tmp/a"),
		Entry("prefix of a deeper name", "a mount whose name only begins like a deeper one", "/etc/webhook/deeper", "/tmp/pods/1/webhook/deeper"),
		Entry("prefix of a name", "another directory", "/tmpfile /etc/webhooks", "/tmpfile /etc/webhooks"),
		Entry("suffix of a path", "another directory", "/var/tmp", "/var/tmp"),
	)

	It("should change nothing without mounts", func() {
		Expect(newPathRewriter(nil).rewrite("/tmp")).To(Equal("/tmp"))
	})
})
