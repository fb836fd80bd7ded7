// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("The first revision of a shoot", func() {
	delivered := func(f Facts) extensionstatus.State {
		GinkgoHelper()
		p, need, err := newDecider().Decide(GinkgoT().Context(), Project, f)
		f.Shoot.Objects, f.Shoot.Installed = map[Object]Found{}, &flux.Installed{}
		for range 10 {
			if err != nil || need.IsZero() {
				break
			}
			for _, object := range need.Objects {
				f.Shoot.Objects[object] = Found{}
			}
			p, need, err = newDecider().Decide(GinkgoT().Context(), Project, f)
		}
		Expect(err).NotTo(HaveOccurred())
		Expect(p.Payload).NotTo(BeNil())
		return p.State
	}

	Describe("before the garden controller has stored the rollout", func() {
		const rollout = "project: {rollout: {rings: [{name: canary, purposes: [testing]}]}}"
		observed := extensionstatus.ObservedProject{Config: "c", Overrides: "o"}
		nothing := extensionstatus.State{}
		awaited := extensionstatus.State{Flux: true, Observed: observed, First: extensionstatus.FirstDelivery{Extension: "uid"}}
		with := func(change func(*extensionstatus.ObservedProject)) extensionstatus.ObservedProject {
			own := observed
			change(&own)
			return own
		}
		revision := func(o *extensionstatus.ObservedProject) { o.Revision = "r" }

		DescribeTable("is that of the first delivery",
			func(config string, previous extensionstatus.State, shoot Shoot, now extensionstatus.ObservedProject, expected extensionstatus.FirstDelivery) {
				f := said(map[string]string{"config.yaml": string(controllertest.FluxConfig(config))}, nil).facts(previous)
				f.Shoot, f.Seed.Extension, f.Documents.Observed = shoot, "uid", now
				Expect(delivered(f).First).To(Equal(expected))
			},
			Entry("which has none", rollout, nothing, Shoot{Absent: true}, observed, extensionstatus.FirstDelivery{Extension: "uid"}),
			Entry("not without a rollout", "", nothing, Shoot{Absent: true}, observed, extensionstatus.FirstDelivery{}),
			Entry("not with Flux of somebody else", rollout, nothing, Shoot{Survey: &toolkit.Survey{Stored: map[string][]string{"buckets.source.toolkit.fluxcd.io": {"v1"}}}}, observed, extensionstatus.FirstDelivery{}),
			Entry("until it gets its first one", rollout, awaited, Shoot{}, observed, extensionstatus.FirstDelivery{Extension: "uid"}),
			Entry("with its first one", "", awaited, Shoot{}, with(revision), extensionstatus.FirstDelivery{Revision: "r", Extension: "uid"}),
			Entry("not with another configuration", "", awaited, Shoot{}, with(func(o *extensionstatus.ObservedProject) { o.Revision, o.Config = "r", "d" }), extensionstatus.FirstDelivery{}),
			Entry("not with other overrides", "", awaited, Shoot{}, with(func(o *extensionstatus.ObservedProject) { o.Revision, o.Overrides = "r", "" }), extensionstatus.FirstDelivery{}),
			Entry("not without the record", "", extensionstatus.State{Flux: true, Observed: observed}, Shoot{}, with(revision), extensionstatus.FirstDelivery{}),
			Entry("not after the rollout was removed", "", awaited, Shoot{}, observed, extensionstatus.FirstDelivery{}),
		)
	})

	DescribeTable("is recorded if nothing of Flux was in the shoot before",
		func(previous extensionstatus.State, shoot Shoot, revision string, expected extensionstatus.FirstDelivery) {
			f := said(map[string]string{"config.yaml": string(controllertest.FluxConfig(""))}, nil).facts(previous)
			f.Shoot, f.Seed.Extension, f.Documents.Observed.Revision = shoot, "uid", revision
			Expect(delivered(f).First).To(Equal(expected))
		},
		Entry("without API server", extensionstatus.State{}, Shoot{Absent: true}, "r", extensionstatus.FirstDelivery{Revision: "r", Extension: "uid"}),
		Entry("without Flux", extensionstatus.State{}, Shoot{Survey: &toolkit.Survey{}}, "r", extensionstatus.FirstDelivery{Revision: "r", Extension: "uid"}),
		Entry("not with Flux of somebody else", extensionstatus.State{}, Shoot{Survey: &toolkit.Survey{Stored: map[string][]string{"buckets.source.toolkit.fluxcd.io": {"v1"}}}}, "r", extensionstatus.FirstDelivery{}),
		Entry("not without a rollout", extensionstatus.State{}, Shoot{Absent: true}, "", extensionstatus.FirstDelivery{}),
		Entry("as long as it has that revision", extensionstatus.State{Flux: true, First: extensionstatus.FirstDelivery{Revision: "r", Extension: "other"}}, Shoot{}, "r",
			extensionstatus.FirstDelivery{Revision: "r", Extension: "other"}),
		Entry("not with the next one", extensionstatus.State{Flux: true, First: extensionstatus.FirstDelivery{Revision: "r", Extension: "uid"}}, Shoot{}, "s", extensionstatus.FirstDelivery{}),
		Entry("not after an earlier delivery", extensionstatus.State{Flux: true}, Shoot{}, "r", extensionstatus.FirstDelivery{}),
	)
})
