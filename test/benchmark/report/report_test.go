// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Report", func() {
	It("has the values of the measurements", func() {
		project := filepath.Join("..", "..", "..")
		page, plot, err := Render(project)
		Expect(err).NotTo(HaveOccurred())
		for path, expected := range map[string][]byte{Page: page, Plot: plot} {
			written, err := os.ReadFile(filepath.Join(project, path))
			Expect(err).NotTo(HaveOccurred())
			Expect(string(written)).To(Equal(string(expected)), "%s is not what make benchmark-report writes", path)
		}
	})

	It("draws valid SVG", func() {
		results, err := Read(strings.NewReader(`{"n": 100, "wall_s": 8.5, "cpu_ms_per_extension": 12} {"n": 1, "wall_s": 0.5, "rss_mib": 80}`))
		Expect(err).NotTo(HaveOccurred())
		Expect(results[0].N).To(Equal(1), "few come before many")
		decoder := xml.NewDecoder(strings.NewReader(drawing(results)))
		for {
			_, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			Expect(err).NotTo(HaveOccurred())
		}
	})

	It("separates measurements with different settings", func() {
		results, err := Read(strings.NewReader(`{"n": 1, "conditions": {"without_shoots": true}} {"n": 5000} {"n": 2, "conditions": {"controller_args": ["--a=b"]}}`))
		Expect(err).NotTo(HaveOccurred())
		Expect(extensions(results[0])).To(Equal("5,000"))
		Expect(extensions(results[1])).To(Equal("2, `--a=b`"))
		Expect(extensions(results[2])).To(Equal("1, without shoots"))
	})

	It("refuses an empty set of measurements", func() {
		_, err := Read(strings.NewReader(""))
		Expect(err).To(MatchError("there are no figures"))
	})

	DescribeTable("formats numbers", func(value float64, decimals int, expected string) {
		Expect(number(value, decimals)).To(Equal(expected))
	},
		Entry("small numbers", 12.0, 0, "12"),
		Entry("numbers with decimals", 12.345, 1, "12.3"),
		Entry("large numbers with commas", 1234567.8, 1, "1,234,567.8"),
	)
})
