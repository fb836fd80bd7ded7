// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controllertest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
)

// ExpectStored checks the content of a ConfigMap, whose binary values are compressed with gzip, against the file of its
// name in testdata/stored. Another release of the extension has to read this content.
func ExpectStored(configMap *corev1.ConfigMap) {
	GinkgoHelper()
	var content strings.Builder
	for _, key := range slices.Sorted(maps.Keys(configMap.Data)) {
		fmt.Fprintf(&content, "data %s\n%s\n", key, configMap.Data[key])
	}
	for _, key := range slices.Sorted(maps.Keys(configMap.BinaryData)) {
		reader, err := gzip.NewReader(bytes.NewReader(configMap.BinaryData[key]))
		Expect(err).NotTo(HaveOccurred())
		text, err := io.ReadAll(reader)
		Expect(err).NotTo(HaveOccurred())
		fmt.Fprintf(&content, "gzip %s\n%s\n", key, text)
	}
	file := filepath.Join("testdata", "stored", configMap.Name+".txt")
	expected, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred())
	Expect(content.String()).To(Equal(string(expected)))
}
