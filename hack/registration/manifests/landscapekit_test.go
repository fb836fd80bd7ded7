// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package manifests_test

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig/v3"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/registration/manifests"
)

var _ = Describe("the component of gardener-landscape-kit", func() {
	const imageVector = "images:\n- name: source-controller\n  ref: registry.example.com/source-controller:v1\n"

	release := manifests.Release{Version: "v1.2.3", Repository: "registry.example.com:5000/team"}

	for name, digest := range map[string]string{"without": "", "with": digest} {
		It("is built into what gardener-operator is given otherwise, "+name+" the digest of the image", func() {
			release := release
			release.ImageDigest = digest
			var registration map[string]any
			Expect(yaml.Unmarshal(registrations(release)[manifests.OperatorExtension], &registration)).To(Succeed())

			Expect(built(release, "", "")).To(Equal(registration))
		})
	}

	It("takes an image vector from a component descriptor", func() {
		extension := built(release, imageVector, "")

		Expect(extension).To(HaveKeyWithValue("spec", HaveKeyWithValue("deployment", HaveKeyWithValue("extension", HaveKeyWithValue("values",
			HaveKeyWithValue("imageVectorOverwrite", imageVector))))))
	})

	It("takes no image vector from a component descriptor, if the configuration of the landscape says so", func() {
		extension := built(release, imageVector, "spec: {deployment: {extension: {values: {imageVectorOverwrite: ''}}}}")

		Expect(extension).To(HaveKeyWithValue("spec", HaveKeyWithValue("deployment", HaveKeyWithValue("extension", HaveKeyWithValue("values",
			HaveKeyWithValue("imageVectorOverwrite", ""))))))
	})

	It("is always the same bytes, in a base and a landscape", func() {
		files, err := release.LandscapeKit()
		Expect(err).NotTo(HaveOccurred())
		Expect(release.LandscapeKit()).To(Equal(files))
		const directory = "/components/gardener-extensions/shoot-flux/"
		Expect(slices.Sorted(maps.Keys(files))).To(Equal([]string{
			"base" + directory + "extension.yaml",
			"base" + directory + "kustomization.yaml",
			"landscape" + directory + "component-name",
			"landscape" + directory + "components.yaml",
			"landscape" + directory + "configuration.yaml",
			"landscape" + directory + "extension.yaml.tpl",
			"landscape" + directory + "flux-kustomization.yaml",
			"landscape" + directory + "kustomization.yaml",
		}))
		Expect(strings.TrimSpace(string(files["landscape"+directory+"component-name"]))).To(Equal(manifests.ComponentName))
	})

	It("is refused for an invalid release", func() {
		_, err := manifests.Release{Version: "1.2.3", Repository: "r.example.com"}.LandscapeKit()
		Expect(err).To(MatchError(ContainSubstring("is no version")))
	})
})

// built returns the object that kustomize builds from base and landscape, after the template was rendered with
// components.yaml as gardener-landscape-kit does. If configuration is set, it replaces configuration.yaml; it has no
// kind and name.
func built(release manifests.Release, imageVectorOverwrite, configuration string) map[string]any {
	GinkgoHelper()
	files, err := release.LandscapeKit()
	Expect(err).NotTo(HaveOccurred())
	var vector struct {
		Components []map[string]any `json:"components"`
	}
	Expect(yaml.Unmarshal(files[path.Join(manifests.LandscapeKitLandscape, "components.yaml")], &vector)).To(Succeed())
	Expect(vector.Components).To(ConsistOf(HaveKeyWithValue("name", manifests.ComponentName)))
	values := vector.Components[0]
	if imageVectorOverwrite != "" {
		values["imageVectorOverwrite"] = imageVectorOverwrite
	}
	written, err := template.New("").Funcs(sprig.TxtFuncMap()).Option("missingkey=error").
		Parse(string(files[path.Join(manifests.LandscapeKitLandscape, "extension.yaml.tpl")]))
	Expect(err).NotTo(HaveOccurred())
	if imageVectorOverwrite == "" {
		values["imageVectorOverwrite"] = nil
	}
	var extension bytes.Buffer
	Expect(written.Execute(&extension, values)).To(Succeed())

	// The base is mounted at ./base of the landscape repository.
	repository := filesys.MakeFsInMemory()
	for name, content := range files {
		Expect(repository.WriteFile("/"+strings.TrimPrefix(name, "landscape/"), content)).To(Succeed())
	}
	component := "/" + strings.TrimPrefix(manifests.LandscapeKitLandscape, "landscape/")
	Expect(repository.WriteFile(path.Join(component, "extension.yaml"), extension.Bytes())).To(Succeed())
	if configuration != "" {
		object := "apiVersion: operator.gardener.cloud/v1alpha1\nkind: Extension\nmetadata: {name: shoot-flux}\n" + configuration
		Expect(repository.WriteFile(path.Join(component, "configuration.yaml"), []byte(object))).To(Succeed())
	}
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(repository, component)
	Expect(err).NotTo(HaveOccurred())
	content, err := resources.AsYaml()
	Expect(err).NotTo(HaveOccurred())
	var object map[string]any
	Expect(yaml.Unmarshal(content, &object)).To(Succeed())
	return object
}
