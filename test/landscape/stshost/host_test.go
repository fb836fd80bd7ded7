// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package stshost_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/stshost"
)

var _ = Describe("Host", func() {
	const (
		role    = "arn:aws:iam::123456789012:role/reader"
		subject = "system:serviceaccount:flux-system:reader"
	)
	var (
		host    *stshost.Host
		issuer  *httptest.Server
		key     *ecdsa.PrivateKey
		granted []stshost.Credentials
	)

	newKey := func() *ecdsa.PrivateKey {
		GinkgoHelper()
		made, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		Expect(err).NotTo(HaveOccurred())
		return made
	}

	BeforeEach(func(ctx SpecContext) {
		key, granted = newKey(), nil
		issuer = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			defer GinkgoRecover()
			keys := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "one", Algorithm: string(jose.ES256), Use: "sig"}}}
			Expect(json.NewEncoder(w).Encode(keys)).To(Succeed())
		}))
		DeferCleanup(issuer.Close)
		var err error
		host, err = stshost.Start(ctx, "127.0.0.1")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
		host.SetRole(role, stshost.Trust{Issuer: issuer.URL, Keys: issuer.URL + "/jwks", Client: issuer.Client(), Subject: subject, Grant: func(c stshost.Credentials) {
			granted = append(granted, c)
		}})
	})

	token := func(signer *ecdsa.PrivateKey, change func(*jwt.Claims)) string {
		GinkgoHelper()
		signing, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: signer, KeyID: "one"}}, nil)
		Expect(err).NotTo(HaveOccurred())
		claims := jwt.Claims{Issuer: issuer.URL, Subject: subject, Audience: jwt.Audience{stshost.Audience}, Expiry: jwt.NewNumericDate(time.Now().Add(time.Hour))}
		change(&claims)
		signed, err := jwt.Signed(signing).Claims(claims).Serialize()
		Expect(err).NotTo(HaveOccurred())
		return signed
	}
	same := func(*jwt.Claims) {}

	// ask asks for credentials as a client does that has no other address of the service.
	ask := func(ctx SpecContext, arn, token string) (int, string) {
		GinkgoHelper()
		proxy, err := url.Parse(host.ProxyURL())
		Expect(err).NotTo(HaveOccurred())
		trusted := x509.NewCertPool()
		Expect(trusted.AppendCertsFromPEM(host.CA())).To(BeTrue())
		transport := &http.Transport{Proxy: http.ProxyURL(proxy), TLSClientConfig: &tls.Config{RootCAs: trusted}}
		defer transport.CloseIdleConnections()
		form := url.Values{"Action": {"AssumeRoleWithWebIdentity"}, "RoleArn": {arn}, "WebIdentityToken": {token}}
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://sts.eu-central-1.amazonaws.com/", strings.NewReader(form.Encode()))
		Expect(err).NotTo(HaveOccurred())
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		response, err := (&http.Client{Transport: transport}).Do(request)
		Expect(err).NotTo(HaveOccurred())
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		Expect(err).NotTo(HaveOccurred())
		return response.StatusCode, string(body)
	}

	It("returns credentials for a token that the published keys verify", func(ctx SpecContext) {
		status, body := ask(ctx, role, token(key, same))
		Expect(status).To(Equal(http.StatusOK), body)
		Expect(granted).To(HaveLen(1))
		Expect(body).To(And(ContainSubstring(granted[0].AccessKey), ContainSubstring(granted[0].SecretKey), ContainSubstring(granted[0].SessionToken)))
		Expect(host.Refused()).To(BeEmpty())
	})

	DescribeTable("refuses", func(ctx SpecContext, arn string, signed func() string, code, reason string) {
		status, body := ask(ctx, arn, signed())
		Expect(status).To(BeNumerically(">=", http.StatusBadRequest))
		Expect(body).To(ContainSubstring("<Code>" + code + "</Code>"))
		Expect(granted).To(BeEmpty())
		Expect(host.Refused()).To(ConsistOf(ContainSubstring(reason)))
	},
		Entry("an unknown role", role+"s", func() string { return token(key, same) }, "AccessDenied", "there is no role"),
		Entry("another ServiceAccount", role, func() string { return token(key, func(c *jwt.Claims) { c.Subject += "s" }) }, "AccessDenied", "the role trusts"),
		Entry("another key", role, func() string { return token(newKey(), same) }, "InvalidIdentityToken", "failed to verify signature"),
		Entry("another issuer", role, func() string { return token(key, func(c *jwt.Claims) { c.Issuer += "/other" }) }, "InvalidIdentityToken", "different provider"),
		Entry("another audience", role, func() string { return token(key, func(c *jwt.Claims) { c.Audience = jwt.Audience{"api"} }) }, "InvalidIdentityToken", "expected audience"),
		Entry("an expired token", role, func() string {
			return token(key, func(c *jwt.Claims) { c.Expiry = jwt.NewNumericDate(time.Now().Add(-time.Hour)) })
		}, "InvalidIdentityToken", "expired"),
		Entry("no token", role, func() string { return "" }, "InvalidIdentityToken", "malformed"),
	)

	It("serves no other paths", func(ctx SpecContext) {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, host.ProxyURL()+"/", nil)
		Expect(err).NotTo(HaveOccurred())
		response, err := http.DefaultClient.Do(request)
		Expect(err).NotTo(HaveOccurred())
		Expect(response.Body.Close()).To(Succeed())
		Expect(response.StatusCode).To(Equal(http.StatusForbidden))
	})
})
