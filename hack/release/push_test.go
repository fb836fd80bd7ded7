// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/registration/manifests"
)

var _ = Describe("pushing charts and component descriptor", func() {
	It("does not replace what was published under the same version", func(ctx SpecContext) {
		const other = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
		var written []string
		server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
			if request.Method != http.MethodHead && request.Method != http.MethodGet {
				written = append(written, request.Method+" "+request.URL.Path)
			}
			response.Header().Set("Content-Type", "application/vnd.oci.image.manifest.v1+json")
			response.Header().Set("Content-Length", "2")
			response.Header().Set("Docker-Content-Digest", other)
		}))
		DeferCleanup(server.Close)
		release := manifests.Release{Version: "v1.2.3", Repository: strings.TrimPrefix(server.URL, "http://")}
		artifacts, err := release.Artifacts()
		Expect(err).NotTo(HaveOccurred())
		Expect(artifacts).To(HaveLen(4))
		registry, err := newRegistry(true)
		Expect(err).NotTo(HaveOccurred())

		for _, artifact := range artifacts {
			Expect(registry.push(ctx, artifact)).To(MatchError(And(ContainSubstring("there already, as "+other), ContainSubstring("what was published is not replaced"))))
		}

		Expect(written).To(BeEmpty())
	})
})
