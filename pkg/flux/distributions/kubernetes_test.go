// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/semver"
)

var _ = Describe("OldestKubernetes", func() {
	It("has an entry for each carried Flux version and never decreases", func() {
		oldest := ""
		for _, version := range Embedded().Versions() {
			needed := OldestKubernetes()[semver.MajorMinor(version)]
			Expect(needed).NotTo(BeEmpty(), version)
			Expect(semver.Compare(needed, oldest)).To(BeNumerically(">=", 0), version)
			oldest = needed
		}
	})

	It("has only minor versions", func() {
		for flux, oldest := range OldestKubernetes() {
			Expect(semver.MajorMinor(flux)).To(Equal(flux))
			Expect(semver.MajorMinor(oldest)).To(Equal(oldest))
		}
	})
})
