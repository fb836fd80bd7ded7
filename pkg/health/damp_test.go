// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"errors"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

var _ = Describe("Damp", func() {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	damping := Damping{Threshold: 2 * time.Minute, Now: now}
	ago := func(d time.Duration) metav1.Time { return metav1.NewTime(now.Add(-d)) }
	before := func(status gardencorev1beta1.ConditionStatus, reason string, since time.Duration) *gardencorev1beta1.Condition {
		return &gardencorev1beta1.Condition{Status: status, Reason: reason, Message: "before", LastTransitionTime: ago(since), LastUpdateTime: ago(since)}
	}
	readyCondition := func(status metav1.ConditionStatus, reason, message string, since time.Duration) metav1.Condition {
		return metav1.Condition{Type: "Ready", Status: status, ObservedGeneration: 1, Reason: reason, Message: message, LastTransitionTime: ago(since)}
	}
	damp := func(o Observation, index int, condition *gardencorev1beta1.Condition) Verdict {
		o.ManagedResources = []*resourcesv1alpha1.ManagedResource{managedResource("a")}
		o.Sync = &observe.Sync{SourceKind: "GitRepository"}
		verdicts := Judge(o)
		past := Past{Shoot: &fluxv1alpha1.ObservedShoot{AttemptedRevision: "main@sha1:a", SourceCause: "AuthenticationFailed", KustomizationCause: "BuildFailed"}}
		if condition != nil {
			condition.Type = verdicts[index].Type
			past.Conditions = []gardencorev1beta1.Condition{*condition}
		}
		return damping.Damp(verdicts, past)[index]
	}
	source := func(generation int64, conditions ...metav1.Condition) Observation {
		return Observation{Shoot: observe.Shoot{Source: &observe.Source{URL: "ssh://git@h/r", Generation: generation, ObservedGeneration: 1, Timeout: time.Minute, Conditions: conditions}}}
	}
	kustomization := func(attempted string, observed int64, condition metav1.Condition) Observation {
		k := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Generation: 1}}
		k.Spec.Interval.Duration = 5*time.Minute + 30*time.Second
		k.Status.ObservedGeneration, k.Status.LastAttemptedRevision, k.Status.Conditions = observed, attempted, []metav1.Condition{condition}
		return Observation{Shoot: observe.Shoot{Kustomization: k}}
	}

	const webhookAway = `ConfigMap/default/x dry-run failed (InternalError): Internal error occurred: failed calling webhook "a.b": Post "https://a.b.svc:443/v?timeout=10s": dial tcp 10.0.0.1:443: connect: connection refused`
	const refused = "dial tcp 10.0.0.1:22: connect: connection refused"
	DescribeTable("a transient failure",
		func(since time.Duration, condition *gardencorev1beta1.Condition, want string) {
			verdict := damp(source(1, readyCondition("False", "GitOperationFailed", refused, since)), 1, condition)
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo(want)), HaveField("Reason", "GitOperationFailed"), HaveField("Cause", fluxv1alpha1.CauseConnection)))
		},
		Entry("is Progressing at first", time.Second, before("True", "Succeeded", time.Hour), "Progressing"),
		Entry("is False when it has lasted, although it is the first health check", 2*time.Minute, before("True", "Succeeded", time.Hour), "False"),
		Entry("is Progressing if it is the first that is seen", time.Second, nil, "Progressing"),
		Entry("has lasted as long as it was Progressing, because Flux begins again with each try", time.Second, before("Progressing", "GitOperationFailed", 2*time.Minute), "False"),
		Entry("does not become better by being tried again", time.Second, before("False", "GitOperationFailed", time.Minute), "False"),
	)

	DescribeTable("an unapplied revision",
		func(applied string, artifactFor time.Duration, condition *gardencorev1beta1.Condition, want, reason string) {
			o := source(1, readyCondition("True", "Succeeded", "stored", time.Hour))
			o.Shoot.Source.Artifact, o.Shoot.Source.ArtifactAt = "main@sha1:bbbbbbb", now.Add(-artifactFor)
			o.Shoot.Kustomization = kustomization("main@sha1:bbbbbbb", 1, readyCondition("True", "ReconciliationSucceeded", "Applied", time.Hour)).Shoot.Kustomization
			o.Shoot.Kustomization.Spec.SourceRef.Kind = "GitRepository"
			o.Shoot.Kustomization.Status.LastAppliedRevision = applied
			if applied == "" {
				o.Shoot.Kustomization.Status.LastAppliedRevision = "main@sha1:aaaaaaa"
				o.Shoot.Kustomization.Status.Conditions[0] = readyCondition("Unknown", "Progressing", "Building manifests", time.Second)
			}
			Expect(damp(o, 2, condition)).To(And(HaveField("Status", BeEquivalentTo(want)), HaveField("Reason", reason)))
		},
		Entry("is Progressing at once, although what was applied before is ready", "main@sha1:aaaaaaa", time.Second, before("True", "ReconciliationSucceeded", time.Hour), "Progressing", "RevisionNotApplied"),
		Entry("is Progressing while Flux is at work on it, although it has reported True before", "", time.Second, before("True", "ReconciliationSucceeded", time.Hour), "Progressing", "Progressing"),
		Entry("stays Progressing for as long as Flux may take", "main@sha1:aaaaaaa", 9*time.Minute, before("Progressing", "RevisionNotApplied", 9*time.Minute), "Progressing", "RevisionNotApplied"),
		Entry("is False once it has lasted", "main@sha1:aaaaaaa", 10*time.Minute, before("Progressing", "RevisionNotApplied", 10*time.Minute), "False", "RevisionNotApplied"),
		Entry("begins again with another artifact", "main@sha1:aaaaaaa", time.Minute, before("Progressing", "RevisionNotApplied", 10*time.Minute), "Progressing", "RevisionNotApplied"),
		Entry("stays False until it is applied", "main@sha1:aaaaaaa", time.Hour, before("False", "RevisionNotApplied", time.Second), "False", "RevisionNotApplied"),
		Entry("is True as soon as it is applied", "main@sha1:bbbbbbb", time.Hour, before("False", "RevisionNotApplied", time.Hour), "True", "ReconciliationSucceeded"),
	)

	DescribeTable("controllers that do not run",
		func(since time.Duration, condition string, want string) {
			failed := resourceCondition(condition, "False", "DeploymentUnhealthy", "observed generation outdated (0/1)")
			failed.LastTransitionTime = ago(since)
			conditions := []gardencorev1beta1.Condition{failed}
			if condition == "ResourcesHealthy" {
				conditions = append(conditions, resourceCondition("ResourcesApplied", "True", "x", "x"))
			}
			verdicts := Judge(Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a", conditions...)}})
			Expect(damping.Damp(verdicts, Past{})).To(ConsistOf(HaveField("Status", BeEquivalentTo(want))))
		},
		Entry("may be about to", time.Minute, "ResourcesHealthy", "Progressing"),
		Entry("are in trouble after a while", 2*time.Minute, "ResourcesHealthy", "False"),
		Entry("may be about to be applied", time.Minute, "ResourcesApplied", "Progressing"),
		Entry("are not applied after a while", 2*time.Minute, "ResourcesApplied", "False"),
	)

	It("reports at once a namespace that gardener-resource-manager does not manage", func() {
		refused := resourceCondition("ResourcesApplied", "False", "ApplyFailed", "unable to get: flux-system/x because of unknown namespace for the cache")
		refused.LastTransitionTime = ago(0)
		verdicts := Judge(Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a", refused)}})
		Expect(damping.Damp(verdicts, Past{})).To(ConsistOf(And(HaveField("Status", BeEquivalentTo("False")), HaveField("Reason", "NamespaceNotManaged"))))
	})

	DescribeTable("a Kustomization that the shoot's API server refuses",
		func(message string, since time.Duration, want string) {
			verdict := damp(kustomization("main@sha1:a", 1, readyCondition("False", "ReconciliationFailed", message, since)), 2, before("True", "ReconciliationSucceeded", time.Hour))
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo(want)), HaveField("Cause", fluxv1alpha1.CauseApply)))
			Expect(verdict.Message).To(Or(ContainSubstring("Flux retries"), ContainSubstring("correct the object in the source")))
		},
		Entry("because a webhook is away", webhookAway, time.Second, "Progressing"),
		Entry("because a webhook has been away", webhookAway, 2*time.Minute, "False"),
		Entry("because a webhook is not served now", `ConfigMap/default/x dry-run failed (InternalError): Internal error occurred: failed calling webhook "a.b": failed to call webhook: no endpoints available for service "b"`, time.Second, "Progressing"),
		Entry("because of its etcd", "ConfigMap/default/x dry-run failed: etcdserver: request timed out", time.Second, "Progressing"),
		Entry("because it takes too long", "ConfigMap/default/x apply failed: context deadline exceeded", time.Second, "Progressing"),
		Entry("because of the object, at once", `ConfigMap/default/X dry-run failed (Invalid): ConfigMap "X" is invalid`, time.Second, "False"),
		Entry("because a webhook refuses it, at once", `ConfigMap/default/x dry-run failed (Forbidden): admission webhook "a.b" denied the request`, time.Second, "False"),
	)

	It("reports at once what a user has to correct", func() {
		Expect(damp(source(1, readyCondition("False", "GitOperationFailed", "ssh: unable to authenticate", 0)), 1, before("True", "Succeeded", time.Hour)).Status).To(BeEquivalentTo("False"))
	})

	const keeps, reports = true, false
	DescribeTable("Flux at work",
		func(attempted string, observed int64, since time.Duration, condition *gardencorev1beta1.Condition, kept bool) {
			verdict := damp(kustomization(attempted, observed, readyCondition("Unknown", "Progressing", "Reconciliation in progress", since)), 2, condition)
			if kept {
				Expect(verdict).To(And(HaveField("Status", condition.Status), HaveField("Reason", condition.Reason), HaveField("Message", "before")))
				return
			}
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo("Progressing")), HaveField("Reason", "Progressing")))
		},
		Entry("reconciles again what is ready", "main@sha1:a", int64(1), time.Minute, before("True", "ReconciliationSucceeded", time.Hour), keeps),
		Entry("takes up a new revision", "main@sha1:b", int64(1), time.Minute, before("True", "ReconciliationSucceeded", time.Hour), keeps),
		Entry("is not done after the threshold", "main@sha1:a", int64(1), 2*time.Minute, before("True", "ReconciliationSucceeded", time.Hour), reports),
		Entry("is at work on a new reconcile request", "main@sha1:a", int64(0), time.Second, before("True", "ReconciliationSucceeded", time.Hour), reports),
		Entry("tries again what has failed, for as long as it may take", "main@sha1:a", int64(0), 5*time.Minute, before("False", "HealthCheckFailed", time.Hour), keeps),
		Entry("takes longer than it may", "main@sha1:a", int64(0), 7*time.Minute, before("False", "HealthCheckFailed", time.Hour), reports),
		Entry("tries another revision than the one that has failed", "main@sha1:b", int64(0), time.Second, before("False", "BuildFailed", time.Hour), reports),
		Entry("tries again what has failed for a moment", "main@sha1:a", int64(1), time.Second, before("Progressing", "DependencyNotReady", time.Minute), keeps),
		Entry("goes on with what is on its way", "main@sha1:a", int64(1), time.Second, before("Progressing", "WaitingForFlux", time.Minute), reports),
		Entry("is observed for the first time", "main@sha1:a", int64(1), time.Second, nil, reports),
		Entry("is observed again after it was not", "main@sha1:a", int64(1), time.Second, before("Unknown", "ShootUnreachable", time.Minute), reports),
	)

	It("does not mistake the retries of source-controller without an artifact for progress", func() {
		again := source(1, readyCondition("Unknown", "Progressing", "building artifact", time.Second))
		Expect(damp(again, 1, before("False", "GitOperationFailed", time.Hour))).To(And(HaveField("Status", BeEquivalentTo("False")), HaveField("Message", "before")))
	})

	It("treats health checks canceled by a new revision as progress", func() {
		o := kustomization("main@sha1:a", 1, readyCondition("False", "HealthCheckCanceled", "New reconciliation triggered by GitRepository/flux-system/flux-system", time.Second))
		Expect(damp(o, 2, before("True", "ReconciliationSucceeded", time.Hour)).Status).To(BeEquivalentTo("True"))
		Expect(damp(o, 2, nil)).To(And(HaveField("Status", BeEquivalentTo("Progressing")), HaveField("Cause", BeEmpty())))
	})

	It("keeps each condition's own cause", func() {
		again := kustomization("main@sha1:a", 0, readyCondition("Unknown", "Progressing", "x", time.Second))
		Expect(damp(again, 2, before("False", "BuildFailed", time.Hour)).Cause).To(Equal(fluxv1alpha1.CauseBuild))
		again = source(1, readyCondition("Unknown", "Progressing", "x", time.Second))
		Expect(damp(again, 1, before("False", "GitOperationFailed", time.Hour)).Cause).To(Equal(fluxv1alpha1.CauseAuthentication))
	})

	It("has a cause for each condition that is not True", func() {
		both := kustomization("main@sha1:a", 1, readyCondition("False", "BuildFailed", "missing Resource metadata", time.Second))
		both.Shoot.Source, both.Sync = source(1, readyCondition("False", "GitOperationFailed", refused, time.Second)).Shoot.Source, &observe.Sync{SourceKind: "GitRepository"}
		both.ManagedResources = []*resourcesv1alpha1.ManagedResource{managedResource("a")}
		Expect(Observed(both, damping.Damp(Judge(both), Past{}))).To(And(
			HaveField("SourceCause", fluxv1alpha1.CauseConnection), HaveField("KustomizationCause", fluxv1alpha1.CauseBuild)))
	})

	DescribeTable("an unreachable shoot",
		func(since time.Duration, condition *gardencorev1beta1.Condition, status, reason, message string) {
			verdict := damp(Observation{ShootError: errors.New("refused"), UnreachableSince: now.Add(-since)}, 1, condition)
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo(status)), HaveField("Reason", reason), HaveField("Message", ContainSubstring(message))))
		},
		Entry("keeps what was reported", time.Minute, before("True", "Succeeded", time.Hour), "True", "Succeeded", "before"),
		Entry("also what has failed", time.Minute, before("False", "GitOperationFailed", time.Hour), "False", "GitOperationFailed", "before"),
		Entry("is reported when it has lasted", 2*time.Minute, before("True", "Succeeded", time.Hour), "Unknown", "ShootUnreachable", "refused"),
		Entry("is reported from the beginning", time.Minute, nil, "Progressing", "ShootUnreachable", "refused"),
		Entry("stays so after a restart", time.Second, before("Unknown", "ShootUnreachable", time.Hour), "Unknown", "ShootUnreachable", "refused"),
		Entry("is not reported in other words with each try", time.Hour, before("Unknown", "ShootUnreachable", time.Minute), "Unknown", "ShootUnreachable", "before"),
	)

	working := func(since time.Duration) metav1.Condition {
		return metav1.Condition{Type: "Reconciling", Status: "True", Reason: "Progressing", LastTransitionTime: ago(since)}
	}
	DescribeTable("a host that keeps a connection open without an answer",
		func(generation int64, since time.Duration, condition *gardencorev1beta1.Condition, status, reason string) {
			verdict := damp(source(generation, readyCondition("True", "Succeeded", "stored", time.Hour), working(since)), 1, condition)
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo(status)), HaveField("Reason", reason)))
			if reason == "NoAnswer" {
				Expect(verdict.Cause).To(Equal(fluxv1alpha1.CauseConnection))
				Expect(verdict.Message).To(ContainSubstring("It has asked h since 2026-05-01T"))
			}
		},
		Entry("may answer within Flux's timeout and the threshold", int64(1), 3*time.Minute-time.Second, before("True", "Succeeded", time.Hour), "True", "Succeeded"),
		Entry("does not after that", int64(1), 3*time.Minute, before("True", "Succeeded", time.Hour), "False", "NoAnswer"),
		Entry("has to be waited for after a change, however long Flux has tried before", int64(2), time.Hour, before("Progressing", "WaitingForFlux", time.Minute), "Progressing", "WaitingForFlux"),
		Entry("does not answer after a change either", int64(2), time.Hour, before("Progressing", "WaitingForFlux", 3*time.Minute), "False", "NoAnswer"),
		Entry("stays silent", int64(2), time.Hour, before("False", "NoAnswer", time.Second), "False", "NoAnswer"),
		Entry("was changed after Flux has failed", int64(2), time.Hour, before("False", "GitOperationFailed", time.Hour), "Progressing", "WaitingForFlux"),
	)
})
