// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet_test

import (
	"encoding/json"
	"strings"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

var _ = Describe("Labels in the status of a Shoot", func() {
	read := func(labels map[string]string) Shoot {
		GinkgoHelper()
		raw, err := json.Marshal(map[string]any{"metadata": map[string]any{"namespace": "garden-demo", "name": "only", "uid": "u", "labels": labels}})
		Expect(err).NotTo(HaveOccurred())
		shoot, known := ReadShoot(raw)
		Expect(known).To(BeTrue())
		return shoot
	}
	entryOf := func(labels map[string]string) string {
		GinkgoHelper()
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--demo--only", Name: "shoot-flux"}}
		text := Encode(StatusOf(ex, read(labels), "seed"))
		return text
	}

	DescribeTable("include",
		func(labels, expected map[string]string) {
			status, known := Decode(entryOf(labels))
			Expect(known).To(BeTrue())
			Expect(status.Labels).To(Equal(expected))
			Expect(LabelsOf(labels)).To(Equal(expected))
		},
		Entry("labels of users", map[string]string{"env": "prod", "example.com/team": "blue", "gardener.cloud.example.com/x": ""},
			map[string]string{"env": "prod", "example.com/team": "blue", "gardener.cloud.example.com/x": ""}),
		Entry("no labels of Gardener", map[string]string{"env": "prod", "shoot.gardener.cloud/status": "healthy",
			"name.seed.gardener.cloud/s": "true", "gardener.cloud/x": "y"}, map[string]string{"env": "prod"}),
		Entry("an empty map for a Shoot without labels", nil, map[string]string{}),
		Entry("all labels within the limit", map[string]string{"l": strings.Repeat("x", 504)}, map[string]string{"l": strings.Repeat("x", 504)}),
		Entry("no labels beyond the limit", map[string]string{"l": strings.Repeat("x", 504), "env": "prod"}, nil),
	)

	It("are nil for an entry without labels", func() {
		Expect(entryOf(map[string]string{})).To(ContainSubstring(`"labels":{}`))
		Expect(entryOf(map[string]string{"l": strings.Repeat("x", 600)})).NotTo(ContainSubstring("labels"))
		status, known := Decode(`{"uid":"u","state":"Ready"}`)
		Expect(known).To(BeTrue())
		Expect(status.Labels).To(BeNil())
	})

	It("change the Shoot, except for labels of Gardener", func() {
		Expect(read(map[string]string{"env": "prod"})).NotTo(Equal(read(map[string]string{"env": "dev"})))
		Expect(read(map[string]string{"env": "prod"})).To(Equal(read(map[string]string{"env": "prod", "shoot.gardener.cloud/status": "unhealthy"})))
	})
})

var _ = Describe("PlanOf with changed labels", func() {
	It("writes them without an Event", func() {
		status := fluxv1alpha1.ShootStatus{UID: "u", Seed: "seed", State: fluxv1alpha1.ShootReady, Ready: true, Labels: map[string]string{"env": "dev"}}
		entry := Encode(status)
		status.Labels = map[string]string{"env": "prod"}
		plan := PlanOf(Input{ConfigMap: &corev1.ConfigMap{Data: map[string]string{"only": entry}}, Seed: "seed", Shoots: []ShootReport{{Name: "only", Status: status}},
			Spare: func(string) bool { return false }, Limits: DefaultLimits()})
		Expect(plan.Write).To(BeTrue())
		Expect(plan.Entries["only"]).To(ContainSubstring(`"labels":{"env":"prod"}`))
		Expect(plan.Events).To(BeEmpty())
	})
})
