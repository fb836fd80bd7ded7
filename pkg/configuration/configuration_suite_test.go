// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

func TestConfiguration(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "APIs Flux Configuration Suite")
}

// catalog carries two versions and takes every object.
type catalog struct{}

func (catalog) Versions() []string { return []string{"v2.8.7", "v2.9.3"} }

func (catalog) Supplied(string) bool { return false }

func (catalog) Components(string) []fluxv1alpha1.Component {
	return []fluxv1alpha1.Component{
		"source-controller", "kustomize-controller", "helm-controller", "notification-controller",
		"image-reflector-controller", "image-automation-controller", "source-watcher",
	}
}

func (catalog) Resources(string, fluxv1alpha1.Component) corev1.ResourceRequirements {
	return corev1.ResourceRequirements{}
}

func (catalog) ValidatePatches(context.Context, *resolved.Configuration) field.ErrorList { return nil }

func (catalog) OldestKubernetes(version string) string {
	return map[string]string{"v2.8.7": "v1.32", "v2.9.3": "v1.33"}[version]
}

func (catalog) Validate(context.Context, string, *unstructured.Unstructured) field.ErrorList {
	return nil
}

const head = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"

// documents holds the documents of operator, project and Shoot, and their context.
type documents struct {
	operator, project, shoot string
	flat                     map[string]string
	resources                []gardencorev1beta1.NamedResourceReference
	info                     fluxv1alpha1.ShootInfo
	withoutShoot             bool
	adopted                  Adopted
}

// resource is an entry of Shoot.spec.resources.
func resource(name, kind, object string) gardencorev1beta1.NamedResourceReference {
	return gardencorev1beta1.NamedResourceReference{
		Name: name, ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: kind, Name: object},
	}
}

func newResolver(defaults string) *Resolver {
	GinkgoHelper()
	config := configv1alpha1.ControllerConfiguration{ShootInfo: &configv1alpha1.ShootInfo{LabelPrefixes: []string{"info/"}}}
	if defaults != "" {
		config.Defaults = &runtime.RawExtension{Raw: []byte(defaults)}
	}
	resolver, err := NewResolver(catalog{}, config)
	Expect(err).NotTo(HaveOccurred())
	return resolver
}

func (s documents) resolve() (*resolved.Configuration, document.Errors) {
	GinkgoHelper()
	var project *document.ConfigMap
	switch {
	case s.project != "":
		project = &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": head + s.project}}
	case s.flat != nil:
		project = &document.ConfigMap{Namespace: "garden-demo", Data: s.flat}
	}
	shoot := &Shoot{
		Namespace: "garden-demo", Name: "my-shoot", ProviderConfigPath: field.NewPath("spec", "providerConfig"), Resources: s.resources, Info: s.info, Adopted: s.adopted,
	}
	if s.info == nil {
		shoot.Info = fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": "my-shoot", "SHOOT_INFO_REGION": "eu-1", "SHOOT_INFO_DOMAIN": "", "SHOOT_INFO_LABEL_EMPTY": ""}
	}
	if s.shoot != "" {
		shoot.ProviderConfig = []byte(head + s.shoot)
	}
	if s.withoutShoot {
		shoot = nil
	}
	effective, configErrs, err := newResolver(s.operator).Resolve(GinkgoT().Context(), project, shoot)
	Expect(err).NotTo(HaveOccurred())
	return effective, configErrs
}

// effective resolves documents without errors.
func (s documents) effective() *resolved.Configuration {
	GinkgoHelper()
	effective, configErrs := s.resolve()
	Expect(configErrs).To(BeEmpty())
	return effective
}

// at returns the value at a path of the source's or the root Kustomization's spec.
func at(object *unstructured.Unstructured, path string) any {
	value, _, err := unstructured.NestedFieldNoCopy(object.Object, slices.Concat([]string{"spec"}, strings.Split(path, "."))...)
	Expect(err).NotTo(HaveOccurred())
	return value
}

const hostKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"

const (
	https = `source: {template: {spec: {url: "https://github.com/o/r"}}}` + "\n"
	ssh   = `source: {template: {spec: {url: "ssh://git@github.com/o/r"}}}` + "\n"
)
