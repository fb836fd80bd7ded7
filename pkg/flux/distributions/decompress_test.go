// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"bytes"

	"github.com/andybalholm/brotli"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Set.Manifests", func() {
	const text = "---\nkind: Namespace\n"

	It("decompresses the manifests", func() {
		Expect(distribution{sum: sha256Of([]byte(text)), compressed: compressed(text)}.manifests()).To(BeEquivalentTo(text))
	})

	DescribeTable("returns an error with the name of the file for",
		func(compressed []byte, message string) {
			_, err := distribution{sum: sha256Of([]byte(text)), compressed: compressed}.manifests()
			Expect(err).To(MatchError(HavePrefix("gotk-components.yaml.br: " + message)))
		},
		Entry("a missing file", nil, ""),
		Entry("another SHA-256 sum", compressed(text+"\n"), "has the SHA-256 sum "),
		Entry("a truncated file", compressed(text)[:8], ""),
		Entry("an uncompressed file", []byte("no brotli"), ""),
		Entry("content above the size limit", compressed(string(make([]byte, largestManifests+1))), "has more than 16777216 bytes when decompressed"),
	)

	It("returns an error without a line for the manifests in SHA256SUMS", func() {
		_, err := sumOf([]byte("00  other\n"))
		Expect(err).To(MatchError("SHA256SUMS: has no line for gotk-components.yaml"))
	})
})

func compressed(text string) []byte {
	var buffer bytes.Buffer
	writer := brotli.NewWriter(&buffer)
	_, err := writer.Write([]byte(text))
	if err == nil {
		err = writer.Close()
	}
	if err != nil {
		panic(err) // A buffer returns no errors.
	}
	return buffer.Bytes()
}
