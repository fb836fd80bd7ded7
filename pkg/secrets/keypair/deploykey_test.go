// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keypair_test

import (
	"bytes"
	"crypto/rand"
	"encoding/pem"
	"os"
	"os/exec"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

var _ = Describe("DeployKey", func() {
	DescribeTable("generates a key that Flux can read:", func(algorithm fluxv1alpha1.KeyAlgorithm, keyType string) {
		key, err := GenerateDeployKey(rand.Reader, algorithm)
		Expect(err).NotTo(HaveOccurred())
		Expect(key.Algorithm).To(Equal(algorithm))

		block, rest := pem.Decode(key.Identity)
		Expect(block.Type).To(Equal("OPENSSH PRIVATE KEY"))
		Expect(rest).To(BeEmpty())
		signer, err := ssh.ParsePrivateKey(key.Identity)
		Expect(err).NotTo(HaveOccurred())
		Expect(signer.PublicKey().Type()).To(Equal(keyType))
		public, _, _, _, err := ssh.ParseAuthorizedKey([]byte(key.PublicKey))
		Expect(err).NotTo(HaveOccurred())
		Expect(public.Marshal()).To(Equal(signer.PublicKey().Marshal()))
		Expect(key.Fingerprint).To(Equal(ssh.FingerprintSHA256(public)))

		again, err := ParseDeployKey(map[string][]byte{"identity": key.Identity, "identity.pub": []byte(key.PublicKey + "\n")})
		Expect(err).NotTo(HaveOccurred())
		Expect(again).To(Equal(key), "the parsed key equals the generated key")
	},
		Entry("the default algorithm", fluxv1alpha1.KeyAlgorithmEd25519, "ssh-ed25519"),
		Entry("the shortest curve", fluxv1alpha1.KeyAlgorithmECDSAP256, "ecdsa-sha2-nistp256"),
		Entry("the default curve of 'flux create secret git'", fluxv1alpha1.KeyAlgorithmECDSAP384, "ecdsa-sha2-nistp384"),
		Entry("the curve whose length is not a multiple of eight", fluxv1alpha1.KeyAlgorithmECDSAP521, "ecdsa-sha2-nistp521"),
		Entry("an RSA key", fluxv1alpha1.KeyAlgorithmRSA3072, "ssh-rsa"),
		Entry("a long RSA key", fluxv1alpha1.KeyAlgorithmRSA4096, "ssh-rsa"),
	)

	DescribeTable("generates a key that ssh-keygen can read, for whoever restores it from a shoot:", func(ctx SpecContext, algorithm fluxv1alpha1.KeyAlgorithm) {
		if _, err := exec.LookPath("ssh-keygen"); err != nil {
			Skip(err.Error())
		}
		key, err := GenerateDeployKey(rand.Reader, algorithm)
		Expect(err).NotTo(HaveOccurred())
		file := filepath.Join(GinkgoT().TempDir(), "identity")
		Expect(os.WriteFile(file, key.Identity, 0o600)).To(Succeed())
		Expect(exec.CommandContext(ctx, "ssh-keygen", "-y", "-P", "", "-f", file).Output()).To(HavePrefix(key.PublicKey))
	},
		Entry("ed25519, which OpenSSH 9.2 does not read as PKCS#8", fluxv1alpha1.KeyAlgorithmEd25519),
		Entry("ECDSA", fluxv1alpha1.KeyAlgorithmECDSAP521),
		Entry("RSA", fluxv1alpha1.KeyAlgorithmRSA3072),
	)

	It("returns an error if the source of random bytes fails", func() {
		_, err := GenerateDeployKey(bytes.NewReader(nil), fluxv1alpha1.KeyAlgorithmEd25519)
		Expect(err).To(MatchError(`failed to generate a key of algorithm "ed25519": EOF`))
	})

	It("returns an error for an unknown algorithm", func() {
		_, err := GenerateDeployKey(rand.Reader, "rsa-1024")
		Expect(err).To(MatchError(`failed to generate a key of algorithm "rsa-1024": unknown algorithm`))
	})
})
