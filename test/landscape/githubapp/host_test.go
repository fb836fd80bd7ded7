// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githubapp_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"time"

	"github.com/golang-jwt/jwt/v5"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/githubapp"
)

var _ = Describe("Host", func() {
	var (
		host    *githubapp.Host
		granted []string
	)

	BeforeEach(func(ctx SpecContext) {
		granted = nil
		var err error
		host, err = githubapp.Start(ctx, func(token string) error {
			granted = append(granted, token)
			return nil
		})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
	})

	ask := func(ctx context.Context, installation, issuer string, expires time.Time) (int, map[string]any) {
		GinkgoHelper()
		key, err := jwt.ParseRSAPrivateKeyFromPEM(host.PrivateKey())
		Expect(err).NotTo(HaveOccurred())
		signed, err := jwt.NewWithClaims(jwt.SigningMethodRS256, jwt.RegisteredClaims{Issuer: issuer, ExpiresAt: jwt.NewNumericDate(expires)}).SignedString(key)
		Expect(err).NotTo(HaveOccurred())
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, host.BaseURL()+"/app/installations/"+installation+"/access_tokens", nil)
		Expect(err).NotTo(HaveOccurred())
		request.Header.Set("Authorization", "Bearer "+signed)
		trusted := x509.NewCertPool()
		Expect(trusted.AppendCertsFromPEM(host.CA())).To(BeTrue())
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}
		defer transport.CloseIdleConnections()
		response, err := (&http.Client{Transport: transport}).Do(request)
		Expect(err).NotTo(HaveOccurred())
		defer response.Body.Close()
		body := map[string]any{}
		Expect(json.NewDecoder(response.Body).Decode(&body)).To(Succeed())
		return response.StatusCode, body
	}

	It("issues a token to the App", func(ctx SpecContext) {
		status, body := ask(ctx, githubapp.InstallationID, githubapp.AppID, time.Now().Add(time.Minute))
		Expect(status).To(Equal(http.StatusCreated))
		Expect(granted).To(HaveExactElements(body["token"]))
	})

	DescribeTable("refuses", func(ctx SpecContext, installation, issuer string, ago time.Duration, status int) {
		got, _ := ask(ctx, installation, issuer, time.Now().Add(-ago))
		Expect(got).To(Equal(status))
		Expect(granted).To(BeEmpty())
	},
		Entry("another App", githubapp.InstallationID, "1", -time.Minute, http.StatusUnauthorized),
		Entry("another installation", "1", githubapp.AppID, -time.Minute, http.StatusNotFound),
		Entry("an expired token", githubapp.InstallationID, githubapp.AppID, time.Minute, http.StatusUnauthorized),
	)
})
