// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package pki_test

import (
	"crypto/ecdsa"
	"crypto/tls"
	"crypto/x509"
	"net"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/keyutil"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

var _ = Describe("PKI", func() {
	var ca *pki.CA

	BeforeEach(func() {
		var err error
		ca, err = pki.NewCA("test")
		Expect(err).NotTo(HaveOccurred())
	})

	leaf := func(pair pki.Pair) *x509.Certificate {
		GinkgoHelper()
		keyPair, err := tls.X509KeyPair(pair.Cert, pair.Key)
		Expect(err).NotTo(HaveOccurred(), "certificate and key belong together")
		return keyPair.Leaf
	}
	verify := func(issuer *pki.CA, pair pki.Pair, options x509.VerifyOptions) error {
		GinkgoHelper()
		options.Roots = x509.NewCertPool()
		Expect(options.Roots.AppendCertsFromPEM(issuer.Cert)).To(BeTrue())
		_, err := leaf(pair).Verify(options)
		return err
	}

	DescribeTable("verifies a serving certificate", func(host string, matcher OmegaMatcher) {
		pair, err := ca.Server("server", []string{"kubernetes.default"}, []net.IP{net.ParseIP("127.31.0.1")})
		Expect(err).NotTo(HaveOccurred())
		Expect(verify(ca, pair, x509.VerifyOptions{DNSName: host})).To(matcher)
	},
		Entry("for its DNS name", "kubernetes.default", Succeed()),
		Entry("for its address", "127.31.0.1", Succeed()),
		Entry("but not for another name", "elsewhere", HaveOccurred()),
	)

	It("issues client certificates that name user and groups", func() {
		pair, err := ca.Client("system:node:node-0", []string{"system:nodes", "others"})
		Expect(err).NotTo(HaveOccurred())
		Expect(leaf(pair).Subject.CommonName).To(Equal("system:node:node-0"))
		Expect(leaf(pair).Subject.Organization).To(ConsistOf("system:nodes", "others"))
		Expect(verify(ca, pair, x509.VerifyOptions{KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})).To(Succeed())
		Expect(verify(ca, pair, x509.VerifyOptions{KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}})).NotTo(Succeed())
	})

	It("does not verify certificates of another authority", func() {
		other, err := pki.NewCA("test")
		Expect(err).NotTo(HaveOccurred())
		pair, err := other.Client("admin", nil)
		Expect(err).NotTo(HaveOccurred())
		Expect(verify(ca, pair, x509.VerifyOptions{KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})).NotTo(Succeed())
	})

	It("writes both halves of a signing key", func() {
		privateFile, publicFile, err := pki.NewSigningKey(GinkgoT().TempDir(), "service-account")
		Expect(err).NotTo(HaveOccurred())
		privateKey, err := keyutil.PrivateKeyFromFile(privateFile)
		Expect(err).NotTo(HaveOccurred())
		publicKeys, err := keyutil.PublicKeysFromFile(publicFile)
		Expect(err).NotTo(HaveOccurred())
		Expect(publicKeys).To(HaveLen(1))
		Expect(privateKey.(*ecdsa.PrivateKey).PublicKey.Equal(publicKeys[0])).To(BeTrue())
	})

	It("writes kubeconfigs for client-go that only their owner can read", func() {
		pair, err := ca.Client("admin", nil)
		Expect(err).NotTo(HaveOccurred())
		path := filepath.Join(GinkgoT().TempDir(), "garden.kubeconfig")
		Expect(pki.WriteKubeconfig(path, "https://127.0.0.1:20443", ca.Cert, pki.Credentials{Pair: pair})).To(Succeed())

		raw, err := clientcmd.LoadFromFile(path)
		Expect(err).NotTo(HaveOccurred())
		Expect(raw.CurrentContext).To(Equal("garden"))
		config, err := clientcmd.BuildConfigFromFlags("", path)
		Expect(err).NotTo(HaveOccurred())
		Expect(config.Host).To(Equal("https://127.0.0.1:20443"))
		Expect(config.CAData).To(Equal(ca.Cert))
		Expect(config.CertData).To(Equal(pair.Cert))
		Expect(config.KeyData).To(Equal(pair.Key))
		info, err := os.Stat(path)
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Mode().Perm()).To(Equal(os.FileMode(0o600)))
	})
})
