// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// carriedFinalizer is one that a controller of a Flux version that the extension carries sets.
type carriedFinalizer struct{ version, controller, module, finalizer string }

// carriedFinalizers are those that hack/distributions has read in the modules of the controllers' APIs.
func carriedFinalizers() []carriedFinalizer {
	content, err := os.ReadFile(filepath.Join("..", "..", "flux", "distributions", "finalizers.txt"))
	if err != nil {
		panic(err)
	}
	var carried []carriedFinalizer
	for line := range strings.Lines(string(content)) {
		fields := strings.Fields(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		for finalizer := range strings.SplitSeq(fields[3], ",") {
			carried = append(carried, carriedFinalizer{fields[0], fields[1], fields[2], finalizer})
		}
	}
	return carried
}

var _ = Describe("Finalizers of Flux's controllers", func() {
	It("are known for every controller of every carried version", func() {
		versions, err := os.ReadFile(filepath.Join("..", "..", "..", "hack", "distributions", "versions"))
		Expect(err).NotTo(HaveOccurred())
		for version := range strings.FieldsSeq(string(versions)) {
			manifests, err := os.ReadFile(filepath.Join("..", "..", "flux", "distributions", version, "gotk-components.yaml"))
			Expect(err).NotTo(HaveOccurred())
			var known []string
			for _, carried := range carriedFinalizers() {
				if carried.version == version {
					Expect(carried.finalizer).NotTo(Equal("unknown"), "no module of the API of %s was available: %s", carried.controller, carried.module)
					known = append(known, carried.controller)
				}
			}
			_, components, _ := strings.Cut(string(manifests), "# Components: ")
			components, _, _ = strings.Cut(components, "\n")
			Expect(known).To(ContainElements(strings.Split(components, ",")), version)
		}
	})

	for _, carried := range carriedFinalizers() {
		It("are removed with Flux: "+carried.finalizer+" of "+carried.controller+" "+carried.version, func(ctx SpecContext) {
			object := kustomization("apps", "one")
			object.SetFinalizers([]string{carried.finalizer, "example.com/other"})
			shoot, c, _ := shootWith(nil, append(fluxKinds(), object)...)
			_, err := shoot.UnblockDeletion(ctx, nil)
			Expect(err).NotTo(HaveOccurred())
			Expect(c.Get(ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
			Expect(object.GetFinalizers()).To(Equal([]string{"example.com/other"}))
		})
	}
})
