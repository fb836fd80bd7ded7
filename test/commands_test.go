// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"path/filepath"
	"regexp"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	rbacv1 "k8s.io/api/rbac/v1"
)

var _ = Describe("Commands in docs/operations", func() {
	It("name Deployments, their pods and Leases of the charts", func() {
		existing := map[string]bool{}
		for _, object := range chartObjects() {
			switch object := object.(type) {
			case *appsv1.Deployment:
				existing[object.Name] = true
				Expect(object.Spec.Template.Labels).To(HaveKeyWithValue("app.kubernetes.io/name", object.Name))
			case *rbacv1.Role:
				for _, rule := range object.Rules {
					for _, name := range rule.ResourceNames {
						existing[name] = true
					}
				}
			}
		}
		pages, err := filepath.Glob(filepath.Join(root, "docs", "operations", "*.md"))
		Expect(err).NotTo(HaveOccurred())
		checked := map[string]bool{}
		for _, page := range pages {
			page, err = filepath.Rel(root, page)
			Expect(err).NotTo(HaveOccurred())
			for _, block := range regexp.MustCompile("(?ms)^ *```sh\n(.*?)^ *```$").FindAllStringSubmatch(readRoot(page), -1) {
				for _, name := range regexp.MustCompile(`gardener-extension-(?:admission-)?shoot-flux[a-z-]*`).FindAllString(block[1], -1) {
					Expect(existing).To(HaveKey(name), page)
					checked[name] = true
				}
			}
		}
		Expect(len(checked)).To(BeNumerically(">", 4))
	})
})
