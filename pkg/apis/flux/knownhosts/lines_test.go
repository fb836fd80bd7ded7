// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package knownhosts_test

import (
	"errors"
	"net"

	fluxknownhosts "github.com/fluxcd/pkg/ssh/knownhosts"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
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

	It("are matched as Flux does where there are no capitals", func() {
		names := []string{
			"git.example.com", "[git.example.com]:22", "[git.example.com]:2222", "git.example.com:2222", "[git.example.com]", "*", "*.example.com", "git.*", "git.example.com*", "g*t.*.com", "?it.example.com",
			"git.example.?om", "??", "!git.example.com", "*,!git.example.com", "!git.example.com,*", "*.org,*.com", "other,,git.example.com", ",", "!*.org,*", "[*.example.com]:2222", "*:2222", "192.0.2.1", "2001:db8::1", "[2001:db8::1]:2222",
			"[2001:db8::1]:22", "2001:*", "g", "*t.example.com", "git.example.com.", "**", "*?", "?*",
			knownhosts.HashHostname("git.example.com"), knownhosts.HashHostname("[git.example.com]:2222"), knownhosts.HashHostname("2001:db8::1"), knownhosts.HashHostname("g"),
		}
		for _, name := range names {
			if _, _, err := fluxknownhosts.New([]byte(name + " " + exampleKey)); err != nil {
				Expect(Cover("ssh://git@git.example.com/o/r", []byte(name+" "+exampleKey))).To(BeFalse(), name)
				continue
			}
			for _, host := range []string{"git.example.com", "git.example.com:2222", "example.com", "g", "192.0.2.1", "[2001:db8::1]", "[2001:db8::1]:2222", "git.example.org"} {
				address, err := Address("ssh://git@" + host + "/o/r")
				Expect(err).NotTo(HaveOccurred())
				Expect(Cover("ssh://git@"+host+"/o/r", []byte(name+" "+exampleKey))).To(Equal(isKnown(name+" "+exampleKey, address)), "%s for %s", name, host)
			}
		}
	})
})
