// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package imagevector_test

import (
	"strings"

	gardenerimagevector "github.com/gardener/gardener/pkg/utils/imagevector"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/imagevector"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("Embedded", func() {
	It("has the image of every component of every embedded version, as it ships it and with its digest, and nothing else", func() {
		vector, err := imagevector.Embedded()
		Expect(err).NotTo(HaveOccurred())

		catalog := flux.NewCatalog(flux.NewLibrary(distributions.Embedded()))
		entries := 0
		for _, version := range catalog.Versions() {
			for _, component := range catalog.Components(version) {
				entries++
				image, err := vector.FindImage(string(component), gardenerimagevector.TargetVersion(version))
				Expect(err).NotTo(HaveOccurred())
				shipped, digest, _ := strings.Cut(image.String(), "@")
				Expect(shipped).To(Equal(catalog.Image(version, component)), version)
				Expect(digest).To(MatchRegexp("^sha256:[0-9a-f]{64}$"))
			}
		}
		Expect(entries).To(BeNumerically(">", 0))
		Expect(vector).To(HaveLen(entries))
	})

	It("has no image for another version", func() {
		vector, err := imagevector.Embedded()
		Expect(err).NotTo(HaveOccurred())
		_, err = vector.FindImage("source-controller", gardenerimagevector.TargetVersion("v2.10.0"))
		Expect(err).To(HaveOccurred())
	})
})
