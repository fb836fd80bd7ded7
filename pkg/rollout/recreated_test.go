// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("A Shoot that is created again with the name of one that has lost objects", func() {
	It("does not end the loss, because it never had them", func() {
		const one, bad = "sha1:1111111111111111111111111111111111111111", "sha1:2222222222222222222222222222222222222222"
		emptied := &fluxv1alpha1.RemovedObjects{Before: 10, Count: 9, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "Namespace", Count: 1}, {Kind: "ConfigMap", Count: 8}}}
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote) }, "canary-0", "prod-0")
		s.Source = Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}
		report := func(name string, removed *fluxv1alpha1.RemovedObjects, commit string) {
			s.report(name, s.Target, fluxv1alpha1.ShootReady, commit)
			s.member(name).Status.Removals = []Removal{{Removed: removed}}
		}
		for _, name := range []string{"canary-0", "canary-0", "prod-0"} {
			report(name, &fluxv1alpha1.RemovedObjects{Before: 10}, one)
			s.decide()
			s.after(time.Minute)
		}
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
		report("canary-0", emptied, bad)
		s.decide()
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseGuarded))

		By("the canary is deleted and created again; it follows the source, and has had nothing before")
		s.member("canary-0").UID = types.UID("another")
		s.member("canary-0").Status = nil
		s.decide()
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseGuarded))
		report("canary-0", &fluxv1alpha1.RemovedObjects{Before: 1}, bad)
		for range 10 {
			s.decide()
			s.after(time.Hour)
		}
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one), "production must not lose the Namespace")
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseGuarded))
	})
})
