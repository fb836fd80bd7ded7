// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// nested returns a value inside this many objects.
func nested(levels int) string {
	return strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels)
}

// list returns a document with a list of this many elements; the document has three keys and values more.
func list(elements int) string {
	return `{"a":[` + strings.TrimSuffix(strings.Repeat("1,", elements), ",") + `]}`
}

// keys returns a document with this many keys.
func keys(count int) string {
	var document strings.Builder
	for i := range count {
		fmt.Fprintf(&document, `"k%d":{},`, i)
	}
	return "{" + document.String() + `"l":{}}`
}

var _ = DescribeTable("ReadFluxConfig",
	func(document, expected string) {
		_, err := ReadFluxConfig([]byte(document))
		if expected == "" {
			Expect(err).To(BeNil()) //nolint:ginkgolinter // it is a *field.Error, and as an error never nil
			return
		}
		Expect(err).To(MatchError(ContainSubstring(expected)))
	},
	Entry("accepts 32 levels", nested(DeepestLevel), ""),
	Entry("refuses more levels of objects", nested(DeepestLevel+1), "more than 32 levels deep; flatten it"),
	Entry("refuses more levels of lists", `{"a":`+strings.Repeat("[", 5000)+strings.Repeat("]", 5000)+"}", "more than 32 levels deep"),
	Entry("refuses more levels in YAML", "a: "+strings.Repeat("[", 40)+strings.Repeat("]", 40), "more than 32 levels deep"),
	Entry("refuses more levels than the parser supports", "a: "+strings.Repeat("[", 200_000), "is not YAML"),
	Entry("accepts 4000 keys and values", list(MostValues-3), ""),
	Entry("refuses more values", list(MostValues-2), "more than 4000 keys and values; shorten its lists and objects"),
	Entry("refuses more values in YAML", "a:\n"+strings.Repeat("- 1\n", MostValues), "more than 4000 keys and values"),
	Entry("refuses more keys with empty values", keys(10_000), "more than 4000 keys and values"),
)

var _ = Describe("Decode", func() {
	It("returns the first of many errors", func() {
		content := map[string]any{}
		for i := range MostValues {
			content[fmt.Sprintf("unknown%04d", i)] = ""
		}
		errs := Decode(content, &fluxv1alpha1.FluxConfig{}, nil)
		Expect(errs).To(HaveLen(100))
		Expect(errs[0].Field).To(Equal("unknown0000"), "the first of them, each time")
	})
})
