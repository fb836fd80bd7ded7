// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("The rules in the package comment", func() {
	It("name a test each", func() {
		var tests strings.Builder
		for _, pattern := range []string{"*_test.go", "landscape/*_test.go"} {
			files, err := filepath.Glob(pattern)
			Expect(err).NotTo(HaveOccurred())
			for _, file := range files {
				content, err := os.ReadFile(file)
				Expect(err).NotTo(HaveOccurred())
				tests.Write(content)
			}
		}
		comment, err := os.ReadFile("doc.go")
		Expect(err).NotTo(HaveOccurred())
		rules := regexp.MustCompile(`(?m)^//   - .*: "(.*)"( in landscape)?\.$`).FindAllStringSubmatch(string(comment), -1)
		Expect(rules).To(HaveLen(strings.Count(string(comment), "//   - ")))
		for _, rule := range rules {
			Expect(tests.String()).To(ContainSubstring(`It("` + rule[1]))
		}
	})
})
