// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents_test

import (
	"fmt"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

var _ = Describe("Pages", func() {
	It("have only commands that run, or a reason", func() {
		pages, err := documents.Pages(filepath.Join("..", "..", ".."))
		Expect(err).NotTo(HaveOccurred())
		run := 0
		for _, page := range pages {
			for _, step := range page.Steps {
				switch step.Kind {
				case documents.Run:
					run++
				case documents.NotRun:
					AddReportEntry(fmt.Sprintf("%s:%d is not run", page.Path, step.Line), step.About)
				}
			}
		}
		AddReportEntry("blocks that are run", run)
		Expect(run).NotTo(BeZero())
	})

	It("are found in order", func() {
		pages, err := documents.Pages(filepath.Join("..", "..", ".."))
		Expect(err).NotTo(HaveOccurred())
		Expect(pages).To(ContainElements(HaveField("Path", "README.md"), HaveField("Path", "docs/usage/getting-started.md")))
	})
})
