// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

var _ = Describe("ShootInfo", func() {
	var shoot *gardencorev1beta1.Shoot

	BeforeEach(func() {
		shoot = &gardencorev1beta1.Shoot{
			ObjectMeta: metav1.ObjectMeta{Name: "my-shoot", Namespace: "garden-demo", Labels: map[string]string{
				"info/stage": "test", "info/cost-centre.a": "4711", "info/": "no name", "other/stage": "other", "stage": "bare",
			}},
			Spec: gardencorev1beta1.ShootSpec{
				Region:     "eu-1",
				Provider:   gardencorev1beta1.Provider{Type: "local"},
				Kubernetes: gardencorev1beta1.Kubernetes{Version: "v1.34.2"},
				DNS:        &gardencorev1beta1.DNS{Domain: ptr.To("my-shoot.demo.example.com")},
				Purpose:    ptr.To(gardencorev1beta1.ShootPurposeProduction),
			},
			Status: gardencorev1beta1.ShootStatus{TechnicalID: "shoot--demo--my-shoot", ClusterIdentity: ptr.To("shoot--demo--my-shoot-4b1d-my-garden")},
		}
	})

	It("returns all variables", func() {
		Expect(configuration.ShootInfo(shoot, "seed-1", "my-garden", []string{"info/"})).To(Equal(fluxv1alpha1.ShootInfo{
			"SHOOT_INFO_CLUSTER_IDENTITY":        "shoot--demo--my-shoot-4b1d-my-garden",
			"SHOOT_INFO_DOMAIN":                  "my-shoot.demo.example.com",
			"SHOOT_INFO_GARDEN_CLUSTER_IDENTITY": "my-garden",
			"SHOOT_INFO_KUBERNETES_VERSION":      "1.34.2",
			"SHOOT_INFO_LABEL_COST_CENTRE_A":     "4711",
			"SHOOT_INFO_LABEL_STAGE":             "test",
			"SHOOT_INFO_NAME":                    "my-shoot",
			"SHOOT_INFO_PROJECT_NAME":            "demo",
			"SHOOT_INFO_PROJECT_NAMESPACE":       "garden-demo",
			"SHOOT_INFO_PROVIDER":                "local",
			"SHOOT_INFO_PURPOSE":                 "production",
			"SHOOT_INFO_REGION":                  "eu-1",
			"SHOOT_INFO_SEED":                    "seed-1",
			"SHOOT_INFO_TECHNICAL_ID":            "shoot--demo--my-shoot",
		}))
	})

	DescribeTable("knows the identity of a self-hosted Shoot, which Gardener does not set",
		func(gardenIdentity string, change func(*gardencorev1beta1.Shoot), expected string) {
			own := &gardencorev1beta1.Shoot{Status: gardencorev1beta1.ShootStatus{TechnicalID: "shoot--demo--root", UID: "4b1d"}}
			own.Spec.Provider.Workers = []gardencorev1beta1.Worker{{ControlPlane: &gardencorev1beta1.WorkerControlPlane{}}}
			change(own)
			Expect(configuration.ShootInfo(own, "", gardenIdentity, nil)).To(HaveKeyWithValue("SHOOT_INFO_CLUSTER_IDENTITY", expected))
		},
		Entry("as Gardener computes that of others", "my-garden", func(*gardencorev1beta1.Shoot) {}, "shoot--demo--root-4b1d-my-garden"),
		Entry("as Gardener sets it, if it does", "my-garden", func(shoot *gardencorev1beta1.Shoot) { shoot.Status.ClusterIdentity = new("set") }, "set"),
		Entry("not before the garden is known", "", func(*gardencorev1beta1.Shoot) {}, ""),
		Entry("not before the Shoot has a UID in its status", "my-garden", func(shoot *gardencorev1beta1.Shoot) { shoot.Status.UID = "" }, ""),
		Entry("not for a Shoot on a seed, whose identity Gardener is about to set", "my-garden", func(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Provider.Workers[0].ControlPlane = nil }, ""),
	)

	It("returns every listed variable before the shoot exists", func() {
		info := configuration.ShootInfo(&gardencorev1beta1.Shoot{}, "", "", nil)
		Expect(info).To(HaveLen(len(fluxv1alpha1.ShootInfoNames())))
		for _, name := range fluxv1alpha1.ShootInfoNames() {
			Expect(info).To(HaveKey(name))
		}
		Expect(configuration.MissingInfo(info)).To(MatchError("the shoot has no SHOOT_INFO_CLUSTER_IDENTITY, SHOOT_INFO_TECHNICAL_ID, SHOOT_INFO_NAME yet"))
		Expect(configuration.MissingInfo(configuration.ShootInfo(shoot, "", "", nil))).To(Succeed())
		Expect(configuration.WithPlaceholders(info)).To(And(HaveEach(Not(BeEmpty())), HaveKeyWithValue("SHOOT_INFO_SEED", "not-known-yet"), HaveKeyWithValue("SHOOT_INFO_PURPOSE", "evaluation")))
		Expect(info["SHOOT_INFO_NAME"]).To(BeEmpty(), "the variables themselves stay as they are")
	})

	DescribeTable("reads the project's name from the technical ID:",
		func(name, technicalID, want string) {
			shoot.Name, shoot.Status.TechnicalID = name, technicalID
			Expect(configuration.ShootInfo(shoot, "", "", nil)).To(HaveKeyWithValue("SHOOT_INFO_PROJECT_NAME", want))
		},
		Entry("shoot--project--name", "my-shoot", "shoot--demo--my-shoot", "demo"),
		Entry("shoot-project--name of old shoots", "my-shoot", "shoot-demo--my-shoot", "demo"),
		Entry("names with dashes", "a-b", "shoot--c-d--a-b", "c-d"),
		Entry("no technical ID", "my-shoot", "", ""),
		Entry("another format", "my-shoot", "something", ""),
	)

	It("returns labels with one of the prefixes, and for two labels of one variable the alphabetically first", func() {
		shoot.Labels = map[string]string{"a/b-c": "first", "a/b.c": "second", "z/b-c": "third", "a/UPPER": "kept"}
		Expect(configuration.ShootInfo(shoot, "", "", []string{"z/", "a/"})).To(And(
			HaveKeyWithValue("SHOOT_INFO_LABEL_B_C", "first"), HaveKeyWithValue("SHOOT_INFO_LABEL_UPPER", "kept")))
	})

	It("returns no labels if no prefix is configured", func() {
		Expect(configuration.ShootInfo(shoot, "", "", nil)).NotTo(HaveKey(HavePrefix("SHOOT_INFO_LABEL_")))
	})
})
