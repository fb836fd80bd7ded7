// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/yaml"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

func fluxConfig(content string) string {
	return "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + content
}

// render renders the objects for a shoot of a project with that flux-config.
func render(data map[string]string) flux.Bundle {
	GinkgoHelper()
	resolver, err := configuration.NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), configv1alpha1.ControllerConfiguration{})
	Expect(err).NotTo(HaveOccurred())
	effective, errs, err := resolver.Resolve(GinkgoT().Context(), &document.ConfigMap{Namespace: "garden-demo", Data: data}, nil)
	Expect(err).NotTo(HaveOccurred())
	Expect(errs).To(BeEmpty())
	bundle, err := flux.NewRenderer(flux.NewLibrary(distributions.Embedded()), flux.Images{}).Render(flux.Input{Effective: effective, ShootInfo: shootinfo.WithPlaceholders(nil)})
	Expect(err).NotTo(HaveOccurred())
	return bundle
}

// Objects that the catalog accepts are delivered, and if a shoot's API server refuses them, the shoot is unhealthy for Gardener. Objects that
// the catalog refuses cannot be configured, even if the API server would accept them.
var _ = Describe("the schemas of the catalog", Ordered, func() {
	BeforeAll(func() {
		var definitions []*apiextensionsv1.CustomResourceDefinition
		for document := range strings.SplitSeq(string(render(map[string]string{}).CRDs), "---\n") {
			definition := &apiextensionsv1.CustomResourceDefinition{}
			Expect(yaml.Unmarshal([]byte(document), definition)).To(Succeed())
			if definition.Kind == "CustomResourceDefinition" {
				definitions = append(definitions, definition)
			}
		}
		_, err := envtest.InstallCRDs(restConfig, envtest.CRDInstallOptions{CRDs: definitions})
		Expect(err).NotTo(HaveOccurred())
	})

	DescribeTable("accept and refuse the same as an API server",
		func(ctx SpecContext, content string, valid bool) {
			object := &unstructured.Unstructured{}
			Expect(yaml.Unmarshal([]byte(content), &object.Object)).To(Succeed())
			object.SetName("x")
			object.SetNamespace("default")

			errs := flux.NewCatalog(flux.NewLibrary(distributions.Embedded())).Validate(GinkgoT().Context(), "v2.9.3", object.DeepCopy())
			err := newClient().Create(ctx, object, client.DryRunAll, client.FieldValidation("Strict"))
			if valid {
				Expect(err).NotTo(HaveOccurred())
				Expect(errs).To(BeEmpty())
				return
			}
			Expect(err).To(HaveOccurred())
			Expect(errs).NotTo(BeEmpty(), "the API server returns: %v", err)
		},
		Entry("a GitRepository", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'https://h/r', interval: 1m}}", true),
		Entry("without interval, which has no default", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'https://h/r'}}", false),
		Entry("an invalid interval", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'https://h/r', interval: 1 minute}}", false),
		Entry("a number where text is wanted", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 1, interval: 1m}}", false),
		Entry("another scheme", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'git://h/r', interval: 1m}}", false),
		Entry("a field that does not exist", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'https://h/r', interval: 1m, branch: main}}", false),
		Entry("a rule in CEL: a ServiceAccount without the provider that uses it", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'https://h/r', interval: 1m, serviceAccountName: s}}", false),
		Entry("another enumerated value", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: OCIRepository, spec: {url: 'oci://h/r', interval: 1m, provider: other}}", false),
		Entry("an OCIRepository", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: OCIRepository, spec: {url: 'oci://h/r', interval: 1m, ref: {semver: '>=1.0.0'}}}", true),
		Entry("a Bucket", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: Bucket, spec: {bucketName: b, endpoint: h, interval: 1m}}", true),
		Entry("a rule in CEL: a Bucket with STS and no provider for it", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: Bucket, spec: {bucketName: b, endpoint: h, interval: 1m, sts: {provider: aws, endpoint: 'https://h'}}}", false),
		Entry("a Kustomization", "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, spec: {interval: 1m, prune: true, sourceRef: {kind: GitRepository, name: s}}}", true),
		Entry("without prune, which has no default", "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, spec: {interval: 1m, sourceRef: {kind: GitRepository, name: s}}}", false),
		Entry("a key that does not exist, deep inside", "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, spec: {interval: 1m, prune: true, sourceRef: {kind: GitRepository, name: s}, postBuild: {substituteFrom: [{kind: ConfigMap, name: n, optinal: true}]}}}", false),
		Entry("a rule in CEL: a remote cluster with two references to its kubeconfig", "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, spec: {interval: 1m, prune: true, sourceRef: {kind: GitRepository, name: s}, kubeConfig: {secretRef: {name: a}, configMapRef: {name: b}}}}", false),
	)
})
