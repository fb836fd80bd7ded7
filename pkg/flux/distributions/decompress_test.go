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

var _ = Describe("The distribution of a version", func() {
	const text = "---\nkind: Namespace\n"

	It("is decompressed", func() {
		Expect(distribution{sum: sha256Of([]byte(text)), compressed: compressed(text)}.manifests()).To(BeEquivalentTo(text))
	})

	DescribeTable("is refused with the name of the file",
		func(compressed []byte, message string) {
			_, err := distribution{sum: sha256Of([]byte(text)), compressed: compressed}.manifests()
			Expect(err).To(MatchError(HavePrefix("gotk-components.yaml.br: " + message)))
		},
		Entry("if it is missing", nil, ""),
		Entry("if it has another sum", compressed(text+"\n"), "has the SHA-256 sum "),
		Entry("if it is truncated", compressed(text)[:8], ""),
		Entry("if it is not compressed", []byte("no brotli"), ""),
		Entry("if it is larger than the manifests of any version", compressed(string(make([]byte, largestManifests+1))), "has more than 16777216 bytes when decompressed"),
	)

	It("has no sum without a line for its manifests", func() {
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
