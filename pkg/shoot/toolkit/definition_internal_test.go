// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

const sourceGroup = "source.toolkit.fluxcd.io"

// defining is a shoot with these definitions, and what it learns of kinds.
func defining(definitions ...client.Object) (*Shoot, client.Client) {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	Expect(apiextensionsv1.AddToScheme(scheme)).To(Succeed())
	unserved := interceptor.Funcs{List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
		if list.GetObjectKind().GroupVersionKind().Group != apiextensionsv1.GroupName {
			return &meta.NoKindMatchError{}
		}
		return c.List(ctx, list, options...)
	}}
	c := fake.NewClientBuilder().WithScheme(scheme).WithObjects(definitions...).WithInterceptorFuncs(unserved).Build()
	return New("shoot--demo--only", c, nil), c
}

// bucketsBy is a definition of Buckets of that name.
func bucketsBy(name, plural string, conditions ...apiextensionsv1.CustomResourceDefinitionCondition) *apiextensionsv1.CustomResourceDefinition {
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: name + "." + sourceGroup},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: sourceGroup, Names: apiextensionsv1.CustomResourceDefinitionNames{Kind: "Bucket", Plural: plural},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: "v1", Served: true, Storage: true}},
		},
		Status: apiextensionsv1.CustomResourceDefinitionStatus{Conditions: conditions},
	}
}

func says(names, established apiextensionsv1.ConditionStatus) []apiextensionsv1.CustomResourceDefinitionCondition {
	return []apiextensionsv1.CustomResourceDefinitionCondition{
		{Type: apiextensionsv1.NamesAccepted, Status: names}, {Type: apiextensionsv1.Established, Status: established}}
}

var _ = Describe("Definitions of one kind", func() {
	yes, no := apiextensionsv1.ConditionTrue, apiextensionsv1.ConditionFalse

	DescribeTable("are reduced to the one that the API server serves",
		func(ctx SpecContext, first, second *apiextensionsv1.CustomResourceDefinition, want string) {
			s, _ := defining(first, second)
			kinds, err := s.kinds(ctx)
			Expect(err).NotTo(HaveOccurred())
			if want == "" {
				Expect(kinds).To(BeEmpty())
				return
			}
			Expect(kinds).To(HaveLen(1))
			Expect(kinds[0].CRD).To(Equal(want + "." + sourceGroup))
		},
		Entry("second definition whose names are not accepted", bucketsBy("buckets", "buckets", says(yes, yes)...), bucketsBy("zz", "zz", says(no, no)...), "buckets"),
		Entry("first definition whose names are not accepted", bucketsBy("aa", "aa", says(no, no)...), bucketsBy("buckets", "buckets", says(yes, yes)...), "buckets"),
		Entry("first definition that is established without accepted names", bucketsBy("aa", "aa", says(no, yes)...), bucketsBy("buckets", "buckets", says(yes, yes)...), "buckets"),
		Entry("first definition that is not established", bucketsBy("aa", "aa", says(yes, no)...), bucketsBy("buckets", "buckets", says(yes, yes)...), "buckets"),
		Entry("first definition without a status", bucketsBy("aa", "aa"), bucketsBy("buckets", "buckets", says(yes, yes)...), "buckets"),
		Entry("second definition without a status", bucketsBy("aa", "bb", says(yes, yes)...), bucketsBy("buckets", "buckets"), "aa"),
		Entry("no definition with a status", bucketsBy("buckets", "buckets"), bucketsBy("zz", "zz"), "buckets"),
		Entry("no definition with accepted names", bucketsBy("aa", "aa", says(no, no)...), bucketsBy("buckets", "buckets", says(yes, no)...), ""),
	)

	It("are all unblocked if they were delivered, even unserved ones", func(ctx SpecContext) {
		ours := bucketsBy("buckets", "buckets", says(no, no)...)
		ours.Annotations = map[string]string{
			"resources.gardener.cloud/origin": "seed:shoot--demo--only/extension-shoot-flux-crds", "resources.gardener.cloud/keep-object": "true"}
		s, c := defining(ours, bucketsBy("zz", "zz", says(yes, yes)...))
		_, err := s.UnblockDeletion(ctx, []string{ours.Name})
		Expect(err).NotTo(HaveOccurred())
		Expect(c.Get(ctx, client.ObjectKeyFromObject(ours), ours)).To(Succeed())
		Expect(ours.Annotations).NotTo(HaveKey("resources.gardener.cloud/keep-object"))
	})

	It("do not hide the root Kustomization behind a Kustomization in another group", func(ctx SpecContext) {
		other := kind{GroupVersionKind: schema.GroupVersionKind{Group: sourceGroup, Version: "v1", Kind: "Kustomization"}}
		var asked []string
		c := interceptor.NewClient(fake.NewClientBuilder().Build(), interceptor.Funcs{
			Get: func(_ context.Context, _ client.WithWatch, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
				asked = append(asked, object.GetObjectKind().GroupVersionKind().Group)
				return nil
			},
		})
		ours := kind{GroupVersionKind: schema.GroupVersionKind{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Kind: "Kustomization"}}
		_, found, err := (&Shoot{client: c}).readRoot(ctx, []kind{other, ours}, types.NamespacedName{Namespace: "flux-system", Name: "flux-system"})
		Expect(err).NotTo(HaveOccurred())
		Expect(found).To(BeTrue())
		Expect(asked).To(HaveExactElements("kustomize.toolkit.fluxcd.io"))
	})
})

var _ = Describe("Definition", func() {
	type definition = apiextensionsv1.CustomResourceDefinition
	DescribeTable("is refused beyond the limits",
		func(ctx SpecContext, change func(*definition, string)) {
			for _, more := range []int{0, 1} {
				crd := bucketsBy("buckets", "buckets")
				s, c := defining(crd)
				s.client = interceptor.NewClient(c.(client.WithWatch), interceptor.Funcs{
					Get: func(_ context.Context, _ client.WithWatch, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
						change(crd, strings.Repeat("x", longestText+more))
						content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(crd)
						object.(runtime.Unstructured).SetUnstructuredContent(content)
						return err
					},
				})
				_, err := s.kinds(ctx)
				if more == 0 {
					Expect(err).NotTo(HaveOccurred())
					continue
				}
				Expect(err).To(MatchError(HaveSuffix("of the shoot has more versions or longer names than Flux uses")))
				Expect(len(err.Error())).To(BeNumerically("<", 400))
			}
		},
		Entry("name", func(crd *definition, text string) { crd.Name = text }),
		Entry("UID", func(crd *definition, text string) { crd.UID = types.UID(text) }),
		Entry("resource version", func(crd *definition, text string) { crd.ResourceVersion = text }),
		Entry("component", func(crd *definition, text string) { crd.Labels = map[string]string{labelComponent: text} }),
		Entry("group", func(crd *definition, text string) { crd.Spec.Group = text }),
		Entry("plural", func(crd *definition, text string) { crd.Spec.Names.Plural = text }),
		Entry("kind", func(crd *definition, text string) { crd.Spec.Names.Kind = text }),
		Entry("version", func(crd *definition, text string) { crd.Spec.Versions[0].Name = text }),
		Entry("stored version", func(crd *definition, text string) { crd.Status.StoredVersions = []string{text} }),
	)
})
