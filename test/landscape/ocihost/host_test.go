// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package ocihost_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/fluxcd/pkg/oci"
	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/crane"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
)

var _ = Describe("Host", func() {
	var host *ocihost.Host

	BeforeEach(func(ctx SpecContext) {
		var err error
		host, err = ocihost.Start(ctx)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
	})

	pull := func(ctx SpecContext, repository, reference string, options ...crane.Option) (string, error) {
		GinkgoHelper()
		dir := GinkgoT().TempDir()
		_, err := oci.NewClient(options).Pull(ctx, strings.TrimPrefix(host.URL(repository), "oci://")+reference, dir)
		return dir, err
	}

	It("serves artifacts by tag and by digest, and moves the tag", func(ctx SpecContext) {
		first, err := host.Push(ctx, "team/apps", "latest", map[string]string{"a.yaml": "one\n", "dir/b.yaml": "two\n"})
		Expect(err).NotTo(HaveOccurred())
		second, err := host.Push(ctx, "team/apps", "latest", map[string]string{"a.yaml": "three\n"})
		Expect(err).NotTo(HaveOccurred())
		Expect(first).To(HavePrefix("sha256:"))
		Expect(second).NotTo(Equal(first))

		byTag, err := pull(ctx, "team/apps", ":latest")
		Expect(err).NotTo(HaveOccurred())
		Expect(os.ReadFile(filepath.Join(byTag, "a.yaml"))).To(BeEquivalentTo("three\n"))
		byDigest, err := pull(ctx, "team/apps", "@"+first)
		Expect(err).NotTo(HaveOccurred())
		Expect(os.ReadFile(filepath.Join(byDigest, "dir", "b.yaml"))).To(BeEquivalentTo("two\n"))
	})

	It("serves a protected repository only with the password, and other repositories to all clients", func(ctx SpecContext) {
		credentials := ocihost.Credentials{Username: "robot", Password: "secret"}
		host.Protect("team/private", credentials)
		for _, repository := range []string{"team/private", "team/public"} {
			_, err := host.Push(ctx, repository, "v1", map[string]string{"a.yaml": "one\n"})
			Expect(err).NotTo(HaveOccurred())
		}

		_, err := pull(ctx, "team/public", ":v1")
		Expect(err).NotTo(HaveOccurred())
		_, err = pull(ctx, "team/private", ":v1")
		Expect(err).To(MatchError(ContainSubstring("401 Unauthorized")))
		_, err = pull(ctx, "team/private", ":v1", crane.WithAuth(&authn.Basic{Username: "robot", Password: "wrong"}))
		Expect(err).To(MatchError(ContainSubstring("401 Unauthorized")))

		config, err := host.DockerConfigJSON(credentials)
		Expect(err).NotTo(HaveOccurred())
		GinkgoT().Setenv("DOCKER_CONFIG", GinkgoT().TempDir())
		Expect(os.WriteFile(filepath.Join(os.Getenv("DOCKER_CONFIG"), "config.json"), config, 0o600)).To(Succeed())
		_, err = pull(ctx, "team/private", ":v1", crane.WithAuthFromKeychain(authn.DefaultKeychain))
		Expect(err).NotTo(HaveOccurred())
	})

	DescribeTable("refuses to push", func(ctx SpecContext, files map[string]string, message string) {
		_, err := host.Push(ctx, "team/apps", "latest", files)
		Expect(err).To(MatchError(ContainSubstring(message)))
	},
		Entry("no files", nil, "without files"),
		Entry("a file above the artifact", map[string]string{"../evil": ""}, "is outside of the artifact"),
	)

	It("serves no requests after it is stopped", func(ctx SpecContext) {
		url := strings.Replace(host.URL(""), "oci://", "http://", 1)
		host.Stop()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		Expect(err).NotTo(HaveOccurred())
		_, err = http.DefaultClient.Do(request)
		Expect(err).To(MatchError(ContainSubstring("connection refused")))
	})
})
