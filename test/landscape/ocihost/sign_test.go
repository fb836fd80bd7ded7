// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package ocihost_test

import (
	"crypto"

	"github.com/google/go-containerregistry/pkg/name"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/sigstore/cosign/v3/pkg/cosign"
	"github.com/sigstore/sigstore/pkg/cryptoutils"
	"github.com/sigstore/sigstore/pkg/signature"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
)

var _ = Describe("Signatures", func() {
	var (
		host             *ocihost.Host
		key              *ocihost.SigningKey
		signed, unsigned string
	)

	newKey := func() *ocihost.SigningKey {
		GinkgoHelper()
		created, err := ocihost.NewSigningKey()
		Expect(err).NotTo(HaveOccurred())
		return created
	}

	BeforeEach(func(ctx SpecContext) {
		var err error
		host, err = ocihost.Start(ctx)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
		signed, err = host.Push(ctx, "team/apps", "v1", map[string]string{"a.yaml": "one\n"})
		Expect(err).NotTo(HaveOccurred())
		unsigned, err = host.Push(ctx, "team/apps", "v2", map[string]string{"a.yaml": "two\n"})
		Expect(err).NotTo(HaveOccurred())
		key = newKey()
		Expect(host.Sign(ctx, "team/apps", signed, key)).To(Succeed())
	})

	// verify does what source-controller does with a public key.
	verify := func(ctx SpecContext, digest string, key *ocihost.SigningKey) error {
		GinkgoHelper()
		public, err := cryptoutils.UnmarshalPEMToPublicKey(key.PublicKey())
		Expect(err).NotTo(HaveOccurred())
		verifier, err := signature.LoadVerifier(public, crypto.SHA256)
		Expect(err).NotTo(HaveOccurred())
		artifact, err := name.ParseReference(host.URL("team/apps")[len("oci://"):]+"@"+digest, name.Insecure)
		Expect(err).NotTo(HaveOccurred())
		_, _, err = cosign.VerifyImageSignatures(ctx, artifact, &cosign.CheckOpts{SigVerifier: verifier, Offline: true, IgnoreTlog: true})
		return err
	}

	It("are verified with the public key", func(ctx SpecContext) {
		Expect(verify(ctx, signed, key)).To(Succeed())
	})

	It("are not verified with another key or for another artifact", func(ctx SpecContext) {
		Expect(verify(ctx, signed, newKey())).To(MatchError(ContainSubstring("invalid signature")))
		Expect(verify(ctx, unsigned, key)).To(MatchError(ContainSubstring("no signatures found")))
	})

	It("are added for more keys", func(ctx SpecContext) {
		another := newKey()
		Expect(host.Sign(ctx, "team/apps", signed, another)).To(Succeed())
		Expect(verify(ctx, signed, key)).To(Succeed())
		Expect(verify(ctx, signed, another)).To(Succeed())
	})

	It("are added in a protected repository", func(ctx SpecContext) {
		host.Protect("team/private", ocihost.Credentials{Username: "robot", Password: "secret"})
		digest, err := host.Push(ctx, "team/private", "v1", map[string]string{"a.yaml": "one\n"})
		Expect(err).NotTo(HaveOccurred())
		Expect(host.Sign(ctx, "team/private", digest, key)).To(Succeed())
	})

	It("are refused for an artifact that does not exist", func(ctx SpecContext) {
		Expect(host.Sign(ctx, "team/other", signed, key)).To(MatchError(ContainSubstring("finding the artifact")))
	})
})
