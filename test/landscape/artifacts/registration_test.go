// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package artifacts_test

import (
	"time"

	"github.com/gardener/gardener/pkg/chartrenderer"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

const specTimeout = 3 * time.Minute

var _ = Describe("Registrations", func() {
	var c client.Client

	BeforeEach(func() {
		var err error
		c, err = client.New(config, client.Options{})
		Expect(err).NotTo(HaveOccurred())
	})

	It("are valid for gardener-operator, with lifecycles of their resources", func(ctx SpecContext) {
		extension, err := release.OperatorExtension()
		Expect(err).NotTo(HaveOccurred())
		Expect(c.Create(ctx, extension.DeepCopy(), refusing()...)).To(Succeed())

		misplaced := extension.DeepCopy()
		Expect(unstructured.SetNestedStringMap(misplaced.Object, map[string]string{"reconcile": "AfterWorker"}, "spec", "lifecycle")).To(Succeed())
		Expect(c.Create(ctx, misplaced, refusing()...)).To(MatchError(ContainSubstring(`unknown field "spec.lifecycle"`)))
	}, SpecTimeout(specTimeout))

	It("deploy the rendered chart to a garden without gardener-operator", func(ctx SpecContext) {
		access, err := release.GardenAccess()
		Expect(err).NotTo(HaveOccurred())
		archive, err := release.Chart(artifacts.ApplicationChart)
		Expect(err).NotTo(HaveOccurred())
		rendered, err := chartrenderer.NewWithServerVersion(serverVersion).RenderArchive(archive, "shoot-flux", "garden", value(false, "admission", "enabled"))
		Expect(err).NotTo(HaveOccurred())
		objects, err := garden.Decode(rendered.Manifest())
		Expect(err).NotTo(HaveOccurred())
		Expect(access).To(Equal(objects))
		for _, object := range access {
			Expect(object.GetNamespace()).To(BeEmpty())
			Expect(c.Create(ctx, object, refusing()...)).To(Succeed())
		}
	}, SpecTimeout(specTimeout))
})
