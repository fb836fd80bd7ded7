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
