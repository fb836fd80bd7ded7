// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"crypto/rand"
	"encoding/base64"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("render and Secrets", func() {
	everything := func(password string) string {
		return clitest.Documents(clitest.Shoot(`
source:
  template: {kind: GitRepository, spec: {url: 'https://git.example.org/r'}}
  secretResourceName: token
decryption: {secretResourceName: sops}
additionalSecretResources: [{name: token, targetName: copy}]
flux:
  imagePullSecretResourceName: pull
  proxy: {httpsProxy: 'http://proxy.example.org:3128', secretResourceName: proxy}`,
			"  resources:",
			"  - {name: token, resourceRef: {apiVersion: v1, kind: Secret, name: my-token}}",
			"  - {name: sops, resourceRef: {apiVersion: v1, kind: Secret, name: my-sops}}",
			"  - {name: pull, resourceRef: {apiVersion: v1, kind: Secret, name: my-pull}}",
			"  - {name: proxy, resourceRef: {apiVersion: v1, kind: Secret, name: my-proxy}}"),
			"metadata: {name: my-token, namespace: garden-blue, annotations: {kubectl.kubernetes.io/last-applied-configuration: s3cret-applied, gardener-extension-shoot-flux/copy-labels: 'true'}}\n"+
				"apiVersion: v1\nkind: Secret\ndata: {password: "+base64.StdEncoding.EncodeToString([]byte(password))+", username: czNjcmV0LXVzZXI=}\n",
			clitest.Secret("my-sops", "{age.agekey: s3cret-age}"), clitest.Secret("my-pull", "{.dockerconfigjson: s3cret-pull}")+"type: kubernetes.io/dockerconfigjson\n",
			clitest.Secret("my-proxy", "{username: s3cret-name, password: s3cret/proxy}"))
	}

	It("never shows a value", func() {
		for _, form := range []string{"yaml", "summary", "diff"} {
			args := []string{"-f", "-", "-o", form}
			if form == "diff" {
				args = append(args, "--against", clitest.File("before.yaml", everything("s3cret-before")))
			}
			out, notes, err := runRender(everything("s3cret-token"), args...)
			Expect(err).NotTo(HaveOccurred())
			Expect(out).NotTo(BeEmpty())
			Expect(out+notes).NotTo(ContainSubstring("s3cret"), form)
			for shift := range 3 { // at any offset in something that is encoded
				encoded := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("-", shift) + "s3cret"))
				Expect(out+notes).NotTo(ContainSubstring(encoded[(shift*4+2)/3:len(encoded)-1]), form)
			}
		}
	})

	It("shows keys of Secrets, and hides the checksum of the proxies", func() {
		out, _, err := runRender(everything("x"), "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("data:\n  password: (redacted)\n  username: (redacted)\nkind: Secret\n"))
		Expect(out).To(ContainSubstring("data:\n  age.agekey: (redacted)\nkind: Secret\n"))
		Expect(out).To(ContainSubstring("        checksum/secret-flux-proxy: (redacted)\n"))
		Expect(out).NotTo(ContainSubstring("last-applied"))
	})

	It("lists all copies in the summary", func() {
		out, _, err := runRender(everything("x"), "-f", "-", "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring(`
Copies        Secret flux-system/copy (resource token, garden-blue/my-token)
              Secret flux-system/flux-sops (resource sops, garden-blue/my-sops)
              Secret flux-system/flux-system (resource token, garden-blue/my-token)
              Secret flux-system/flux-image-pull (resource pull, garden-blue/my-pull)
              Secret flux-system/flux-proxy (resource proxy, garden-blue/my-proxy)
`))
	})

	It("marks a changed value without showing it", func() {
		out, _, err := runRender(everything("new"), "-f", "-", "-o", "diff", "--against", clitest.File("before.yaml", everything("old")))
		Expect(err).NotTo(HaveOccurred())
		for _, name := range []string{"copy", "flux-system"} {
			Expect(out).To(ContainSubstring("--- against/extension-shoot-flux-config/Secret/flux-system/" + name + `
+++ new/extension-shoot-flux-config/Secret/flux-system/` + name + `
@@ -1,6 +1,6 @@
 apiVersion: v1
 data:
-  password: (redacted)
+  password: (redacted, changed)
   username: (redacted)
 kind: Secret
`))
		}
		Expect(strings.Count(out, "\n+++ ")).To(Equal(2), "nothing else has changed")
	})

	It("uses placeholders for missing Secrets, with a note", func() {
		out, notes, err := runRender(strings.SplitN(everything(""), "\n---\n", 2)[0], "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(ContainSubstring("Note: shown with placeholders, because no file has them: " +
			"Secret garden-blue/my-proxy, Secret garden-blue/my-pull, Secret garden-blue/my-sops, Secret garden-blue/my-token\n"))
		Expect(strings.Count(out, "  not-given: (redacted)\n")).To(Equal(3))
		Expect(out).To(ContainSubstring("  not-given.agekey: (redacted)\n"))
		Expect(out).To(ContainSubstring("  HTTPS_PROXY: (redacted)\n"))
	})

	It("shows the public part of the deploy key, which is optional", func() {
		key, err := keypair.GenerateDeployKey(rand.Reader, fluxv1alpha1.KeyAlgorithmEd25519)
		Expect(err).NotTo(HaveOccurred())
		input := clitest.Documents(clitest.Shoot(bare), clitest.ProjectConfig("garden-blue", private))
		given := clitest.Documents(input, clitest.Secret("flux-source", "\n  identity: |\n    "+strings.ReplaceAll(strings.TrimSpace(string(key.Identity)), "\n", "\n    ")))

		out, notes, err := runRender(given, "-f", "-", "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(Equal(facts))
		Expect(out).To(ContainSubstring("Deploy key    " + key.Fingerprint + "\n              " + key.PublicKey + "\n"))
		out, _, err = runRender(given, "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("data:\n  identity: (redacted)\n  identity.pub: (redacted)\n  known_hosts: (redacted)\nkind: Secret\n"))

		_, notes, err = runRender(input, "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(Equal(facts + "Note: the deploy key is shown with placeholders, because no file has Secret garden-blue/flux-source\n"))
	})

	It("refuses a deploy key that the controllers refuse", func() {
		input := clitest.Documents(clitest.Shoot(bare), clitest.ProjectConfig("garden-blue", private), clitest.Secret("flux-source", "{identity: s3cret}"))
		_, _, err := runRender(input, "-f", "-")
		Expect(err).To(MatchError(`Secret garden-blue/flux-source: key "identity" is not a private key in PEM format; correct it, or delete the Secret to have a new deploy key generated`))
	})
})
