// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"io"
	"net/http"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// token signs the requests in testdata. Their headers and form are from the documentation of the hosts.
const token = "6c6f6e6720656e6f756768"

// sent returns a request of a Git host, and its body.
func sent(file string) (http.Header, []byte) {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join("testdata", file+".http"))
	Expect(err).NotTo(HaveOccurred())
	request, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(content)))
	Expect(err).NotTo(HaveOccurred())
	body, err := io.ReadAll(request.Body)
	Expect(err).NotTo(HaveOccurred())
	return request.Header, body
}

// passes returns whether a request proves the token, regardless of the parts of its body.
func passes(kind fluxv1alpha1.PushType, token string, header http.Header, body []byte) bool {
	GinkgoHelper()
	atOnce, inParts := newCheck(kind, token, header), newCheck(kind, token, header)
	Expect(atOnce.Write(body)).To(Equal(len(body)))
	for _, part := range body {
		Expect(inParts.Write([]byte{part})).To(Equal(1))
	}
	Expect(inParts.passed()).To(Equal(atOnce.passed()))
	return atOnce.passed()
}

func signed(algorithm func() hash.Hash, body []byte) string {
	mac := hmac.New(algorithm, []byte(token))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

var _ = Describe("check", func() {
	DescribeTable("accepts requests of Git hosts, and rejects another token or body",
		func(kind fluxv1alpha1.PushType, file, proof string, bodyIsSigned bool) {
			header, body := sent(file)
			Expect(isPush(kind, header)).To(BeTrue())
			Expect(passes(kind, token, header, body)).To(BeTrue())
			Expect(passes(kind, token+"x", header, body)).To(BeFalse())
			Expect(passes(kind, token, header, append(body, ' '))).To(Equal(!bodyIsSigned))

			given := header.Get(proof)
			for _, wrong := range []string{"", "x", given + "0", given[:len(given)-1], "sha256=", "sha1=7d38cdd689735b008b3c702edd92eea23791c5f6"} {
				header.Set(proof, wrong)
				Expect(passes(kind, token, header, body)).To(BeFalse(), wrong)
			}
			header.Del(proof)
			Expect(passes(kind, token, header, body)).To(BeFalse(), "without %s", proof)
		},
		Entry("GitHub", fluxv1alpha1.PushTypeGitHub, "github", "X-Hub-Signature-256", true),
		Entry("GitHub with content type form", fluxv1alpha1.PushTypeGitHub, "github-form", "X-Hub-Signature-256", true),
		Entry("GitLab", fluxv1alpha1.PushTypeGitLab, "gitlab", "X-Gitlab-Token", false),
		Entry("Gitea", fluxv1alpha1.PushTypeGitea, "gitea", "X-Hub-Signature-256", true),
		Entry("Bitbucket Cloud", fluxv1alpha1.PushTypeBitbucket, "bitbucket-cloud", "X-Hub-Signature", true),
		Entry("Bitbucket Data Center", fluxv1alpha1.PushTypeBitbucket, "bitbucket-server", "X-Hub-Signature", true),
	)

	DescribeTable("agrees with the examples in the documentation of signatures",
		func(kind fluxv1alpha1.PushType, header, signature, body string) {
			Expect(passes(kind, "It's a Secret to Everybody", http.Header{header: {signature}}, []byte(body))).To(BeTrue())
		},
		Entry("docs.github.com: validating webhook deliveries", fluxv1alpha1.PushTypeGitHub, "X-Hub-Signature-256",
			"sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17", "Hello, World!"),
		Entry("support.atlassian.com: manage webhooks", fluxv1alpha1.PushTypeBitbucket, "X-Hub-Signature",
			"sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9", "Hello World!"),
	)

	DescribeTable("accepts the strong algorithms of Flux's generic-hmac",
		func(name string, algorithm func() hash.Hash, expected bool) {
			body := []byte("anything")
			header := http.Header{"X-Signature": {name + "=" + signed(algorithm, body)}}
			Expect(passes(fluxv1alpha1.PushTypeGenericHMAC, token, header, body)).To(Equal(expected))
		},
		Entry("sha256", "sha256", sha256.New, true),
		Entry("sha384", "sha384", sha512.New384, true),
		Entry("sha512", "sha512", sha512.New, true),
		Entry("a signature with another algorithm than its prefix", "sha256", sha512.New, false),
		Entry("sha512 with the prefix SHA256", "SHA512", sha512.New, false),
	)

	It("accepts the path alone for type generic", func() {
		Expect(passes(fluxv1alpha1.PushTypeGeneric, token, http.Header{}, []byte("anything"))).To(BeTrue())
		Expect(isPush(fluxv1alpha1.PushTypeGeneric, http.Header{})).To(BeTrue())
	})

	DescribeTable("distinguishes pushes from other events",
		func(kind fluxv1alpha1.PushType, name string, values ...string) {
			for _, value := range values {
				Expect(isPush(kind, http.Header{name: {value}})).To(BeFalse(), value)
			}
			Expect(isPush(kind, http.Header{})).To(BeFalse(), "without %s", name)
		},
		Entry("GitHub", fluxv1alpha1.PushTypeGitHub, "X-Github-Event", "ping", "issues", "Push", ""),
		Entry("GitLab", fluxv1alpha1.PushTypeGitLab, "X-Gitlab-Event", "Issue Hook", "push"),
		Entry("Gitea", fluxv1alpha1.PushTypeGitea, "X-Gitea-Event", "issues"),
		Entry("Bitbucket", fluxv1alpha1.PushTypeBitbucket, "X-Event-Key", "repo:fork", "diagnostics:ping"),
	)
})

var _ = Describe("pathOf", func() {
	It("returns the path of a Flux Receiver with this token, name and namespace", func() {
		sum := sha256.Sum256([]byte("tokenflux-configgarden-demo"))
		Expect(pathOf("token", "garden-demo")).To(Equal("/hook/" + hex.EncodeToString(sum[:])))
	})
})
