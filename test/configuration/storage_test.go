// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("The volume of source-controller", func() {

	DescribeTable("is refused:", expectMistake,
		Entry("without a size", project(`flux: {storage: {class: fast}}`),
			inConfig+"flux.storage.size: Required value: write the size of the volume, such as 10Gi, or remove storage"),
		Entry("with an empty object", shoot(`flux: {storage: {}}`),
			inProviderConfig+"flux.storage.size: Required value: write the size of the volume, such as 10Gi, or remove storage"),
		Entry("with a size below the minimum", project(`flux: {storage: {size: 100Mi}}`),
			inConfig+`flux.storage.size: Invalid value: "100Mi": must be between 1Gi and 1Ti`),
		Entry("with size 0", project(`flux: {storage: {size: "0"}}`),
			inConfig+`flux.storage.size: Invalid value: "0": must be between 1Gi and 1Ti`),
		Entry("with a negative size", project(`flux: {storage: {size: -10Gi}}`),
			inConfig+`flux.storage.size: Invalid value: "-10Gi": must be between 1Gi and 1Ti`),
		Entry("with a number as size", project(`flux: {storage: {size: 10}}`),
			inConfig+`flux.storage.size: Invalid value: "10": must be between 1Gi and 1Ti`),
		Entry("with a size above the maximum", project(`flux: {storage: {size: 2Ti}}`),
			inConfig+`flux.storage.size: Invalid value: "2Ti": must be between 1Gi and 1Ti`),
		Entry("with more than the operator allows", operator("limits: {storageSize: 20Gi}").and(shoot(`flux: {storage: {size: 21Gi}}`)),
			inProviderConfig+`flux.storage.size: Invalid value: "21Gi": must be between 1Gi and 20Gi, which the operator allows`),
		Entry("with a size above the maximum and below the operator's limit", operator("limits: {storageSize: 5Ti}").and(project(`flux: {storage: {size: 2Ti}}`)),
			inConfig+`flux.storage.size: Invalid value: "2Ti": must be between 1Gi and 1Ti`),
		Entry("with an unknown unit", project(`flux: {storage: {size: 10GB}}`),
			inConfig+`flux.storage.size: Invalid value: "10GB": must be a quantity such as 100m or 64Mi`),
		Entry("with a list as size", project(`flux: {storage: {size: [10Gi]}}`),
			inConfig+"flux.storage.size: Invalid value: must be a quantity such as 100m or 64Mi"),
		Entry("with a huge exponent", project(`flux: {storage: {size: '1e99999999'}}`),
			inConfig+`flux.storage.size: Invalid value: "1e99999999": must be a quantity such as 100m or 64Mi`),
		Entry("with an invalid storage class", project(`flux: {storage: {size: 10Gi, class: Fast Disks}}`),
			inConfig+`flux.storage.class: Invalid value: "Fast Disks": `+notSubdomain),
		Entry("with an empty storage class", project(`flux: {storage: {size: 10Gi, class: ""}}`),
			inConfig+"flux.storage.class: Required value: name the StorageClass, or remove class for the default one"),
		Entry("with an overlong storage class", project(`flux: {storage: {size: 10Gi, class: `+strings.Repeat("a", 254)+`}}`),
			inConfig+"flux.storage.class: Invalid value: must be no more than 253 characters"),
		Entry("with an unknown field", project(`flux: {storage: {size: 10Gi, className: fast}}`),
			inConfig+"flux.storage.className: Forbidden: unknown field; the known fields are class, size"),
		Entry("as a string", project(`flux: {storage: 10Gi}`),
			inConfig+`flux.storage: Invalid value: "10Gi": must be an object, not a string`),
		Entry("in the operator's defaults, beyond its limit", operator("limits: {storageSize: 5Gi}\ndefaults: {flux: {storage: {size: 10Gi}}}"),
			ofOperator+`defaults.flux.storage.size: Invalid value: "10Gi": must be between 1Gi and 5Gi, which the operator allows`),
		Entry("with a limit below the minimum", operator("limits: {storageSize: 1Mi}"),
			ofOperator+`limits.storageSize: Invalid value: "1Mi": must not be less than 1Gi, the smallest volume`),
	)

	DescribeTable("is accepted",
		func(in documents, size string) {
			effective, err := in.resolve()
			Expect(err).NotTo(HaveOccurred())
			newRendering().check(GinkgoT(), effective)
			Expect(effective.Warnings).To(BeEmpty())
			Expect(effective.Flux.Storage.Size.String()).To(Equal(size))
		},
		Entry("with the default class", project(`flux: {storage: {size: 10Gi}}`), "10Gi"),
		Entry("with the size in another unit", project(`flux: {storage: {size: 1024Mi}}`), "1Gi"),
		Entry("with the Shoot's size and the project's storage class", project(`flux: {storage: {size: 10Gi, class: fast}}`).and(shoot(`flux: {storage: {size: 20Gi}}`)), "20Gi"),
		Entry("with the operator's limit as default", operator("limits: {storageSize: 10Gi}\ndefaults: {flux: {storage: {size: 10Gi}}}"), "10Gi"),
	)

	It("may be changed, added and removed", func() {
		before, err := project(`flux: {storage: {size: 20Gi, class: fast}}`).resolve()
		Expect(err).NotTo(HaveOccurred())
		for _, now := range []string{"", `flux: {storage: {size: 10Gi, class: fast}}`, `flux: {storage: {size: 20Gi, class: slow}}`, `flux: {storage: {size: 20Gi}}`} {
			after, err := project(now).resolve()
			Expect(err).NotTo(HaveOccurred())
			Expect(after.ValidateUpdate(before.Identity())).To(BeEmpty())
		}
	})
})
