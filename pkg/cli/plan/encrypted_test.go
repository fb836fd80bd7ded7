// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A Secret that is generated from a file that SOPS has encrypted", func() {
	const (
		decrypts = ", decryption: {provider: sops, secretRef: {name: sops}}"
		dotenv   = "TOKEN=ENC[AES256_GCM,data:first,iv:b,tag:c,type:str]\nsops_mac=ENC[AES256_GCM,data:m,iv:i,tag:t,type:str]\nsops_version=3.9.0\n"
		asYAML   = "token: ENC[AES256_GCM,data:first,iv:b,tag:c,type:str]\nsops:\n    mac: ENC[AES256_GCM,data:m,iv:i,tag:t,type:str]\n    version: 3.9.0\n"
		asJSON   = "{\n\t\"token\": \"ENC[AES256_GCM,data:first,iv:b,tag:c,type:str]\",\n\t\"sops\": {\n\t\t\"mac\": \"ENC[AES256_GCM,data:m,iv:i,tag:t,type:str]\"\n\t}\n}\n"
		asINI    = "token = ENC[AES256_GCM,data:first,iv:b,tag:c,type:str]\n\n[sops]\nmac = ENC[AES256_GCM,data:m,iv:i,tag:t,type:str]\n"
		unknown  = "? not known: Kustomization flux-system/k: the hash in the name of Secret default/app-<hash> is not known, because an encrypted file of the generator has changed: " +
			"if its values have changed, Flux adds the Secret under a new name, removes the old one, and changes the objects that refer to it"
	)
	// generated returns files with a generator, its file, and a Pod that refers to the Secret.
	generated := func(generator, name, content, more string) files {
		return files{
			"cluster/k.yaml": kustomization("k", "./apps", more), "apps/" + name: content,
			"apps/kustomization.yaml": "resources: [pod.yaml]\nsecretGenerator:\n- {name: app, namespace: default, " + generator + "}\n",
			"apps/pod.yaml":           "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: default}\nspec: {volumes: [{name: v, secret: {secretName: app}}]}\n",
		}
	}

	DescribeTable("has a name that is not known with",
		func(generator, name, content string) {
			before := generated(generator, name, content, decrypts)
			again := before.and(files{"apps/" + name: strings.ReplaceAll(content, "first", "other")})
			r := newRepository(before, again, again.and(files{"cluster/x.yaml": configMapOf("x", "")}), files{"cluster/x.yaml": configMapOf("x", "")})
			planned := func(from, to string) []string {
				GinkgoHelper()
				out, _, err := r.plan(blue(), "--from", from, "--to", to)
				Expect(err).NotTo(HaveOccurred())
				return lines(out)
			}
			Expect(planned("HEAD~3", "HEAD~2")).To(Equal([]string{unknown}), "the file is encrypted again")
			Expect(planned("HEAD~2", "HEAD~1")).To(Equal([]string{"+ ConfigMap default/x"}), "the file is the same")
			Expect(planned("HEAD~1", "HEAD")).To(Equal([]string{"- Kustomization.kustomize.toolkit.fluxcd.io flux-system/k", "- Pod default/p", "- Secret default/app-<hash>"}), "the Kustomization is removed")
		},
		Entry("environment variables", "envs: [app.env]", "app.env", dotenv),
		Entry("environment variables in a file with another ending", "envs: [app.enc]", "app.enc", dotenv),
		Entry("a YAML file", "files: [app.yaml]", "app.yaml", asYAML),
		Entry("a YAML file under another key", "files: [x.yml=app.txt]", "app.txt", asYAML),
		Entry("a JSON file", "files: [app.json]", "app.json", asJSON),
		Entry("a registry's credentials", "files: [.dockerconfigjson=pull.json], type: kubernetes.io/dockerconfigjson", "pull.json", asJSON),
		Entry("an INI file", "files: [app.ini]", "app.ini", asINI),
		Entry("a file of environment variables as a file", "files: [app.env]", "app.env", dotenv),
		Entry("a binary file", "files: [app.bin]", "app.bin", asJSON),
		Entry("an encrypted file beside a literal", "files: [app.bin], literals: [a=b]", "app.bin", asJSON),
	)

	DescribeTable("has the name that kustomize gives it",
		func(generator, name, content, more string, expected ...string) {
			before := generated(generator, name, content, more)
			r := newRepository(before, before.and(files{"apps/" + name: strings.ReplaceAll(content, "first", "other")}))
			out, _, err := r.plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
			Expect(err).NotTo(HaveOccurred())
			Expect(lines(out)).To(HaveExactElements(beginningWith(expected)...))
		},
		Entry("without spec.decryption, because Flux applies the encrypted text", "envs: [app.env]", "app.env", dotenv, "", "- Secret default/app-", "~ Pod default/p", "+ Secret default/app-"),
		Entry("if the key has the ending of another format, so that Flux decrypts after the build", "files: [x.json=app.yaml]", "app.yaml", asYAML, decrypts, "- Secret default/app-", "~ Pod default/p", "+ Secret default/app-"),
		Entry("without a hash", "envs: [app.env], options: {disableNameSuffixHash: true}", "app.env", dotenv, decrypts, "~ Secret default/app"),
		Entry("without encryption", "files: [app.txt]", "app.txt", "first", decrypts, "- Secret default/app-", "~ Pod default/p", "+ Secret default/app-"),
	)

	DescribeTable("cannot be decrypted",
		func(generator, content string, refused bool) {
			out, _, err := newRepository(generated(generator, "app.enc", content, decrypts)).plan(blue())
			if !refused {
				Expect(err).NotTo(HaveOccurred())
				Expect(lines(out)).To(ContainElement(HavePrefix("+ Secret default/app-")))
				return
			}
			Expect(err).To(MatchError(ContainSubstring("Kustomization flux-system/k: Flux cannot decrypt key password of Secret app: without a known ending, it has to contain a binary file; give the key the ending of the encrypted file, such as .yaml")))
			Expect(lines(out)).NotTo(ContainElement(HavePrefix("+ Secret")))
		},
		Entry("from YAML under a key without ending", "files: [password=app.enc]", asYAML, true),
		Entry("from environment variables under a key without ending", "files: [password=app.enc]", dotenv, true),
		Entry("from INI under a key without ending", "files: [password=app.enc]", asINI, true),
		Entry("but if Flux does not decrypt the object", "files: [password=app.enc], options: {annotations: {kustomize.toolkit.fluxcd.io/decrypt: disabled}}", asYAML, false),
		Entry("but under a key with the ending of another format", "files: [password.json=app.enc]", asYAML, false),
		Entry("but if it has the field of a binary file", "files: [password=app.enc]", strings.Replace(asYAML, "token:", "data:", 1), false),
		Entry("but if it is not encrypted", "files: [password=app.enc]", "mac: x\n[sops]\n", false),
	)

	It("defines variables that are not known", func() {
		before := generated("envs: [app.env], options: {disableNameSuffixHash: true}", "app.env", dotenv, decrypts).and(files{
			"cluster/l.yaml": strings.Replace(kustomization("l", "./other", ", postBuild: {substituteFrom: [{kind: Secret, name: app}]}"), "namespace: flux-system}", "namespace: default}", 1),
			"other/a.yaml":   configMapOf("a", "x: '${TOKEN}'"),
		})
		before["cluster/l.yaml"] = strings.Replace(before["cluster/l.yaml"], "name: flux-system}", "name: flux-system, namespace: flux-system}", 1)
		out, _, err := newRepository(before).plan(blue())
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("? not known: Kustomization default/l: the variables in Secret default/app are not known"))
	})
})

// beginningWith returns matchers for the beginnings of lines.
func beginningWith(beginnings []string) []any {
	var all []any
	for _, beginning := range beginnings {
		all = append(all, HavePrefix(beginning))
	}
	return all
}
