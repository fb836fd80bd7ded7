// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// labelVersion is set on all objects of 'flux install'.
const labelVersion = "app.kubernetes.io/version"

// maxErrors limits the reported errors of a distribution. An unrelated file can have hundreds of errors.
const maxErrors = 5

// longestError limits the length of an error, because decoders repeat the text that they cannot decode.
const longestError = 1_000

// CheckDistribution returns an error unless the file is the distribution of the Flux version and can be installed.
func CheckDistribution(version string, distribution []byte) error {
	c := &distributionCheck{version: version, crds: map[fluxv1alpha1.Component]bool{}}
	if objects, err := DecodeManifests(distribution); err != nil {
		c.refuse("it cannot be decoded: %w", err)
	} else {
		for _, object := range objects {
			c.object(object)
		}
		c.whole(objects)
	}
	if len(c.errs) == 0 {
		return nil
	}
	return errors.New(text.Join(c.errs, maxErrors, "; "))
}

// distributionCheck collects the errors of a distribution.
type distributionCheck struct {
	version    string
	namespaces int
	components []fluxv1alpha1.Component
	crds       map[fluxv1alpha1.Component]bool
	errs       []string
}

func (c *distributionCheck) refuse(message string, arguments ...any) {
	c.errs = append(c.errs, text.Cut(fmt.Errorf(message, arguments...).Error(), longestError))
}

// object checks a single object.
func (c *distributionCheck) object(object *unstructured.Unstructured) {
	if object.GetAPIVersion() == "" || object.GetName() == "" {
		c.refuse("%s has no apiVersion or no name", NameOf(object))
		return
	}
	if label := object.GetLabels()[labelVersion]; label != c.version {
		c.refuse("%s has the label %s=%s instead of %s", NameOf(object), labelVersion, label, c.version)
	}
	if namespace := object.GetNamespace(); namespace != "" && namespace != fluxv1alpha1.FluxNamespace {
		c.refuse("%s is not in namespace %s", NameOf(object), fluxv1alpha1.FluxNamespace)
	}
	of := component(object)
	if of != "" && !fluxv1alpha1.IsComponent(string(of)) {
		c.refuse("%s belongs to %q, which is not one of Flux's controllers", NameOf(object), of)
	}
	switch object.GetKind() {
	case kindNamespace:
		c.namespaces++
		if object.GetName() != fluxv1alpha1.FluxNamespace {
			c.refuse("%s is not %s", NameOf(object), fluxv1alpha1.FluxNamespace)
		}
	case kindCRD:
		c.crd(object, of)
	case kindDeployment:
		if object.GetName() != string(of) || slices.Contains(c.components, of) {
			c.refuse("%s must be the only Deployment of its controller and have its name", NameOf(object))
		}
		c.components = append(c.components, of)
		c.images(object, of)
	case "ResourceQuota", "NetworkPolicy", "Service", kindServiceAccount, kindRole, kindRoleBinding:
	default:
		c.refuse("%s is of a kind that the extension does not install", NameOf(object))
	}
}

// images checks that the pod only has containers with the image of the controller, and that the image is named after
// the controller. Other images would not be pulled from the configured registry.
func (c *distributionCheck) images(object *unstructured.Unstructured, of fluxv1alpha1.Component) {
	deployment, err := fromUnstructured[appsv1.Deployment](object)
	if err != nil {
		c.refuse("%s: %w", NameOf(object), err)
		return
	}
	pod := deployment.Spec.Template.Spec
	for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
		if container.Name != containerName {
			c.refuse("%s has a container %q; only %q is allowed", NameOf(object), container.Name, containerName)
			continue
		}
		parsed := parseImage(container.Image)
		if err := checkImage(container.Image); err != nil || path.Base(parsed.Repository) != string(of) || parsed.Tag == "" {
			c.refuse("%s has the image %q; its image must be named %s and have a registry and a tag", NameOf(object), container.Image, of)
		}
	}
}

func (c *distributionCheck) crd(object *unstructured.Unstructured, of fluxv1alpha1.Component) {
	crd, err := fromUnstructured[apiextensionsv1.CustomResourceDefinition](object)
	if err != nil {
		c.refuse("%s: %w", NameOf(object), err)
		return
	}
	if of == "" || !strings.HasSuffix(crd.Spec.Group, ".fluxcd.io") || len(crd.Spec.Versions) == 0 {
		c.refuse("%s is not a CustomResourceDefinition of Flux", NameOf(object))
		return
	}
	for _, version := range crd.Spec.Versions {
		if _, err := newCRDSchema(c.version, version); err != nil {
			c.refuse("%s: version %s: %w", NameOf(object), version.Name, err)
		}
	}
	c.crds[of] = true
}

// whole checks that the distribution is complete, and renders it with all its components.
func (c *distributionCheck) whole(objects []*unstructured.Unstructured) {
	if c.namespaces != 1 {
		c.refuse("it has %d namespaces instead of only %s", c.namespaces, fluxv1alpha1.FluxNamespace)
	}
	for _, needed := range defaultInstallation().Components {
		if !slices.Contains(c.components, needed) || !c.crds[needed] {
			c.refuse("it lacks %s or its CustomResourceDefinitions", needed)
		}
	}
	for of := range ordered.Map(c.crds) {
		if !slices.Contains(c.components, of) {
			c.refuse("it has CustomResourceDefinitions of %s but not the controller", of)
		}
	}
	if len(c.errs) > 0 {
		return
	}
	flux := defaultInstallation()
	flux.Storage = &fluxv1alpha1.Storage{Size: ptr.To(resource.MustParse("1Gi"))}
	flux.Sharding = &fluxv1alpha1.Sharding{Shards: []string{"shard1"}}
	_, err := renderCRDs(objects, c.components, []string{fluxv1alpha1.FluxNamespace}, storesOf(flux), StageManaged)
	if err == nil {
		_, err = renderControllers(objects, &settings{Version: c.version, Flux: flux, Components: c.components})
	}
	if err != nil {
		c.refuse("it cannot be rendered: %w", err)
	}
}

func defaultInstallation() fluxv1alpha1.FluxInstallation {
	flux := fluxv1alpha1.FluxInstallation{}
	fluxv1alpha1.SetDefaults_FluxInstallation(&flux)
	return flux
}
