// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/pem"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

const exampleKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"

var _ = Describe("DeployKey", func() {
	It("generates a key in the form that Flux reads", func() {
		key, err := GenerateDeployKey(rand.Reader)
		Expect(err).NotTo(HaveOccurred())

		block, rest := pem.Decode(key.Identity)
		Expect(block.Type).To(Equal("PRIVATE KEY"))
		Expect(rest).To(BeEmpty())
		signer, err := ssh.ParsePrivateKey(key.Identity)
		Expect(err).NotTo(HaveOccurred())
		Expect(signer.PublicKey().Type()).To(Equal("ssh-ed25519"))
		public, _, _, _, err := ssh.ParseAuthorizedKey([]byte(key.PublicKey))
		Expect(err).NotTo(HaveOccurred())
		Expect(public.Marshal()).To(Equal(signer.PublicKey().Marshal()))
		Expect(key.Fingerprint).To(Equal(ssh.FingerprintSHA256(public)))
	})

	It("fails when there is no randomness", func() {
		_, err := GenerateDeployKey(bytes.NewReader(nil))
		Expect(err).To(HaveOccurred())
	})

	Context("reading what somebody else wrote", func() {
		var identity, public, other []byte

		BeforeEach(func() {
			key, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
			Expect(err).NotTo(HaveOccurred())
			block, err := ssh.MarshalPrivateKey(key, "flux")
			Expect(err).NotTo(HaveOccurred())
			identity = pem.EncodeToMemory(block)
			signer, err := ssh.NewSignerFromKey(key)
			Expect(err).NotTo(HaveOccurred())
			public = append(bytes.TrimSpace(ssh.MarshalAuthorizedKey(signer.PublicKey())), " flux@laptop\n"...)
			stranger, err := GenerateDeployKey(rand.Reader)
			Expect(err).NotTo(HaveOccurred())
			other = []byte(stranger.PublicKey)
		})

		It("takes an OpenSSH key with comment and known_hosts as they are", func() {
			key, err := ParseDeployKey(map[string][]byte{"identity": identity, "identity.pub": public, "known_hosts": []byte("h " + exampleKey)})
			Expect(err).NotTo(HaveOccurred())
			Expect(key.Identity).To(Equal(identity))
			Expect(string(public)).To(HavePrefix(key.PublicKey + " "))
			Expect(key.KnownHosts).To(Equal([]byte("h " + exampleKey)))
		})

		It("derives a public key that is not there", func() {
			key, err := ParseDeployKey(map[string][]byte{"identity": identity})
			Expect(err).NotTo(HaveOccurred())
			Expect(string(public)).To(HavePrefix(key.PublicKey))
		})

		It("takes an encrypted key with its passphrase, and names the key of the Secret where it is missing or wrong", func() {
			private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
			Expect(err).NotTo(HaveOccurred())
			block, err := ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte("open"))
			Expect(err).NotTo(HaveOccurred())
			encrypted := pem.EncodeToMemory(block)

			key, err := ParseDeployKey(map[string][]byte{"identity": encrypted, "password": []byte("open")})
			Expect(err).NotTo(HaveOccurred())
			Expect(key.Passphrase).To(Equal([]byte("open")))
			_, err = ParseDeployKey(map[string][]byte{"identity": encrypted})
			Expect(err).To(MatchError(`key "identity" is an encrypted private key, but its passphrase is missing in key "password"`))
			_, err = ParseDeployKey(map[string][]byte{"identity": encrypted, "password": []byte("s3same")})
			Expect(err).To(MatchError(`key "identity" is not a private key that the passphrase in "password" decrypts`))
		})

		It("takes a plain key beside a passphrase that it does not need, as Flux does", func() {
			_, err := ParseDeployKey(map[string][]byte{"identity": identity, "password": []byte("left over")})
			Expect(err).NotTo(HaveOccurred())
		})

		DescribeTable("says what is wrong without repeating it",
			func(data func() map[string][]byte, message string) {
				_, err := ParseDeployKey(data())
				Expect(err).To(MatchError(HavePrefix(message)))
				Expect(err.Error()).NotTo(ContainSubstring("s3cret"))
			},
			Entry("an empty Secret", func() map[string][]byte { return nil }, `key "identity" is missing or empty`),
			Entry("a blank identity", func() map[string][]byte { return map[string][]byte{"identity": []byte(" \n")} }, `key "identity" is missing or empty`),
			Entry("no PEM", func() map[string][]byte { return map[string][]byte{"identity": []byte("s3cret")} }, `key "identity" is not a private key in PEM format`),
			Entry("a cut PEM", func() map[string][]byte { return map[string][]byte{"identity": identity[:60]} }, `key "identity" is not a private key in PEM format`),
			Entry("an unreadable public key", func() map[string][]byte {
				return map[string][]byte{"identity": identity, "identity.pub": []byte("s3cret")}
			}, `key "identity.pub" is not a public key in authorized_keys format`),
			Entry("a damaged known_hosts line, which would make Flux fail", func() map[string][]byte {
				return map[string][]byte{"identity": identity, "known_hosts": []byte("git.example.com " + exampleKey + "\ngit.example.com ssh-rsa")}
			}, `key "known_hosts" has a line that is not one of a known_hosts file`),
			Entry("something else that was pasted into known_hosts", func() map[string][]byte {
				return map[string][]byte{"identity": identity, "known_hosts": []byte("h ssh-ed25519 AAAACXMzY3JldGtleQ==")}
			}, `key "known_hosts" has a line that is not one of a known_hosts file`),
			Entry("somebody else's public key", func() map[string][]byte { return map[string][]byte{"identity": identity, "identity.pub": other} },
				`key "identity.pub" (SHA256:`),
		)
	})
})
