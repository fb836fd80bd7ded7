// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package manifests_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	gardenerimagevector "github.com/gardener/gardener/pkg/utils/imagevector"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/registration/manifests"
	"github.com/shoot-flux/gardener-extension-shoot-flux/imagevector"
)

var _ = Describe("the component descriptor", func() {
	const commit = "0123456789abcdef0123456789abcdef01234567"

	release := manifests.Release{Version: "v1.2.3", Repository: "registry.example.com:5000/team"}
	pinned := manifests.Release{Version: "v1.2.3-rc.1", Repository: "registry.example.com:5000/team", ImageDigest: digest, Commit: commit}

	DescribeTable("is valid by the schema, always the same bytes",
		func(release manifests.Release) {
			descriptor, err := release.ComponentDescriptor()
			Expect(err).NotTo(HaveOccurred())
			Expect(release.ComponentDescriptor()).To(Equal(descriptor))

			Expect(descriptorSchema().Validate(instance(descriptor))).To(Succeed())
		},
		Entry("without digest and commit", release),
		Entry("with both", pinned),
	)

	DescribeTable("would be refused by the schema",
		func(change, by, message string) {
			descriptor, err := release.ComponentDescriptor()
			Expect(err).NotTo(HaveOccurred())
			Expect(string(descriptor)).To(ContainSubstring(change))

			Expect(descriptorSchema().Validate(instance(bytes.Replace(descriptor, []byte(change), []byte(by), 1)))).To(MatchError(ContainSubstring(message)))
		},
		Entry("without list of references", "componentReferences: []", "", "componentReferences"),
		Entry("with another relation", "relation: local", "relation: mine", "relation"),
	)

	It("has the sources, the image and the charts of the extension, with digests", func() {
		descriptor := readDescriptor(pinned)
		Expect(descriptor.Meta.SchemaVersion).To(Equal("v2"))
		Expect([]string{descriptor.Component.Name, descriptor.Component.Version, descriptor.Component.Provider}).To(Equal(
			[]string{"github.com/shoot-flux/gardener-extension-shoot-flux", "v1.2.3-rc.1", "shoot-flux"}))
		Expect(descriptor.Component.Sources).To(Equal([]resource{{Name: "repository", Version: "v1.2.3-rc.1", Type: "git", Access: map[string]string{
			"type": "gitHub", "repoUrl": "github.com/shoot-flux/gardener-extension-shoot-flux", "ref": "refs/tags/v1.2.3-rc.1", "commit": commit,
		}}}))

		expected := []resource{local("ociImage", "gardener-extension-shoot-flux", pinned.PinnedImageReference())}
		for _, name := range []string{"gardener-extension-shoot-flux", "gardener-extension-admission-shoot-flux-application", "gardener-extension-admission-shoot-flux-runtime"} {
			reference, err := pinned.PinnedChartReference(name)
			Expect(err).NotTo(HaveOccurred())
			chart := local("helmChart/v1", name, reference)
			chart.ExtraIdentity = map[string]string{"type": "helmChart"}
			expected = append(expected, chart)
		}
		Expect(descriptor.Component.Resources[:4]).To(Equal(expected))
		Expect(descriptor.Component.Resources).To(HaveEach(HaveField("Digest", HaveKeyWithValue("value", MatchRegexp("^[0-9a-f]{64}$")))))
	})

	It("has no digest of image and charts, and no commit, that are not known", func() {
		descriptor := readDescriptor(release)
		Expect(descriptor.Component.Sources).To(ConsistOf(HaveField("Access", Not(HaveKey("commit")))))
		Expect(descriptor.Component.Resources[:4]).To(HaveEach(And(
			HaveField("Digest", BeNil()), HaveField("Access", HaveKeyWithValue("imageReference", Not(ContainSubstring("@")))))))
	})

	It("has the references that the component of gardener-landscape-kit has, under the names that it makes of them", func() {
		files, err := pinned.LandscapeKit()
		Expect(err).NotTo(HaveOccurred())
		var vector struct {
			Components []struct {
				Name, Version string
				Resources     map[string]map[string]map[string]string
			}
		}
		Expect(yaml.Unmarshal(files[path.Join(manifests.LandscapeKitLandscape, "components.yaml")], &vector)).To(Succeed())
		Expect(vector.Components).To(HaveLen(1))

		descriptor := readDescriptor(pinned)
		resolved := map[string]map[string]map[string]string{}
		for _, resource := range descriptor.Component.Resources {
			if resource.Relation != "local" {
				continue
			}
			key := regexp.MustCompile("-.").ReplaceAllStringFunc(resource.Name, func(match string) string { return strings.ToUpper(match[1:]) })
			if resolved[key] == nil {
				resolved[key] = map[string]map[string]string{}
			}
			resolved[key][strings.TrimSuffix(resource.Type, "/v1")] = map[string]string{"ref": resource.Access["imageReference"]}
		}
		Expect(resolved).To(Equal(vector.Components[0].Resources))
		Expect(descriptor.Component.Name).To(Equal(vector.Components[0].Name))
		Expect(descriptor.Component.Version).To(Equal(vector.Components[0].Version))
	})

	It("has Flux's images of all versions, with the labels of an image vector", func() {
		vector, err := imagevector.Embedded()
		Expect(err).NotTo(HaveOccurred())
		var labelled gardenerimagevector.ImageVector
		for _, resource := range readDescriptor(release).Component.Resources {
			if resource.Relation != "external" {
				continue
			}
			labels := map[string]string{}
			for _, label := range resource.Labels {
				labels[label["name"]] = label["value"]
			}
			repository := labels["imagevector.gardener.cloud/repository"]
			tag := strings.TrimPrefix(resource.Access["imageReference"], repository+":")
			Expect(tag).To(Equal(resource.Version + "@sha256:" + resource.Digest["value"]))
			Expect(resource.ExtraIdentity).To(Equal(map[string]string{"flux-version": labels["imagevector.gardener.cloud/target-version"]}))
			labelled = append(labelled, &gardenerimagevector.ImageSource{
				Name: labels["imagevector.gardener.cloud/name"], Repository: &repository, Tag: &tag,
				TargetVersion: ptr.To(labels["imagevector.gardener.cloud/target-version"]),
			})
		}
		Expect(labelled).To(Equal(vector))
	})

	It("has resources with different identities", func() {
		identities := map[string]bool{}
		for _, resource := range readDescriptor(release).Component.Resources {
			identities[fmt.Sprint(resource.Name, resource.ExtraIdentity)] = true
		}
		Expect(identities).To(HaveLen(len(readDescriptor(release).Component.Resources)))
	})

	It("is the last artifact for a registry, in the format of the Open Component Model", func() {
		artifacts, err := pinned.Artifacts()
		Expect(err).NotTo(HaveOccurred())
		Expect(pinned.Artifacts()).To(Equal(artifacts))
		Expect(artifacts).To(HaveLen(len(manifests.Charts()) + 1))
		artifact := artifacts[len(artifacts)-1]

		Expect(artifact.Reference).To(Equal("registry.example.com:5000/team/component-descriptors/github.com/shoot-flux/gardener-extension-shoot-flux:v1.2.3-rc.1"))
		var manifest ocispec.Manifest
		Expect(json.Unmarshal(artifact.Manifest.Content, &manifest)).To(Succeed())
		Expect(manifest.Config.MediaType).To(Equal("application/vnd.ocm.software.component.config.v1+json"))
		Expect(manifest.Layers).To(ConsistOf(HaveField("MediaType", "application/vnd.ocm.software.component-descriptor.v2+json")))
		var config map[string]ocispec.Descriptor
		Expect(json.Unmarshal(artifact.Config.Content, &config)).To(Succeed())
		Expect(config).To(Equal(map[string]ocispec.Descriptor{"componentDescriptorLayer": manifest.Layers[0]}))
		Expect(artifact.Layer.Descriptor).To(Equal(manifest.Layers[0]))
		file, err := pinned.ComponentDescriptor()
		Expect(err).NotTo(HaveOccurred())
		Expect(artifact.Layer.Content).To(MatchJSON(toJSON(file)))
	})

	It("is refused for an invalid release", func() {
		invalid := release
		invalid.Commit = "main"
		_, err := invalid.ComponentDescriptor()
		Expect(err).To(MatchError(`"main" is no commit of 40 hexadecimal digits`))
	})
})

// descriptor is what the tests read of a component descriptor.
type descriptor struct {
	Meta      struct{ SchemaVersion string }
	Component struct {
		Name, Version, Provider string
		Sources, Resources      []resource
	}
}

type resource struct {
	Name, Version, Type, Relation string
	ExtraIdentity                 map[string]string
	Labels                        []map[string]string
	Access, Digest                map[string]string
}

// local returns a resource of the release with the given pinned reference.
func local(kind, name, reference string) resource {
	_, sum, _ := strings.Cut(reference, "@sha256:")
	return resource{
		Name: name, Version: "v1.2.3-rc.1", Type: kind, Relation: "local",
		Access: map[string]string{"type": "ociRegistry", "imageReference": reference},
		Digest: map[string]string{"hashAlgorithm": "SHA-256", "normalisationAlgorithm": "ociArtifactDigest/v1", "value": sum},
	}
}

func readDescriptor(release manifests.Release) descriptor {
	GinkgoHelper()
	content, err := release.ComponentDescriptor()
	Expect(err).NotTo(HaveOccurred())
	var read descriptor
	Expect(yaml.Unmarshal(content, &read)).To(Succeed())
	return read
}

// descriptorSchema returns the schema of the Open Component Model for component descriptors.
func descriptorSchema() *jsonschema.Schema {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join("testdata", "ocm", "component-descriptor-v2-schema.yaml"))
	Expect(err).NotTo(HaveOccurred())
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	Expect(compiler.AddResource("component-descriptor", instance(content))).To(Succeed())
	schema, err := compiler.Compile("component-descriptor")
	Expect(err).NotTo(HaveOccurred())
	return schema
}

func instance(document []byte) any {
	GinkgoHelper()
	read, err := jsonschema.UnmarshalJSON(bytes.NewReader(toJSON(document)))
	Expect(err).NotTo(HaveOccurred())
	return read
}

func toJSON(document []byte) []byte {
	GinkgoHelper()
	content, err := yaml.YAMLToJSON(document)
	Expect(err).NotTo(HaveOccurred())
	return content
}
