// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// definitionsOf are the CustomResourceDefinitions of a version that the extension carries.
func definitionsOf(version string) []client.Object {
	GinkgoHelper()
	manifests, err := distributions.Embedded().Manifests(version)
	Expect(err).NotTo(HaveOccurred())
	var definitions []client.Object
	for decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(manifests), 4096); ; {
		crd := &apiextensionsv1.CustomResourceDefinition{}
		if err := decoder.Decode(crd); errors.Is(err, io.EOF) {
			return definitions
		}
		if crd.Kind == "CustomResourceDefinition" {
			definitions = append(definitions, crd)
		}
	}
}

var _ = Describe("Flux's kinds", func() {
	for _, version := range distributions.Embedded().Versions() {
		It("include all kinds of "+version, func(ctx SpecContext) {
			definitions := definitionsOf(version)
			var names []string
			for _, crd := range definitions {
				names = append(names, crd.GetName())
			}
			Expect(len(names)).To(BeNumerically(">", 10))
			shoot, _ := surveyedShoot(definitions...)
			survey, err := shoot.Survey(ctx)
			Expect(err).NotTo(HaveOccurred())
			Expect(slices.Collect(maps.Keys(survey.Stored))).To(ConsistOf(names))
		})
	}

	DescribeTable("have a group of Flux",
		func(ctx SpecContext, group, origin string, is bool) {
			shoot, _ := surveyedShoot(crd(group, "Any", "any", true, origin))
			survey, err := shoot.Survey(ctx)
			Expect(err).NotTo(HaveOccurred())
			Expect(survey.IsEmpty()).To(Equal(!is))
		},
		Entry("kind of Flux", "source.toolkit.fluxcd.io", "", true),
		Entry("group with a longer domain", "mine.toolkit.fluxcd.io", "", false),
		Entry("group below one of Flux's", "mine.source.toolkit.fluxcd.io", "", false),
		Entry("group of another project", "mine.extensions.fluxcd.io", "", false),
		Entry("kind of a later Flux that the extension has delivered", "later.toolkit.fluxcd.io", ours, true),
		Entry("kind that another ManagedResource has delivered", "later.toolkit.fluxcd.io", "seed:shoot--demo--only/another", false),
		Entry("delivered kind of another domain", "later.fluxcd.io.example.com", ours, false),
	)

	It("are refused beyond a limit", func(ctx SpecContext) {
		var many []client.Object
		for i := range 101 {
			many = append(many, crd("source.toolkit.fluxcd.io", "Any", fmt.Sprintf("any%d", i), true, ""))
		}
		shoot, _ := surveyedShoot(many...)
		_, err := shoot.Survey(ctx)
		Expect(err).To(MatchError("the shoot has more than 100 CustomResourceDefinitions in Flux's groups; delete foreign ones"))
	})
})
