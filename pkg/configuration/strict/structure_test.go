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

var _ = DescribeTable("The structure of a document",
	func(document, expected string) {
		_, err := ReadFluxConfig([]byte(document))
		if expected == "" {
			Expect(err).To(BeNil()) //nolint:ginkgolinter // it is a *field.Error, and as an error never nil
			return
		}
		Expect(err).To(MatchError(ContainSubstring(expected)))
	},
	Entry("may have 32 levels", nested(DeepestLevel), ""),
	Entry("must not have more levels", nested(DeepestLevel+1), "more than 32 levels deep; write it flatter"),
	Entry("must not have more levels of lists", `{"a":`+strings.Repeat("[", 5000)+strings.Repeat("]", 5000)+"}", "more than 32 levels deep"),
	Entry("must not have more levels in YAML", "a: "+strings.Repeat("[", 40)+strings.Repeat("]", 40), "more than 32 levels deep"),
	Entry("must not exceed the parser's limit", "a: "+strings.Repeat("[", 200_000), "is not YAML"),
	Entry("may have 4000 values", list(MostValues-3), ""),
	Entry("must not have more", list(MostValues-2), "more than 4000 keys and values; shorten its lists and objects"),
	Entry("must not have more in YAML", "a:\n"+strings.Repeat("- 1\n", MostValues), "more than 4000 keys and values"),
	Entry("must not have more keys with empty values", "{"+strings.Repeat(`"k":{},`, 10_000)+`"l":{}}`, "more than 4000 keys and values"),
)

var _ = Describe("Decode", func() {
	It("stops after many errors", func() {
		content := map[string]any{}
		for i := range MostValues {
			content[fmt.Sprintf("unknown%04d", i)] = ""
		}
		errs := Decode(content, &fluxv1alpha1.FluxConfig{}, nil)
		Expect(errs).To(HaveLen(100))
		Expect(errs[0].Field).To(Equal("unknown0000"), "the first of them, each time")
	})
})
