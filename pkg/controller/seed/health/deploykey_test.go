// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

const (
	presentKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"
)

// keys knows projects without deploy keys.
func keys() garden.StateWatcher { return &controllertest.Projects{} }

var _ = Describe("reportKeys", func() {
	var (
		w        *extensiontest.ActuatorFixture
		projects *controllertest.Projects
		reporter *Reconciler
		cluster  *extensionscontroller.Cluster
		observed health.Observation
	)
	BeforeEach(func() {
		w = extensiontest.NewActuatorFixture(nil, func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) { shoot.UID = "uid" })
		projects = &controllertest.Projects{States: map[string]garden.State{"garden-demo": {
			KeyVersion: "1", KeyAnnotations: map[string]string{fluxv1alpha1.AnnotationFingerprint: health.FingerprintOf(presentKey), fluxv1alpha1.AnnotationPublicKey: presentKey},
		}}}
		reporter = &Reconciler{Projects: projects}
		cluster = &extensionscontroller.Cluster{Shoot: &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "only", UID: "uid"}}}
		observed = health.Observation{Sync: &observe.Sync{DeployKey: true}, Shoot: observe.Shoot{Key: observe.Key{PublicKey: presentKey}}}
	})
	extension := func(ctx context.Context) *extensionsv1alpha1.Extension {
		GinkgoHelper()
		ex := &extensionsv1alpha1.Extension{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
		return ex
	}
	report := func(ctx context.Context) deployKeyReport {
		GinkgoHelper()
		result, err := reporter.reportKeys(ctx, cluster, observed)
		Expect(err).NotTo(HaveOccurred())
		Expect(w.Actuator.Conditions.Apply(ctx, extension(ctx), statuswriter.Update{Verdicts: result.verdicts, Owned: result.owned, ProviderStatus: result.apply})).To(Succeed())
		return result
	}

	It("reports the observed key once in the condition and once in the providerStatus", func(ctx SpecContext) {
		Expect(report(ctx).verdicts).To(ConsistOf(And(HaveField("Status", BeEquivalentTo("True")), HaveField("Reason", "InUse"))))
		Expect(string(extension(ctx).Status.ProviderStatus.Raw)).To(MatchJSON(`{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxStatus",
			"deployKey":{"publicKey":"` + presentKey + `","fingerprint":"` + health.FingerprintOf(presentKey) + `","phase":"InUse"}}`))

		before := extension(ctx).ResourceVersion
		report(ctx)
		Expect(extension(ctx).ResourceVersion).To(Equal(before))
	})

	It("reports nothing for a source without deploy key, and removes an earlier report", func(ctx SpecContext) {
		report(ctx)
		observed.Sync.DeployKey = false
		Expect(report(ctx)).To(Equal(deployKeyReport{owned: []gardencorev1beta1.ConditionType{"FluxDeployKey"}}), "the condition goes")
		Expect(extension(ctx).Status.ProviderStatus).To(BeNil())
	})

	DescribeTable("keeps the condition if the state of the project is unknown",
		func(ctx SpecContext, change func()) {
			change()
			Expect(report(ctx)).To(Equal(deployKeyReport{}))
			Expect(extension(ctx).Status.ProviderStatus).To(BeNil())
		},
		Entry("project not read yet", func() { projects.Unknown = true }),
		Entry("user's key that is not yet observed in the shoot", func() {
			projects.States["garden-demo"] = garden.State{KeyVersion: "1"}
			observed.Shoot.PublicKey = ""
		}),
		Entry("missing or unread Secret", func() { projects.States = nil }),
	)

	Describe("for additional sources", func() {
		const own = "flux.extensions.gardener.cloud/"
		BeforeEach(func() {
			state := projects.States["garden-demo"]
			state.SourceKeys = garden.KeySecret{Version: "2", Annotations: map[string]string{
				"a." + own + "fingerprint": health.FingerprintOf(presentKey), "a." + own + "public-key": presentKey, "b." + own + "fingerprint": "SHA256:b",
			}}
			projects.States["garden-demo"] = state
			observed.Sync.SourceKeys = []types.NamespacedName{{Namespace: "flux-system", Name: "a"}, {Namespace: "flux-system", Name: "b"}, {Namespace: "flux-system", Name: "later"}}
			observed.Shoot.Sources = map[string]string{"a": presentKey}
		})

		It("reports each key with its observation", func(ctx SpecContext) {
			verdicts := report(ctx).verdicts
			Expect(verdicts).To(ConsistOf(And(HaveField("Status", BeEquivalentTo("True")), HaveField("Reason", "InUse"))))
			Expect(verdicts[0].Message).To(And(HavePrefix("The project's deploy key "), ContainSubstring("Additional source a: "), ContainSubstring("Additional source b: "), ContainSubstring("SHA256:b")))
			Expect(sourceKeysOf(observed)).To(Equal(map[string]string{"a": health.FingerprintOf(presentKey), "b": "unknown", "later": "unknown"}))
		})

		It("reports only keys that need a fix, with the command", func(ctx SpecContext) {
			observed.Sync.DeployKey = false
			projects.States["garden-demo"].SourceKeys.Annotations["b."+own+"next-fingerprint"] = "SHA256:next"
			verdicts := report(ctx).verdicts
			Expect(verdicts).To(ConsistOf(And(HaveField("Status", BeEquivalentTo("Progressing")), HaveField("Reason", "RotationPrepared"))))
			Expect(verdicts[0].Message).To(And(HavePrefix("Additional source b: "), Not(ContainSubstring("source a")),
				ContainSubstring("kubectl -n garden-demo annotate --overwrite secret flux-source-keys b.flux.extensions.gardener.cloud/operation=rotate-deploy-key-complete")))
		})

		It("keeps the condition if no key is known", func(ctx SpecContext) {
			observed.Sync.DeployKey, observed.Sync.SourceKeys = false, observed.Sync.SourceKeys[2:]
			Expect(report(ctx)).To(Equal(deployKeyReport{}))
		})
	})

	It("reports the key of a hibernated shoot without an observation", func(ctx SpecContext) {
		observed = health.Observation{Sync: &observe.Sync{DeployKey: true}}
		Expect(report(ctx).verdicts).To(HaveLen(1))
	})
})
