// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keypair_test

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"encoding/binary"
	"encoding/pem"
	"math/big"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

const exampleKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"

func ecdsaKey(curve elliptic.Curve) *ecdsa.PrivateKey {
	GinkgoHelper()
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	return key
}

func rsaKey(bits int) *rsa.PrivateKey {
	GinkgoHelper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	Expect(err).NotTo(HaveOccurred())
	return key
}

func openSSH(key crypto.PrivateKey) []byte {
	GinkgoHelper()
	block, err := ssh.MarshalPrivateKey(key, "flux")
	Expect(err).NotTo(HaveOccurred())
	return pem.EncodeToMemory(block)
}

func pkcs8(key crypto.PrivateKey) []byte {
	GinkgoHelper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	Expect(err).NotTo(HaveOccurred())
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

// encryptedWith returns a private key that declares this number of rounds for the hash of its passphrase.
func encryptedWith(rounds uint32) []byte {
	GinkgoHelper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	block, err := ssh.MarshalPrivateKeyWithPassphrase(key, "flux", []byte("p"))
	Expect(err).NotTo(HaveOccurred())
	// Behind the name of the function are two lengths and the salt.
	at := bytes.Index(block.Bytes, []byte("bcrypt")) + len("bcrypt") + 4 + 4 + 16
	Expect(binary.BigEndian.Uint32(block.Bytes[at:])).To(BeNumerically("<", 100), "this is the number of rounds")
	binary.BigEndian.PutUint32(block.Bytes[at:], rounds)
	return pem.EncodeToMemory(block)
}

func publicLine(key crypto.PublicKey) []byte {
	GinkgoHelper()
	public, err := ssh.NewPublicKey(key)
	Expect(err).NotTo(HaveOccurred())
	return ssh.MarshalAuthorizedKey(public)
}

var _ = Describe("ParseDeployKey", func() {
	DescribeTable("accepts the key of another tool:", func(key func() crypto.Signer, encode func(crypto.PrivateKey) []byte, algorithm string) {
		private := key()
		identity, public := encode(private), publicLine(private.Public())
		withComment := append(bytes.TrimSpace(public), " flux@laptop\n"...)

		parsed, err := ParseDeployKey(map[string][]byte{"identity": identity, "identity.pub": withComment, "known_hosts": []byte("h " + exampleKey)})
		Expect(err).NotTo(HaveOccurred())
		Expect(parsed).To(Equal(DeployKey{
			Identity:    identity,
			PublicKey:   strings.TrimSpace(string(public)),
			Fingerprint: parsed.Fingerprint,
			Algorithm:   fluxv1alpha1.KeyAlgorithm(algorithm),
			KnownHosts:  []byte("h " + exampleKey),
		}))
		Expect(parsed.Fingerprint).To(HavePrefix("SHA256:"))
	},
		Entry("the key of the 23technologies extension and of 'flux create secret git'", func() crypto.Signer { return ecdsaKey(elliptic.P384()) }, pkcs8, "ecdsa-p384"),
		Entry("a key of 'flux create secret git --ssh-key-algorithm=rsa', which is never generated here", func() crypto.Signer { return rsaKey(2048) }, pkcs8, "rsa-2048"),
		Entry("a key of ssh-keygen, as in the README of the stackitcloud extension", func() crypto.Signer {
			_, private, err := ed25519.GenerateKey(rand.Reader)
			Expect(err).NotTo(HaveOccurred())
			return private
		}, openSSH, "ed25519"),
		Entry("an ECDSA key of ssh-keygen", func() crypto.Signer { return ecdsaKey(elliptic.P521()) }, openSSH, "ecdsa-p521"),
		Entry("an RSA key of ssh-keygen -m PEM", func() crypto.Signer { return rsaKey(2048) }, func(key crypto.PrivateKey) []byte {
			return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key.(*rsa.PrivateKey))})
		}, "rsa-2048"),
		Entry("an ECDSA key of openssl", func() crypto.Signer { return ecdsaKey(elliptic.P256()) }, func(key crypto.PrivateKey) []byte {
			der, err := x509.MarshalECPrivateKey(key.(*ecdsa.PrivateKey))
			Expect(err).NotTo(HaveOccurred())
			return pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der})
		}, "ecdsa-p256"),
	)

	It("derives a missing public key", func() {
		private := ecdsaKey(elliptic.P256())
		key, err := ParseDeployKey(map[string][]byte{"identity": openSSH(private)})
		Expect(err).NotTo(HaveOccurred())
		Expect(key.PublicKey + "\n").To(BeEquivalentTo(publicLine(private.Public())))
	})

	It("accepts an encrypted key with its passphrase, and returns an error if the passphrase is missing or wrong", func() {
		block, err := ssh.MarshalPrivateKeyWithPassphrase(ecdsaKey(elliptic.P256()), "", []byte("open"))
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

	It("accepts an unencrypted key with a passphrase, as Flux does", func() {
		_, err := ParseDeployKey(map[string][]byte{"identity": openSSH(ecdsaKey(elliptic.P256())), "password": []byte("left over")})
		Expect(err).NotTo(HaveOccurred())
	})

	It("accepts known_hosts with comments, empty lines and Windows line ends", func() {
		_, err := ParseDeployKey(map[string][]byte{
			"identity":    openSSH(ecdsaKey(elliptic.P256())),
			"known_hosts": []byte("# ours\r\n\r\nh " + exampleKey + " comment\r\n@cert-authority *.h " + exampleKey + "\n@revoked * " + exampleKey + "\n"),
		})
		Expect(err).NotTo(HaveOccurred())
	})

	const notPEM = `key "identity" is not a private key in PEM format`

	DescribeTable("returns the problem without the content:",
		func(data func(identity []byte) map[string][]byte, message string) {
			identity := openSSH(ecdsaKey(elliptic.P256()))
			damaged := data(identity)
			_, err := ParseDeployKey(damaged)
			Expect(err).To(MatchError(HavePrefix(message)))
			Expect(err.Error()).NotTo(ContainSubstring("s3cret"))
			for _, line := range strings.Fields(string(damaged["identity"])) {
				if len(line) > 20 {
					Expect(err.Error()).NotTo(ContainSubstring(line))
				}
			}
		},
		Entry("an empty Secret", func([]byte) map[string][]byte { return nil }, `key "identity" is missing or empty`),
		Entry("a blank identity", func([]byte) map[string][]byte { return map[string][]byte{"identity": []byte(" \n")} }, `key "identity" is missing or empty`),
		Entry("a text that is not PEM", func([]byte) map[string][]byte { return map[string][]byte{"identity": []byte("s3cret")} }, notPEM),
		Entry("a truncated PEM block", func(identity []byte) map[string][]byte { return map[string][]byte{"identity": identity[:60]} }, notPEM),
		Entry("a PEM block with a part of the key", func(identity []byte) map[string][]byte {
			block, _ := pem.Decode(identity)
			block.Bytes = block.Bytes[:len(block.Bytes)/2]
			return map[string][]byte{"identity": pem.EncodeToMemory(block)}
		}, notPEM+", or is truncated or of an unknown type"),
		Entry("a certificate instead of a key", func([]byte) map[string][]byte {
			return map[string][]byte{"identity": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("s3cret")})}
		}, notPEM+", or is truncated or of an unknown type"),
		Entry("a public key instead of the private key", func([]byte) map[string][]byte {
			return map[string][]byte{"identity": []byte(exampleKey + " me@laptop\n")}
		}, `key "identity" is a public key; store the private key there`),
		Entry("an encrypted key that only openssl decrypts", func([]byte) map[string][]byte {
			return map[string][]byte{"identity": pem.EncodeToMemory(&pem.Block{Type: "ENCRYPTED PRIVATE KEY", Bytes: []byte("s3cret")}), "password": []byte("s3cret")}
		}, `key "identity" is an encrypted private key in PKCS#8 format, which Flux cannot decrypt; convert it with ssh-keygen -p, or store it unencrypted`),
		Entry("a short RSA key", func([]byte) map[string][]byte {
			return map[string][]byte{"identity": pkcs8(rsaKey(1024))}
		}, `key "identity" is an RSA key of 1024 bits, which Git hosts do not accept; it must have at least 2048`),
		Entry("a DSA key", func([]byte) map[string][]byte {
			n := big.NewInt
			der, err := asn1.Marshal(struct {
				Version       int
				P, Q, G, Y, X *big.Int
			}{0, n(23), n(11), n(4), n(2), n(6)})
			Expect(err).NotTo(HaveOccurred())
			return map[string][]byte{"identity": pem.EncodeToMemory(&pem.Block{Type: "DSA PRIVATE KEY", Bytes: der})}
		}, `key "identity" is not a private key for SSH`),
		Entry("a curve that SSH does not support", func([]byte) map[string][]byte { return map[string][]byte{"identity": pkcs8(ecdsaKey(elliptic.P224()))} },
			`key "identity" is not a private key for SSH; it must be of algorithm ed25519, ecdsa with curve P-256, P-384 or P-521, or rsa`),
		Entry("a key that cannot sign", func([]byte) map[string][]byte {
			key, err := ecdh.X25519().GenerateKey(rand.Reader)
			Expect(err).NotTo(HaveOccurred())
			return map[string][]byte{"identity": pkcs8(key)}
		}, `key "identity" is not a private key for SSH`),
		Entry("an unreadable public key", func(identity []byte) map[string][]byte {
			return map[string][]byte{"identity": identity, "identity.pub": []byte("s3cret")}
		}, `key "identity.pub" is not a public key in authorized_keys format`),
		Entry("the public key of another private key", func(identity []byte) map[string][]byte {
			return map[string][]byte{"identity": identity, "identity.pub": []byte(exampleKey)}
		}, `key "identity.pub" (SHA256:`),
		Entry("a damaged known_hosts line, which would make Flux fail", func(identity []byte) map[string][]byte {
			return map[string][]byte{"identity": identity, "known_hosts": []byte("git.example.com " + exampleKey + "\ngit.example.com ssh-rsa")}
		}, `line 2 of key "known_hosts" is not a valid known_hosts line`),
		Entry("a known_hosts line with an invalid key", func(identity []byte) map[string][]byte {
			return map[string][]byte{"identity": identity, "known_hosts": []byte("h ssh-ed25519 AAAACXMzY3JldGtleQ==")}
		}, `line 1 of key "known_hosts" is not a valid known_hosts line`),
		Entry("a known_hosts name with too many wildcards", func(identity []byte) map[string][]byte {
			return map[string][]byte{"identity": identity, "known_hosts": []byte("*a*a*a*b " + exampleKey)}
		}, `key "known_hosts" has too many wildcards: at most 2 * are allowed in a name, and 100 in all lines`),
		Entry("a private key that is too long", func(identity []byte) map[string][]byte {
			return map[string][]byte{"identity": append(identity, bytes.Repeat([]byte("\n"), 16<<10-len(identity)+1)...)}
		}, `key "identity" has 16385 bytes, and a private key has at most 16384`),
		Entry("a passphrase hash with too many rounds", func([]byte) map[string][]byte {
			return map[string][]byte{"identity": encryptedWith(129), "password": []byte("p")}
		}, `key "identity" is an encrypted private key with 129 rounds of the passphrase hash, and at most 128 are allowed; encrypt it again with ssh-keygen -p -a 16, or store it unencrypted`),
		Entry("a private key in known_hosts", func(identity []byte) map[string][]byte {
			return map[string][]byte{"identity": identity, "known_hosts": identity}
		}, `line 1 of key "known_hosts" is not a valid known_hosts line`),
	)
})

var _ = Describe("ParseNextDeployKey", func() {
	It("parses the next key pair independently of the current one", func() {
		private := ecdsaKey(elliptic.P256())
		key, prepared, err := ParseNextDeployKey(map[string][]byte{
			"identity": []byte("damaged"), "password": []byte("of the current key"), "known_hosts": []byte("damaged"),
			"next.identity": pkcs8(private), "next.identity.pub": publicLine(private.Public()),
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(prepared).To(BeTrue())
		Expect(key.Identity).To(Equal(pkcs8(private)))
		Expect(key.PublicKey + "\n").To(BeEquivalentTo(publicLine(private.Public())))
		Expect(key.Algorithm).To(Equal(fluxv1alpha1.KeyAlgorithmECDSAP256))
		Expect(key.Passphrase).To(BeEmpty())
		Expect(key.KnownHosts).To(BeEmpty())
	})

	It("returns false if no next key is prepared", func() {
		_, prepared, err := ParseNextDeployKey(map[string][]byte{"identity": pkcs8(ecdsaKey(elliptic.P256()))})
		Expect(err).NotTo(HaveOccurred())
		Expect(prepared).To(BeFalse())
	})

	DescribeTable("returns the problem of",
		func(data map[string][]byte, message string) {
			_, prepared, err := ParseNextDeployKey(data)
			Expect(err).To(MatchError(message))
			Expect(prepared).To(BeFalse())
		},
		Entry("a public key alone", map[string][]byte{"next.identity.pub": []byte(exampleKey)}, `key "next.identity" is missing or empty`),
		Entry("a text that is not PEM", map[string][]byte{"next.identity": []byte("s3cret")}, `key "next.identity" is not a private key in PEM format`),
	)
})
