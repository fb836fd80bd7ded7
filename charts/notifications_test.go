// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

var _ = Describe("Messages of the garden controller", func() {
	allowed := func(hosts ...any) map[string]any {
		return runtimeValues(map[string]any{"config": map[string]any{"notifications": map[string]any{"hosts": hosts}}})
	}

	container := func(values map[string]any) corev1.Container {
		GinkgoHelper()
		return one[*appsv1.Deployment](componentObjects(gardenControllerComponent, values)).Spec.Template.Spec.Containers[0]
	}

	It("are off by default", func() {
		Expect(container(runtimeValues(nil)).Args).NotTo(ContainElement(HavePrefix("--notification")))
	})

	It("are sent to the hosts that the operator allows, after the time that the operator sets", func() {
		values := allowed("hooks.slack.com")
		Expect(container(values).Args).To(ContainElement("--notification-settle=1m"))
		values["gardenController"] = map[string]any{"notifications": map[string]any{"settle": "30s"}}
		Expect(container(values).Args).To(ContainElement("--notification-settle=30s"))
	})

	It("have at least one host", func() {
		_, err := render(charts.AdmissionRuntime, allowed())
		Expect(err).To(MatchError(ContainSubstring("hosts")))
	})
})
