// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
)

var _ = Describe("files", func() {
	Describe("selection", func() {
		data := map[string][]byte{"a": []byte("1"), "b": []byte("2")}

		It("should take all keys without items", func() {
			files := volumeFiles{}
			Expect(selection{mode: 0o600}.into(files, data)).To(Succeed())
			Expect(files).To(Equal(volumeFiles{"a": {[]byte("1"), 0o600}, "b": {[]byte("2"), 0o600}}))
		})

		It("should take the items only, with their modes", func() {
			files := volumeFiles{}
			Expect(selection{mode: 0o644, items: []corev1.KeyToPath{{Key: "b", Path: "d/x", Mode: ptr.To[int32](0o440)}}}.into(files, data)).To(Succeed())
			Expect(files).To(Equal(volumeFiles{"d/x": {[]byte("2"), 0o440}}))
		})

		It("should name a key that is missing unless it is optional", func() {
			s := selection{items: []corev1.KeyToPath{{Key: "nope", Path: "x"}}}
			Expect(s.into(volumeFiles{}, data)).To(MatchError(ContainSubstring(`"nope"`)))
			s.optional = true
			files := volumeFiles{}
			Expect(s.into(files, data)).To(Succeed())
			Expect(files).To(BeEmpty())
		})
	})

	It("should make a directory contain exactly the files", func() {
		dir := GinkgoT().TempDir()
		Expect(writeFiles(dir, volumeFiles{"a": {[]byte("1"), 0o644}, "d/b": {[]byte("2"), 0o400}})).To(Succeed())
		Expect(writeFiles(dir, volumeFiles{"a": {[]byte("3"), 0o644}})).To(Succeed())
		Expect(os.ReadFile(filepath.Join(dir, "a"))).To(BeEquivalentTo("3"))
		Expect(filepath.Join(dir, "d/b")).NotTo(BeAnExistingFile())
	})

	DescribeTable("#seekTail",
		func(content string, lines int, expected string) {
			reader := strings.NewReader(content)
			Expect(seekTail(reader, lines)).To(Succeed())
			Expect(io.ReadAll(reader)).To(BeEquivalentTo(expected))
		},
		Entry("last lines", "a\nb\nc\n", 2, "b\nc\n"),
		Entry("an unfinished line counts", "a\nb\nc", 1, "c"),
		Entry("more than there are", "a\nb\n", 9, "a\nb\n"),
		Entry("none", "a\n", 0, ""),
		Entry("empty", "", 3, ""),
	)
})
