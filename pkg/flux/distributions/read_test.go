// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("The directory of a version", func() {
	const text = "---\nkind: Namespace\n"

	sums := fmt.Sprintf("%x  gotk-components.yaml\n", sha256.Sum256([]byte(text)))
	directory := func(files map[string]string) fs.FS {
		result := fstest.MapFS{}
		for name, content := range files {
			result[name] = &fstest.MapFile{Data: []byte(content)}
		}
		return result
	}

	DescribeTable("is read",
		func(files map[string]string) {
			Expect(readManifests(directory(files))).To(BeEquivalentTo(text))
		},
		Entry("with the text", map[string]string{"SHA256SUMS": sums, "gotk-components.yaml": text}),
		Entry("compressed", map[string]string{"SHA256SUMS": sums, "gotk-components.yaml.br": compressed(text)}),
		Entry("with both", map[string]string{"SHA256SUMS": sums, "gotk-components.yaml": text, "gotk-components.yaml.br": compressed(text)}),
		Entry("with sums of other files", map[string]string{"SHA256SUMS": "00  other\n" + sums, "gotk-components.yaml": text}),
	)

	DescribeTable("is refused, with the file named",
		func(files map[string]string, message string) {
			_, err := readManifests(directory(files))
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("without sums", map[string]string{"gotk-components.yaml": text}, "open SHA256SUMS: file does not exist"),
		Entry("with the sum of another file", map[string]string{"SHA256SUMS": "00  other\n", "gotk-components.yaml": text},
			"SHA256SUMS: has no line for gotk-components.yaml"),
		Entry("without manifests", map[string]string{"SHA256SUMS": sums}, "open gotk-components.yaml.br: file does not exist"),
		Entry("with another text", map[string]string{"SHA256SUMS": sums, "gotk-components.yaml": text + "\n"},
			"gotk-components.yaml: its content has the SHA-256 sum "),
		Entry("with another text, compressed", map[string]string{"SHA256SUMS": sums, "gotk-components.yaml.br": compressed(text + "\n")},
			"gotk-components.yaml.br: its content has the SHA-256 sum "),
		Entry("cut off", map[string]string{"SHA256SUMS": sums, "gotk-components.yaml.br": compressed(text)[:8]}, "gotk-components.yaml.br: "),
		Entry("with something that is not compressed", map[string]string{"SHA256SUMS": sums, "gotk-components.yaml.br": "no brotli"}, "gotk-components.yaml.br: "),
		Entry("with more than any version has", map[string]string{
			"SHA256SUMS": sums, "gotk-components.yaml.br": compressed(string(make([]byte, largestManifests+1))),
		}, "gotk-components.yaml.br: holds more than 16777216 bytes"),
	)
})

func compressed(text string) string {
	var buffer bytes.Buffer
	writer := brotli.NewWriter(&buffer)
	_, err := writer.Write([]byte(text))
	if err == nil {
		err = writer.Close()
	}
	if err != nil {
		panic(err) // nothing but memory is written to
	}
	return buffer.String()
}
