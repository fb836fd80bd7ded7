// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package knownhosts_test

import (
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
)

const exampleKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"

var _ = Describe("Choose", func() {
	DescribeTable("chooses",
		func(url, configured, stored string, want OmegaMatcher) {
			chosen, err := Choose(url, configured, []byte(stored))
			Expect(err).NotTo(HaveOccurred())
			Expect(chosen).To(want)
		},
		Entry("what is configured, before anything else", "ssh://git@github.com/o/r", "github.com "+exampleKey, "github.com ssh-rsa AAAA", Equal("github.com "+exampleKey+"\n")),
		Entry("what is stored beside the key, before the built-in lines", "ssh://git@github.com/o/r", "", "github.com "+exampleKey, Equal("github.com "+exampleKey+"\n")),
		Entry("a line for the port", "ssh://git@git.example.com:2222/o/r", "[git.example.com]:2222 "+exampleKey, "", Equal("[git.example.com]:2222 "+exampleKey+"\n")),
		Entry("port 22 written out", "ssh://git@git.example.com:22/o/r", "git.example.com "+exampleKey, "", Equal("git.example.com "+exampleKey+"\n")),
		Entry("a hashed line", "ssh://git@git.example.com/o/r", knownhosts.HashHostname("git.example.com")+" "+exampleKey, "", HavePrefix("|1|")),
		Entry("a pattern", "ssh://git@git.example.com/o/r", "*.example.com "+exampleKey, "", Equal("*.example.com "+exampleKey+"\n")),
		Entry("a certificate authority", "ssh://git@git.example.com/o/r", "@cert-authority git.example.com "+exampleKey, "", Equal("@cert-authority git.example.com "+exampleKey+"\n")),
	)

	It("falls back to the built-in lines of the host, and only those", func() {
		chosen, err := Choose("ssh://git@gitlab.com/o/r", "", []byte("github.com "+exampleKey))
		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Split(strings.TrimSpace(chosen), "\n")).To(HaveEach(HavePrefix("gitlab.com ")))
		Expect(chosen).To(And(ContainSubstring("ssh-ed25519"), ContainSubstring("ecdsa-sha2-nistp256"), ContainSubstring("ssh-rsa")))
	})

	DescribeTable("says which lines are missing",
		func(url, configured, host string) {
			_, err := Choose(url, configured, nil)
			Expect(err).To(MatchError(HavePrefix("no host key is known for " + host + "; add its known_hosts lines")))
		},
		Entry("an unknown host", "ssh://git@git.example.com/o/r", "", "git.example.com"),
		Entry("another port of a built-in host", "ssh://git@github.com:2222/o/r", "", "[github.com]:2222"),
		Entry("configured lines for another host only, although the host is built in", "ssh://git@github.com/o/r", "git.example.com "+exampleKey, "github.com"),
		Entry("a configured line for another port", "ssh://git@git.example.com:2222/o/r", "git.example.com "+exampleKey, "[git.example.com]:2222"),
		Entry("a revoked key only", "ssh://git@git.example.com/o/r", "@revoked git.example.com "+exampleKey, "git.example.com"),
	)
})

var _ = Describe("the built-in known_hosts", func() {
	It("hold the host keys that the hosts publish, and nothing else", func() {
		content, err := os.ReadFile("builtin_known_hosts")
		Expect(err).NotTo(HaveOccurred())

		var found []string
		for rest := content; len(strings.TrimSpace(string(rest))) > 0; {
			var (
				hosts []string
				key   ssh.PublicKey
			)
			_, hosts, key, _, rest, err = ssh.ParseKnownHosts(rest)
			Expect(err).NotTo(HaveOccurred())
			found = append(found, strings.Join(hosts, ",")+" "+key.Type()+" "+ssh.FingerprintSHA256(key))
		}
		Expect(found).To(Equal([]string{
			"github.com ssh-ed25519 SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU",
			"github.com ecdsa-sha2-nistp256 SHA256:p2QAMXNIC1TJYWeIOttrVc98/R1BUFWu3/LiyKgUfQM",
			"github.com ssh-rsa SHA256:uNiVztksCsDhcc0u9e8BujQXVUpKZIDTMczCvj3tD2s",
			"gitlab.com ssh-ed25519 SHA256:eUXGGm1YGsMAS7vkcx6JOJdOGHPem5gQp4taiCfCLB8",
			"gitlab.com ecdsa-sha2-nistp256 SHA256:HbW3g8zUjNSksFbqTiUWPWg2Bq1x8xdGUrliXFzSnUw",
			"gitlab.com ssh-rsa SHA256:ROQFvPThGrW4RuWLoL9tq9I9zJ42fK4XywyRtbOz/EQ",
			"bitbucket.org ssh-ed25519 SHA256:ybgmFkzwOSotHTHLJgHO0QN8L0xErw6vd0VhFA9m3SM",
			"bitbucket.org ecdsa-sha2-nistp256 SHA256:FC73VB6C4OQLSCrjEayhMp9UMxS97caD/Yyi2bhW/J0",
			"ssh.dev.azure.com ssh-rsa SHA256:ohD8VZEXGWo6Ez8GSEJQ9WpafgLFsOfLOtGGQCQo6Og",
		}))
	})
})
