// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var updateGolden = flag.Bool("update-golden", false, "write the golden files anew")

var _ = Describe("Renderer", func() {
	golden := func(name string, content []byte) {
		GinkgoHelper()
		file := filepath.Join("testdata", name)
		if *updateGolden {
			Expect(os.WriteFile(file, content, 0o600)).To(Succeed())
		}
		want, err := os.ReadFile(file)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(content)).To(Equal(string(want)))
	}
	render := func(in Input) Bundle {
		GinkgoHelper()
		bundle, err := NewRenderer().Render(in)
		Expect(err).NotTo(HaveOccurred())
		return bundle
	}
	private := Sync{URL: "ssh://git@github.com/o/r", Branch: "main", Credentials: Credentials{
		Identity: "private\n", PublicKey: "ssh-ed25519 AAAA", KnownHosts: "github.com ssh-ed25519 AAAA\n"}}

	It("renders a private repository", func() {
		golden("private.yaml", render(Input{Version: "v2.9.3", Sync: private}).Config)
	})

	It("renders a key with passphrase", func() {
		withPassphrase := private
		withPassphrase.Credentials.Passphrase = "open"
		Expect(string(render(Input{Version: "v2.9.3", Sync: withPassphrase}).Config)).To(ContainSubstring("password: b3Blbg=="))
	})

	It("renders a public repository without Secret", func() {
		golden("public.yaml", render(Input{Version: "v2.9.3", Sync: Sync{URL: "https://github.com/o/r", Branch: "main"}}).Config)
	})

	It("renders Flux only", func() {
		bundle := render(Input{Version: "v2.9.3"})
		Expect(bundle.Config).To(BeNil())
		Expect(bundle.CRDs).NotTo(BeEmpty())
		Expect(bundle.Controllers).NotTo(BeEmpty())
	})

	It("hands over the distribution unchanged but for what protects the user's objects", func() {
		bundle := render(Input{Version: "v2.9.3"})
		manifests, err := distributions.Manifests("v2.9.3")
		Expect(err).NotTo(HaveOccurred())

		var want []map[string]any
		for _, object := range decode(manifests) {
			if kind := object.GetKind(); kind == "Namespace" || kind == "CustomResourceDefinition" {
				annotations := object.GetAnnotations()
				if annotations == nil {
					annotations = map[string]string{}
				}
				annotations["resources.gardener.cloud/keep-object"] = "true"
				object.SetAnnotations(annotations)
			}
			want = append(want, object.Object)
		}
		var got []map[string]any
		for _, object := range append(decode(bundle.CRDs), decode(bundle.Controllers)...) {
			got = append(got, object.Object)
		}
		Expect(got).To(ConsistOf(want))
		for _, object := range decode(bundle.CRDs) {
			Expect(object.GetKind()).To(BeElementOf("Namespace", "CustomResourceDefinition"))
		}
	})

	It("gives the same bytes for the same input, by whichever renderer and in whichever order", func() {
		first, second := NewRenderer(), NewRenderer()
		_, err := second.Render(Input{Version: "v2.9.3"})
		Expect(err).NotTo(HaveOccurred())
		a, err := first.Render(Input{Version: "v2.9.3", Sync: private})
		Expect(err).NotTo(HaveOccurred())
		b, err := second.Render(Input{Version: "v2.9.3", Sync: private})
		Expect(err).NotTo(HaveOccurred())
		Expect(a).To(Equal(b))
	})

	It("shares the output between equal inputs", func() {
		renderer := NewRenderer()
		a, err := renderer.Render(Input{Version: "v2.9.3", Sync: private})
		Expect(err).NotTo(HaveOccurred())
		b, err := renderer.Render(Input{Version: "v2.9.3", Sync: private})
		Expect(err).NotTo(HaveOccurred())
		Expect(&a.CRDs[0]).To(BeIdenticalTo(&b.CRDs[0]))
		Expect(&a.Config[0]).To(BeIdenticalTo(&b.Config[0]))
	})

	It("refuses a version that is not embedded", func() {
		_, err := NewRenderer().Render(Input{Version: "v0.1.0"})
		Expect(err).To(MatchError(ContainSubstring("v2.9.3")))
	})
})

func decode(manifests []byte) []*unstructured.Unstructured {
	GinkgoHelper()
	var objects []*unstructured.Unstructured
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(manifests), 4096)
	for {
		object := &unstructured.Unstructured{}
		if err := decoder.Decode(&object.Object); err != nil {
			Expect(err).To(MatchError("EOF"))
			return objects
		}
		if len(object.Object) > 0 {
			objects = append(objects, object)
		}
	}
}
