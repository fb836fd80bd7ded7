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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Rollout", func() {
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
	// gives writes a rollout with the permitted and the newest target of the ring.
	gives := func(ctx context.Context, p *extensiontest.ActuatorFixture, passed rollout.Target, revisions ...rollout.Revision) {
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
	// delivered returns a shoot with the first revision of a rollout.
	delivered := func(ctx context.Context) (*extensiontest.ActuatorFixture, rollout.Revision) {
		GinkgoHelper()
		p, first := extensiontest.NewDelivered(one+rings), revision(one, newest())
		gives(ctx, p, rollout.Target{Revision: first.ID()}, first)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/one"))
		Expect(p.RecordedState(ctx).Observed).To(And(HaveField("Ring", "production"), HaveField("Revision", first.ID()), HaveField("Commit", "")))
		return p, first
	}
	// everything returns the content of all ManagedResources.
	everything := func(ctx context.Context, p *extensiontest.ActuatorFixture) map[string]any {
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

	DescribeTable("holds a change until the ring begins, in each operation",
		func(ctx SpecContext, operate func(*extensiontest.ActuatorFixture) error) {
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
		Entry("reconciliation", func(p *extensiontest.ActuatorFixture) error {
			return p.Actuator.Reconcile(GinkgoT().Context(), logr.Discard(), p.Ex)
		}),
		Entry("restore on another seed", func(p *extensiontest.ActuatorFixture) error {
			return p.Actuator.Restore(GinkgoT().Context(), logr.Discard(), p.Ex)
		}),
	)

	DescribeTable("leaves a shoot unchanged if its revision is unknown",
		func(ctx SpecContext, lose func(context.Context, *extensiontest.ActuatorFixture, rollout.Revision), problem string) {
			p, first := delivered(ctx)
			before := everything(ctx, p)
			p.Configure(ctx, two+rings)
			lose(ctx, p, first)
			p.Reconcile(ctx)
			Expect(everything(ctx, p)).To(Equal(before))
			Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("Progressing RolloutUnknown "+problem), ContainSubstring("The last delivery to the shoot stays unchanged"),
				ContainSubstring("an operator of Gardener has to check the garden controller"), ContainSubstring("remove project.rollout from flux-config")))
			Expect(p.RecordedState(ctx).Observed).To(And(HaveField("Ring", "production"), HaveField("Revision", first.ID())), "it goes on with what it has")

			By("removing the rollout releases the shoot, also while the garden controller is down")
			p.Configure(ctx, two)
			p.Reconcile(ctx)
			Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/two"))
			Expect(p.RecordedState(ctx).Observed).To(And(HaveField("Ring", ""), HaveField("Revision", "")))
		},
		Entry("deleted ConfigMap", func(ctx context.Context, p *extensiontest.ActuatorFixture, _ rollout.Revision) {
			Expect(p.Garden.Delete(ctx, object())).To(Succeed())
		}, "ConfigMap garden-demo/flux-rollout is missing"),
		Entry("empty ConfigMap", func(ctx context.Context, p *extensiontest.ActuatorFixture, _ rollout.Revision) {
			Expect(p.Garden.Update(ctx, object())).To(Succeed())
		}, "ConfigMap garden-demo/flux-rollout is damaged"),
		Entry("missing content of the revision", func(ctx context.Context, p *extensiontest.ActuatorFixture, first rollout.Revision) {
			gives(ctx, p, rollout.Target{Revision: first.ID()}, revision(two, newest()))
		}, "ConfigMap garden-demo/flux-rollout does not contain revision "),
		Entry("a rollout that began after the first delivery", func(ctx context.Context, p *extensiontest.ActuatorFixture, _ rollout.Revision) {
			gives(ctx, p, rollout.Target{}, revision(two, newest()))
		}, "ConfigMap garden-demo/flux-rollout has no revision for ring production yet"),
	)

	It("fails the operation if flux-rollout cannot be read", func(ctx SpecContext) {
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

	It("continues if flux-config is invalid", func(ctx SpecContext) {
		p, first := delivered(ctx)
		before := everything(ctx, p)
		p.Configure(ctx, two+"\nproject: {rollout: {rings: 1}}")
		gives(ctx, p, rollout.Target{Revision: first.ID()}, first)
		p.Reconcile(ctx)
		Expect(everything(ctx, p)).To(Equal(before))
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))
	})

	It("records an invalid revision, and leaves the delivery unchanged", func(ctx SpecContext) {
		p, first := delivered(ctx)
		before := everything(ctx, p)
		bad := revision("flux: {verion: v2.9}", "")
		gives(ctx, p, rollout.Target{Revision: bad.ID()}, first, bad)
		p.Reconcile(ctx)
		Expect(everything(ctx, p)).To(Equal(before))
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False InvalidConfiguration"))
		Expect(p.RecordedState(ctx).Observed.Revision).To(Equal(bad.ID()))
	})

	It("does not delay a new shoot", func(ctx SpecContext) {
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

	It("pins the source to the commit that the previous ring has proven", func(ctx SpecContext) {
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

	It("leaves a shoot unchanged until its seed has the Flux version", func(ctx SpecContext) {
		p, first := delivered(ctx)
		before := everything(ctx, p)
		second := revision(two, "v99.0.0")
		gives(ctx, p, rollout.Target{Revision: second.ID()}, first, second)
		p.Reconcile(ctx)
		Expect(everything(ctx, p)).To(Equal(before))
		Expect(p.ConfiguredCondition(ctx)).To(Equal("Progressing RolloutHeld waiting for an update of the extension on this seed: revision " + second.ID() +
			" of flux-config needs Flux v99.0.0. The last delivery to the shoot stays unchanged"))
		Expect(p.RecordedState(ctx).Observed).To(And(HaveField("Revision", first.ID()), HaveField("Waits", second.ID())))
	})

	It("leaves Flux unchanged and delivers the rest if the seed no longer has the Flux version", func(ctx SpecContext) {
		p, first := delivered(ctx)
		version := p.RecordedState(ctx).Version
		controllers := p.Manifests(ctx, controllertest.ControllersName)
		second := revision(two, "v0.1.0")
		gives(ctx, p, rollout.Target{Revision: second.ID()}, first, second)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/two"))
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(Equal(controllers))
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("True Configured revision "+second.ID()+" of flux-config needs Flux v0.1.0, which the extension on this seed no longer carries. "+
			"Until then Flux itself stays unchanged, and the rest is delivered: Flux "), ContainSubstring("https://github.com/o/two")))
		Expect(p.RecordedState(ctx)).To(And(HaveField("Version", version), HaveField("Observed.Revision", second.ID())))
	})

	It("delivers the Flux version of the revision instead of the seed's default", func(ctx SpecContext) {
		versions := controllertest.NewResolver().Versions()
		p := extensiontest.NewDelivered(one + rings)
		older := revision(one, versions[0])
		gives(ctx, p, rollout.Target{Revision: older.ID()}, older)
		p.Reconcile(ctx)
		Expect(versions[0]).NotTo(Equal(newest()))
		Expect(p.RecordedState(ctx).Version).To(Equal(versions[0]))
	})

	It("reports a missing configuration as without a rollout", func(ctx SpecContext) {
		p, first := delivered(ctx)
		gives(ctx, p, rollout.Target{Revision: first.ID()}, first)
		before := everything(ctx, p)
		Expect(p.Garden.Delete(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}})).To(Succeed())
		p.Reconcile(ctx)
		Expect(everything(ctx, p)).To(Equal(before))
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False ConfigurationMissing"))
	})

	DescribeTable("reads flux-rollout only if the project has a rollout",
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
		Entry("project without a rollout", one, "flux-config"),
		Entry("project with a rollout", one+rings, "flux-config", "flux-rollout"),
	)

	It("does not record the revision for a hibernated shoot that does not respond", func(ctx SpecContext) {
		enabled := true
		w := extensiontest.NewActuatorFixture(map[string]string{"config.yaml": string(controllertest.FluxConfig(one + rings))}, func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: &enabled}
			// The shoot has Flux without a source, so it is surveyed before the first source.
			ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"` + newest() + `","namespace":"flux-system","seen":{"ring":"production","revision":"former"}}`)}
		})
		w.Actuator.Shoots = controllertest.NewShootConnector(true)
		p, first := w, revision(one, newest())
		gives(ctx, p, rollout.Target{Revision: first.ID()}, first)
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("Progressing Hibernated"))
		Expect(p.RecordedState(ctx).Observed).To(And(HaveField("Ring", "production"), HaveField("Revision", "former"), HaveField("Waits", first.ID())))
	})
})
