// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = DescribeTable("MarshalManifests and DecodeManifests preserve",
	func(value any) {
		object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "data": map[string]any{"key": value}}}
		written, err := MarshalManifests([]*unstructured.Unstructured{object, object})
		Expect(err).NotTo(HaveOccurred())
		read, err := DecodeManifests(written)
		Expect(err).NotTo(HaveOccurred())
		Expect(read).To(Equal([]*unstructured.Unstructured{object, object}))
	},
	Entry("characters that YAML has to escape", "\u007f \u0085 \u009f \u2028 \u2029 \ufeff \ufffe \uffff"),
	Entry("a string that looks like a boolean", "yes"),
	Entry("a string that looks like a number", "0123"),
	Entry("a string that looks like a date", "2026-11-25"),
	Entry("a string that looks like null", "~"),
	Entry("document separators in a string", "---\n...\n"),
	Entry("lines with trailing spaces", "a  \n\n  b\n"),
	Entry("a very long line", strings.Repeat("long ", 1000)),
	Entry("an empty string", ""),
	Entry("an integer", int64(1<<53+1)),
	Entry("a fraction", 1.5),
	Entry("a large fraction", 1e21),
	Entry("null", nil),
	Entry("empty lists and maps", []any{map[string]any{}, []any{}}),
)
