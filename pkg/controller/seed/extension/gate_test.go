// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/extensiontest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

var _ = Describe("A rollout", func() {
	const (
		rings  = "\nproject: {rollout: {rings: [{name: production}]}}"
		one    = "source: {template: {spec: {url: 'https://github.com/o/one'}}}"
		two    = "source: {template: {spec: {url: 'https://github.com/o/two'}}}"
		commit = "0123456789abcdef0123456789abcdef01234567"
	)
	newest := func() string {
		versions := controllertest.NewResolver().Versions()
		return versions[len(versions)-1]
	}
	revision := func(content, version string) rollout.Revision {
		return rollout.NewRevision(&document.ConfigMap{Data: map[string]string{"config.yaml": string(controllertest.FluxConfig(content))}}, version)
	}
	object := func() *corev1.ConfigMap {
		return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-rollout"}}
	}
	// gives writes a rollout whose ring has passed a goal, and whose target is another.
	gives := func(ctx context.Context, p *extensiontest.Delivered, passed rollout.Target, revisions ...rollout.Revision) {
		GinkgoHelper()
		state := &rollout.State{
			Rollout: fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "canary", ShootSelector: fluxv1alpha1.ShootSelector{Purposes: []string{"testing"}}}, {Name: "production"}}},
			Target:  revisions[len(revisions)-1].ID(), Revisions: map[string]rollout.Revision{},
			Rings: []rollout.Ring{{Name: "canary"}, {Name: "production", Passed: passed}},
		}
		for _, r := range revisions {
			state.Revisions[r.ID()] = r
		}
		configMap := object()
		var err error
		configMap.BinaryData, err = state.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(client.IgnoreNotFound(p.Garden.Delete(ctx, object()))).To(Succeed())
		Expect(p.Garden.Create(ctx, configMap)).To(Succeed())
	}
	// delivered is a shoot that has the first configuration, which a rollout has given it.
	delivered := func(ctx context.Context) (*extensiontest.Delivered, rollout.Revision) {
		GinkgoHelper()
		p, first := extensiontest.NewDelivered(one+rings), revision(one, newest())
		gives(ctx, p, rollout.Target{Revision: first.ID()}, first)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/one"))
		Expect(p.RecordedState(ctx).Observed).To(And(HaveField("Ring", "production"), HaveField("Revision", first.ID()), HaveField("Commit", "")))
		return p, first
	}
	// everything is all that gardener-resource-manager applies, byte for byte.
	everything := func(ctx context.Context, p *extensiontest.Delivered) map[string]any {
		GinkgoHelper()
		found, secrets := map[string]any{}, &corev1.SecretList{}
		for _, resource := range p.Resources(ctx) {
			found[resource.Name] = resource
		}
		Expect(p.Seed.List(ctx, secrets)).To(Succeed())
		for _, secret := range secrets.Items {
			found["secret "+secret.Name] = secret
		}
		return found
	}

	DescribeTable("holds a change until the ring begins with it, in each operation",
		func(ctx SpecContext, operate func(*extensiontest.Delivered) error) {
			p, first := delivered(ctx)
			before := everything(ctx, p)
			second := revision(two, newest())
			p.Configure(ctx, two+rings)
			gives(ctx, p, rollout.Target{Revision: first.ID()}, first, second)
			Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
			Expect(operate(p)).To(Succeed())
			Expect(everything(ctx, p)).To(Equal(before))
			Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("True Configured "), ContainSubstring("https://github.com/o/one"),
				HaveSuffix(". Revision "+second.ID()+" of flux-config is held until ring production begins with it")))
			Expect(p.RecordedState(ctx).Observed.Revision).To(Equal(first.ID()))

			By("the ring begins")
			gives(ctx, p, rollout.Target{Revision: second.ID()}, first, second)
			Expect(operate(p)).To(Succeed())
			Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/two"))
			Expect(p.ConfiguredCondition(ctx)).NotTo(ContainSubstring("is held"))
			Expect(p.RecordedState(ctx).Observed.Revision).To(Equal(second.ID()))
		},
		Entry("a reconciliation, of gardenlet or because of a change", func(p *extensiontest.Delivered) error {
			return p.Actuator.Reconcile(GinkgoT().Context(), logr.Discard(), p.Ex)
		}),
		Entry("a restore on another seed", func(p *extensiontest.Delivered) error {
			return p.Actuator.Restore(GinkgoT().Context(), logr.Discard(), p.Ex)
		}),
	)

	DescribeTable("leaves a shoot what it has while it is not known what it is to have",
		func(ctx SpecContext, lose func(context.Context, *extensiontest.Delivered, rollout.Revision), problem string) {
			p, first := delivered(ctx)
			before := everything(ctx, p)
			p.Configure(ctx, two+rings)
			lose(ctx, p, first)
			p.Reconcile(ctx)
			Expect(everything(ctx, p)).To(Equal(before))
			Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("Progressing RolloutUnknown "+problem), ContainSubstring("What was delivered to the shoot before stays as it is"),
				ContainSubstring("an operator of Gardener has to check the garden controller"), ContainSubstring("remove project.rollout from flux-config")))
			Expect(p.RecordedState(ctx).Observed).To(And(HaveField("Ring", "production"), HaveField("Revision", first.ID())), "it goes on with what it has")

			By("removing the rollout releases the shoot, also while the garden controller is down")
			p.Configure(ctx, two)
			p.Reconcile(ctx)
			Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/two"))
			Expect(p.RecordedState(ctx).Observed).To(And(HaveField("Ring", ""), HaveField("Revision", "")))
		},
		Entry("because the ConfigMap was deleted", func(ctx context.Context, p *extensiontest.Delivered, _ rollout.Revision) {
			Expect(p.Garden.Delete(ctx, object())).To(Succeed())
		}, "ConfigMap garden-demo/flux-rollout is missing"),
		Entry("because the ConfigMap was emptied", func(ctx context.Context, p *extensiontest.Delivered, _ rollout.Revision) {
			Expect(p.Garden.Update(ctx, object())).To(Succeed())
		}, "ConfigMap garden-demo/flux-rollout is damaged"),
		Entry("because the content of its revision is lost", func(ctx context.Context, p *extensiontest.Delivered, first rollout.Revision) {
			gives(ctx, p, rollout.Target{Revision: first.ID()}, revision(two, newest()))
		}, "ConfigMap garden-demo/flux-rollout has no content of revision "),
	)

	It("fails an operation that cannot read it: that is neither a release nor a loss", func(ctx SpecContext) {
		p, _ := delivered(ctx)
		before := everything(ctx, p)
		p.Configure(ctx, two+rings)
		p.Actuator.Projects = garden.NewReader(interceptor.NewClient(p.Garden.(client.WithWatch), interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				if key.Name == "flux-rollout" {
					return apierrors.NewServiceUnavailable("the garden is down")
				}
				return c.Get(ctx, key, o, opts...)
			},
		}))
		Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).To(MatchError(ContainSubstring("the garden is down")))
		Expect(everything(ctx, p)).To(Equal(before))
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))
	})

	It("holds on when the project cannot be read any more: a slip must not release all shoots", func(ctx SpecContext) {
		p, first := delivered(ctx)
		before := everything(ctx, p)
		p.Configure(ctx, two+"\nproject: {rollout: {rings: 1}}")
		gives(ctx, p, rollout.Target{Revision: first.ID()}, first)
		p.Reconcile(ctx)
		Expect(everything(ctx, p)).To(Equal(before))
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))
	})

	It("reports a revision that is invalid as the one that was tried, and what was delivered stays", func(ctx SpecContext) {
		p, first := delivered(ctx)
		before := everything(ctx, p)
		bad := revision("flux: {verion: v2.9}", "")
		gives(ctx, p, rollout.Target{Revision: bad.ID()}, first, bad)
		p.Reconcile(ctx)
		Expect(everything(ctx, p)).To(Equal(before))
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False InvalidConfiguration"))
		Expect(p.RecordedState(ctx).Observed.Revision).To(Equal(bad.ID()))
	})

	It("does not keep a new shoot waiting", func(ctx SpecContext) {
		p := extensiontest.NewDelivered(one + rings)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/one"))
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))

		By("a new one whose revision is lost gets the target")
		p, second := extensiontest.NewDelivered(one+rings), revision(two, newest())
		gives(ctx, p, rollout.Target{Revision: "lost"}, second)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/two"))
		Expect(p.RecordedState(ctx).Observed.Revision).To(Equal(second.ID()))
	})

	It("pins the source to the commit that the ring before has proven", func(ctx SpecContext) {
		p, first := delivered(ctx)
		gives(ctx, p, rollout.Target{Revision: first.ID(), Commit: "sha1:" + commit}, first)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(And(ContainSubstring("commit: "+commit), ContainSubstring("branch: main")))
		Expect(p.ConfiguredCondition(ctx)).To(ContainSubstring("commit " + commit))
		Expect(p.RecordedState(ctx).Observed.Commit).To(Equal("sha1:" + commit))

		By("without a rollout, it follows the branch again")
		p.Configure(ctx, one)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).NotTo(ContainSubstring(commit))
	})

	It("has a shoot wait for its seed, if that does not have the Flux version yet", func(ctx SpecContext) {
		p, first := delivered(ctx)
		before := everything(ctx, p)
		second := revision(two, "v99.0.0")
		gives(ctx, p, rollout.Target{Revision: second.ID()}, first, second)
		p.Reconcile(ctx)
		Expect(everything(ctx, p)).To(Equal(before))
		Expect(p.ConfiguredCondition(ctx)).To(Equal("Progressing RolloutHeld waits for the extension on this seed to be updated: revision " + second.ID() +
			" of flux-config needs Flux v99.0.0. What was delivered to the shoot before stays as it is"))
		Expect(p.RecordedState(ctx).Observed).To(And(HaveField("Revision", first.ID()), HaveField("Waits", second.ID())))
	})

	It("leaves Flux as it is, and delivers the rest, if the seed does not have the Flux version any more", func(ctx SpecContext) {
		p, first := delivered(ctx)
		version := p.RecordedState(ctx).Version
		controllers := p.Manifests(ctx, controllertest.ControllersName)
		second := revision(two, "v0.1.0")
		gives(ctx, p, rollout.Target{Revision: second.ID()}, first, second)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/two"))
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(Equal(controllers))
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("True Configured revision "+second.ID()+" of flux-config needs Flux v0.1.0, which the extension on this seed does not have any more. "+
			"Until then Flux itself stays as it is, and everything else is delivered: Flux "), ContainSubstring("https://github.com/o/two")))
		Expect(p.RecordedState(ctx)).To(And(HaveField("Version", version), HaveField("Observed.Revision", second.ID())))
	})

	It("gives a shoot the Flux version of the revision, whatever this seed has by default", func(ctx SpecContext) {
		versions := controllertest.NewResolver().Versions()
		p := extensiontest.NewDelivered(one + rings)
		older := revision(one, versions[0])
		gives(ctx, p, rollout.Target{Revision: older.ID()}, older)
		p.Reconcile(ctx)
		Expect(versions[0]).NotTo(Equal(newest()))
		Expect(p.RecordedState(ctx).Version).To(Equal(versions[0]))
	})

	It("treats configuration that is gone as without it", func(ctx SpecContext) {
		p, first := delivered(ctx)
		gives(ctx, p, rollout.Target{Revision: first.ID()}, first)
		before := everything(ctx, p)
		Expect(p.Garden.Delete(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}})).To(Succeed())
		p.Reconcile(ctx)
		Expect(everything(ctx, p)).To(Equal(before))
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False ConfigurationMissing"))
	})

	DescribeTable("costs requests",
		func(ctx SpecContext, config string, expected ...string) {
			var asked []string
			p := extensiontest.NewDelivered(config)
			p.Actuator.Projects = garden.NewReader(interceptor.NewClient(p.Garden.(client.WithWatch), interceptor.Funcs{
				Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
					asked = append(asked, key.Name)
					return c.Get(ctx, key, o, opts...)
				},
			}))
			p.Reconcile(ctx)
			Expect(asked).To(Equal(expected))
		},
		Entry("only where there is one", one, "flux-config"),
		Entry("where there is one", one+rings, "flux-config", "flux-rollout"),
	)

	It("of a hibernated shoot that cannot be inspected is not recorded as delivered", func(ctx SpecContext) {
		enabled := true
		w := extensiontest.NewActuatorFixture(map[string]string{"config.yaml": string(controllertest.FluxConfig(one + rings))}, func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: &enabled}
			// It has Flux without a source, so that it is inspected before it gets one.
			ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"` + newest() + `","namespace":"flux-system","seen":{"ring":"production","revision":"former"}}`)}
		})
		w.Actuator.Shoots = controllertest.NewShootConnector(true)
		p, first := &extensiontest.Delivered{ActuatorFixture: w}, revision(one, newest())
		gives(ctx, p, rollout.Target{Revision: first.ID()}, first)
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("Progressing Hibernated"))
		Expect(p.RecordedState(ctx).Observed).To(And(HaveField("Ring", "production"), HaveField("Revision", "former"), HaveField("Waits", first.ID())))
	})
})
