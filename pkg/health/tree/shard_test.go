// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree_test

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
)

// ofShard gives an object the label of a shard.
func ofShard(name string) option {
	return func(o *unstructured.Unstructured) {
		labels := o.GetLabels()
		if labels == nil {
			labels = map[string]string{}
		}
		labels["sharding.fluxcd.io/key"] = name
		o.SetLabels(labels)
	}
}

var _ = Describe("Objects of shards", func() {
	// judgeIn judges the objects of a shoot when they are first seen so, and again after the threshold.
	judgeIn := func(ctx context.Context, shoot client.Reader, shards []string) (first, then tree.Judgement) {
		GinkgoHelper()
		of := sync
		of.Shards = shards
		read, err := tree.Read(ctx, shoot, append(kinds(), tree.Workloads()...), 1000)
		Expect(err).NotTo(HaveOccurred())
		first = tree.Damping{Threshold: threshold, Now: now}.Judge(read, of, tree.Past{})
		then = tree.Damping{Threshold: threshold, Now: now.Add(threshold + time.Second)}.Judge(read, of, tree.Past{Marks: first.Marks})
		return first, then
	}
	judgeTwice := func(ctx context.Context, shards []string, objects ...*unstructured.Unstructured) (first, then tree.Judgement) {
		GinkgoHelper()
		return judgeIn(ctx, shootWith(objects...), shards)
	}
	const (
		missing = `no controller of the extension reconciles it, because shard "ghost" in its label sharding.fluxcd.io/key does not exist; the shards are a, b. `
		fix     = "Set label sharding.fluxcd.io/key in the source to an existing shard, remove the label, or add the shard to flux.sharding.shards in ConfigMap flux-config of the project namespace or in the Shoot's providerConfig"
	)

	DescribeTable("fail without their shard, independent of their own status",
		func(ctx SpecContext, o *unstructured.Unstructured, of string) {
			first, then := judgeTwice(ctx, []string{"a", "b"}, o)
			Expect(first.Verdict.Status).To(BeEquivalentTo("Progressing"), "the commit that changes the label may be under way")
			Expect([]any{then.Verdict.Status, then.Verdict.Reason, then.Verdict.Cause}).To(HaveExactElements(BeEquivalentTo("False"), BeEquivalentTo("ShardNotFound"), BeEquivalentTo("Other")))
			Expect(then.Verdict.Message).To(ContainSubstring(of + ": " + missing + fix))
			Expect(then.Observed.Failing).To(ConsistOf(HaveField("Reason", "ShardNotFound")))
		},
		Entry("ready for an hour", object("Kustomization", "apps/web", ofShard("ghost")), "Kustomization apps/web"),
		Entry("no status", object("HelmRelease", "apps/db", ofShard("ghost"), unreported), "HelmRelease apps/db"),
		Entry("outdated failure", object("GitRepository", "apps/web", ofShard("ghost"), ready("False", "GitOperationFailed", "authentication required", time.Hour)), "GitRepository apps/web"),
		Entry("HelmRepository of an OCI registry, without conditions", object("HelmRepository", "apps/charts", ofShard("ghost"), set("spec.type", "oci"), unreported), "HelmRepository apps/charts"),
		Entry("finalizer that no controller removes", object("Kustomization", "apps/web", ofShard("ghost"), func(o *unstructured.Unstructured) {
			deleted := o.GetCreationTimestamp()
			o.SetDeletionTimestamp(&deleted)
			o.SetFinalizers([]string{"finalizers.fluxcd.io"})
		}), "Kustomization apps/web"),
	)

	It("fail even if they are the source or the root Kustomization, whose own conditions do not show the missing shard", func(ctx SpecContext) {
		_, then := judgeIn(ctx, shootOf(source(ofShard("ghost")), root(ofShard("ghost"))), []string{"a"})
		Expect(then.Verdict.Reason).To(Equal("ShardNotFound"))
		Expect(then.Verdict.Message).To(And(HavePrefix("2 of 2 objects are not ready. Kustomization flux-system/flux-system: no controller"), ContainSubstring("Also failing: GitRepository flux-system/flux-system")))
	})

	It("do not exist for an empty label", func(ctx SpecContext) {
		_, then := judgeTwice(ctx, []string{"a"}, object("Kustomization", "apps/web", ofShard("")))
		Expect(then.Verdict.Reason).To(Equal("ShardNotFound"))
		Expect(then.Verdict.Message).To(ContainSubstring(`shard "" in its label`))
	})

	It("are named up to a limit, and each fails by itself", func(ctx SpecContext) {
		objects := []*unstructured.Unstructured{object("GitRepository", "apps/repo", ofShard("ghost")), object("HelmRelease", "apps/db", ofShard("ghost"), set("status.helmChart", "apps/db"))}
		for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
			objects = append(objects, object("Kustomization", "apps/"+name, ofShard("ghost"), set("spec.sourceRef", map[string]any{"kind": "GitRepository", "name": "repo"})))
		}
		_, then := judgeTwice(ctx, []string{"a", "b"}, objects...)
		Expect(then.Verdict.Message).To(And(HavePrefix("8 of 8 objects are not ready. Kustomization apps/a: no controller"),
			HaveSuffix("Also failing: Kustomization apps/b, Kustomization apps/c, Kustomization apps/d, Kustomization apps/e, Kustomization apps/f and 2 more")))
		Expect(len(then.Verdict.Message)).To(BeNumerically("<", 1500))
	})

	DescribeTable("keep their own status",
		func(ctx SpecContext, shards []string, o *unstructured.Unstructured) {
			_, then := judgeTwice(ctx, shards, o)
			Expect([]any{then.Verdict.Status, then.Verdict.Reason}).To(HaveExactElements(BeEquivalentTo("True"), BeEquivalentTo("ObjectsReady")), then.Verdict.Message)
		},
		Entry("label of an existing shard", []string{"a", "b"}, object("Kustomization", "apps/web", ofShard("b"))),
		Entry("no label", []string{"a"}, object("Kustomization", "apps/web")),
		Entry("no shards", nil, object("Kustomization", "apps/web", ofShard("ghost"))),
		Entry("kind without shards", []string{"a"}, object("ImageRepository", "apps/web", ofShard("ghost"))),
		Entry("kind that source-controller does not reconcile", []string{"a"}, object("ExternalArtifact", "apps/web", ofShard("ghost"))),
		Entry("suspended object", []string{"a"}, object("Kustomization", "apps/web", ofShard("ghost"), set("spec.suspend", true))),
		Entry("workload", []string{"a"}, object("Deployment", "apps/web", ofShard("ghost"))),
	)

	DescribeTable("report a HelmChart and a source in different shards",
		func(ctx SpecContext, shards []string, chart, source option, isApart bool) {
			notFound := ready("False", "SourceUnavailable", `failed to get source: HelmRepository.source.toolkit.fluxcd.io "charts" not found`, time.Hour)
			_, then := judgeTwice(ctx, shards, object("HelmRepository", "apps/charts", source),
				object("HelmChart", "apps/shop", chart, notFound, set("spec.sourceRef", map[string]any{"kind": "HelmRepository", "name": "charts"})))
			Expect(then.Verdict.Message).To(HavePrefix("1 of 2 objects are not ready. HelmChart apps/shop: failed to get source"))
			told := ContainSubstring("set the same value on both in label sharding.fluxcd.io/key, or remove both labels. A HelmRelease sets the labels of its HelmChart in spec.chart.metadata.labels")
			if !isApart {
				told = Not(told)
			}
			Expect(then.Verdict.Message).To(told)
		},
		Entry("chart without a label", []string{"a", "b"}, option(func(*unstructured.Unstructured) {}), ofShard("a"), true),
		Entry("source without a label", []string{"a", "b"}, ofShard("a"), option(func(*unstructured.Unstructured) {}), true),
		Entry("different labels", []string{"a", "b"}, ofShard("a"), ofShard("b"), true),
		Entry("same label", []string{"a", "b"}, ofShard("a"), ofShard("a"), false),
		Entry("no shards", nil, ofShard("a"), ofShard("b"), false),
	)

	It("are ready in the next check after a corrected label", func(ctx SpecContext) {
		_, failing := judgeTwice(ctx, []string{"a"}, object("Kustomization", "apps/web", ofShard("ghost")))
		read, err := tree.Read(ctx, shootWith(object("Kustomization", "apps/web", ofShard("a"))), kinds(), 1000)
		Expect(err).NotTo(HaveOccurred())
		of := sync
		of.Shards = []string{"a"}
		judged := tree.Damping{Threshold: threshold, Now: now.Add(time.Hour)}.Judge(read, of, tree.Past{Marks: failing.Marks, Reported: failing.Observed})
		Expect(judged.Verdict.Status).To(BeEquivalentTo("True"), judged.Verdict.Message)
	})
})
