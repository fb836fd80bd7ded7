// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

var _ = Describe("A commit of a stranger", func() {
	DescribeTable("starts no program and sends no request with",
		func(content files, message string) {
			requests := atomic.Int64{}
			server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
				requests.Add(1)
				_, _ = response.Write([]byte("s3cret"))
			}))
			DeferCleanup(server.Close)
			directory := GinkgoT().TempDir()
			marker := filepath.Join(directory, "marker")
			GinkgoT().Setenv("GIT_SSH_COMMAND", "touch "+marker+";")
			values := strings.NewReplacer("$MARKER", marker, "$URL", server.URL, "$DIRECTORY", directory)
			tree := files{}
			for name, text := range content {
				tree[name] = values.Replace(text)
			}
			out, _, err := newRepository(tree).planAlone(blue(), "--diff", "-o", "markdown")
			Expect(out).NotTo(ContainSubstring("s3cret"), "the answer is not in the comment")
			Expect(marker).NotTo(BeAnExistingFile(), "no program was started")
			Expect(requests.Load()).To(BeZero(), "no request was sent")
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(printer.ExitCode(err)).To(Equal(1))
		},
		Entry("a base that looks like an object, because it contains a line break",
			files{"cluster/kustomization.yaml": `resources: ["file://$DIRECTORY?ref=--upload-pack%3Dtouch+$MARKER%3B&x=\n"]` + "\n"}, "cluster/kustomization.yaml"),
		Entry("a generator that reads a URL",
			files{"cluster/kustomization.yaml": "generators: [gen.yaml]\n", "cluster/gen.yaml": "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: a, namespace: default}\nfiles: ['x=$URL/latest/meta-data']\n"},
			"cluster/gen.yaml"),
		Entry("a transformer that reads a URL",
			files{"cluster/kustomization.yaml": "resources: [a.yaml]\ntransformers: [t.yaml]\n", "cluster/a.yaml": configMapOf("a", ""), "cluster/t.yaml": "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: a}\npath: $URL/patch.yaml\n"},
			"cluster/t.yaml"),
		Entry("a base that is a directory of the tree, and that git takes for a host",
			files{"cluster/kustomization.yaml": "resources: ['evil@host:org/repo']\n", "cluster/evil@host:org/repo/kustomization.yaml": "resources: [a.yaml]\n", "cluster/evil@host:org/repo/a.yaml": configMapOf("a", "")},
			"cluster/kustomization.yaml"),
	)

	It("is downloaded with --allow-remote-bases, which is the decision of the user", func() {
		server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
			_, _ = response.Write([]byte(configMapOf("remote", "")))
		}))
		DeferCleanup(server.Close)
		out, _, err := newRepository(files{"cluster/kustomization.yaml": "resources: ['" + server.URL + "/a.yaml']\n"}).plan(blue(), "--allow-remote-bases")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/remote"}))
	})

	It("may contain what only looks hostile", func() {
		out, _, err := newRepository(files{
			"cluster/kustomization.yaml": "namespace: default\nresources: ['./me@example.com']\nconfigMapGenerator: [{name: a, options: {disableNameSuffixHash: true}, files: ['url=me@example.com/url.txt'], literals: ['u=https://example.com']}]\n" +
				"generators:\n- |\n  apiVersion: builtin\n  kind: ConfigMapGenerator\n  metadata: {name: inline}\n  options: {disableNameSuffixHash: true}\n  literals: [a=file:///etc/passwd]\n" +
				"- gen\n",
			"cluster/me@example.com/kustomization.yaml": "resources: [a.yaml]\n", "cluster/me@example.com/a.yaml": configMapOf("b", "u: 'git::https://example.com//x?ref=y'"),
			"cluster/me@example.com/url.txt": "https://example.com", "cluster/gen/kustomization.yaml": "resources: [g.yaml]\n",
			"cluster/gen/g.yaml": "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: listed}\noptions: {disableNameSuffixHash: true}\nfiles: [me@example.com/url.txt]\n",
		}).plan(blue())
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(ConsistOf("+ ConfigMap default/a", "+ ConfigMap default/b", "+ ConfigMap default/inline", "+ ConfigMap default/listed"))
	})
})
