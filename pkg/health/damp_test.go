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
	DescribeTable("reports a transient failure",
		func(since time.Duration, condition *gardencorev1beta1.Condition, want string) {
			verdict := damp(source(1, readyCondition("False", "GitOperationFailed", refused, since)), 1, condition)
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo(want)), HaveField("Reason", "GitOperationFailed"), HaveField("Cause", fluxv1alpha1.CauseConnection)))
		},
		Entry("Progressing at first", time.Second, before("True", "Succeeded", time.Hour), "Progressing"),
		Entry("False in the first health check after the threshold", 2*time.Minute, before("True", "Succeeded", time.Hour), "False"),
		Entry("Progressing in the first observation", time.Second, nil, "Progressing"),
		Entry("False after the threshold in state Progressing, although Flux has retried", time.Second, before("Progressing", "GitOperationFailed", 2*time.Minute), "False"),
		Entry("False during a retry", time.Second, before("False", "GitOperationFailed", time.Minute), "False"),
	)

	DescribeTable("reports an unapplied revision",
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
		Entry("Progressing at once, although the earlier revision is ready", "main@sha1:aaaaaaa", time.Second, before("True", "ReconciliationSucceeded", time.Hour), "Progressing", "RevisionNotApplied"),
		Entry("Progressing during the reconciliation, although the condition was True", "", time.Second, before("True", "ReconciliationSucceeded", time.Hour), "Progressing", "Progressing"),
		Entry("Progressing for the timeout of Flux", "main@sha1:aaaaaaa", 9*time.Minute, before("Progressing", "RevisionNotApplied", 9*time.Minute), "Progressing", "RevisionNotApplied"),
		Entry("False after the timeout", "main@sha1:aaaaaaa", 10*time.Minute, before("Progressing", "RevisionNotApplied", 10*time.Minute), "False", "RevisionNotApplied"),
		Entry("Progressing again with another artifact", "main@sha1:aaaaaaa", time.Minute, before("Progressing", "RevisionNotApplied", 10*time.Minute), "Progressing", "RevisionNotApplied"),
		Entry("False until it is applied", "main@sha1:aaaaaaa", time.Hour, before("False", "RevisionNotApplied", time.Second), "False", "RevisionNotApplied"),
		Entry("True once it is applied", "main@sha1:bbbbbbb", time.Hour, before("False", "RevisionNotApplied", time.Hour), "True", "ReconciliationSucceeded"),
	)

	DescribeTable("reports controllers that do not run",
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
		Entry("Progressing at first", time.Minute, "ResourcesHealthy", "Progressing"),
		Entry("False after the threshold", 2*time.Minute, "ResourcesHealthy", "False"),
		Entry("Progressing if they are not yet applied", time.Minute, "ResourcesApplied", "Progressing"),
		Entry("False if they are not applied after the threshold", 2*time.Minute, "ResourcesApplied", "False"),
	)

	It("reports a namespace that gardener-resource-manager does not manage at once", func() {
		refused := resourceCondition("ResourcesApplied", "False", "ApplyFailed", "unable to get: flux-system/x because of unknown namespace for the cache")
		refused.LastTransitionTime = ago(0)
		verdicts := Judge(Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a", refused)}})
		Expect(damping.Damp(verdicts, Past{})).To(ConsistOf(And(HaveField("Status", BeEquivalentTo("False")), HaveField("Reason", "NamespaceNotManaged"))))
	})

	DescribeTable("reports an error of the shoot's API server",
		func(message string, since time.Duration, want string) {
			verdict := damp(kustomization("main@sha1:a", 1, readyCondition("False", "ReconciliationFailed", message, since)), 2, before("True", "ReconciliationSucceeded", time.Hour))
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo(want)), HaveField("Cause", fluxv1alpha1.CauseApply)))
			Expect(verdict.Message).To(Or(ContainSubstring("Flux retries"), ContainSubstring("correct it in the source"), ContainSubstring("correct the object in the source")))
		},
		Entry("Progressing for an unreachable webhook", webhookAway, time.Second, "Progressing"),
		Entry("False for a webhook that was unreachable for the threshold", webhookAway, 2*time.Minute, "False"),
		Entry("Progressing for a webhook without endpoints", `ConfigMap/default/x dry-run failed (InternalError): Internal error occurred: failed calling webhook "a.b": failed to call webhook: no endpoints available for service "b"`, time.Second, "Progressing"),
		Entry("Progressing for an etcd timeout", "ConfigMap/default/x dry-run failed: etcdserver: request timed out", time.Second, "Progressing"),
		Entry("Progressing for a request timeout", "ConfigMap/default/x apply failed: context deadline exceeded", time.Second, "Progressing"),
		Entry("False at once for an invalid object", `ConfigMap/default/X dry-run failed (Invalid): ConfigMap "X" is invalid`, time.Second, "False"),
		Entry("False at once for an object that a webhook refuses", `ConfigMap/default/x dry-run failed (Forbidden): admission webhook "a.b" denied the request`, time.Second, "False"),
	)

	DescribeTable("reports a source that is not read yet only if that lasts, however long the shoot took to begin",
		func(message string, since time.Duration, want string) {
			verdict := damp(kustomization("", 1, readyCondition("False", "ArtifactFailed", message, since)), 2, before("Progressing", "NotApplied", 10*time.Minute))
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo(want)), HaveField("Cause", fluxv1alpha1.CauseDependency)))
		},
		Entry("Progressing while the source is read for the first time", "Source artifact not found, retrying in 30s", time.Minute, "Progressing"),
		Entry("False if the source is not read", "Source artifact not found, retrying in 30s", 2*time.Minute, "False"),
		Entry("False for a failure whose time Flux resets with each attempt", "failed to download archive: connection refused", time.Second, "False"),
	)

	It("reports failures that a user has to correct at once", func() {
		Expect(damp(source(1, readyCondition("False", "GitOperationFailed", "ssh: unable to authenticate", 0)), 1, before("True", "Succeeded", time.Hour)).Status).To(BeEquivalentTo("False"))
	})

	const keeps, reports = true, false
	DescribeTable("reports a reconciliation in progress",
		func(attempted string, observed int64, since time.Duration, condition *gardencorev1beta1.Condition, kept bool) {
			verdict := damp(kustomization(attempted, observed, readyCondition("Unknown", "Progressing", "Reconciliation in progress", since)), 2, condition)
			if kept {
				Expect(verdict).To(And(HaveField("Status", condition.Status), HaveField("Reason", condition.Reason), HaveField("Message", "before")))
				return
			}
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo("Progressing")), HaveField("Reason", "Progressing")))
		},
		Entry("True for another reconciliation of a ready object", "main@sha1:a", int64(1), time.Minute, before("True", "ReconciliationSucceeded", time.Hour), keeps),
		Entry("Progressing for a new revision", "main@sha1:b", int64(1), time.Minute, before("True", "ReconciliationSucceeded", time.Hour), keeps),
		Entry("Progressing after the threshold", "main@sha1:a", int64(1), 2*time.Minute, before("True", "ReconciliationSucceeded", time.Hour), reports),
		Entry("True for a new reconcile request", "main@sha1:a", int64(0), time.Second, before("True", "ReconciliationSucceeded", time.Hour), reports),
		Entry("False for a retry within the timeout", "main@sha1:a", int64(0), 5*time.Minute, before("False", "HealthCheckFailed", time.Hour), keeps),
		Entry("Progressing for a retry beyond the timeout", "main@sha1:a", int64(0), 7*time.Minute, before("False", "HealthCheckFailed", time.Hour), reports),
		Entry("Progressing for another revision than the failed one", "main@sha1:b", int64(0), time.Second, before("False", "BuildFailed", time.Hour), reports),
		Entry("Progressing for a retry after a short failure", "main@sha1:a", int64(1), time.Second, before("Progressing", "DependencyNotReady", time.Minute), keeps),
		Entry("Progressing for a continued reconciliation", "main@sha1:a", int64(1), time.Second, before("Progressing", "WaitingForFlux", time.Minute), reports),
		Entry("Progressing in the first observation", "main@sha1:a", int64(1), time.Second, nil, reports),
		Entry("Progressing in the first observation after an unreachable shoot", "main@sha1:a", int64(1), time.Second, before("Unknown", "ShootUnreachable", time.Minute), reports),
	)

	It("reports the first attempt with a corrected configuration as progress, and not the former failure", func() {
		first := kustomization("main@sha1:a", 1, readyCondition("Unknown", "Progressing", "Building manifests", time.Second))
		first.Sync, first.ManagedResources = &observe.Sync{SourceKind: "GitRepository"}, []*resourcesv1alpha1.ManagedResource{managedResource("a")}
		past := Past{Conditions: []gardencorev1beta1.Condition{*before("False", "BuildFailed", time.Hour)}, Shoot: &fluxv1alpha1.ObservedShoot{AttemptedRevision: "main@sha1:a"}, Corrected: true}
		past.Conditions[0].Type = fluxv1alpha1.ConditionKustomizationReady
		Expect(damping.Damp(Judge(first), past)).To(ContainElement(And(HaveField("Type", fluxv1alpha1.ConditionKustomizationReady), HaveField("Status", BeEquivalentTo("Progressing")), HaveField("Cause", BeEmpty()))))
		past.Corrected = false
		Expect(damping.Damp(Judge(first), past)).To(ContainElement(And(HaveField("Type", fluxv1alpha1.ConditionKustomizationReady), HaveField("Status", BeEquivalentTo("False")))))
	})

	It("does not report retries of source-controller without an artifact as progress", func() {
		again := source(1, readyCondition("Unknown", "Progressing", "building artifact", time.Second))
		Expect(damp(again, 1, before("False", "GitOperationFailed", time.Hour))).To(And(HaveField("Status", BeEquivalentTo("False")), HaveField("Message", "before")))
	})

	It("reports health checks canceled by a new revision as progress", func() {
		o := kustomization("main@sha1:a", 1, readyCondition("False", "HealthCheckCanceled", "New reconciliation triggered by GitRepository/flux-system/flux-system", time.Second))
		Expect(damp(o, 2, before("True", "ReconciliationSucceeded", time.Hour)).Status).To(BeEquivalentTo("True"))
		Expect(damp(o, 2, nil)).To(And(HaveField("Status", BeEquivalentTo("Progressing")), HaveField("Cause", BeEmpty())))
	})

	It("keeps the cause of each condition", func() {
		again := kustomization("main@sha1:a", 0, readyCondition("Unknown", "Progressing", "x", time.Second))
		Expect(damp(again, 2, before("False", "BuildFailed", time.Hour)).Cause).To(Equal(fluxv1alpha1.CauseBuild))
		again = source(1, readyCondition("Unknown", "Progressing", "x", time.Second))
		Expect(damp(again, 1, before("False", "GitOperationFailed", time.Hour)).Cause).To(Equal(fluxv1alpha1.CauseAuthentication))
	})

	It("returns a cause for each condition that is not True", func() {
		both := kustomization("main@sha1:a", 1, readyCondition("False", "BuildFailed", "missing Resource metadata", time.Second))
		both.Shoot.Source, both.Sync = source(1, readyCondition("False", "GitOperationFailed", refused, time.Second)).Shoot.Source, &observe.Sync{SourceKind: "GitRepository"}
		both.ManagedResources = []*resourcesv1alpha1.ManagedResource{managedResource("a")}
		Expect(Observed(both, damping.Damp(Judge(both), Past{}))).To(And(
			HaveField("SourceCause", fluxv1alpha1.CauseConnection), HaveField("KustomizationCause", fluxv1alpha1.CauseBuild)))
	})

	DescribeTable("reports an unreachable shoot",
		func(since time.Duration, condition *gardencorev1beta1.Condition, status, reason, message string) {
			verdict := damp(Observation{ShootError: errors.New("refused"), UnreachableSince: now.Add(-since)}, 1, condition)
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo(status)), HaveField("Reason", reason), HaveField("Message", ContainSubstring(message))))
		},
		Entry("unchanged condition True", time.Minute, before("True", "Succeeded", time.Hour), "True", "Succeeded", "before"),
		Entry("unchanged condition False", time.Minute, before("False", "GitOperationFailed", time.Hour), "False", "GitOperationFailed", "before"),
		Entry("Unknown after the threshold", 2*time.Minute, before("True", "Succeeded", time.Hour), "Unknown", "ShootUnreachable", "refused"),
		Entry("Progressing in the first observation", time.Minute, nil, "Progressing", "ShootUnreachable", "refused"),
		Entry("Unknown after a restart", time.Second, before("Unknown", "ShootUnreachable", time.Hour), "Unknown", "ShootUnreachable", "refused"),
		Entry("unchanged message of condition Unknown", time.Hour, before("Unknown", "ShootUnreachable", time.Minute), "Unknown", "ShootUnreachable", "before"),
	)

	working := func(since time.Duration) metav1.Condition {
		return metav1.Condition{Type: "Reconciling", Status: "True", Reason: "Progressing", LastTransitionTime: ago(since)}
	}
	DescribeTable("reports a host that keeps a connection open without a response",
		func(generation int64, since time.Duration, condition *gardencorev1beta1.Condition, status, reason string) {
			verdict := damp(source(generation, readyCondition("True", "Succeeded", "stored", time.Hour), working(since)), 1, condition)
			Expect(verdict).To(And(HaveField("Status", BeEquivalentTo(status)), HaveField("Reason", reason)))
			if reason == "NoAnswer" {
				Expect(verdict.Cause).To(Equal(fluxv1alpha1.CauseConnection))
				Expect(verdict.Message).To(ContainSubstring("source-controller has waited for h since 2026-05-01T"))
			}
		},
		Entry("unchanged within Flux's timeout and the threshold", int64(1), 3*time.Minute-time.Second, before("True", "Succeeded", time.Hour), "True", "Succeeded"),
		Entry("False after Flux's timeout and the threshold", int64(1), 3*time.Minute, before("True", "Succeeded", time.Hour), "False", "NoAnswer"),
		Entry("Progressing after a change, although Flux has waited before", int64(2), time.Hour, before("Progressing", "WaitingForFlux", time.Minute), "Progressing", "WaitingForFlux"),
		Entry("False after the same time after a change", int64(2), time.Hour, before("Progressing", "WaitingForFlux", 3*time.Minute), "False", "NoAnswer"),
		Entry("False while the host sends no response", int64(2), time.Hour, before("False", "NoAnswer", time.Second), "False", "NoAnswer"),
		Entry("Progressing after a change of a failed source", int64(2), time.Hour, before("False", "GitOperationFailed", time.Hour), "Progressing", "WaitingForFlux"),
	)
})
