// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

var _ = Describe("Completions", func() {
	It("are plain words with the prefix", func() {
		Expect(printer.Completions([]string{"prod-1", "dev", "prod/x", "prod$(x)", "prod x", "prod\nx", "prod\x1b[31m"}, "prod")).To(Equal([]string{"prod-1", "prod/x"}))
		Expect(printer.Completions([]string{"-x", "", "v1.2+a@b", "a:b"}, "")).To(Equal([]string{"v1.2+a@b"}))
	})

	It("are not more than a shell shows", func() {
		var names []string
		for i := range 2000 {
			names = append(names, fmt.Sprint(i))
		}
		Expect(printer.Completions(names, "")).To(HaveLen(1000))
	})
})
