// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

var _ = Describe("Judge for a bootstrapped Flux", func() {
	root := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	judge := func(shoot observe.Shoot, conditions ...gardencorev1beta1.Condition) []Verdict {
		verdicts := Judge(Observation{
			ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("config", conditions...)}, Bootstrapped: true,
			Sync: &observe.Sync{SourceKind: "GitRepository", Source: root, Root: root}, Shoot: shoot,
		})
		Expect(verdicts).To(HaveLen(3))
		return verdicts
	}
	applied := resourceCondition("ResourcesApplied", "True", "ApplySucceeded", "ok")
	healthy := resourceCondition("ResourcesHealthy", "True", "ResourcesHealthy", "ok")

	It("returns True if source and root were removed in the shoot", func() {
		for i, reason := range []string{"Bootstrapped", "LeftAlone", "LeftAlone"} {
			verdict := judge(observe.Shoot{}, applied, healthy)[i]
			Expect(verdict.Status).To(BeEquivalentTo("True"), string(verdict.Type))
			Expect(verdict.Reason).To(Equal(reason))
		}
		Expect(judge(observe.Shoot{}, applied, healthy)[1].Message).To(HavePrefix("GitRepository flux-system/flux-system no longer exists in the shoot"))
	})

	It("reports credentials that are not delivered", func() {
		failed := resourceCondition("ResourcesApplied", "False", "ApplyFailed", "forbidden")
		Expect(judge(observe.Shoot{}, failed, healthy)[0].Status).To(BeEquivalentTo("False"))
	})

	It("reports an existing source and root, with fixes in the shoot", func() {
		source := gitRepository(ready("False", 7, "GitOperationFailed", "couldn't find remote ref \"refs/heads/x\""))
		verdict := judge(observe.Shoot{Source: source}, applied, healthy)[1]
		Expect(verdict.Status).To(BeEquivalentTo("False"))
		Expect(verdict.Message).To(And(ContainSubstring("correct source.template.spec.ref in the object in the shoot, which has not been managed"), Not(ContainSubstring("flux-config"))))
	})

	It("reports a suspension", func() {
		source := gitRepository(ready("True", 7, "Succeeded", "stored artifact"))
		source.Suspended = true
		Expect(judge(observe.Shoot{Source: source}, applied, healthy)[1].Message).To(ContainSubstring("is suspended in the shoot until it is resumed there"))
	})

	It("reports the installed deploy key independent of the source, so that a rotation ends", func(ctx SpecContext) {
		const public = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB6bQJTMxPvQ4JRyMNI1qkzxD/8kY1G4NQ7vNqbb2F0R"
		shoot := fake.NewClientBuilder().WithObjects(&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "key"},
			Data: map[string][]byte{"identity.pub": []byte(public)}}).Build()
		sync := observe.Sync{Source: root, KeySecret: types.NamespacedName{Namespace: "flux-system", Name: "key"}}
		for _, source := range []*observe.Source{nil, {SecretName: "own"}, {}} {
			seen, err := observe.ReadKey(ctx, shoot, sync, source)
			Expect(err).NotTo(HaveOccurred())
			Expect(seen.PublicKey).To(Equal(public))
		}
	})
})
