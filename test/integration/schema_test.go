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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

func fluxConfig(content string) string {
	return "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + content
}

// render renders the objects for a shoot of a project with the flux-config.
func render(data map[string]string) flux.Bundle {
	GinkgoHelper()
	resolver, err := configuration.NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), configv1alpha1.ControllerConfiguration{})
	Expect(err).NotTo(HaveOccurred())
	effective, errs, err := resolver.Resolve(GinkgoT().Context(), &document.ConfigMap{Namespace: "garden-demo", Data: data}, nil)
	Expect(err).NotTo(HaveOccurred())
	Expect(errs).To(BeEmpty())
	bundle, err := flux.NewRenderer(flux.NewLibrary(distributions.Embedded()), flux.Images{}).Render(flux.Input{Effective: effective, ShootInfo: configuration.WithPlaceholders(nil)})
	Expect(err).NotTo(HaveOccurred())
	return bundle
}

// If the catalog accepts an object that a shoot's API server refuses, the delivery fails and the shoot is unhealthy for
// Gardener. If the catalog refuses an object, users cannot configure it, even if the API server would accept the
// object.
var _ = Describe("Schemas of the catalog", Ordered, func() {
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

	DescribeTable("accept and refuse the same objects as an API server",
		func(ctx SpecContext, content string, valid bool) {
			object := &unstructured.Unstructured{}
			Expect(yaml.Unmarshal([]byte(content), &object.Object)).To(Succeed())
			object.SetName("x")
			object.SetNamespace("default")

			errs := flux.NewCatalog(flux.NewLibrary(distributions.Embedded())).Validate(GinkgoT().Context(), "v2.9.5", object.DeepCopy())
			err := newClient().Create(ctx, object, client.DryRunAll, client.FieldValidation("Strict"))
			if valid {
				Expect(err).NotTo(HaveOccurred())
				Expect(errs).To(BeEmpty())
				return
			}
			Expect(err).To(HaveOccurred())
			Expect(errs).NotTo(BeEmpty(), "the API server returns: %v", err)
		},
		Entry("GitRepository", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'https://h/r', interval: 1m}}", true),
		Entry("missing interval", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'https://h/r'}}", false),
		Entry("invalid interval", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'https://h/r', interval: 1 minute}}", false),
		Entry("number instead of a string", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 1, interval: 1m}}", false),
		Entry("unsupported scheme", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'git://h/r', interval: 1m}}", false),
		Entry("unknown field", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'https://h/r', interval: 1m, branch: main}}", false),
		Entry("CEL rule: ServiceAccount without a provider", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, spec: {url: 'https://h/r', interval: 1m, serviceAccountName: s}}", false),
		Entry("unknown enum value", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: OCIRepository, spec: {url: 'oci://h/r', interval: 1m, provider: other}}", false),
		Entry("OCIRepository", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: OCIRepository, spec: {url: 'oci://h/r', interval: 1m, ref: {semver: '>=1.0.0'}}}", true),
		Entry("Bucket", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: Bucket, spec: {bucketName: b, endpoint: h, interval: 1m}}", true),
		Entry("CEL rule: Bucket with STS and an unsuitable provider", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: Bucket, spec: {bucketName: b, endpoint: h, interval: 1m, sts: {provider: aws, endpoint: 'https://h'}}}", false),
		Entry("Kustomization", "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, spec: {interval: 1m, prune: true, sourceRef: {kind: GitRepository, name: s}}}", true),
		Entry("missing prune", "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, spec: {interval: 1m, sourceRef: {kind: GitRepository, name: s}}}", false),
		Entry("unknown nested field", "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, spec: {interval: 1m, prune: true, sourceRef: {kind: GitRepository, name: s}, postBuild: {substituteFrom: [{kind: ConfigMap, name: n, optinal: true}]}}}", false),
		Entry("CEL rule: remote cluster with two kubeconfig references", "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, spec: {interval: 1m, prune: true, sourceRef: {kind: GitRepository, name: s}, kubeConfig: {secretRef: {name: a}, configMapRef: {name: b}}}}", false),
	)
})
