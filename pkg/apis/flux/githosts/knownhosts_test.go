// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githosts_test

import (
	"net"
	"os"
	"strings"

	fluxknownhosts "github.com/fluxcd/pkg/ssh/knownhosts"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
)

const exampleKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"

const (
	otherKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
	ecdsaKey = "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBEmKSENjQEezOmxkZMy7opKgwFB9nkt5YRrYMjNuG5N87uRgg6CLrbo5wAdT/y6v0mKV0U2w0WZ2YB/++Tpockg="
)

func fingerprint(line string) string {
	GinkgoHelper()
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line))
	Expect(err).NotTo(HaveOccurred())
	return strings.TrimPrefix(ssh.FingerprintSHA256(key), "SHA256:")
}

var _ = Describe("ChooseLines", func() {
	DescribeTable("chooses",
		func(url, configured, stored string, want OmegaMatcher) {
			chosen, err := githosts.ChooseLines(url, configured, []byte(stored))
			Expect(err).NotTo(HaveOccurred())
			Expect(chosen).To(want)
		},
		Entry("the configured lines first", "ssh://git@github.com/o/r", "github.com "+exampleKey, "github.com ssh-rsa AAAA", Equal("github.com "+exampleKey+"\n")),
		Entry("the lines stored with the key before the built-in lines", "ssh://git@github.com/o/r", "", "github.com "+exampleKey, Equal("github.com "+exampleKey+"\n")),
		Entry("a line for the port", "ssh://git@git.example.com:2222/o/r", "[git.example.com]:2222 "+exampleKey, "", Equal("[git.example.com]:2222 "+exampleKey+"\n")),
		Entry("a line for a URL with port 22", "ssh://git@git.example.com:22/o/r", "git.example.com "+exampleKey, "", Equal("git.example.com "+exampleKey+"\n")),
		Entry("a hashed line", "ssh://git@git.example.com/o/r", knownhosts.HashHostname("git.example.com")+" "+exampleKey, "", Equal("git.example.com "+exampleKey+"\n")),
		Entry("a pattern", "ssh://git@git.example.com/o/r", "*.example.com "+exampleKey, "", Equal("git.example.com "+exampleKey+"\n")),
		Entry("a hashed line for the port", "ssh://git@git.example.com:2222/o/r", knownhosts.HashHostname("[git.example.com]:2222")+" "+exampleKey, "", Equal("[git.example.com]:2222 "+exampleKey+"\n")),
		Entry("one line for several hosts", "ssh://git@git.example.com/o/r", "git.example.org,git.example.com,192.0.2.1 "+exampleKey, "", Equal("git.example.com "+exampleKey+"\n")),
		Entry("a line for an IPv6 address", "ssh://git@[2001:db8::1]:2222/o/r", "[2001:db8::1]:2222 "+exampleKey, "", Equal("[2001:db8::1]:2222 "+exampleKey+"\n")),
		Entry("a port without brackets, which Flux accepts", "ssh://git@git.example.com:2222/o/r", "git.example.com:2222 "+exampleKey, "", Equal("[git.example.com]:2222 "+exampleKey+"\n")),
		Entry("only the line of the host, because Flux requests the key types of all lines", "ssh://git@git.example.com/o/r",
			"# ours\ngithub.com "+exampleKey+"\ngit.example.com "+ecdsaKey+"\n[git.example.com]:2222 "+otherKey, "", Equal("git.example.com "+ecdsaKey+"\n")),
		Entry("only the line of the host from the stored lines", "ssh://git@git.example.com/o/r", "", "git.example.org "+otherKey+"\ngit.example.com "+exampleKey, Equal("git.example.com "+exampleKey+"\n")),
		Entry("no line with an exception for the host", "ssh://git@git.example.com/o/r", "*.example.com,!git.example.com "+exampleKey+"\n* "+ecdsaKey, "", Equal("git.example.com "+ecdsaKey+"\n")),
		Entry("no hashed line of another host", "ssh://git@git.example.com/o/r", knownhosts.HashHostname("github.com")+" "+exampleKey+"\n"+knownhosts.HashHostname("git.example.com")+" "+ecdsaKey, "", Equal("git.example.com "+ecdsaKey+"\n")),
		Entry("no certificate authority beside a host key, because Flux requests no certificates", "ssh://git@git.example.com/o/r",
			"@cert-authority *.example.com "+otherKey+"\n# the host\ngit.example.com "+ecdsaKey, "", Equal("git.example.com "+ecdsaKey+"\n")),
		Entry("a certificate authority if there is no host key", "ssh://git@git.example.com/o/r", "@cert-authority *.example.com "+exampleKey, "", Equal("@cert-authority git.example.com "+exampleKey+"\n")),
		Entry("the first key of a type, like Flux", "ssh://git@git.example.com/o/r", "git.example.com "+exampleKey+"\ngit.example.com "+otherKey, "", Equal("git.example.com "+exampleKey+"\n")),
		Entry("a revoked key of the host, which Flux reports", "ssh://git@git.example.com/o/r", "git.example.com "+exampleKey+"\n@revoked git.example.com "+ecdsaKey, "",
			Equal("git.example.com "+exampleKey+"\n@revoked git.example.com "+ecdsaKey+"\n")),
		Entry("the next key of a type if the first one is revoked for another host", "ssh://git@git.example.com/o/r", "git.example.com "+exampleKey+"\ngit.example.com "+otherKey+"\n@revoked git.example.org "+exampleKey, "",
			Equal("git.example.com "+otherKey+"\n@revoked git.example.com "+exampleKey+"\n")),
		Entry("no revoked key of another host", "ssh://git@git.example.com/o/r", "git.example.com "+exampleKey+"\n@revoked git.example.org "+otherKey, "", Equal("git.example.com "+exampleKey+"\n")),
		Entry("a line after a byte order mark", "ssh://git@git.example.com/o/r", "\uFEFFgit.example.com "+exampleKey, "", Equal("git.example.com "+exampleKey+"\n")),
		Entry("a marker after a byte order mark in joined files", "ssh://git@git.example.com/o/r", "git.example.com "+exampleKey+"\r\n\uFEFF@revoked * "+exampleKey+"\r\ngit.example.com "+otherKey, "",
			Equal("git.example.com "+otherKey+"\n@revoked git.example.com "+exampleKey+"\n")),
		Entry("a line under the name in the URL, because Flux compares names case-sensitively", "ssh://git@Git.Example.com/o/r", "git.example.com "+exampleKey, "", Equal("Git.Example.com "+exampleKey+"\n")),
		Entry("a line with capitals", "ssh://git@git.example.com/o/r", "GIT.example.com "+exampleKey, "", Equal("git.example.com "+exampleKey+"\n")),
		Entry("a hashed lower-case name for a URL with capitals", "ssh://git@Git.Example.com/o/r", knownhosts.HashHostname("git.example.com")+" "+exampleKey, "", Equal("Git.Example.com "+exampleKey+"\n")),
		Entry("a line for a URL with a trailing dot", "ssh://git@git.example.com./o/r", "git.example.com "+exampleKey, "", Equal("git.example.com. "+exampleKey+"\n")),
		Entry("the built-in lines for a URL with capitals", "ssh://git@GitHub.com/o/r", "", "", And(HavePrefix("GitHub.com ssh-ed25519 "), Not(ContainSubstring("github.com")))),
	)

	It("returns only key types of the host", func() {
		for _, text := range []string{
			"github.com " + exampleKey + "\ngit.example.com " + ecdsaKey,
			"@cert-authority * " + exampleKey + "\n*.example.com " + ecdsaKey,
			"@revoked * " + exampleKey + "\ngit.example.com " + exampleKey + "\nGIT.example.com " + ecdsaKey,
		} {
			chosen, err := githosts.ChooseLines("ssh://git@Git.example.com/o/r", text, nil)
			Expect(err).NotTo(HaveOccurred())
			verify, requested, err := fluxknownhosts.New([]byte(chosen))
			Expect(err).NotTo(HaveOccurred())
			Expect(requested).To(ConsistOf("ecdsa-sha2-nistp256"), text)
			key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(ecdsaKey))
			Expect(err).NotTo(HaveOccurred())
			Expect(verify("Git.example.com:22", &net.TCPAddr{}, key)).To(Succeed(), text)
		}
	})

	It("falls back to the built-in lines of the host", func() {
		chosen, err := githosts.ChooseLines("ssh://git@gitlab.com/o/r", "", []byte("github.com "+exampleKey))
		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Split(strings.TrimSpace(chosen), "\n")).To(HaveEach(HavePrefix("gitlab.com ")))
		Expect(chosen).To(And(ContainSubstring("ssh-ed25519"), ContainSubstring("ecdsa-sha2-nistp256"), ContainSubstring("ssh-rsa")))
	})

	DescribeTable("returns an error that names the missing lines if there is",
		func(url, configured, host string) {
			_, err := githosts.ChooseLines(url, configured, nil)
			Expect(err).To(MatchError(HavePrefix("no host key is known for " + host + "; add its known_hosts lines")))
		},
		Entry("an unknown host", "ssh://git@git.example.com/o/r", "", "git.example.com"),
		Entry("another port of a built-in host", "ssh://git@github.com:2222/o/r", "", "[github.com]:2222"),
		Entry("another port of another name of a built-in host", "ssh://git@ssh.github.com/o/r", "", "ssh.github.com"),
		Entry("configured lines for another host only, although the host is built in", "ssh://git@github.com/o/r", "git.example.com "+exampleKey, "github.com"),
		Entry("a configured line for another port", "ssh://git@git.example.com:2222/o/r", "git.example.com "+exampleKey, "[git.example.com]:2222"),
		Entry("only a revoked key", "ssh://git@git.example.com/o/r", "@revoked git.example.com "+exampleKey, "git.example.com"),
		Entry("a host key that is revoked", "ssh://git@git.example.com/o/r", "git.example.com "+exampleKey+"\n@revoked * "+exampleKey, "git.example.com"),
		Entry("a certificate authority that is revoked", "ssh://git@git.example.com/o/r", "@cert-authority git.example.com "+exampleKey+"\n@revoked * "+exampleKey, "git.example.com"),
		Entry("a pattern with an exception for the host", "ssh://git@git.example.com/o/r", "*.example.com,!git.example.com "+exampleKey, "git.example.com"),
		Entry("an unknown host with capitals", "ssh://git@Git.Example.com/o/r", "", "git.example.com"),
		Entry("a hashed line for another port", "ssh://git@git.example.com:2222/o/r", knownhosts.HashHostname("git.example.com")+" "+exampleKey, "[git.example.com]:2222"),
	)
})

var _ = Describe("Notes", func() {
	const url = "ssh://git@git.example.com/o/r"

	DescribeTable("describe ignored parts of",
		func(lines string, want ...any) { Expect(githosts.Notes(url, lines)).To(ConsistOf(want...)) },
		Entry("valid lines", "# git.example.com\ngithub.com "+otherKey+" a comment AAAA\ngit.example.com "+exampleKey+"\n\uFEFFgit.example.com "+exampleKey),
		Entry("several keys that were folded into one line", "git.example.com "+exampleKey+" git.example.com "+ecdsaKey, "line 1 has several keys, and only the first is used; write one line per key"),
		Entry("a name with an invisible character", "\n\u200Bgit.example.com "+exampleKey, "line 2 is not used, because its host name contains the invisible character U+200B; remove the character"),
		Entry("a second key of the same type", "git.example.com "+exampleKey+"\n*.example.com "+otherKey,
			"line 2 has a second key of type ssh-ed25519 for git.example.com, and Flux uses only the first; remove the key that the host no longer has"),
	)

	It("are limited in number", func() {
		Expect(githosts.Notes(url, strings.Repeat("git.example.com "+exampleKey+" x "+otherKey+"\n", 20))).To(HaveLen(5))
	})

	It("are included in the error for a missing key", func() {
		_, err := githosts.ChooseLines(url, "github.com "+otherKey+" git.example.com "+exampleKey, nil)
		Expect(err).To(MatchError(HaveSuffix(`beginning with "git.example.com"); line 1 has several keys, and only the first is used; write one line per key`)))
		_, err = githosts.ChooseLines(url, "", []byte("github.com "+otherKey+" git.example.com "+exampleKey))
		Expect(err).To(MatchError(HaveSuffix("write one line per key")))
	})
})

var _ = Describe("ForeignTypes", func() {
	DescribeTable("returns the key types that Flux requests only because of",
		func(lines string, want ...any) {
			Expect(githosts.ForeignTypes("ssh://git@git.example.com/o/r", []byte(lines))).To(ConsistOf(want...))
		},
		Entry("no line for another host", "git.example.com "+exampleKey+"\n@revoked * "+ecdsaKey),
		Entry("a line for another host", "github.com "+exampleKey+"\ngit.example.com "+ecdsaKey, "ssh-ed25519"),
		Entry("a line of a certificate authority", "@cert-authority * "+exampleKey+"\ngit.example.com "+ecdsaKey, "ssh-ed25519"),
		Entry("lines that Flux refuses", "github.com damaged\ngit.example.com "+ecdsaKey),
	)
})

var _ = Describe("Fingerprints", func() {
	It("returns the fingerprints of the host's keys", func() {
		lines := "git.example.com " + exampleKey + "\ngit.example.com " + ecdsaKey + "\ngit.example.org " + otherKey + "\n@revoked * " + otherKey + "\n"
		Expect(githosts.Fingerprints("ssh://git@git.example.com/o/r", []byte(lines))).To(Equal([]string{
			"ecdsa-sha2-nistp256 SHA256:p2QAMXNIC1TJYWeIOttrVc98/R1BUFWu3/LiyKgUfQM",
			"ssh-ed25519 SHA256:" + fingerprint(exampleKey),
		}))
	})

	It("returns nothing for an unknown host and for damaged lines", func() {
		Expect(githosts.Fingerprints("ssh://git@git.example.com/o/r", []byte("git.example.org "+exampleKey))).To(BeEmpty())
		Expect(githosts.Fingerprints("ssh://git@git.example.com/o/r", []byte("git.example.com damaged"))).To(BeEmpty())
		Expect(githosts.Fingerprints("://", []byte("git.example.com "+exampleKey))).To(BeEmpty())
	})
})

var _ = Describe("OnlyAuthorities", func() {
	DescribeTable("returns true if the host has only certificate authorities:",
		func(lines string, want bool) {
			Expect(githosts.OnlyAuthorities("ssh://git@git.example.com/o/r", lines)).To(Equal(want))
		},
		Entry("authorities alone", "@cert-authority *.example.com "+exampleKey, true),
		Entry("authorities and a key of another host", " @cert-authority *.example.com "+exampleKey+"\ngit.example.org "+otherKey, true),
		Entry("authorities and a host key", "@cert-authority *.example.com "+exampleKey+"\ngit.example.com "+otherKey, false),
		Entry("authorities of another host", "@cert-authority *.example.org "+exampleKey, false),
	)

	It("agrees with Flux, which requests the host key and rejects it", func() {
		verify, algorithms, err := fluxknownhosts.New([]byte("@cert-authority git.example.com " + exampleKey))
		Expect(err).NotTo(HaveOccurred())
		Expect(algorithms).To(ConsistOf("ssh-ed25519"), "and not ssh-ed25519-cert-v01@openssh.com")
		key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(otherKey))
		Expect(err).NotTo(HaveOccurred())
		Expect(verify("git.example.com:22", &net.TCPAddr{}, key)).To(MatchError("knownhosts: key mismatch"))
	})
})

var _ = Describe("The built-in known_hosts", func() {
	It("contain exactly the published host keys", func() {
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
			"codeberg.org ssh-ed25519 SHA256:mIlxA9k46MmM6qdJOdMnAQpzGxF4WIVVL+fj+wZbw0g",
			"codeberg.org ecdsa-sha2-nistp256 SHA256:T9FYDEHELhVkulEKKwge5aVhVTbqCW0MIRwAfpARs/E",
			"codeberg.org ssh-rsa SHA256:6QQmYi4ppFS4/+zSZ5S4IU+4sa6rwvQ4PbhCtPEBekQ",
			"ssh.dev.azure.com ssh-rsa SHA256:ohD8VZEXGWo6Ez8GSEJQ9WpafgLFsOfLOtGGQCQo6Og",
		}))
	})

	It("cover every address of every public host", func() {
		for _, address := range []string{
			"github.com:22", "ssh.github.com:443", "gitlab.com:22", "altssh.gitlab.com:443", "bitbucket.org:22", "altssh.bitbucket.org:443",
			"codeberg.org:22", "ssh.dev.azure.com:22", "vs-ssh.visualstudio.com:22",
		} {
			chosen, err := githosts.ChooseLines("ssh://git@"+address+"/o/r", "", nil)
			Expect(err).NotTo(HaveOccurred(), address)
			Expect(strings.Split(strings.TrimSpace(chosen), "\n")).To(HaveEach(HavePrefix(knownhosts.Normalize(address)+" ")), address)
		}
	})

	It("cover every default Git host", func() {
		config := &configv1alpha1.ControllerConfiguration{}
		configv1alpha1.SetDefaults_ControllerConfiguration(config)
		Expect(config.GitHosts).NotTo(BeEmpty())
		for _, host := range config.GitHosts {
			Expect(githosts.ChooseLines("ssh://git@"+host+"/o/r", "", nil)).NotTo(BeEmpty(), host)
		}
	})
})

var _ = DescribeTable("SameHost compares",
	func(a, b string, same bool) { Expect(githosts.SameHost(a, b)).To(Equal(same)) },
	Entry("the same host", "ssh://git@git.example.com/o/r", "ssh://git@git.example.com/o/a", true),
	Entry("the same host with capitals and the default port", "ssh://git@git.example.com/o/r", "ssh://git@Git.Example.com:22/o/r", true),
	Entry("another port", "ssh://git@git.example.com/o/r", "ssh://git@git.example.com:2222/o/r", false),
	Entry("another name of a public host", "ssh://git@github.com/o/r", "ssh://git@ssh.github.com:443/o/r", true),
	Entry("an empty URL", "", "ssh://git@github.com/o/r", false),
)
