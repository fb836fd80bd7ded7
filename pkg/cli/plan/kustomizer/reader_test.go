// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// read reads cluster/kustomization.yaml of a source.
func read(content files) error {
	GinkgoHelper()
	return Read(filesys.MakeFsOnDisk(), source(content), "cluster/kustomization.yaml")
}

// listing returns a kustomization.yaml with an entry in a list.
func listing(field, value string) string {
	GinkgoHelper()
	text, err := json.Marshal(map[string]any{field: []any{value}})
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

var _ = Describe("A base", func() {
	// With the directory, kustomize still fetches what it takes for a Git repository.
	DescribeTable("is refused as",
		func(value, reason string) {
			for _, field := range []string{"resources", "bases", "components", "generators", "transformers", "validators"} {
				content := files{"cluster/kustomization.yaml": listing(field, value)}
				Expect(read(content)).To(MatchError(&RefusedError{File: "cluster/kustomization.yaml", Value: value, Reason: reason}), field)
				if reason == isRemote && !strings.HasPrefix(value, "/") {
					content["cluster/"+value+"/kustomization.yaml"] = "resources: []\n"
					Expect(read(content)).To(MatchError(&RefusedError{File: "cluster/kustomization.yaml", Value: value, Reason: isAmbiguous}), "%s, with the directory", field)
				}
			}
		},
		Entry("repository by HTTPS", "https://git.example.com/o/r", isRemote),
		Entry("scheme in capitals", "HTTPS://git.example.com/o/r", isRemote),
		Entry("scheme without slashes", "https:git.example.com/o/r", isRemote),
		Entry("repository by SSH", "ssh://git@git.example.com/o/r", isRemote),
		Entry("repository on the disk", "file://home/o/r", isRemote),
		Entry("forced Git", "git::cluster/base", isRemote),
		Entry("forced Git in capitals", "GIT::evil@host:o/r", isRemote),
		Entry("address of scp", "git@git.example.com:o/r", isRemote),
		Entry("address of scp with another user", "evil@host:o/r", isRemote),
		Entry("user without a path of scp", "evil@host/o/r", isRemote),
		Entry("GitHub without a scheme", "github.com/o/r", isRemote),
		Entry("GitHub by scp without a user", "GitHub.com:o/r", isRemote),
		Entry("double slash and reference", "evil@host:o/r//base?ref=main", isRemote),
		Entry("option of git in the reference", "file:///tmp?ref=--upload-pack%3Dtouch+x%3B", isRemote),
		Entry("other scheme", "ext://sh", isRemote),
		Entry("absolute path", "/etc", isRemote),
		Entry("line break", "file:///tmp?ref=--upload-pack%3Dtouch+x%3B&x=\n", isNoPath),
		Entry("line break that hides a scheme", "\nhttps://git.example.com/o/r", isNoPath),
		Entry("tabulator", "evil@host:o/r\t", isNoPath),
		Entry("character that is not visible", "a\x07b", isNoPath),
		Entry("directory outside of the source", "../../other", isAbsent),
		Entry("escaped directory outside of the source", "..%2f..%2fother", isAbsent),
		Entry("path of Windows", `..\..\other`, isAbsent),
		Entry("drive of Windows", `C:\other`, isAbsent),
		Entry("share of Windows", `\\host\share`, isAbsent),
		Entry("object, which resources cannot contain", "{apiVersion: v1, kind: ConfigMap}", isAbsent),
	)

	It("may be a directory of the source whose name only looks like an address", func() {
		for _, name := range []string{"./evil@host:o/r", "a/github.com/o/r", "1@host/o", "github.community/o", "a?ref=b", "httpd", "a::b", "https-proxy/o"} {
			Expect(read(files{"cluster/kustomization.yaml": listing("resources", name), "cluster/" + name + "/kustomization.yaml": "resources: []\n"})).To(Succeed(), name)
		}
	})

	It("is named in one line that is not long", func() {
		err := read(files{"cluster/kustomization.yaml": listing("resources", strings.Repeat("é", 1000))})
		Expect(err).To(MatchError("cluster/kustomization.yaml refers to " + strings.Repeat("é", 100) + "…, which does not exist in the checkout; check the path"))
		err = read(files{"cluster/kustomization.yaml": listing("resources", "a\nb")})
		Expect(err).To(MatchError(`cluster/kustomization.yaml refers to "a\nb", which contains a line break or another control character; write the path of one file or directory`))
	})
})

var _ = Describe("A file", func() {
	DescribeTable("is refused as",
		func(value, reason string) {
			for _, kustomization := range []string{
				"configMapGenerator: [{name: a, files: [%q]}]", "secretGenerator: [{name: a, files: [%q]}]", "configMapGenerator: [{name: a, envs: [%q]}]", "patches: [{path: %q}]",
				"patchesJson6902: [{path: %q}]", "patchesStrategicMerge: [%q]", "replacements: [{path: %q}]", "openapi: {path: %q}",
			} {
				Expect(read(files{"cluster/kustomization.yaml": fmt.Sprintf(kustomization, value)})).To(MatchError(&RefusedError{File: "cluster/kustomization.yaml", Value: value, Reason: reason}), kustomization)
			}
		},
		Entry("URL", "http://169.254.169.254/latest/meta-data", isRemote),
		Entry("URL in capitals", "HTTP://169.254.169.254/latest", isRemote),
		Entry("URL without slashes", "http:169.254.169.254/latest", isRemote),
		Entry("absolute path", "/etc/passwd", isRemote),
		Entry("path outside of the source", "../../other", isAbsent),
		Entry("line break", "http://169.254.169.254/\n", isNoPath),
	)

	It("may have a name that only looks like an address, and a key with one", func() {
		Expect(read(files{"cluster/kustomization.yaml": "configMapGenerator: [{name: a, files: ['evil@host:o/r', 'http=a.txt', 'github.com/x'], literals: ['a=http://x', \"b=c\\nd\"]}]\n" +
			"patches: [{patch: \"apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: a}\\ndata: {u: 'http://x'}\"}]\npatchesStrategicMerge: [\"apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: a}\\n\"]\n"})).To(Succeed())
	})
})

var _ = Describe("Generators and transformers", func() {
	const reads = "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: a}\nfiles: ['http://169.254.169.254/x']\n"

	DescribeTable("are refused",
		func(refused RefusedError, content files) { Expect(read(content)).To(MatchError(&refused)) },
		Entry("in a second document", RefusedError{File: "cluster/g.yaml", Value: "http://169.254.169.254/x", Reason: isRemote},
			files{"cluster/kustomization.yaml": "generators: [g.yaml]\n", "cluster/g.yaml": "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: b}\nliterals: [a=b]\n---\n" + reads}),
		Entry("in a list of objects", RefusedError{File: "cluster/g.yaml", Value: "http://169.254.169.254/x", Reason: isRemote},
			files{"cluster/kustomization.yaml": "generators: [g.yaml]\n", "cluster/g.yaml": "apiVersion: v1\nkind: List\nitems: [{apiVersion: builtin, kind: SecretGenerator, metadata: {name: a}, envs: ['http://169.254.169.254/x']}]\n"}),
		Entry("with an empty group", RefusedError{File: "cluster/g.yaml", Value: "http://169.254.169.254/x", Reason: isRemote},
			files{"cluster/kustomization.yaml": "generators: [g.yaml]\n", "cluster/g.yaml": strings.Replace(reads, "builtin", "/builtin", 1)}),
		Entry("in a directory", RefusedError{File: "cluster/g/g.yaml", Value: "http://169.254.169.254/x", Reason: isRemote},
			files{"cluster/kustomization.yaml": "generators: [g]\n", "cluster/g/kustomization.yml": "resources: [g.yaml]\n", "cluster/g/g.yaml": reads}),
		Entry("in a directory of a directory", RefusedError{File: "other/g.yaml", Value: "http://169.254.169.254/x", Reason: isRemote},
			files{"cluster/kustomization.yaml": "transformers: [g]\n", "cluster/g/kustomization.yaml": "resources: [../../other]\n", "other/Kustomization": "bases: [g.yaml]\n", "other/g.yaml": reads}),
		Entry("in a directory that is built with patches, which could put a URL into it", RefusedError{File: "cluster/kustomization.yaml", Value: "g", Reason: isBuilt},
			files{"cluster/kustomization.yaml": "generators: [g]\n", "cluster/g/kustomization.yaml": "resources: [g.yaml]\npatches: [{target: {kind: ConfigMapGenerator}, patch: '[]'}]\n", "cluster/g/g.yaml": "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: a}\nliterals: [a=b]\n"}),
		Entry("in a directory with generators of its own", RefusedError{File: "cluster/kustomization.yaml", Value: "g", Reason: isBuilt},
			files{"cluster/kustomization.yaml": "validators: [g]\n", "cluster/g/kustomization.yaml": "generators: [g.yaml]\n", "cluster/g/g.yaml": reads}),
		Entry("of an unknown kind", RefusedError{File: "cluster/kustomization.yaml", Value: "builtin Fetcher", Reason: isUnknown},
			files{"cluster/kustomization.yaml": listing("generators", "apiVersion: builtin\nkind: Fetcher\nmetadata: {name: a}\nsource: http://169.254.169.254/x")}),
		Entry("with a Helm chart", RefusedError{File: "cluster/kustomization.yaml", Value: "Helm chart a", Reason: isHelm},
			files{"cluster/kustomization.yaml": listing("generators", "apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: a}\nname: c\n")}),
	)

	It("are refused with a field of the wrong type, because a newer kustomize may handle it differently", func() {
		Expect(read(files{"cluster/kustomization.yaml": "generators: [g.yaml]\n", "cluster/g.yaml": "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: a}\nfiles: {a: 'http://x'}\n"})).
			To(MatchError(ContainSubstring("cluster/g.yaml: ConfigMapGenerator a has a field of the wrong type: ")))
	})

	It("may read files beside the kustomization.yaml, whichever file names them", func() {
		Expect(read(files{
			"cluster/kustomization.yaml": "generators: [g, ../other/g.yaml]\n", "cluster/g/kustomization.yaml": "resources: [g.yaml, ../h]\n", "cluster/g/g.yaml": strings.Replace(reads, "http://169.254.169.254/x", "../a.txt", 1),
			"cluster/h/kustomization.yaml": "resources: [../g]\n", "other/g.yaml": strings.Replace(reads, "http://169.254.169.254/x", "../other/a.txt", 1),
		})).To(Succeed())
	})

	It("may be any object where kustomize does not run them", func() {
		Expect(read(files{"cluster/kustomization.yaml": "resources: [g.yaml]\n", "cluster/g.yaml": reads})).To(Succeed())
	})
})
