// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("compose", func() {
	It("has the rollouts of all projects, despite a damaged one", func(ctx SpecContext) {
		reader := &garden.FleetReader{Clock: clock.RealClock{}, Garden: clitest.Adapt(clitest.NewClient(nil, interceptor.Funcs{}))}
		known, err := reader.List(ctx)
		Expect(err).NotTo(HaveOccurred())
		good := map[string]string{"status.yaml": "target: x\nphase: Complete\nrings: [{name: all, phase: Complete, revision: x}]\n"}
		composed, err := compose(nil, reader.Show(garden.Data{}, known), known, garden.Data{
			"garden-a": good, "garden-b": {"status.yaml": "target: x\nrings: null\n"}, "garden-c": {"status.yaml": "rings: [null]\ntarget: x"}, "garden-d": nil, "garden-e": good,
		}, nil)
		Expect(err).NotTo(HaveOccurred())
		for namespace, content := range map[string]string{
			"garden-a": `"rings":[{`, "garden-b": "it has no target, no rings, or a ring without a name", "garden-c": "it has no target, no rings, or a ring without a name", "garden-d": "it has no target, no rings, or a ring without a name", "garden-e": `"rings":[{`,
		} {
			Expect(string(composed.rollouts[namespace])).To(ContainSubstring(content))
			Expect(string(composed.rollouts[namespace])).NotTo(ContainSubstring("null"))
		}
	})

	DescribeTable("has the operator's rollouts by seeds, with a title, and those of projects without:",
		func(ctx SpecContext, key string, expected, unexpected []string) {
			reader := &garden.FleetReader{Clock: clock.RealClock{}, Garden: clitest.Adapt(clitest.NewClient(nil, interceptor.Funcs{}))}
			known, err := reader.List(ctx)
			Expect(err).NotTo(HaveOccurred())
			status := "target: x\nphase: Stopped\nrings: [{name: canary, phase: Stopped, revision: x, " + expected[0] + "}]\nfailingProjects: [{ring: canary, project: garden-green, reason: path}]\n"
			composed, err := compose(nil, reader.Show(garden.Data{}, known), known, garden.Data{key: {"status.yaml": status}}, nil)
			Expect(err).NotTo(HaveOccurred())
			for _, text := range expected[1:] {
				Expect(string(composed.rollouts[key])).To(ContainSubstring(text))
			}
			for _, text := range unexpected {
				Expect(string(composed.rollouts[key])).NotTo(ContainSubstring(text))
			}
		},
		Entry("of the default Flux version", "landscape:fluxVersion",
			[]string{"seeds: 1, failedSeeds: [a]", `"title":"the rollout of the default Flux version"`, `"failedSeeds":["a"]`, `"failingProjects":[{"ring":"canary","project":"garden-green","reason":"path"}]`}, []string{"hoots"}),
		Entry("of the baseline", "landscape:baseline",
			[]string{"seeds: 1, failedSeeds: [a]", `"title":"the rollout of the baseline"`, `"seeds":1`, `"failingProjects"`}, []string{"hoots"}),
		Entry("of a project, whose members could write failing projects", "garden-blue",
			[]string{"shoots: 1, failedShoots: [a]", `"failedShoots":["a"]`}, []string{"title", "failingProjects"}),
		Entry("of a key that the operator does not have", "landscape:other",
			[]string{"shoots: 1", `"shoots":1`}, []string{"title", "failingProjects"}),
	)

	It("has the changes of entries and Shoots, and reuses unchanged rows", func(ctx SpecContext) {
		gardenClient := clitest.NewClient([]client.Object{shootNamed("a"), shootNamed("b")}, interceptor.Funcs{})
		reader := &garden.FleetReader{Clock: clock.RealClock{}, Garden: clitest.Adapt(gardenClient), Namespace: blue}
		entries := map[string]string{"a": encode(statusOf("a", "Ready", "")), "b": encode(statusOf("b", "Ready", ""))}
		var last *view
		next := func(known *garden.KnownShoots) change {
			GinkgoHelper()
			composed, err := compose(last, reader.Show(garden.Data{blue: entries}, known), known, nil, nil)
			Expect(err).NotTo(HaveOccurred())
			c := difference(composed, composed)
			if last != nil {
				c = difference(last, composed)
			}
			last = composed
			return c
		}
		known, err := reader.List(ctx)
		Expect(err).NotTo(HaveOccurred())
		next(known)
		Expect(last.rows).To(HaveLen(2))
		former := last.shoots["garden-blue/b"]
		Expect(next(known).Shoots).To(BeEmpty(), "nothing is different")

		By("an entry that is different")
		entries["a"] = encode(statusOf("a", "Failed", "path not found"))
		c := next(known)
		Expect(c.Shoots).To(HaveLen(1))
		Expect(string(c.Shoots[0])).To(And(ContainSubstring(`"name":"a"`), ContainSubstring(`"state":"Failed"`)))
		Expect(last.shoots["garden-blue/b"]).To(BeIdenticalTo(former), "it is not decoded again")

		By("a label that is different")
		labelled := shootNamed("b")
		Expect(gardenClient.Get(ctx, client.ObjectKeyFromObject(labelled), labelled)).To(Succeed())
		labelled.Labels = map[string]string{"env": "test"}
		Expect(gardenClient.Update(ctx, labelled)).To(Succeed())
		known, err = reader.List(ctx)
		Expect(err).NotTo(HaveOccurred())
		c = next(known)
		Expect(c.Shoots).To(HaveLen(1))
		Expect(string(c.Shoots[0])).To(And(ContainSubstring(`"name":"b"`), ContainSubstring(`"env":"test"`)))

		By("an entry that became none, and a Shoot that is gone")
		entries["a"] = "written by hand"
		Expect(gardenClient.Delete(ctx, labelled)).To(Succeed())
		known, err = reader.List(ctx)
		Expect(err).NotTo(HaveOccurred())
		c = next(known)
		Expect(c.Shoots).To(HaveLen(1))
		Expect(string(c.Shoots[0])).To(And(ContainSubstring(`"name":"a"`), ContainSubstring(`"state":"NotReported"`)))
		Expect(c.Gone).To(Equal([]string{"garden-blue/b"}))
		Expect(c.Notes).To(ConsistOf(ContainSubstring("for Shoots that do not exist any more: b"), ContainSubstring("not the status of a Shoot: a")))
	})
})
