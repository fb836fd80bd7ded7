// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package ocihost_test

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"helm.sh/helm/v4/pkg/registry"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/charthost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

var _ = Describe("Charts", func() {
	var host *ocihost.Host

	BeforeEach(func(ctx SpecContext) {
		var err error
		host, err = ocihost.Start(ctx)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
	})

	chart := map[string]string{"Chart.yaml": "apiVersion: v2\nname: app\nversion: 1.2.3\n", "values.yaml": "greeting: hello\n"}

	It("are pulled by name and version", func(ctx SpecContext) {
		digest, err := host.PushChart(ctx, "team/charts", chart)
		Expect(err).NotTo(HaveOccurred())

		client, err := registry.NewClient(registry.ClientOptPlainHTTP())
		Expect(err).NotTo(HaveOccurred())
		pulled, err := client.Pull(strings.TrimPrefix(host.URL("team/charts"), "oci://") + "/app:1.2.3")
		Expect(err).NotTo(HaveOccurred())
		Expect(pulled.Manifest.Digest).To(Equal(digest))
		Expect(pulled.Chart.Meta.Version).To(Equal("1.2.3"))
	})

	It("are pushed to a protected repository, and refused without the password", func(ctx SpecContext) {
		credentials := ocihost.Credentials{Username: "robot", Password: "secret"}
		host.Protect("team/private/app", credentials)
		_, err := host.PushChart(ctx, "team/private", chart)
		Expect(err).NotTo(HaveOccurred())

		reference := strings.TrimPrefix(host.URL("team/private"), "oci://") + "/app:1.2.3"
		for password, matcher := range map[string]OmegaMatcher{"secret": Succeed(), "wrong": MatchError(ContainSubstring("401"))} {
			client, err := registry.NewClient(registry.ClientOptPlainHTTP(), registry.ClientOptBasicAuth("robot", password))
			Expect(err).NotTo(HaveOccurred())
			_, err = client.Pull(reference)
			Expect(err).To(matcher)
		}
	})

	It("are served over HTTPS as they were packaged, and refused by clients with another authority", func(ctx SpecContext) {
		authority, err := pki.NewCA("registry")
		Expect(err).NotTo(HaveOccurred())
		secure, err := ocihost.StartTLS(ctx, authority)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(secure.Stop)
		packaged, err := charthost.Package(chart)
		Expect(err).NotTo(HaveOccurred())
		_, err = secure.PushArchive(ctx, "team/charts", packaged.Archive)
		Expect(err).NotTo(HaveOccurred())

		pull := func(authority *pki.CA) ([]byte, error) {
			roots := x509.NewCertPool()
			roots.AppendCertsFromPEM(authority.Cert)
			client, err := registry.NewClient(registry.ClientOptHTTPClient(&http.Client{Transport: &http.Transport{
				TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, DisableKeepAlives: true,
			}}))
			Expect(err).NotTo(HaveOccurred())
			pulled, err := client.Pull(strings.TrimPrefix(secure.URL("team/charts"), "oci://") + "/app:1.2.3")
			if err != nil {
				return nil, err
			}
			return pulled.Chart.Data, nil
		}
		Expect(pull(authority)).To(Equal(packaged.Archive))
		another, err := pki.NewCA("registry")
		Expect(err).NotTo(HaveOccurred())
		_, err = pull(another)
		Expect(err).To(MatchError(ContainSubstring("certificate signed by unknown authority")))
	})

	It("are refused if they are invalid", func(ctx SpecContext) {
		_, err := host.PushChart(ctx, "team/charts", map[string]string{"values.yaml": ""})
		Expect(err).To(MatchError(ContainSubstring("Chart.yaml file is missing")))
		_, err = host.PushArchive(ctx, "team/charts", []byte("no archive"))
		Expect(err).To(MatchError(ContainSubstring("reading a chart")))
	})
})
