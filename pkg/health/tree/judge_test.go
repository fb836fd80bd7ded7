// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
)

const threshold = 2 * time.Minute

// judge reads a shoot and judges it.
func judge(ctx context.Context, shoot client.Reader, at time.Time, quiet bool, past tree.Past) tree.Judgement {
	GinkgoHelper()
	objects, err := tree.Read(ctx, shoot, append(kinds(), tree.Workloads()...), 1000)
	Expect(err).NotTo(HaveOccurred())
	return tree.Damping{Threshold: threshold, Now: at, Quiet: quiet}.Judge(objects, sync, past)
}

var _ = Describe("Judge", func() {
	type want struct {
		status  gardencorev1beta1.ConditionStatus
		reason  string
		cause   fluxv1alpha1.Cause
		message string
		failing []string
	}
	DescribeTable("returns the condition",
		func(ctx SpecContext, objects []*unstructured.Unstructured, w want) {
			judged := judge(ctx, shootWith(objects...), now, false, tree.Past{})
			Expect(judged.Verdict.Type).To(Equal(fluxv1alpha1.ConditionObjectsReady))
			Expect([]any{judged.Verdict.Status, judged.Verdict.Reason, judged.Verdict.Cause}).To(Equal([]any{w.status, w.reason, w.cause}), judged.Verdict.Message)
			Expect(judged.Verdict.Message).To(ContainSubstring(w.message))
			var failing []string
			for _, f := range judged.Observed.Failing {
				failing = append(failing, fmt.Sprintf("%s %s/%s", f.Kind, f.Namespace, f.Name))
			}
			Expect(failing).To(Equal(w.failing))
		},
		Entry("no objects below the root Kustomization", nil, want{status: "True", reason: "ObjectsReady", message: "The root Kustomization has applied no Flux objects"}),
		Entry("all objects ready", []*unstructured.Unstructured{object("Kustomization", "apps/web"), object("HelmRelease", "apps/db")},
			want{status: "True", reason: "ObjectsReady", message: "All 2 objects of Flux"}),
		Entry("child Kustomization with a failed build", []*unstructured.Unstructured{object("Kustomization", "apps/web", ready("False", "BuildFailed", "accumulating resources: no such file", time.Hour))},
			want{status: "False", reason: "BuildFailed", cause: "BuildFailed", message: "1 of 1 objects are not ready. Kustomization apps/web: accumulating resources: no such file. Correct the source", failing: []string{"Kustomization apps/web"}}),
		Entry("missing chart that a HelmRelease waits for", []*unstructured.Unstructured{
			object("HelmRelease", "apps/db", set("status.helmChart", "flux-system/apps-db"), ready("False", "SourceNotReady", "HelmChart 'flux-system/apps-db' is not ready", time.Hour)),
			object("HelmChart", "flux-system/apps-db", ready("False", "InvalidChartReference", "invalid chart reference: failed to get chart version for remote reference: no 'db' chart", time.Hour)),
		}, want{status: "False", reason: "InvalidChartReference", cause: "RevisionNotFound", message: "no 'db' chart. Check its name, and its version or revision. 1 more waiting", failing: []string{"HelmChart flux-system/apps-db"}}),
		Entry("unready dependency with two levels of waiting objects", []*unstructured.Unstructured{
			object("Kustomization", "apps/one", ready("False", "ReconciliationFailed", "namespaces \"x\" not found", time.Hour)),
			object("Kustomization", "apps/two", dependsOn("apps/one"), ready("False", "DependencyNotReady", "dependency 'apps/one' is not ready", time.Hour)),
			object("Kustomization", "apps/three", dependsOn("apps/two"), ready("False", "DependencyNotReady", "dependency 'apps/two' is not ready", time.Hour)),
		}, want{status: "False", reason: "ReconciliationFailed", cause: "ApplyFailed", message: "3 of 3 objects are not ready. Kustomization apps/one: namespaces \"x\" not found", failing: []string{"Kustomization apps/one"}}),
		Entry("ready dependency that was not noticed yet", []*unstructured.Unstructured{
			object("Kustomization", "apps/one"),
			object("Kustomization", "apps/two", dependsOn("apps/one"), ready("False", "DependencyNotReady", "dependency 'apps/one' is not ready", 4*time.Minute)),
		}, want{status: "Progressing", reason: "ObjectsProgressing", message: "Kustomization apps/two"}),
		Entry("missing dependency", []*unstructured.Unstructured{
			object("Kustomization", "apps/two", dependsOn("apps/one"), ready("False", "DependencyNotReady", "dependency 'apps/one' not found", time.Hour)),
		}, want{status: "False", reason: "DependencyNotReady", cause: "DependencyNotReady", message: "dependency 'apps/one' not found", failing: []string{"Kustomization apps/two"}}),
		Entry("cyclic dependency", []*unstructured.Unstructured{
			object("Kustomization", "apps/one", dependsOn("apps/two"), ready("False", "DependencyNotReady", "dependency 'apps/two' is not ready", time.Hour)),
			object("Kustomization", "apps/two", dependsOn("apps/one"), ready("False", "DependencyNotReady", "dependency 'apps/one' is not ready", time.Hour)),
		}, want{status: "False", reason: "DependencyNotReady", cause: "DependencyNotReady", message: "Also failing: Kustomization apps/two", failing: []string{"Kustomization apps/one", "Kustomization apps/two"}}),
		Entry("suspended child", []*unstructured.Unstructured{object("Kustomization", "apps/web", set("spec.suspend", true)), object("HelmRelease", "apps/db")},
			want{status: "True", reason: "ObjectsReady", message: "All objects are ready except 1 of 2, which are suspended: Kustomization apps/web"}),
		Entry("object that waits for a suspended child", []*unstructured.Unstructured{
			object("Kustomization", "apps/one", set("spec.suspend", true), unreported),
			object("Kustomization", "apps/two", dependsOn("apps/one"), ready("False", "DependencyNotReady", "dependency 'apps/one' is not ready", time.Hour)),
		}, want{status: "False", reason: "Suspended", cause: "DependencyNotReady", message: "Resume it: flux resume kustomization -n apps one", failing: []string{"Kustomization apps/one"}}),
		Entry("HelmRelease after a rollback", []*unstructured.Unstructured{object("HelmRelease", "apps/db", ready("False", "RollbackSucceeded", "Helm rollback to previous release apps/db.v1 succeeded", time.Hour))},
			want{status: "False", reason: "RollbackSucceeded", cause: "ReleaseFailed", message: "helm history", failing: []string{"HelmRelease apps/db"}}),
		Entry("tenant's Kustomization without permission", []*unstructured.Unstructured{
			object("Kustomization", "tenant/web", ready("False", "ReconciliationFailed", "deployments.apps is forbidden: User \"system:serviceaccount:tenant:flux\" cannot patch", time.Hour)),
		}, want{status: "False", reason: "ReconciliationFailed", cause: "ApplyFailed", message: "Grant the missing permission to its ServiceAccount in the shoot", failing: []string{"Kustomization tenant/web"}}),
		Entry("workload that a Kustomization waits for", []*unstructured.Unstructured{
			object("Kustomization", "apps/web", ready("False", "HealthCheckFailed", "timeout waiting for: [Deployment/apps/web status: 'InProgress']", time.Hour)),
			workload("apps/web", by("Kustomization", "apps/web"), exceeded),
		}, want{status: "False", reason: "Failed", cause: "HealthCheckFailed", message: "Deployment apps/web: Progress deadline exceeded. 1 more waiting", failing: []string{"Deployment apps/web"}}),
		Entry("failing workload that no Kustomization waits for", []*unstructured.Unstructured{
			object("Kustomization", "apps/web"), workload("apps/web", by("Kustomization", "apps/web"), exceeded),
		}, want{status: "False", reason: "Failed", cause: "HealthCheckFailed", message: "1 of 2 objects are not ready. Deployment apps/web", failing: []string{"Deployment apps/web"}}),
		Entry("workload that Flux has not applied", []*unstructured.Unstructured{workload("kube-system/coredns", exceeded)},
			want{status: "True", reason: "ObjectsReady", message: "The root Kustomization has applied no Flux objects"}),
		Entry("replica added by an autoscaler", []*unstructured.Unstructured{workload("apps/web", by("HelmRelease", "apps/db"), set("spec.replicas", int64(5)))},
			want{status: "True", reason: "ObjectsReady", message: "All 1 objects"}),
		Entry("new generation without a status", []*unstructured.Unstructured{object("Kustomization", "apps/web", set("metadata.generation", int64(2)))},
			want{status: "Progressing", reason: "ObjectsProgressing", message: "1 of 1 objects are not ready yet: Kustomization apps/web"}),
		Entry("revision of the source that a child has not applied for a minute", []*unstructured.Unstructured{
			object("GitRepository", "apps/repo", artifact("main@sha1:9", time.Minute)),
			object("Kustomization", "apps/web", from("GitRepository", "apps/repo"), set("status.lastAppliedRevision", "main@sha1:8")),
		}, want{status: "Progressing", reason: "ObjectsProgressing", message: "Kustomization apps/web"}),
		Entry("revision of the source that a child has not applied for long", []*unstructured.Unstructured{
			object("GitRepository", "apps/repo", artifact("main@sha1:9", time.Hour)),
			object("Kustomization", "apps/web", from("GitRepository", "apps/repo"), set("status.lastAppliedRevision", "main@sha1:8")),
		}, want{status: "Progressing", reason: "ObjectsProgressing", message: "Kustomization apps/web. First object: it is ready with an older revision than main@sha1:9 of GitRepository apps/repo"}),
		Entry("child behind a bucket", []*unstructured.Unstructured{
			object("Bucket", "apps/repo", artifact("sha256:9", time.Hour)),
			object("Kustomization", "apps/web", from("Bucket", "apps/repo"), set("status.lastAppliedRevision", "sha256:8")),
		}, want{status: "Progressing", reason: "ObjectsProgressing", message: "sha256:9 of Bucket apps/repo"}),
		Entry("child of an ArtifactGenerator without changes in the commit", []*unstructured.Unstructured{
			object("ExternalArtifact", "apps/part", artifact("latest@sha256:1", 10*time.Hour)),
			object("Kustomization", "apps/web", from("ExternalArtifact", "apps/part"), set("status.lastAppliedRevision", "latest@sha256:1")),
		}, want{status: "True", reason: "ObjectsReady", message: "All 2 objects"}),
		Entry("ArtifactGenerator behind its source for an hour", []*unstructured.Unstructured{
			object("GitRepository", "apps/repo", artifact("main@sha1:9", time.Hour)),
			object("ArtifactGenerator", "apps/g", generatedFrom("repo", "main@sha1:8"), ready("True", "Succeeded", "1 artifact", time.Minute)),
		}, want{status: "Progressing", reason: "ObjectsProgressing", message: "ArtifactGenerator apps/g. First object: it is ready with an older revision than main@sha1:9 of GitRepository apps/repo"}),
		Entry("ArtifactGenerator with a delayed clock", []*unstructured.Unstructured{
			object("GitRepository", "apps/repo", artifact("main@sha1:9", time.Hour)),
			object("ArtifactGenerator", "apps/g", generatedFrom("repo", "main@sha1:9"), ready("True", "Succeeded", "1 artifact", 2*time.Hour)),
		}, want{status: "True", reason: "ObjectsReady", message: "All 2 objects"}),
		Entry("ArtifactGenerator without a digest that was ready before the revision", []*unstructured.Unstructured{
			object("GitRepository", "apps/repo", artifact("main@sha1:9", time.Minute)),
			object("ArtifactGenerator", "apps/g", set("spec.sources", []any{map[string]any{"kind": "GitRepository", "name": "repo"}}), ready("True", "Succeeded", "1 artifact", 2*time.Minute)),
		}, want{status: "Progressing", reason: "ObjectsProgressing", message: "ArtifactGenerator apps/g"}),
		Entry("ArtifactGenerator that became ready in the same second", []*unstructured.Unstructured{
			object("GitRepository", "apps/repo", artifact("main@sha1:9", time.Minute)),
			object("ArtifactGenerator", "apps/g", set("spec.sources", []any{map[string]any{"kind": "GitRepository", "name": "repo"}}), ready("True", "Succeeded", "1 artifact", time.Minute)),
		}, want{status: "True", reason: "ObjectsReady", message: "All 2 objects"}),
		Entry("HelmChart behind its GitRepository", []*unstructured.Unstructured{
			object("GitRepository", "apps/repo", artifact("main@sha1:9", time.Hour)),
			object("HelmChart", "apps/chart", from("GitRepository", "apps/repo"), artifact("1.0.0", 2*time.Hour), set("status.observedSourceArtifactRevision", "main@sha1:8")),
		}, want{status: "Progressing", reason: "ObjectsProgressing", message: "HelmChart apps/chart"}),
		Entry("HelmRelease behind its chart", []*unstructured.Unstructured{
			object("GitRepository", "apps/repo", artifact("main@sha1:9", time.Hour)),
			object("HelmChart", "apps/apps-db", from("GitRepository", "apps/repo"), artifact("1.0.1", time.Hour), set("status.observedSourceArtifactRevision", "main@sha1:9")),
			object("HelmRelease", "apps/db", set("status.helmChart", "apps/apps-db"), set("status.lastAttemptedRevision", "1.0.0")),
		}, want{status: "Progressing", reason: "ObjectsProgressing", message: "HelmRelease apps/db. First object: it is ready with an older revision than 1.0.1 of HelmChart apps/apps-db"}),
		Entry("chart of a HelmRepository with another revision of the index", []*unstructured.Unstructured{
			object("HelmRepository", "apps/charts", artifact("sha256:9", time.Hour)),
			object("HelmChart", "apps/apps-db", from("HelmRepository", "apps/charts"), artifact("v1.0.1", time.Hour), set("status.observedSourceArtifactRevision", "sha256:8")),
			object("HelmRelease", "apps/db", set("status.helmChart", "apps/apps-db"), set("status.lastAttemptedRevision", "1.0.1")),
		}, want{status: "True", reason: "ObjectsReady", message: "All 3 objects"}),
		Entry("HelmRelease behind the OCIRepository that Flux 2.10 has made for its chart", []*unstructured.Unstructured{
			object("OCIRepository", "flux-system/apps-db", artifact("1.0@sha256:9", time.Hour)),
			object("HelmRelease", "apps/db", set("status.helmChart", "OCIRepository/flux-system/apps-db"), set("status.lastAttemptedRevision", "1.0.0"), set("status.lastAttemptedRevisionDigest", "sha256:8")),
		}, want{status: "Progressing", reason: "ObjectsProgressing", message: "1.0@sha256:9 of OCIRepository flux-system/apps-db"}),
		Entry("HelmRelease behind its OCIRepository", []*unstructured.Unstructured{
			object("OCIRepository", "apps/chart", artifact("1.0@sha256:9", time.Hour)),
			object("HelmRelease", "apps/db", set("spec.chartRef", map[string]any{"kind": "OCIRepository", "name": "chart"}), set("status.lastAttemptedRevision", "1.0.0"), set("status.lastAttemptedRevisionDigest", "sha256:8")),
		}, want{status: "Progressing", reason: "ObjectsProgressing", message: "1.0@sha256:9 of OCIRepository apps/chart"}),
		Entry("HelmRelease with the artifact of its OCIRepository", []*unstructured.Unstructured{
			object("OCIRepository", "apps/chart", artifact("1.0@sha256:9", time.Hour)),
			object("HelmRelease", "apps/db", set("spec.chartRef", map[string]any{"kind": "OCIRepository", "name": "chart"}), set("status.lastAttemptedRevision", "1.0.0+9"), set("status.lastAttemptedRevisionDigest", "sha256:9")),
		}, want{status: "True", reason: "ObjectsReady", message: "All 2 objects"}),
		Entry("child that was suspended in the shoot and is behind its source", []*unstructured.Unstructured{
			object("Kustomization", "apps/web", from("GitRepository", "flux-system/flux-system"), set("status.lastAppliedRevision", "main@sha1:0"), set("spec.suspend", true), managedBy("flux"), by("Kustomization", "flux-system/flux-system")),
		}, want{status: "Progressing", reason: "Suspended", message: "1 of 1 objects are suspended in the shoot, and do not follow their sources: Kustomization apps/web. Resume it: flux resume kustomization -n apps web"}),
		Entry("child that is suspended in the source", []*unstructured.Unstructured{
			object("Kustomization", "apps/web", from("GitRepository", "flux-system/flux-system"), set("status.lastAppliedRevision", "main@sha1:0"), set("spec.suspend", true), managedBy("kustomize-controller"), by("Kustomization", "flux-system/flux-system")),
		}, want{status: "True", reason: "ObjectsReady", message: "All objects are ready except 1 of 1, which are suspended: Kustomization apps/web"}),
		Entry("suspended Kustomization that was created in the shoot", []*unstructured.Unstructured{
			object("Kustomization", "apps/web", from("GitRepository", "flux-system/flux-system"), set("spec.suspend", true), managedBy("kubectl")),
		}, want{status: "True", reason: "ObjectsReady", message: "which are suspended: Kustomization apps/web"}),
		Entry("child that applies the same revision again", []*unstructured.Unstructured{
			object("Kustomization", "apps/web", set("status.lastAppliedRevision", "main@sha1:1"), set("status.lastAttemptedRevision", "main@sha1:1"), ready("Unknown", "Progressing", "Running health checks", time.Minute)),
		}, want{status: "True", reason: "ObjectsReady", message: "All 1 objects"}),
		Entry("failure younger than the threshold", []*unstructured.Unstructured{object("HelmRelease", "apps/db", ready("False", "InstallFailed", "no matches for kind", time.Minute))},
			want{status: "Progressing", reason: "ObjectsProgressing", message: "HelmRelease apps/db. First object: no matches for kind"}),
		Entry("image policy without a status for an hour", []*unstructured.Unstructured{object("ImagePolicy", "apps/web", unreported)},
			want{status: "False", reason: "NotReported", cause: "Other", message: "check that the controller of its kind runs", failing: []string{"ImagePolicy apps/web"}}),
		Entry("kinds without a status",
			[]*unstructured.Unstructured{object("Alert", "apps/a", unreported), object("Provider", "apps/p", unreported), object("HelmRepository", "apps/r", unreported, set("spec.type", "oci"))},
			want{status: "True", reason: "ObjectsReady", message: "All 3 objects"}),
		Entry("ArtifactGenerator that fails because of its source", []*unstructured.Unstructured{
			object("OCIRepository", "apps/repo", ready("False", "OCIArtifactPullFailed", "connection refused", time.Hour)),
			object("ArtifactGenerator", "apps/g", set("spec.sources", []any{map[string]any{"kind": "OCIRepository", "name": "repo"}}), ready("False", "SourceFetchFailed", "source is not ready", time.Hour)),
		}, want{status: "False", reason: "OCIArtifactPullFailed", cause: "ConnectionFailed", message: "OCIRepository apps/repo: connection refused", failing: []string{"OCIRepository apps/repo"}}),
		Entry("message with credentials and line breaks", []*unstructured.Unstructured{
			object("GitRepository", "apps/repo", ready("False", "GitOperationFailed", "failed to fetch\nhttps://user:secret@example.com/x: authentication required", time.Hour)),
		}, want{status: "False", reason: "GitOperationFailed", cause: "AuthenticationFailed", message: "failed to fetch https://", failing: []string{"GitRepository apps/repo"}}),
		Entry("unreadable additional source", []*unstructured.Unstructured{
			object("GitRepository", "flux-system/infra", delivered, ready("False", "GitOperationFailed", "authentication required", time.Hour)),
			object("Kustomization", "flux-system/infra", from("GitRepository", "flux-system/infra"), ready("False", "ArtifactFailed", "Source artifact not found, retrying in 30s", time.Hour)),
		}, want{status: "False", reason: "GitOperationFailed", cause: "AuthenticationFailed", message: "GitRepository flux-system/infra: authentication required. " +
			"Correct the project's Secret that secretResourceName names in entry infra of additionalSources in ConfigMap flux-config of the project namespace or in the Shoot's providerConfig, or set one. " +
			"For SSH, register the public key of the Secret at the host, or with deployKey the public key in Secret flux-source-keys. 1 more waiting", failing: []string{"GitRepository flux-system/infra"}}),
		Entry("changed host key of an additional source", []*unstructured.Unstructured{
			object("GitRepository", "flux-system/infra", delivered, ready("False", "GitOperationFailed", "knownhosts: key mismatch", time.Hour)),
		}, want{status: "False", reason: "GitOperationFailed", cause: "HostKeyMismatch", message: "Correct known_hosts in the project's Secret that secretResourceName names in entry infra", failing: []string{"GitRepository flux-system/infra"}}),
		Entry("missing repository of an additional source", []*unstructured.Unstructured{
			object("GitRepository", "flux-system/infra", delivered, ready("False", "GitOperationFailed", "repository not found", time.Hour)),
		}, want{status: "False", reason: "GitOperationFailed", cause: "RepositoryNotFound", message: "Check spec.url in entry infra of additionalSources", failing: []string{"GitRepository flux-system/infra"}}),
		Entry("missing branch of an additional source", []*unstructured.Unstructured{
			object("GitRepository", "flux-system/infra", delivered, ready("False", "GitOperationFailed", "couldn't find remote ref \"refs/heads/a\"", time.Hour)),
		}, want{status: "False", reason: "GitOperationFailed", cause: "RevisionNotFound", message: "Check spec.ref in entry infra of additionalSources", failing: []string{"GitRepository flux-system/infra"}}),
		Entry("missing index of an additional source", []*unstructured.Unstructured{
			object("HelmRepository", "flux-system/charts", delivered, ready("False", "Failed", "failed to fetch Helm repository index: failed to fetch https://charts.example.com/index.yaml : 404 Not Found", time.Hour)),
		}, want{status: "False", reason: "Failed", cause: "RepositoryNotFound", message: "Check spec.url in entry charts of additionalSources", failing: []string{"HelmRepository flux-system/charts"}}),
		Entry("unreachable host of an additional source", []*unstructured.Unstructured{
			object("HelmRepository", "flux-system/charts", delivered, ready("False", "Failed", "connection refused", time.Hour)),
		}, want{status: "False", reason: "Failed", cause: "ConnectionFailed", message: "Check the address in entry charts of additionalSources", failing: []string{"HelmRepository flux-system/charts"}}),
		Entry("object being deleted for an hour", []*unstructured.Unstructured{object("Kustomization", "apps/web", func(o *unstructured.Unstructured) {
			deleted := metav1.NewTime(now.Add(-time.Hour))
			o.SetDeletionTimestamp(&deleted)
			o.SetFinalizers([]string{"finalizers.fluxcd.io"})
		})}, want{status: "Progressing", reason: "ObjectsProgressing", message: "it is being deleted"}),
	)

	It("omits source and root Kustomization, which have their own conditions", func(ctx SpecContext) {
		judged := judge(ctx, shootOf(source(ready("False", "GitOperationFailed", "connection refused", time.Hour)), root(ready("False", "BuildFailed", "no", time.Hour))), now, false, tree.Past{})
		Expect(judged.Verdict.Status).To(Equal(gardencorev1beta1.ConditionTrue))
		Expect(judged.Observed.Counts).To(ConsistOf(
			fluxv1alpha1.ObjectCounts{Kind: "GitRepository", Failing: 1}, fluxv1alpha1.ObjectCounts{Kind: "Kustomization", Failing: 1}))
	})

	It("names a root Kustomization that is behind a source set by a patch", func(ctx SpecContext) {
		judged := judge(ctx, shootOf(source(), object("Bucket", "apps/own", artifact("sha256:9", time.Hour)), root(from("Bucket", "apps/own"))), now, false, tree.Past{})
		Expect(judged.Verdict.Status).To(Equal(gardencorev1beta1.ConditionProgressing))
		Expect(judged.Verdict.Message).To(ContainSubstring("Kustomization flux-system/flux-system. First object: it is ready with an older revision than sha256:9 of Bucket apps/own"))
	})

	It("omits secrets for any message", func(ctx SpecContext) {
		judged := judge(ctx, shootWith(object("GitRepository", "apps/repo", ready("False", "GitOperationFailed", "https://user:hunter2secret@example.com/x: refused", time.Hour))), now, false, tree.Past{})
		Expect(judged.Verdict.Message + fmt.Sprint(judged.Observed)).NotTo(ContainSubstring("hunter2secret"))
	})

	It("draws applied objects below their owner, and omits ready workloads", func(ctx SpecContext) {
		judged := judge(ctx, shootWith(
			object("Kustomization", "flux-system/infra", by("Kustomization", "flux-system/flux-system")),
			object("HelmRelease", "apps/db", by("Kustomization", "flux-system/infra"), ready("False", "InstallFailed", "timed out", time.Hour)),
			workload("apps/fine", by("HelmRelease", "apps/db")),
			workload("apps/db", by("HelmRelease", "apps/db"), exceeded),
		), now, false, tree.Past{})
		Expect(judged.Observed.Tree).To(Equal([]string{
			"GitRepository flux-system/flux-system: Ready",
			"Kustomization flux-system/flux-system: Ready",
			"  Kustomization flux-system/infra: Ready",
			"    HelmRelease apps/db: Waiting (InstallFailed)",
			"      Deployment apps/db: Failing (Failed)",
		}))
	})

	It("counts ready objects in a tree beyond the limits", func(ctx SpecContext) {
		var objects []*unstructured.Unstructured
		for i := range 300 {
			objects = append(objects, object("HelmRelease", fmt.Sprintf("apps/fine-%d", i), by("Kustomization", "flux-system/flux-system")))
		}
		objects = append(objects, object("HelmRelease", "apps/broken", by("Kustomization", "flux-system/flux-system"), ready("False", "InstallFailed", "timed out", time.Hour)))
		Expect(judge(ctx, shootWith(objects...), now, false, tree.Past{}).Observed.Tree).To(Equal([]string{
			"Kustomization flux-system/flux-system: Ready", "  HelmRelease apps/broken: Failing (InstallFailed)", "  300 more: Ready", "1 more: Ready",
		}))
	})

	It("counts all objects of a ready tree beyond the limits once", func(ctx SpecContext) {
		var objects []*unstructured.Unstructured
		for i := range 40 {
			objects = append(objects, object("Kustomization", fmt.Sprintf("apps/k%d", i), by("Kustomization", "flux-system/flux-system")),
				object("HelmRelease", fmt.Sprintf("apps/r%d", i), by("Kustomization", fmt.Sprintf("apps/k%d", i))))
		}
		Expect(judge(ctx, shootWith(objects...), now, false, tree.Past{}).Observed.Tree).To(Equal([]string{"82 more: Ready"}))
	})

	It("bounds the tree for any names, and ends at a cycle of labels", func(ctx SpecContext) {
		var objects []*unstructured.Unstructured
		for i := range 400 {
			name := fmt.Sprintf("%d-%s", i, strings.Repeat("x", 200))
			objects = append(objects, object("Kustomization", "apps/"+name, by("Kustomization", fmt.Sprintf("apps/%d-%s", (i+1)%400, strings.Repeat("x", 200))), ready("False", "BuildFailed", "no", time.Hour)))
		}
		lines := judge(ctx, shootWith(objects...), now, false, tree.Past{}).Observed.Tree
		Expect(len(lines)).To(BeNumerically("<=", 60))
		Expect(len(strings.Join(lines, "\",\""))).To(BeNumerically("<=", 4<<10))
		Expect(lines[len(lines)-1]).To(HaveSuffix("more lines"))
	})
})

// workload is a Deployment that runs.
func workload(name string, options ...option) *unstructured.Unstructured {
	labels := map[string]any{"app": named(name).Name}
	return object("Deployment", name, append([]option{
		set("spec.replicas", int64(1)), set("spec.selector.matchLabels", labels),
		set("status", map[string]any{"observedGeneration": int64(1), "replicas": int64(1), "updatedReplicas": int64(1), "readyReplicas": int64(1), "availableReplicas": int64(1), "conditions": []any{
			map[string]any{"type": "Available", "status": "True"}, map[string]any{"type": "Progressing", "status": "True", "reason": "NewReplicaSetAvailable"},
		}}),
	}, options...)...)
}

// exceeded is a workload that does not get ready in its time.
func exceeded(o *unstructured.Unstructured) {
	set("status", map[string]any{"observedGeneration": int64(1), "replicas": int64(1), "updatedReplicas": int64(1), "unavailableReplicas": int64(1), "conditions": []any{
		map[string]any{"type": "Available", "status": "False", "lastTransitionTime": ago(time.Hour)}, map[string]any{"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded", "message": "Progress deadline exceeded."},
	}})(o)
}
