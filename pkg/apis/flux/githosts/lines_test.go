// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githosts_test

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"net"
	"runtime"
	"strings"

	fluxknownhosts "github.com/fluxcd/pkg/ssh/knownhosts"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
)

var _ = Describe("Lines", func() {
	// isKnown returns whether Flux has a key of the address in the line.
	isKnown := func(line, address string) bool {
		GinkgoHelper()
		verify, _, err := fluxknownhosts.New([]byte(line))
		Expect(err).NotTo(HaveOccurred(), line)
		other, _, _, _, err := ssh.ParseAuthorizedKey([]byte(ecdsaKey))
		Expect(err).NotTo(HaveOccurred())
		mismatch := &knownhosts.KeyError{}
		return errors.As(verify(address, &net.TCPAddr{}, other), &mismatch) && len(mismatch.Want) > 0
	}

	It("match hosts as in Flux, except that case is ignored", func() {
		names := []string{
			"git.example.com", "[git.example.com]:22", "[git.example.com]:2222", "git.example.com:2222", "[git.example.com]", "*", "*.example.com", "git.*", "git.example.com*", "g*t.*.com", "?it.example.com",
			"git.example.?om", "??", "!git.example.com", "*,!git.example.com", "!git.example.com,*", "*.org,*.com", "other,,git.example.com", ",", "!*.org,*", "[*.example.com]:2222", "*:2222", "192.0.2.1", "2001:db8::1", "[2001:db8::1]:2222",
			"[2001:db8::1]:22", "2001:*", "g", "*t.example.com", "git.example.com.", "**", "*?", "?*",
			knownhosts.HashHostname("git.example.com"), knownhosts.HashHostname("[git.example.com]:2222"), knownhosts.HashHostname("2001:db8::1"), knownhosts.HashHostname("g"),
		}
		for _, name := range names {
			if _, _, err := fluxknownhosts.New([]byte(name + " " + exampleKey)); err != nil {
				Expect(githosts.Covers("ssh://git@git.example.com/o/r", []byte(name+" "+exampleKey))).To(BeFalse(), name)
				continue
			}
			for _, host := range []string{"git.example.com", "git.example.com:2222", "example.com", "g", "192.0.2.1", "[2001:db8::1]", "[2001:db8::1]:2222", "git.example.org"} {
				address := githosts.Address("ssh://git@" + host + "/o/r")
				Expect(githosts.Covers("ssh://git@"+host+"/o/r", []byte(name+" "+exampleKey))).To(Equal(isKnown(name+" "+exampleKey, address)), "%s for %s", name, host)
			}
		}
	})
})

var _ = Describe("Hostile known_hosts lines", func() {
	// The library would try exponentially many ways to match this host.
	const url = "ssh://git@aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.com/o/r"

	DescribeTable("are not matched with too many wildcards",
		func(line string) {
			lines := []byte("# ****\n" + line + "\n")
			Expect(githosts.CheckWildcards(lines)).To(MatchError("has too many wildcards: at most 2 * are allowed in a name, and 100 in all lines"))
			Expect(githosts.Covers(url, lines)).To(BeFalse())
			Expect(githosts.Fingerprints(url, lines)).To(BeEmpty())
		},
		Entry("in one name that matches fast", "*a*a*a.example.com "+exampleKey),
		Entry("in one name that matches slowly", strings.Repeat("*a", 20)+"b,*.example.com "+exampleKey),
		Entry("after a marker and a space that only the parser accepts", "@cert-authority \v *a*a*a.example.com "+exampleKey),
		Entry("in one name of several", "git.example.com,!a*b*c*,*.example.com "+exampleKey),
		Entry("in many names", strings.Repeat("*,", 101)+"a "+exampleKey),
		Entry("in many lines", strings.Repeat("*.example.com "+exampleKey+"\n", 101)),
	)

	It("may have a few wildcards", func() {
		lines := []byte("*.*.com " + exampleKey + " *** a comment ***\n")
		Expect(githosts.CheckWildcards(lines)).To(Succeed())
		Expect(githosts.Covers(url, lines)).To(BeTrue())
	})

	It("are not matched with a host that is too long", func() {
		Expect(githosts.Covers("ssh://git@"+strings.Repeat("a", 300)+"/o/r", []byte("* "+exampleKey+"\n"))).To(BeFalse())
	})

	It("take memory in proportion to their length", func() {
		lines := "*.example.com " + exampleKey + "\n" + strings.Repeat("#\n", 50_000)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := githosts.ChooseLines(url, lines, nil)
		Expect(err).NotTo(HaveOccurred())
		githosts.LinesFor(url, strings.Repeat("\n #\n", 25_000))
		runtime.ReadMemStats(&after)
		Expect(after.TotalAlloc-before.TotalAlloc).To(BeNumerically("<", 8<<20), "bytes")
	})

	It("are not compared in pairs", func() {
		lines := &strings.Builder{}
		for i := range 2000 {
			key, err := ssh.NewPublicKey(ed25519.PublicKey(fmt.Appendf(nil, "%032d", i)))
			Expect(err).NotTo(HaveOccurred())
			lines.WriteString("@revoked git.example.com " + string(ssh.MarshalAuthorizedKey(key)))
		}
		lines.WriteString("git.example.com " + exampleKey)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		chosen := githosts.LinesFor("ssh://git@git.example.com/o/r", lines.String())
		runtime.ReadMemStats(&after)
		Expect(strings.Count(chosen, "@revoked ")).To(Equal(2000))
		Expect(after.Mallocs-before.Mallocs).To(BeNumerically("<", 200_000), "allocations")
	})
})
