// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"encoding/json"

	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

// boardWith is a notice board that does not change.
type boardWith map[string]string

func (b boardWith) Watch(_ context.Context, changed func(*noticeboard.Board)) error {
	changed(noticeboard.Decode(b))
	return nil
}

var _ = Describe("Version rollout", func() {
	const source = "source: {template: {spec: {url: 'https://github.com/o/r'}}}"
	newest := func() string {
		versions := controllertest.NewResolver().Versions()
		return versions[len(versions)-1]
	}
	older := func() string {
		versions := controllertest.NewResolver().Versions()
		return versions[len(versions)-2]
	}
	releases := func(ctx context.Context, release landscape.VersionRelease) *garden.Releases {
		GinkgoHelper()
		data := noticeboard.Encode(nil, nil)
		noticeboard.Post(data, release)
		made := garden.NewReleases(boardWith(data), nil, logr.Discard())
		Expect(made.Start(ctx)).To(Succeed())
		return made
	}
	// delivered returns a shoot with the older version, which is no longer configured.
	delivered := func(ctx context.Context) *extensiontest.ActuatorFixture {
		GinkgoHelper()
		p := extensiontest.NewDelivered(source + "\nflux: {version: " + older() + "}")
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Version).To(Equal(older()))
		p.Configure(ctx, source)
		return p
	}
	held := func() landscape.VersionRelease { return landscape.VersionRelease{Version: newest(), From: older()} }
	released := func() landscape.VersionRelease {
		return landscape.VersionRelease{Version: newest(), From: older(), Released: rollout.All}
	}

	It("holds the carried version until it is released for the shoot", func(ctx SpecContext) {
		p := delivered(ctx)
		p.Actuator.Releases = releases(ctx, held())
		controllers := p.Manifests(ctx, controllertest.ControllersName)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(Equal(controllers))
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("True Configured "), HaveSuffix(". Flux "+newest()+" is held until the operator's rollout reaches this Shoot")))

		By("what else the project changes is delivered")
		p.Configure(ctx, "source: {template: {spec: {url: 'https://github.com/o/other'}}}")
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/other"))
		Expect(p.RecordedState(ctx).Version).To(Equal(older()))

		By("it is released")
		p.Actuator.Releases = releases(ctx, released())
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Version).To(Equal(newest()))
		Expect(p.ConfiguredCondition(ctx)).NotTo(ContainSubstring("is held"))

		By("a version is never taken back")
		p.Actuator.Releases = releases(ctx, held())
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Version).To(Equal(newest()))
		Expect(p.ConfiguredCondition(ctx)).NotTo(ContainSubstring("is held"))
	})

	It("holds the carried version before the seed has read its notice board", func(ctx SpecContext) {
		p := delivered(ctx)
		p.Actuator.Releases = garden.NewReleases(boardWith(nil), nil, logr.Discard())
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Version).To(Equal(older()))
		Expect(p.ConfiguredCondition(ctx)).To(HaveSuffix(". No Flux version is released for this seed yet, so that Flux " + older() + " stays"))
	})

	DescribeTable("does not hold",
		func(ctx SpecContext, config, providerConfig string) {
			p := delivered(ctx)
			p.Configure(ctx, source+config)
			if providerConfig != "" {
				Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
				p.Ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig(providerConfig)}
				Expect(p.Seed.Update(ctx, p.Ex)).To(Succeed())
			}
			p.Actuator.Releases = releases(ctx, held())
			p.Reconcile(ctx)
			Expect(p.RecordedState(ctx).Version).To(Equal(newest()))
			Expect(p.ConfiguredCondition(ctx)).NotTo(ContainSubstring("is held"))
		},
		Entry("version of the project", "\nflux: {version: "+newest()+"}", ""),
		Entry("version of the Shoot", "", "flux: {version: "+newest()+"}"),
	)

	It("gives a new shoot the released version without delay", func(ctx SpecContext) {
		for version, release := range map[string]landscape.VersionRelease{
			older(): held(), newest(): {Version: newest()},
		} {
			p := extensiontest.NewDelivered(source)
			p.Actuator.Releases = releases(ctx, release)
			p.Reconcile(ctx)
			Expect(p.RecordedState(ctx).Version).To(Equal(version))
			Expect(p.ConfiguredCondition(ctx)).NotTo(ContainSubstring("is held"))
		}
	})

	It("leaves Flux unchanged and delivers the rest if the extension no longer carries its version", func(ctx SpecContext) {
		p := delivered(ctx)
		state := p.RecordedState(ctx)
		state.Version = "v0.1.0"
		Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
		p.Ex.Status.State.Raw = controllertest.Must(json.Marshal(state))
		Expect(p.Seed.Status().Update(ctx, p.Ex)).To(Succeed())
		controllers := p.Manifests(ctx, controllertest.ControllersName)
		p.Configure(ctx, "source: {template: {spec: {url: 'https://github.com/o/other'}}}")
		p.Actuator.Releases = releases(ctx, held())
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(Equal(controllers))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/other"))
		Expect(p.ConfiguredCondition(ctx)).To(ContainSubstring("the extension on this seed no longer has Flux v0.1.0, and a newer version is not released for this Shoot. " +
			"Until then Flux itself stays unchanged"))
	})
})
