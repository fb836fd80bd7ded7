// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

// See pkg/health for causes and fixes.
var _ = Describe("What Flux reports", func() {
	root := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	healthyResource := managedResource("a", resourceCondition("ResourcesApplied", "True", "x", "x"), resourceCondition("ResourcesHealthy", "True", "x", "x"))
	judge := func(sync observe.Sync, shoot observe.Shoot) []Verdict {
		sync.Source, sync.Root = root, root
		return Judge(Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{healthyResource}, Sync: &sync, Shoot: shoot})
	}
	git := observe.Sync{SourceKind: "GitRepository"}
	kustomization := func(reason, message string) *kustomizev1.Kustomization {
		k := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Generation: 1}}
		k.Spec.Path, k.Spec.Interval.Duration = "./absent", 10*time.Minute
		k.Spec.SourceRef = kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "flux-system"}
		k.Spec.Decryption = &kustomizev1.Decryption{Provider: "sops", SecretRef: &meta.LocalObjectReference{Name: "flux-sops"}}
		k.Status.Conditions = ready("False", 1, reason, message)
		return k
	}

	It("is repeated with its cause and its fix", func() {
		source := observe.Source{URL: "https://git.example.com/o/r.git", Generation: 7, Conditions: ready("False", 7, "GitOperationFailed", "unable to list remote for 'https://git.example.com/o/r.git': repository not found: 404 page not found\n")}
		verdicts := judge(git, observe.Shoot{Source: &source, Kustomization: kustomization("DependencyNotReady", "dependency 'flux-system/infra' is not ready")})
		Expect(reports(verdicts[1], verdicts[2])).To(ConsistOf(
			Verdict{Type: "FluxSourceReady", Status: "False", Reason: "GitOperationFailed", Cause: "RepositoryNotFound",
				Message: "GitRepository flux-system/flux-system: unable to list remote for 'https://git.example.com/o/r.git': repository not found: 404 page not found. " +
					"Check the URL in ConfigMap flux-config of the project namespace or in the Shoot's providerConfig; a repository that is not public needs an ssh:// URL, or credentials in source.secretResourceName"},
			Verdict{Type: "FluxKustomizationReady", Status: "False", Reason: "DependencyNotReady", Cause: "DependencyNotReady",
				Message: "Kustomization flux-system/flux-system: dependency 'flux-system/infra' is not ready. Kustomization flux-system/infra in the shoot, which dependsOn names, has to become ready first: its status shows why it is not"},
		))
	})

	It("of secret content is left out, wherever it is", func() {
		signed := `failed to confirm existence of 'c' bucket: Get "https://acct.blob.core.windows.net/c?restype=container&sig=s3cret": dial tcp 10.0.0.1:443: i/o timeout`
		token := "kustomize build failed: accumulating 'https://s3cret@h/o/r': exit status 128\nfatal: unable to access 'https://u:s3cret@h/o/r/'"
		applied := managedResource("a", resourceCondition("ResourcesApplied", "False", "ApplyFailed", `Post "https://h/validate?token=s3cret": EOF`))
		observation := Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{applied}, Sync: &observe.Sync{SourceKind: "Bucket", Source: root, Root: root}, Shoot: observe.Shoot{
			Source: &observe.Source{URL: "https://u:%zs3cret@h/r", Generation: 7, Conditions: ready("False", 7, "BucketOperationFailed", signed)}, Kustomization: kustomization("BuildFailed", token),
		}}
		for _, verdict := range Judge(observation) {
			Expect(verdict.Message).NotTo(ContainSubstring("s3cret"))
			Expect(verdict.Message).To(Or(ContainSubstring(`"https://acct.blob.core.windows.net/c": dial tcp`), ContainSubstring("'https://h/o/r/'"), ContainSubstring(`"https://h/validate"`)))
		}
	})

	It("is cut if it is long", func() {
		long := make([]byte, 100_000)
		for i := range long {
			long[i] = 'x'
		}
		verdict := judge(git, observe.Shoot{Kustomization: kustomization("BuildFailed", string(long)+"\n"+string(long))})[2]
		Expect(len(verdict.Message)).To(BeNumerically("<", 4096))
	})

	It("of time that passes is left out", func() {
		expired := "x509: certificate has expired or is not yet valid: current time 2026-11-22T02:55:56Z is after 2026-01-01T00:00:00Z"
		verdict := judge(git, observe.Shoot{Source: &observe.Source{URL: "https://h/r", Generation: 7, Conditions: ready("False", 7, "GitOperationFailed", expired)}})[1]
		Expect(verdict.Message).To(ContainSubstring("current time is after 2026-01-01"))
	})
})
