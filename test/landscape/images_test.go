// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
)

var _ = Describe("images", func() {
	DescribeTable("of Flux", func(repository, executable string) {
		image, found := resolveByName(fluxImages(binaries.Paths{"source-controller": "/bin/source", "source-watcher": "/bin/watcher"}))(repository)
		Expect(found).To(Equal(executable != ""))
		if found {
			Expect(image.Files).To(HaveKeyWithValue(image.Command[0], executable))
		}
	},
		Entry("are found at their publisher", "ghcr.io/fluxcd/source-controller", "/bin/source"),
		Entry("are found at a mirror with a port and a longer path", "mirror.example.com:5000/a/b/source-watcher", "/bin/watcher"),
		Entry("are found by the whole name only", "ghcr.io/fluxcd/my-source-controller", ""),
		Entry("are no others", "ghcr.io/fluxcd/unknown", ""),
	)
})
