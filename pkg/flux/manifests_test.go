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

var _ = DescribeTable("Encoded manifests are decoded unchanged",
	func(value any) {
		object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "data": map[string]any{"key": value}}}
		written, err := MarshalManifests([]*unstructured.Unstructured{object, object})
		Expect(err).NotTo(HaveOccurred())
		read, err := DecodeManifests(written)
		Expect(err).NotTo(HaveOccurred())
		Expect(read).To(Equal([]*unstructured.Unstructured{object, object}))
	},
	Entry("characters that YAML has only escaped", "\u007f \u0085 \u009f \u2028 \u2029 \ufeff \ufffe \uffff"),
	Entry("what would be another type without quotes", "yes"),
	Entry("what would be a number", "0123"),
	Entry("what would be a date", "2026-11-25"),
	Entry("what would be null", "~"),
	Entry("the end of a document", "---\n...\n"),
	Entry("lines that end with spaces", "a  \n\n  b\n"),
	Entry("a line that is longer than a key may be", strings.Repeat("long ", 1000)),
	Entry("nothing", ""),
	Entry("an integer", int64(1<<53+1)),
	Entry("a fraction", 1.5),
	Entry("a large fraction", 1e21),
	Entry("null", nil),
	Entry("lists and maps without content", []any{map[string]any{}, []any{}}),
)
