// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// oldState returns a ConfigMap that commit 3c6fd0a4 has written in the middle of a rollout, when it had three engines.
// The first ring has the change, and is not ready with it.
func oldState(method string) *corev1.ConfigMap {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join("testdata", "3c6fd0a4", method+".yaml"))
	Expect(err).NotTo(HaveOccurred())
	configMap := &corev1.ConfigMap{}
	Expect(yaml.UnmarshalStrict(content, configMap)).To(Succeed())
	configMap.UID, configMap.ResourceVersion = "", ""
	return configMap
}
