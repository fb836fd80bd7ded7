// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charthost_test

import (
	"bytes"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/getter"
	helmrepo "helm.sh/helm/v4/pkg/repo/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/charthost"
)

var _ = Describe("Host", func() {
	var host *charthost.Host

	BeforeEach(func(ctx SpecContext) {
		var err error
		host, err = charthost.Start(ctx)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
	})

	chart := func(version string) map[string]string {
		return map[string]string{
			"Chart.yaml":        "apiVersion: v2\nname: app\nversion: " + version + "\n",
			"values.yaml":       "greeting: hello\n",
			"templates/cm.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app}\n",
		}
	}

	// index reads what Helm and source-controller read.
	index := func(repository string) *helmrepo.IndexFile {
		GinkgoHelper()
		getters := getter.Providers{{Schemes: []string{"http"}, New: getter.NewHTTPGetter}}
		repo, err := helmrepo.NewChartRepository(&helmrepo.Entry{Name: "test", URL: host.URL(repository)}, getters)
		Expect(err).NotTo(HaveOccurred())
		repo.CachePath = GinkgoT().TempDir()
		file, err := repo.DownloadIndexFile()
		Expect(err).NotTo(HaveOccurred())
		read, err := helmrepo.LoadIndexFile(file)
		Expect(err).NotTo(HaveOccurred())
		return read
	}

	It("indexes and serves each pushed version by repository", func(ctx SpecContext) {
		for _, version := range []string{"1.9.0", "1.10.0"} {
			Expect(host.Push(ctx, "team/apps", chart(version))).To(Equal(version))
		}
		Expect(host.Push(ctx, "other", chart("2.0.0"))).To(Equal("2.0.0"))

		found := index("team/apps")
		Expect(found.Entries).To(And(HaveLen(1), HaveKeyWithValue("app", HaveLen(2))))
		Expect(found.Entries["app"][0].Version).To(Equal("1.10.0"), "the newest comes first")

		older, err := found.Get("app", "1.9.0")
		Expect(err).NotTo(HaveOccurred())
		httpGetter, err := getter.NewHTTPGetter()
		Expect(err).NotTo(HaveOccurred())
		content, err := httpGetter.Get(older.URLs[0])
		Expect(err).NotTo(HaveOccurred())
		loaded, err := loader.LoadArchive(bytes.NewReader(content.Bytes()))
		Expect(err).NotTo(HaveOccurred())
		Expect(loaded.Metadata.Version).To(Equal("1.9.0"))
		Expect(loaded.Values).To(HaveKeyWithValue("greeting", "hello"))
		Expect(loaded.Templates).To(HaveLen(1))
	})

	DescribeTable("refuses to push", func(ctx SpecContext, files map[string]string, message string) {
		_, err := host.Push(ctx, "team/apps", chart("1.0.0"))
		Expect(err).NotTo(HaveOccurred())
		_, err = host.Push(ctx, "team/apps", files)
		Expect(err).To(MatchError(ContainSubstring(message)))
	},
		Entry("an empty file", nil, "needs files"),
		Entry("a file that is not a chart", map[string]string{"values.yaml": ""}, "Chart.yaml file is missing"),
		Entry("a chart without a version", map[string]string{"Chart.yaml": "apiVersion: v2\nname: app\n"}, "version"),
		Entry("a file above the chart", map[string]string{"../evil": ""}, "is outside of the chart"),
		Entry("an existing version", chart("1.0.0"), "already"),
	)

	DescribeTable("returns 404 for", func(ctx SpecContext, method, path string, status int) {
		_, err := host.Push(ctx, "team/apps", chart("1.0.0"))
		Expect(err).NotTo(HaveOccurred())
		request, err := http.NewRequestWithContext(ctx, method, host.URL("")+path, nil)
		Expect(err).NotTo(HaveOccurred())
		response, err := http.DefaultClient.Do(request)
		Expect(err).NotTo(HaveOccurred())
		defer response.Body.Close()
		Expect(response.StatusCode).To(Equal(status))
	},
		Entry("a repository without charts", http.MethodGet, "unknown/index.yaml", http.StatusNotFound),
		Entry("a version that does not exist", http.MethodGet, "team/apps/app-2.0.0.tgz", http.StatusNotFound),
		Entry("a list of repositories", http.MethodGet, "team/apps/", http.StatusNotFound),
		Entry("uploads", http.MethodPost, "team/apps/app-1.0.0.tgz", http.StatusMethodNotAllowed),
	)

	It("serves no requests after it is stopped", func(ctx SpecContext) {
		host.Stop()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, host.URL("team/apps"), nil)
		Expect(err).NotTo(HaveOccurred())
		_, err = http.DefaultClient.Do(request)
		Expect(err).To(MatchError(ContainSubstring("connection refused")))
	})
})
