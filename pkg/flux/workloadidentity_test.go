// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/semver"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("Workload identity", func() {
	catalog := NewCatalog(library)

	// identity enables logins of objects as ServiceAccounts.
	identity := func(accounts ...fluxv1alpha1.CloudServiceAccount) func(*Input) {
		return fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
			f.WorkloadIdentity = &fluxv1alpha1.WorkloadIdentity{Enabled: ptr.To(true), ServiceAccounts: accounts}
		})
	}
	all := func(version string) func(*Input) {
		return fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
			f.Components, f.ComponentsExtra = catalog.Components(version), nil
		})
	}
	gates := func(in Input) map[string]string {
		GinkgoHelper()
		bundle, err := renderer.Render(in)
		Expect(err).NotTo(HaveOccurred())
		found := map[string]string{}
		for name, deployment := range deployments(bundle.Controllers) {
			for _, arg := range manager(deployment).Args {
				if value, is := strings.CutPrefix(arg, "--feature-gates="); is {
					Expect(found).NotTo(HaveKey(name), "of two flags, a controller takes the last one")
					found[name] = value
				}
			}
		}
		return found
	}

	// A controller that does not know the gate would not start.
	DescribeTable("sets the feature gate for the controllers that have it",
		func(version string) {
			content, err := os.ReadFile(filepath.Join("distributions", "featuregates.txt"))
			Expect(err).NotTo(HaveOccurred())
			want, listed := map[string]string{}, 0
			for line := range strings.Lines(string(content)) {
				if fields := strings.Fields(line); fields[0] == version {
					if semver.Compare(version, "v2.10") < 0 { // Later versions have retired the gate.
						want[fields[1]] = "ObjectLevelWorkloadIdentity=true"
					}
					listed++
					Expect(catalog.Image(version, fluxv1alpha1.Component(fields[1]))).To(HaveSuffix(":" + fields[2]))
				}
			}
			Expect(listed).To(Equal(6))
			if slices.Contains(catalog.Components(version), fluxv1alpha1.ComponentSourceWatcher) {
				for _, name := range []string{"kustomize-controller", "helm-controller"} {
					want[name] = strings.TrimSuffix("ExternalArtifact=true,"+want[name], ",")
				}
			}
			Expect(gates(input(of(version), all(version), identity()))).To(Equal(want))
		},
		versionEntriesOf(distributions.Embedded().Versions()),
	)

	It("sets the feature gate only if enabled", func() {
		Expect(gates(input(identity()))).To(Equal(map[string]string{
			"source-controller": "ObjectLevelWorkloadIdentity=true", "kustomize-controller": "ObjectLevelWorkloadIdentity=true",
			"helm-controller": "ObjectLevelWorkloadIdentity=true", "notification-controller": "ObjectLevelWorkloadIdentity=true",
		}))
		Expect(gates(input(identity(), fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.WorkloadIdentity.Enabled = ptr.To(false) })))).To(BeEmpty())
	})

	DescribeTable("lets controllers request tokens",
		func(version string) {
			bundle, err := renderer.Render(input(of(version), identity()))
			Expect(err).NotTo(HaveOccurred())
			requests := false
			for document := range strings.SplitSeq(string(bundle.Controllers), "---\n") {
				role := rbacv1.ClusterRole{}
				Expect(yaml.Unmarshal([]byte(document), &role)).To(Succeed())
				for _, rule := range role.Rules {
					requests = requests || slices.Contains(rule.Resources, "serviceaccounts/token") && slices.Contains(rule.Verbs, "create")
				}
			}
			Expect(requests).To(BeTrue())
		},
		versionEntries(),
	)

	Describe("of Flux v2.10, whose ClusterRoles do not grant tokens", func() {
		next := NewRenderer(nextLibrary, Images{})
		// access renders the controllers, and returns their role for tokens and the controllers that it is bound to.
		access := func(stage Stage, changes ...func(*Input)) (*rbacv1.ClusterRole, *rbacv1.ClusterRoleBinding) {
			GinkgoHelper()
			in := input(append([]func(*Input){of(nextVersion)}, changes...)...)
			in.Stage = stage
			bundle, err := next.Render(in)
			Expect(err).NotTo(HaveOccurred())
			var role *rbacv1.ClusterRole
			var binding *rbacv1.ClusterRoleBinding
			for document := range strings.SplitSeq(string(bundle.Controllers), "---\n") {
				found := &rbacv1.ClusterRole{}
				Expect(yaml.Unmarshal([]byte(document), found)).To(Succeed())
				if !strings.HasPrefix(found.Name, "flux-object-identity") {
					continue
				}
				if found.Kind == "ClusterRole" {
					role = found
					continue
				}
				binding = &rbacv1.ClusterRoleBinding{}
				Expect(yaml.Unmarshal([]byte(document), binding)).To(Succeed())
			}
			return role, binding
		}

		DescribeTable("lets only the controllers request tokens that are not administrators",
			func(want []string, changes ...func(*Input)) {
				role, binding := access(StageManaged, changes...)
				if len(want) == 0 {
					Expect(role).To(BeNil())
					Expect(binding).To(BeNil())
					return
				}
				Expect(role).NotTo(BeNil())
				Expect(role.Rules).To(Equal([]rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"serviceaccounts/token"}, Verbs: []string{"create"}}}))
				var subjects []rbacv1.Subject
				for _, name := range want {
					subjects = append(subjects, rbacv1.Subject{Kind: "ServiceAccount", Name: name, Namespace: "flux-system"})
				}
				Expect(binding.Subjects).To(ConsistOf(subjects))
				Expect(binding.RoleRef).To(Equal(rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "ClusterRole", Name: role.Name}))
				Expect(role.Labels).To(Equal(map[string]string{
					"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/instance": "flux-system", "app.kubernetes.io/version": nextVersion,
				}), "flux uninstall finds it by these labels")
			},
			Entry("with the default controllers", []string{"source-controller", "notification-controller"}, identity()),
			Entry("with all controllers, except source-watcher, which requests none",
				[]string{"source-controller", "notification-controller", "image-reflector-controller", "image-automation-controller"}, all(version), identity()),
			Entry("without workload identity", nil),
		)

		It("names role and binding after Flux's namespace, as the distribution's other roles", func() {
			role, binding := access(StageManaged, identity(), fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.Namespace = ptr.To("gitops") }))
			Expect(role).NotTo(BeNil())
			Expect([]string{role.Name, binding.Name, binding.RoleRef.Name, binding.Subjects[0].Namespace}).To(Equal(
				[]string{"flux-object-identity-gitops", "flux-object-identity-gitops", "flux-object-identity-gitops", "gitops"}))
		})

		It("does not set the retired feature gate, which the controllers only log", func() {
			bundle, err := next.Render(input(of(nextVersion), identity()))
			Expect(err).NotTo(HaveOccurred())
			Expect(string(bundle.Controllers)).NotTo(ContainSubstring("ObjectLevelWorkloadIdentity"))
		})
	})

	It("leaves the roles of versions unchanged that let the controllers request tokens", func() {
		for _, version := range allVersions() {
			bundle, err := renderer.Render(input(of(version), identity()))
			Expect(err).NotTo(HaveOccurred())
			Expect(string(bundle.Controllers)).NotTo(ContainSubstring("flux-object-identity"), version)
		}
	})

	It("creates ServiceAccounts before the source and annotates those of controllers", func() {
		role := &fluxv1alpha1.AWSIdentity{RoleARN: "arn:aws:iam::123456789012:role/flux"}
		bundle, err := renderer.Render(input(synced(bucket, bucketKustomization), identity(
			fluxv1alpha1.CloudServiceAccount{Name: "reader", Namespace: ptr.To("flux-system"), AWS: role},
			fluxv1alpha1.CloudServiceAccount{Name: "source-controller", Namespace: ptr.To("flux-system"), AWS: role},
		)))
		Expect(err).NotTo(HaveOccurred())
		golden("workload-identity.config.yaml", bundle.Config)

		annotated := map[string]map[string]string{}
		for document := range strings.SplitSeq(string(bundle.Controllers), "---\n") {
			account := corev1.ServiceAccount{}
			Expect(yaml.Unmarshal([]byte(document), &account)).To(Succeed())
			if account.Kind == "ServiceAccount" && account.Annotations["eks.amazonaws.com/role-arn"] != "" {
				annotated[account.Name] = account.Annotations
			}
		}
		Expect(annotated).To(HaveLen(1))
		Expect(annotated["source-controller"]).To(HaveKeyWithValue("eks.amazonaws.com/role-arn", role.RoleARN))
	})

	It("shares rendered controllers between shoots with different ServiceAccounts", func() {
		one, err := renderer.Render(input(identity(fluxv1alpha1.CloudServiceAccount{Name: "one", Namespace: ptr.To("flux-system")})))
		Expect(err).NotTo(HaveOccurred())
		other, err := renderer.Render(input(identity(fluxv1alpha1.CloudServiceAccount{Name: "other", Namespace: ptr.To("flux-system")})))
		Expect(err).NotTo(HaveOccurred())
		Expect(&one.Controllers[0]).To(BeIdenticalTo(&other.Controllers[0]))
		Expect(one.Config).NotTo(Equal(other.Config))
	})
})
