// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Layout in docs/development", func() {
	It("names each room", func() {
		layout, err := os.ReadFile(filepath.Join(root, "docs", "development", "README.md"))
		Expect(err).NotTo(HaveOccurred())
		rooms, err := os.ReadDir(filepath.Join(root, "pkg"))
		Expect(err).NotTo(HaveOccurred())
		for _, room := range rooms {
			Expect(string(layout)).To(MatchRegexp("`pkg/"+room.Name()+"(`|/)"), "pkg/%s is not in the layout", room.Name())
		}
	})
})
