// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package ordered_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

var _ = Describe("Map", func() {
	entries := map[string]int{"c": 3, "a": 1, "b": 2}

	It("returns the entries in the order of the keys", func() {
		var keys []string
		var values []int
		for key, value := range ordered.Map(entries) {
			keys, values = append(keys, key), append(values, value)
		}
		Expect(keys).To(HaveExactElements("a", "b", "c"))
		Expect(values).To(HaveExactElements(1, 2, 3))
	})

	It("ends with the loop", func() {
		var keys []string
		for key := range ordered.Map(entries) {
			keys = append(keys, key)
			if key == "b" {
				break
			}
		}
		Expect(keys).To(HaveExactElements("a", "b"))
	})
})
