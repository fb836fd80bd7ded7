// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"errors"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

func managedResource(name string, conditions ...gardencorev1beta1.Condition) *resourcesv1alpha1.ManagedResource {
	return &resourcesv1alpha1.ManagedResource{
		ObjectMeta: metav1.ObjectMeta{Name: name, Generation: 2},
		Status:     resourcesv1alpha1.ManagedResourceStatus{ObservedGeneration: 2, Conditions: conditions},
	}
}

func resourceCondition(t, status, reason, message string) gardencorev1beta1.Condition {
	return gardencorev1beta1.Condition{Type: gardencorev1beta1.ConditionType(t), Status: gardencorev1beta1.ConditionStatus(status), Reason: reason, Message: message}
}

func ready(status metav1.ConditionStatus, generation int64, reason, message string) []metav1.Condition {
	return []metav1.Condition{{Type: "Ready", Status: status, ObservedGeneration: generation, Reason: reason, Message: message}}
}

// reports returns the verdicts without what only damping needs.
func reports(verdicts ...Verdict) []Verdict {
	var reports []Verdict
	for _, v := range verdicts {
		reports = append(reports, Verdict{Type: v.Type, Status: v.Status, Reason: v.Reason, Message: v.Message, Cause: v.Cause})
	}
	return reports
}

var _ = Describe("Judge", func() {
	root := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	sync := &observe.Sync{SourceKind: "GitRepository", Source: root, Root: root, DeployKey: true}
	applied := resourceCondition("ResourcesApplied", "True", "ApplySucceeded", "ok")
	healthy := resourceCondition("ResourcesHealthy", "True", "ResourcesHealthy", "ok")

	It("returns no verdict without a delivery", func() {
		Expect(Judge(Observation{})).To(BeEmpty())
	})

	It("returns no verdict on source and root without a sync", func() {
		Expect(Judge(Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a", applied, healthy)}})).To(Equal([]Verdict{{
			Type: "FluxInstalled", Status: "True", Reason: "FluxRunning", Message: "Flux is applied to the shoot and its controllers are running",
		}}))
	})

	DescribeTable("FluxInstalled",
		func(resource *resourcesv1alpha1.ManagedResource, status, reason, message string) {
			verdicts := Judge(Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("first", applied, healthy), resource}})
			cause := fluxv1alpha1.Cause("")
			if status == "False" {
				cause = "InstallationFailed"
			}
			Expect(reports(verdicts...)).To(Equal([]Verdict{{Type: "FluxInstalled", Status: gardencorev1beta1.ConditionStatus(status), Reason: reason, Message: message, Cause: cause}}))
		},
		Entry("no report yet", managedResource("second"), "Progressing", "WaitingForResourceManager",
			"gardener-resource-manager of this shoot has not reported ResourcesApplied for ManagedResource second yet"),
		Entry("report for an older generation", func() *resourcesv1alpha1.ManagedResource {
			resource := managedResource("second", applied, healthy)
			resource.Generation = 3
			return resource
		}(), "Progressing", "WaitingForResourceManager",
			"gardener-resource-manager of this shoot has not reported ResourcesApplied for ManagedResource second yet"),
		Entry("failed apply", managedResource("second", resourceCondition("ResourcesApplied", "False", "ApplyFailed", "quota")), "False", "ApplyFailed",
			"ManagedResource second: quota"),
		Entry("unavailable controller", managedResource("second", applied, resourceCondition("ResourcesHealthy", "False", "DeploymentUnhealthy", "no pods")), "False", "DeploymentUnhealthy",
			"ManagedResource second: no pods"),
		Entry("unmanaged namespace, with cause and fix",
			managedResource("second", resourceCondition("ResourcesApplied", "False", "ApplyFailed", "unable to get: flux-system/x because of unknown namespace for the cache")), "False", "NamespaceNotManaged",
			"gardener-resource-manager of this shoot does not manage namespace flux-system: its Deployment lacks --extra-target-namespace=flux-system, which the webhook of this extension adds; "+
				"check that MutatingWebhookConfiguration gardener-extension-shoot-flux exists in the seed and is served, then reconcile the Shoot. "+
				"gardener-resource-manager reports for ManagedResource second: unable to get: flux-system/x because of unknown namespace for the cache"),
	)

	It("reports no fault of gardener-resource-manager while the extension is being removed", func() {
		refused := managedResource("first", resourceCondition("ResourcesApplied", "False", "ApplyFailed", "unable to get: flux-system/x because of unknown namespace for the cache"))
		Expect(reports(Judge(Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{refused}, Leaving: true})...)).To(Equal([]Verdict{{
			Type: "FluxInstalled", Status: "Progressing", Reason: "Removing",
			Message: "the extension is being removed: gardener-resource-manager of this shoot no longer manages Flux's namespaces; if the Shoot still has the extension, reconcile it",
		}}))
		failed := managedResource("first", resourceCondition("ResourcesApplied", "False", "ApplyFailed", "quota"))
		Expect(Judge(Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{failed}, Leaving: true})[0].Reason).To(Equal("ApplyFailed"))
	})

	Describe("Paused ManagedResource that is reported as applied and healthy", func() {
		paused := func(value string) *resourcesv1alpha1.ManagedResource {
			resource := managedResource("second", applied, healthy)
			resource.Annotations = map[string]string{"resources.gardener.cloud/ignore": value}
			return resource
		}
		judge := func(resource *resourcesv1alpha1.ManagedResource, dying bool) Verdict {
			return Judge(Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("first", applied, healthy), resource}, ShootDying: dying})[0]
		}

		DescribeTable("is reported as not installed", func(value, status, reason string) {
			verdict := judge(paused(value), false)
			Expect(verdict.Status).To(BeEquivalentTo(status))
			Expect(verdict.Reason).To(Equal(reason))
		},
			Entry("value that the extension sets", "true", "False", "Paused"),
			Entry("another value that gardener-resource-manager accepts", "1", "False", "Paused"),
			Entry("value that gardener-resource-manager ignores", "false", "True", "FluxRunning"),
		)

		It("is reported with the origin of the pause and a fix", func() {
			byOperator := judge(paused("true"), false).Message
			Expect(byOperator).To(Equal("ManagedResource second has the annotation resources.gardener.cloud/ignore=true: gardener-resource-manager does not apply it, " +
				"and still reports it as healthy. The extension did not set the annotation and does not remove it; remove it from the ManagedResource in the seed, so that Flux follows its configuration again"))
			own := paused("true")
			own.Annotations["flux.extensions.gardener.cloud/paused"] = "true"
			Expect(judge(own, false).Message).To(Equal("ManagedResource second has the annotation resources.gardener.cloud/ignore=true: gardener-resource-manager does not apply it, " +
				"and still reports it as healthy. The annotation is left from an interrupted removal of the extension. Reconcile the Shoot to remove it"))
		})

		It("is expected in a shoot being deleted", func() {
			Expect(judge(paused("true"), true)).To(Equal(Verdict{Type: "FluxInstalled", Status: "Progressing", Reason: "ShootDeletion",
				Message: "The shoot is being deleted. Flux is suspended, so that it does not recreate the objects that Gardener deletes"}))
		})
	})

	const name = "GitRepository flux-system/flux-system"
	DescribeTable("FluxSourceReady",
		func(source *observe.Source, status, reason string, message OmegaMatcher) {
			verdicts := Judge(Observation{
				ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a", applied, healthy)}, Sync: sync,
				Shoot: observe.Shoot{Source: source, Key: observe.Key{PublicKey: "ssh-ed25519 AAAA", HostKeys: []string{"ssh-ed25519 SHA256:a", "ssh-rsa SHA256:b"}}},
			})
			Expect(verdicts).To(HaveLen(3))
			Expect(verdicts[1].Type).To(BeEquivalentTo("FluxSourceReady"))
			Expect(verdicts[1].Status).To(BeEquivalentTo(status))
			Expect(verdicts[1].Reason).To(Equal(reason))
			Expect(verdicts[1].Message).To(message)
		},
		Entry("missing source", nil, "Progressing", "NotApplied", Equal(name+" is not in the shoot yet")),
		Entry("source without a status", gitRepository(nil), "Progressing", "WaitingForFlux", Equal(name+": Flux has not reported a status yet")),
		Entry("ready for an older generation", gitRepository(ready("True", 6, "Succeeded", "old")), "Progressing", "WaitingForFlux", Equal(name+": Flux has not reported a status yet")),
		Entry("changed URL, with a condition that is newer than the rest of the status", func() *observe.Source {
			source := gitRepository(ready("True", 7, "Succeeded", "stored artifact"))
			source.ObservedGeneration = 6
			return source
		}(), "Progressing", "WaitingForFlux", Equal(name+": Flux has not reported a status yet")),
		Entry("reconciliation in progress", gitRepository(ready("Unknown", 7, "Progressing", "building")), "Progressing", "Progressing", Equal(name+": building")),
		Entry("ready source", gitRepository(ready("True", 7, "Succeeded", "stored artifact")), "True", "Succeeded", Equal(name+": stored artifact")),
		Entry("failure with its own reason", gitRepository(ready("False", 7, "GitOperationFailed", "strange")), "False", "GitOperationFailed", Equal(name+": strange")),
		Entry("unregistered key", gitRepository(ready("False", 7, "GitOperationFailed", "ssh: unable to authenticate")), "False", "GitOperationFailed",
			Equal(name+": ssh: unable to authenticate. The Git host does not accept the project's deploy key; register this public key at git.example.com:2222 as a read-only deploy key of the repository: ssh-ed25519 AAAA")),
		Entry("wrong host key", gitRepository(ready("False", 7, "GitOperationFailed", "knownhosts: key mismatch")), "False", "GitOperationFailed",
			Equal(name+": knownhosts: key mismatch. The host key that git.example.com:2222 offers is not a known host key. Known host keys in the shoot: ssh-ed25519 SHA256:a, ssh-rsa SHA256:b. "+
				"Flux does not report the offered key; 'ssh-keyscan -p 2222 git.example.com | ssh-keygen -lf -' does. "+
				"Ask the host's operator for its current keys, and set them as knownHosts in ConfigMap flux-config of the project namespace or in the Shoot's providerConfig, "+
				"or as key known_hosts of Secret flux-source of the project namespace; do not copy them from the failed connection")),
		Entry("wrong host key whose fingerprint Flux reports", gitRepository(ready("False", 7, "GitOperationFailed", "knownhosts: key mismatch: ssh-ed25519 SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU")), "False", "GitOperationFailed",
			And(ContainSubstring("The host key that git.example.com:2222 offers, SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU, is not a known host key. Known host keys in the shoot"), Not(ContainSubstring("ssh-keyscan")))),
		Entry("revoked host key", gitRepository(ready("False", 7, "GitOperationFailed", "knownhosts: key is revoked")), "False", "GitOperationFailed",
			ContainSubstring("The host key that git.example.com:2222 offers is revoked by a line @revoked in known_hosts. Known host keys in the shoot")),
		Entry("unknown host key, with a command for the host", func() *observe.Source {
			source := gitRepository(ready("False", 7, "GitOperationFailed", "knownhosts: key is unknown"))
			source.URL = "ssh://git@x;reboot/o/r"
			return source
		}(), "False", "GitOperationFailed", ContainSubstring("the offered key; ssh-keyscan does. ")),
		Entry("missing branch", gitRepository(ready("False", 7, "GitOperationFailed", "couldn't find remote ref \"refs/heads/x\"")), "False", "GitOperationFailed",
			ContainSubstring("correct source.template.spec.ref in ConfigMap flux-config")),
		Entry("suspended source", func() *observe.Source {
			source := gitRepository(ready("True", 7, "Succeeded", "stored artifact"))
			source.Suspended = true
			return source
		}(), "True", "Suspended", Equal(name+" is suspended in the shoot. The extension has not adopted the suspension yet, so Gardener may resume the object. Last: stored artifact")),
	)

	It("names the source's own Secret if it contains the host keys", func() {
		own := *sync
		own.DeployKey = false
		verdicts := Judge(Observation{
			ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a", applied, healthy)}, Sync: &own,
			Shoot: observe.Shoot{Source: gitRepository(ready("False", 7, "GitOperationFailed", "knownhosts: key mismatch"))},
		})
		Expect(verdicts[1].Message).To(And(
			ContainSubstring("set them in key known_hosts of the source's own Secret, see source.secretResourceName"),
			Not(ContainSubstring("pinned")), Not(ContainSubstring("flux-source"))))
	})

	It("repeats the status of the root Kustomization", func() {
		kustomization := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Generation: 1}}
		kustomization.Spec.Path = "./clusters"
		kustomization.Status.Conditions = ready("False", 1, "BuildFailed", "no such file")
		verdicts := Judge(Observation{
			ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a", applied, healthy)}, Sync: sync,
			Shoot: observe.Shoot{Kustomization: kustomization},
		})
		Expect(reports(verdicts[2])).To(ConsistOf(Verdict{Type: "FluxKustomizationReady", Status: "False", Reason: "BuildFailed", Cause: "BuildFailed",
			Message: "Kustomization flux-system/flux-system: no such file. Correct the source; Flux applies the next revision automatically. " +
				"'flux build kustomization flux-system --path ./clusters' shows the same error without a push"}))
	})

	Describe("Root Kustomization behind its source", func() {
		resourceApplied := applied
		observed := func(applied string, change func(*kustomizev1.Kustomization)) Observation {
			k := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Generation: 1}}
			k.Spec.SourceRef = kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "flux-system"}
			k.Status.ObservedGeneration, k.Status.LastAppliedRevision, k.Status.LastAttemptedRevision = 1, applied, applied
			k.Status.Conditions = ready("True", 1, "ReconciliationSucceeded", "Applied revision: "+applied)
			change(k)
			source := gitRepository(ready("True", 7, "Succeeded", "stored artifact"))
			source.Artifact = "main@sha1:bbbbbbb"
			return Observation{
				ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a", resourceApplied, healthy)}, Sync: sync,
				Shoot: observe.Shoot{Source: source, Kustomization: k},
			}
		}
		as := func(*kustomizev1.Kustomization) {}
		DescribeTable("is compared by revision", func(o Observation, status, reason string) {
			verdict := Judge(o)[2]
			Expect([]any{verdict.Type, string(verdict.Status), verdict.Reason}).To(Equal([]any{fluxv1alpha1.ConditionKustomizationReady, status, reason}), verdict.Message)
		},
			Entry("applied revision", observed("main@sha1:bbbbbbb", as), "True", "ReconciliationSucceeded"),
			Entry("older revision", observed("main@sha1:aaaaaaa", as), "Progressing", "RevisionNotApplied"),
			Entry("no revision although Ready is True", observed("", as), "Progressing", "RevisionNotApplied"),
			Entry("same commit of another branch", observed("dev@sha1:bbbbbbb", as), "Progressing", "RevisionNotApplied"),
			Entry("suspended root Kustomization", observed("main@sha1:aaaaaaa", func(k *kustomizev1.Kustomization) { k.Spec.Suspend = true }), "True", "Suspended"),
			Entry("root Kustomization that a patch directs to another source", observed("main@sha1:aaaaaaa", func(k *kustomizev1.Kustomization) { k.Spec.SourceRef.Name = "own" }), "True", "ReconciliationSucceeded"),
			Entry("new generation without a status", observed("main@sha1:bbbbbbb", func(k *kustomizev1.Kustomization) { k.Status.ObservedGeneration = 0 }), "Progressing", "WaitingForFlux"),
		)

		It("names both revisions", func() {
			Expect(Judge(observed("main@sha1:aaaaaaa", as))[2].Message).To(Equal("Kustomization flux-system/flux-system: main@sha1:bbbbbbb, the newest artifact of GitRepository flux-system/flux-system, is not applied yet. Applied: main@sha1:aaaaaaa"))
		})
	})

	DescribeTable("repeats the last status of a suspended Kustomization with the origin of the suspension", func(known resolved.Suspension, by string) {
		kustomization := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Generation: 8}}
		kustomization.Spec.Suspend = true
		kustomization.Status.Conditions = ready("True", 7, "ReconciliationSucceeded", "Applied revision: main")
		verdicts := Judge(Observation{
			ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a", applied, healthy)}, Sync: &observe.Sync{Root: sync.Root, RootSuspension: known},
			Shoot: observe.Shoot{Kustomization: kustomization},
		})
		Expect(verdicts[2]).To(Equal(Verdict{Type: "FluxKustomizationReady", Status: "True", Reason: "Suspended",
			Message: "Kustomization flux-system/flux-system is suspended" + by + ". Last: Applied revision: main"}))
	},
		Entry("suspended in the shoot", resolved.Suspension{}, " in the shoot. The extension has not adopted the suspension yet, so Gardener may resume the object"),
		Entry("suspended in the shoot and adopted", resolved.Suspension{Suspended: true, Held: resolved.HeldSuspended}, " in the shoot until it is resumed there"),
		Entry("suspended in the configuration", resolved.Suspension{Suspended: true}, ", as configured"),
	)

	It("reports an unreachable shoot as unreachable, not as unready", func() {
		verdicts := Judge(Observation{
			ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a", applied, healthy)}, Sync: sync,
			ShootError: errors.New("read tcp 10.1.2.3:40812->10.4.5.6:443: connection reset"),
		})
		Expect(reports(verdicts[1:]...)).To(Equal([]Verdict{
			{Type: "FluxSourceReady", Status: "Unknown", Reason: "ShootUnreachable", Message: "failed to read from the shoot's API server: read tcp 10.4.5.6:443: connection reset"},
			{Type: "FluxKustomizationReady", Status: "Unknown", Reason: "ShootUnreachable", Message: "failed to read from the shoot's API server: read tcp 10.4.5.6:443: connection reset"},
		}))
	})
})

func gitRepository(conditions []metav1.Condition) *observe.Source {
	return &observe.Source{Generation: 7, ObservedGeneration: 7, URL: "ssh://git@git.example.com:2222/o/r", Conditions: conditions}
}

var _ = Describe("Observed", func() {
	DescribeTable("returns the applied revision although the conditions are newer than the rest of the status",
		func(status metav1.ConditionStatus, reason, applied string) {
			root := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Generation: 1}}
			root.Status.ObservedGeneration, root.Status.LastAttemptedRevision = 1, "main@sha1:a"
			root.Status.Conditions = []metav1.Condition{{Type: "Ready", Status: status, ObservedGeneration: 1, Reason: reason}}
			o := Observation{
				Shoot: observe.Shoot{Kustomization: root}, Sync: &observe.Sync{SourceKind: "GitRepository"},
				ManagedResources: []*resourcesv1alpha1.ManagedResource{managedResource("a")},
			}
			Expect(Observed(o, Judge(o))).To(And(HaveField("AppliedRevision", applied), HaveField("AttemptedRevision", "main@sha1:a")))
		},
		Entry("successful attempt", metav1.ConditionTrue, "ReconciliationSucceeded", "main@sha1:a"),
		Entry("failed attempt", metav1.ConditionFalse, "BuildFailed", ""),
		Entry("attempt in progress", metav1.ConditionUnknown, "Progressing", ""),
	)
})
