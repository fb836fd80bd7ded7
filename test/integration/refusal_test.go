// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/refusal"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("What plan says that an API server refuses", func() {
	var (
		judge  = refusal.NewJudge(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())))
		server refusal.Server
	)
	BeforeEach(func() {
		found, err := discovery.NewDiscoveryClientForConfigOrDie(restConfig).ServerVersion()
		Expect(err).NotTo(HaveOccurred())
		server.Kubernetes = found.GitVersion
	})

	DescribeTable("is what it refuses, after Flux has normalized the object:",
		func(ctx SpecContext, refused bool, manifest string) {
			object := &unstructured.Unstructured{}
			Expect(yaml.Unmarshal([]byte(manifest), &object.Object)).To(Succeed())
			verdict := judge.Judge(ctx, server, object, true)

			applied := object.DeepCopy()
			if scheme.Scheme.Recognizes(object.GroupVersionKind()) {
				_, err := refusal.Normalize(applied)
				Expect(err).NotTo(HaveOccurred())
			}
			err := newClient().Patch(ctx, applied, client.Apply, client.DryRunAll, client.ForceOwnership, client.FieldOwner("kustomize-controller")) //nolint:staticcheck // as Flux does
			if refused {
				Expect(err).To(HaveOccurred())
				Expect(verdict).To(HaveOccurred(), "the API server says: %s", err)
			} else {
				Expect(err).NotTo(HaveOccurred())
				Expect(verdict).NotTo(HaveOccurred())
			}
		},
		Entry("an object", false, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\ndata: {a: b}\n"),
		Entry("no namespace", true, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"),
		Entry("a namespace of a cluster-scoped object", false, "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a, namespace: default}\nrules: []\n"),
		Entry("a version that is not served any more", true, "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a, namespace: default}\n"),
		Entry("a kind that is not served any more", true, "apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: a}\n"),
		Entry("a kind that does not exist", true, "apiVersion: apps/v1\nkind: Deploymnt\nmetadata: {name: a, namespace: default}\n"),
		Entry("an unknown field", false, "apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: default}\nspec: {ports: [{port: 80}], nonsense: 1}\n"),
		Entry("an unknown field of a Role", true, "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a, namespace: default}\nrules: [{apiGroups: [''], resource: [pods], verbs: [get]}]\n"),
		Entry("a number instead of a string", true, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\ndata: {a: 1}\n"),
		Entry("a string instead of a number", true, "apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: default}\nspec: {ports: [{port: '80'}]}\n"),
		Entry("a string instead of a list", true, "apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: default}\nspec: {ports: http}\n"),
		Entry("a floating point number instead of an integer", true, "apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: default}\nspec: {ports: [{port: 80.5}]}\n"),
		Entry("a number as a label", true, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default, labels: {a: 1}}\n"),
		Entry("nothing as a label", false, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default, labels: }\n"),
		Entry("a port that is in a list twice", true, "apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: default}\nspec: {ports: [{name: a, port: 80}, {name: b, port: 80}]}\n"),
		Entry("a number as quantity", false, "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a, namespace: default}\nspec: {hard: {cpu: 1}}\n"),
		Entry("a quantity that is none", true, "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a, namespace: default}\nspec: {hard: {cpu: many}}\n"),
		Entry("an invalid label", true, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default, labels: {a: 'b c'}}\n"),
		Entry("an invalid annotation", true, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default, annotations: {'a b': c}}\n"),
		Entry("an invalid name", true, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: A_b, namespace: default}\n"),
		Entry("such a name of RBAC", false, "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: 'A_b:c', namespace: default}\nrules: []\n"),
		Entry("data that is not base64", true, "apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: default}\ndata: {a: 'b c!'}\n"),
		Entry("data that is base64 with line breaks", false, "apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: default}\ndata: {a: \"YWJj\\nZGVm\\n\"}\n"),
		Entry("text in stringData", false, "apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: default}\nstringData: {a: 'b c!'}\n"),
	)

	It("knows which kinds are served, and which have a namespace", func(ctx SpecContext) {
		_, lists, err := discovery.NewDiscoveryClientForConfigOrDie(restConfig).ServerGroupsAndResources()
		Expect(err).NotTo(HaveOccurred())
		compared := 0
		for _, list := range lists {
			version, err := schema.ParseGroupVersion(list.GroupVersion)
			Expect(err).NotTo(HaveOccurred())
			for _, resource := range list.APIResources {
				// Other specs define kinds of Flux, and there is no Flux version here.
				isFlux := strings.HasSuffix(version.Group, ".fluxcd.io")
				if !refusal.Knows(version.Group) || isFlux || version.Group == "apiregistration.k8s.io" || strings.Contains(resource.Name, "/") {
					continue
				}
				object := &unstructured.Unstructured{}
				object.SetGroupVersionKind(version.WithKind(resource.Kind))
				object.SetName("a")
				verdict := judge.Judge(ctx, server, object, false)
				if resource.Namespaced {
					Expect(verdict).To(MatchError(HavePrefix("metadata.namespace is missing")), "%s %s", version, resource.Kind)
				} else {
					Expect(verdict).NotTo(HaveOccurred(), "%s %s", version, resource.Kind)
				}
				compared++
			}
		}
		Expect(compared).To(BeNumerically(">", 50))
	})
})
