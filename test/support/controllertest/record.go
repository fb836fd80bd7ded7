// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controllertest

import (
	"encoding/json"
	"os"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// ExpectStored checks the content of a ConfigMap, whose binary values are decompressed, against the file of its name in
// testdata/stored. Another release of the extension has to read this content.
func ExpectStored(configMap *corev1.ConfigMap) {
	GinkgoHelper()
	stored := map[string]any{"data": configMap.Data}
	for key, value := range configMap.BinaryData {
		var text json.RawMessage
		Expect(boundedjson.Limits{Bytes: 1 << 20}.Decompress(value, &text)).To(Equal(len(text)))
		stored[key] = string(text)
	}
	text, err := yaml.Marshal(stored)
	Expect(err).NotTo(HaveOccurred())
	Expect(os.ReadFile("testdata/stored/" + configMap.Name + ".yaml")).To(BeEquivalentTo(text))
}
