// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package manifests

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/imagevector"
)

// ComponentDescriptorFile is the file name of the component descriptor.
const ComponentDescriptorFile = "component-descriptor.yaml"

// Media types of the Open Component Model for a component version in a registry.
const (
	componentConfigType     = "application/vnd.ocm.software.component.config.v1+json"
	componentDescriptorType = "application/vnd.ocm.software.component-descriptor.v2+json"
)

// Types of resources that gardener-landscape-kit reads.
const (
	imageResource = "ociImage"
	chartResource = "helmChart/v1"
)

// componentDescriptor is a component descriptor of the Open Component Model in schema version v2. It has no creation
// time, so that the same release produces identical bytes.
type componentDescriptor struct {
	Meta      descriptorMeta `json:"meta"`
	Component component      `json:"component"`
}

type descriptorMeta struct {
	SchemaVersion string `json:"schemaVersion"`
}

type component struct {
	Name                string              `json:"name"`
	Version             string              `json:"version"`
	Provider            string              `json:"provider"`
	RepositoryContexts  []map[string]string `json:"repositoryContexts"`
	Sources             []componentSource   `json:"sources"`
	ComponentReferences []map[string]string `json:"componentReferences"`
	Resources           []componentResource `json:"resources"`
}

type componentSource struct {
	Name    string            `json:"name"`
	Version string            `json:"version"`
	Type    string            `json:"type"`
	Access  map[string]string `json:"access"`
}

type componentResource struct {
	Name          string            `json:"name"`
	Version       string            `json:"version"`
	ExtraIdentity map[string]string `json:"extraIdentity,omitempty"`
	Type          string            `json:"type"`
	Relation      string            `json:"relation"`
	Labels        []componentLabel  `json:"labels,omitempty"`
	Access        map[string]string `json:"access"`
	Digest        *componentDigest  `json:"digest,omitempty"`
}

type componentLabel struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type componentDigest struct {
	HashAlgorithm          string `json:"hashAlgorithm"`
	NormalisationAlgorithm string `json:"normalisationAlgorithm"`
	Value                  string `json:"value"`
}

// ComponentDescriptor returns the component descriptor of the release. The same release produces identical bytes.
func (r Release) ComponentDescriptor() ([]byte, error) {
	descriptor, err := r.componentDescriptor()
	if err != nil {
		return nil, err
	}
	return yaml.Marshal(descriptor)
}

// componentArtifact returns the component descriptor as an OCI artifact, with the name that the Open Component Model
// prescribes in a repository. The same release always produces the same digest.
func (r Release) componentArtifact() (Artifact, error) {
	descriptor, err := r.componentDescriptor()
	if err != nil {
		return Artifact{}, err
	}
	content, err := json.Marshal(descriptor)
	if err != nil {
		return Artifact{}, err
	}
	layer := newBlob(componentDescriptorType, content)
	config, err := json.Marshal(map[string]ocispec.Descriptor{"componentDescriptorLayer": layer.Descriptor})
	if err != nil {
		return Artifact{}, err
	}
	reference := path.Join(r.Repository, "component-descriptors", ComponentName) + ":" + r.Version
	return newArtifact(reference, r.annotations(ComponentName, "Component descriptor of the Gardener extension shoot-flux"), newBlob(componentConfigType, config), layer)
}

// componentDescriptor returns the component descriptor with the image and the charts of the extension, and Flux's
// images in all carried versions.
func (r Release) componentDescriptor() (componentDescriptor, error) {
	if err := r.validate(); err != nil {
		return componentDescriptor{}, err
	}
	source := map[string]string{"type": "gitHub", "repoUrl": ComponentName, "ref": "refs/tags/" + r.Version}
	if r.Commit != "" {
		source["commit"] = r.Commit
	}
	resources := []componentResource{newResource(imageResource, imageName, r.Version, r.PinnedImageReference())}
	for _, chart := range Charts() {
		reference, err := r.PinnedChartReference(chart.Name)
		if err != nil {
			return componentDescriptor{}, err
		}
		resource := newResource(chartResource, chart.Name, r.Version, reference)
		// One chart has the name of the image.
		resource.ExtraIdentity = map[string]string{"type": "helmChart"}
		resources = append(resources, resource)
	}
	flux, err := fluxResources()
	if err != nil {
		return componentDescriptor{}, err
	}
	return componentDescriptor{
		Meta: descriptorMeta{SchemaVersion: "v2"},
		Component: component{
			Name: ComponentName, Version: r.Version, Provider: path.Base(path.Dir(ComponentName)),
			// The schema requires all lists, even empty ones.
			RepositoryContexts: []map[string]string{}, ComponentReferences: []map[string]string{},
			Sources:   []componentSource{{Name: "repository", Version: r.Version, Type: "git", Access: source}},
			Resources: append(resources, flux...),
		},
	}, nil
}

// fluxResources returns the images of all carried Flux versions, with the labels from which gardener-landscape-kit
// makes an image vector.
func fluxResources() ([]componentResource, error) {
	vector, err := imagevector.Embedded()
	if err != nil {
		return nil, err
	}
	var resources []componentResource
	for _, image := range vector {
		repository, tag, fluxVersion := ptr.Deref(image.Repository, ""), ptr.Deref(image.Tag, ""), ptr.Deref(image.TargetVersion, "")
		version, _, _ := strings.Cut(tag, "@")
		if repository == "" || version == "" || fluxVersion == "" {
			return nil, fmt.Errorf("image %s has no repository, tag or Flux version", image.Name)
		}
		resource := newResource(imageResource, image.Name, version, repository+":"+tag)
		resource.Relation = "external"
		resource.ExtraIdentity = map[string]string{"flux-version": fluxVersion}
		resource.Labels = []componentLabel{
			{"imagevector.gardener.cloud/name", image.Name},
			{"imagevector.gardener.cloud/repository", repository},
			{"imagevector.gardener.cloud/target-version", fluxVersion},
		}
		resources = append(resources, resource)
	}
	return resources, nil
}

// newResource returns a resource of this release, with the digest of the reference if it has one.
func newResource(kind, name, version, reference string) componentResource {
	resource := componentResource{
		Name: name, Version: version, Type: kind, Relation: "local", Access: map[string]string{"type": "ociRegistry", "imageReference": reference},
	}
	if _, digest, pinned := strings.Cut(reference, "@sha256:"); pinned {
		resource.Digest = &componentDigest{HashAlgorithm: "SHA-256", NormalisationAlgorithm: "ociArtifactDigest/v1", Value: digest}
	}
	return resource
}
