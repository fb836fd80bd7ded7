// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree_test

import (
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
)

var _ = Describe("Damping", func() {
	// check is one health check: when it is, and what the shoot has then.
	type check struct {
		after   time.Duration
		quiet   bool
		restart bool
		object  *unstructured.Unstructured
		want    gardencorev1beta1.ConditionStatus
		message string
	}
	release := func(generation int64, status, reason, message string, since time.Duration) *unstructured.Unstructured {
		return object("HelmRelease", "apps/db", set("metadata.generation", generation), ready(status, reason, message, since))
	}
	attempted := func(revision string, o *unstructured.Unstructured) *unstructured.Unstructured {
		set("status.lastAttemptedRevision", revision)(o)
		return o
	}
	behind := func(applied string) *unstructured.Unstructured {
		return object("Kustomization", "apps/web", from("GitRepository", "flux-system/flux-system"), set("status.lastAppliedRevision", applied))
	}
	unsettled := func(o *unstructured.Unstructured) *unstructured.Unstructured {
		set("status.observedGeneration", o.GetGeneration()-1)(o)
		return o
	}
	rolledOut := func(updated int64) *unstructured.Unstructured {
		return workload("apps/web", by("HelmRelease", "apps/db"), set("status.updatedReplicas", updated), set("status.availableReplicas", int64(0)), set("status.readyReplicas", int64(0)),
			set("status.conditions", []any{map[string]any{"type": "Available", "status": "False"}, map[string]any{"type": "Progressing", "status": "True", "reason": "ReplicaSetUpdated"}}))
	}
	DescribeTable("reports phases over several health checks",
		func(ctx SpecContext, checks ...check) {
			past := tree.Past{}
			var reported *fluxv1alpha1.ObservedObjects
			for i, c := range checks {
				if c.restart {
					past.Marks = nil
				}
				judged := judge(ctx, shootWith(c.object), now.Add(c.after), c.quiet, past)
				Expect(judged.Verdict.Status).To(Equal(c.want), "check %d: %s", i, judged.Verdict.Message)
				Expect(judged.Verdict.Message).To(ContainSubstring(c.message), "check %d", i)
				reported = judged.Observed
				past = tree.Past{Marks: judged.Marks, Reported: reported}
			}
		},
		Entry("failure after the threshold, and recovery at once",
			check{object: release(1, "False", "InstallFailed", "timed out", time.Second), want: "Progressing", message: "timed out"},
			check{after: 3 * time.Minute, object: release(1, "False", "InstallFailed", "timed out", time.Second), want: "False", message: "timed out"},
			check{after: 4 * time.Minute, object: release(1, "True", "InstallSucceeded", "installed", 0), want: "True"}),
		Entry("unchanged failure during retries",
			check{object: release(1, "False", "InstallFailed", "timed out", time.Hour), want: "False"},
			check{after: time.Minute, object: release(1, "Unknown", "Progressing", "Running 'install' action", 0), want: "False", message: "timed out"}),
		Entry("unchanged failure after a restart of the extension",
			check{object: release(1, "False", "InstallFailed", "timed out", time.Hour), want: "False"},
			check{after: time.Minute, restart: true, object: release(1, "Unknown", "Progressing", "Running 'install' action", 0), want: "False", message: "timed out"}),
		Entry("failed object that waited for a dependency, after the dependency is ready",
			check{object: release(1, "False", "InstallFailed", "timed out", time.Hour), want: "False"},
			check{after: time.Minute, object: release(1, "False", "DependencyNotReady", "dependency is not ready", time.Hour), want: "Progressing", message: "dependency is not ready"},
			check{after: 9 * time.Minute, object: release(1, "False", "DependencyNotReady", "dependency is not ready", time.Hour), want: "False"}),
		Entry("failure of a changed object",
			check{object: release(1, "False", "InstallFailed", "timed out", time.Hour), want: "False"},
			check{after: time.Minute, object: release(2, "Unknown", "Progressing", "Running 'upgrade' action", 0), want: "Progressing", message: "upgrade"}),
		Entry("failure with another revision of the source",
			check{object: attempted("1.0.0", release(1, "False", "InstallFailed", "timed out", time.Hour)), want: "False"},
			check{after: time.Minute, object: attempted("1.0.1", release(1, "Unknown", "Progressing", "Running 'install' action", 0)), want: "Progressing"}),
		Entry("short failure of a ready object in a quiet shoot",
			check{quiet: true, object: release(1, "True", "InstallSucceeded", "installed", time.Hour), want: "True"},
			check{after: 5 * time.Minute, quiet: true, object: release(1, "False", "ArtifactFailed", "timed out", -299*time.Second), want: "True"},
			check{after: 8 * time.Minute, quiet: true, object: release(1, "False", "ArtifactFailed", "timed out", -299*time.Second), want: "False"}),
		Entry("child behind its source in a quiet shoot",
			check{quiet: true, object: behind("main@sha1:0"), want: "Progressing", message: "older revision than main@sha1:1"},
			check{after: 9 * time.Minute, quiet: true, object: behind("main@sha1:0"), want: "Progressing"},
			check{after: 10 * time.Minute, quiet: true, object: behind("main@sha1:0"), want: "False", message: "flux reconcile kustomization -n apps web"},
			check{after: 11 * time.Minute, quiet: true, restart: true, object: behind("main@sha1:0"), want: "False", message: "flux reconcile kustomization -n apps web"},
			check{after: 12 * time.Minute, quiet: true, object: behind("main@sha1:1"), want: "True"}),
		Entry("new generation that is not reconciled yet",
			check{quiet: true, object: release(1, "True", "InstallSucceeded", "installed", time.Hour), want: "True"},
			check{after: time.Minute, quiet: true, object: unsettled(release(2, "Unknown", "Progressing", "Running 'upgrade' action", 0)), want: "Progressing", message: "upgrade"}),
		Entry("rolled out Deployment in a quiet shoot",
			check{quiet: true, object: rolledOut(1), want: "True"}),
		Entry("Deployment during a rollout in a quiet shoot",
			check{quiet: true, object: rolledOut(0), want: "Progressing"}),
		Entry("release that takes longer than its timeout",
			check{object: release(1, "Unknown", "Progressing", "Running 'install' action", time.Second), want: "Progressing"},
			check{after: 6 * time.Minute, object: release(1, "Unknown", "Progressing", "Running 'install' action", time.Second), want: "Progressing"},
			check{after: 8 * time.Minute, object: release(1, "Unknown", "Progressing", "Running 'install' action", time.Second), want: "False", message: "Running 'install' action"}),
	)

	It("marks only unready objects, up to a limit", func(ctx SpecContext) {
		Expect(judge(ctx, shootWith(release(1, "True", "InstallSucceeded", "installed", time.Hour)), now, true, tree.Past{}).Marks).To(BeEmpty())
		var objects []*unstructured.Unstructured
		for i := range 500 {
			objects = append(objects, object("Kustomization", "apps/x"+string(rune('a'+i%26))+string(rune('a'+i/26)), ready("False", "BuildFailed", "no", time.Hour)))
		}
		judged := judge(ctx, shootWith(objects...), now, false, tree.Past{})
		Expect(judged.Marks).To(HaveLen(200))
		Expect(judged.Observed.Counts).To(ContainElement(fluxv1alpha1.ObjectCounts{Kind: "Kustomization", Ready: 1, Failing: 500}))
		Expect(judged.Observed.Failing).To(HaveLen(3))
	})
})
