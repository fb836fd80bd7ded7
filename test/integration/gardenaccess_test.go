// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/gardener/gardener/pkg/chartrenderer"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/version"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

const gardenAccess = "extensions.gardener.cloud:extension-shoot-flux:garden-access"

// impersonate returns a client with the identity of the user, and the permissions of its roles.
func impersonate(user string, groups ...string) client.Client {
	GinkgoHelper()
	config := rest.CopyConfig(restConfig)
	config.Impersonate = rest.ImpersonationConfig{UserName: user, Groups: append(groups, "system:authenticated")}
	c, err := client.New(config, client.Options{})
	Expect(err).NotTo(HaveOccurred())
	return c
}

// applyGardenChart applies the chart for the garden, without the admission.
func applyGardenChart(ctx context.Context) {
	GinkgoHelper()
	applyGardenChartWith(ctx, map[string]any{"admission": map[string]any{"enabled": false}})
}

// withAdmission returns the values of the chart with admission and garden controller, as gardener-operator sets them. The configuration offers all that
// needs Secrets of projects.
func withAdmission() map[string]any {
	return map[string]any{
		"gardener": map[string]any{"virtualCluster": map[string]any{"serviceAccount": map[string]any{"name": "extension-admission-shoot-flux", "namespace": "kube-system"}}},
		"config": map[string]any{
			"gitHosts":      []any{map[string]any{"host": "github.com"}},
			"push":          map[string]any{"host": "push.example.com"},
			"notifications": map[string]any{"hosts": []any{"hooks.example.com"}},
		},
	}
}

func applyGardenChartWith(ctx context.Context, values map[string]any) {
	GinkgoHelper()
	release, err := chartrenderer.NewWithServerVersion(&version.Info{GitVersion: "v1.36.0", Major: "1", Minor: "36"}).
		RenderEmbeddedFS(charts.Files(), charts.AdmissionApplication, "shoot-flux", "extension-shoot-flux", values)
	Expect(err).NotTo(HaveOccurred())
	for _, manifest := range release.Manifests {
		for _, document := range documentsIn(manifest.Content) {
			Expect(newClient().Apply(ctx, client.ApplyConfigurationFromUnstructured(document), client.FieldOwner("test"), client.ForceOwnership)).To(Succeed())
			DeferCleanup(func(ctx context.Context) {
				Expect(client.IgnoreNotFound(newClient().Delete(ctx, document))).To(Succeed())
			})
		}
	}
}

func documentsIn(manifest string) []*unstructured.Unstructured {
	GinkgoHelper()
	var documents []*unstructured.Unstructured
	for _, text := range strings.Split(manifest, "\n---\n") {
		document := &unstructured.Unstructured{}
		Expect(yaml.Unmarshal([]byte(text), &document.Object)).To(Succeed())
		if len(document.Object) > 0 {
			documents = append(documents, document)
		}
	}
	return documents
}

// keyPatch returns a merge patch of a Secret.
func keyPatch(format string, args ...any) client.Patch {
	return client.RawPatch(types.MergePatchType, fmt.Appendf(nil, format, args...))
}

var _ = Describe("Policy of the chart in the garden", Ordered, func() {
	const project, elsewhere = "garden-policy", "no-project"
	seedGroups := []string{"system:serviceaccounts", "system:serviceaccounts:seed-alpha"}
	var admin, own client.Client

	event := func(namespace, reporter string) *eventsv1.Event {
		return &eventsv1.Event{
			ObjectMeta:          metav1.ObjectMeta{Namespace: namespace, GenerateName: "flux-source-"},
			EventTime:           metav1.NowMicro(),
			ReportingController: reporter, ReportingInstance: "pod", Action: "Generate", Reason: "DeployKeyGenerated", Type: "Normal",
			Regarding: corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Namespace: namespace, Name: "flux-source"},
		}
	}
	again := func(ctx context.Context, c client.Client, event *eventsv1.Event) error {
		return c.Patch(ctx, event, keyPatch(`{"series":{"count":2,"lastObservedTime":%q}}`, metav1.NowMicro().Format(metav1.RFC3339Micro)))
	}
	meta := func(namespace, name string) metav1.ObjectMeta {
		return metav1.ObjectMeta{Namespace: namespace, Name: name}
	}
	key := func() *corev1.Secret { return &corev1.Secret{ObjectMeta: meta(project, "flux-source")} }
	patchKey := func(format string, args ...any) func(context.Context, client.Client) error {
		return func(ctx context.Context, c client.Client) error {
			return c.Patch(ctx, key(), keyPatch(format, args...))
		}
	}
	apply := func(namespace, name string, secretType corev1.SecretType) func(context.Context, client.Client) error {
		return func(ctx context.Context, c client.Client) error {
			secret := corev1ac.Secret(name, namespace).WithType(secretType).WithData(map[string][]byte{"identity": []byte("now")})
			return c.Apply(ctx, secret, client.FieldOwner("test"))
		}
	}

	BeforeAll(func(ctx SpecContext) {
		admin = newClient()
		own = impersonate("system:serviceaccount:seed-alpha:shoot-flux-garden", seedGroups...)
		for name, labels := range map[string]map[string]string{project: {"gardener.cloud/role": "project"}, elsewhere: nil} {
			Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}})).To(Succeed())
		}
		applyGardenChart(ctx)
		// The test acts as gardener-controller-manager.
		binding := &rbacv1.ClusterRoleBinding{
			ObjectMeta: metav1.ObjectMeta{Name: "policy-test"},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: gardenAccess},
			Subjects:   []rbacv1.Subject{{Kind: "Group", APIGroup: rbacv1.GroupName, Name: "system:serviceaccounts:seed-alpha"}},
		}
		Expect(admin.Create(ctx, binding)).To(Succeed())
		DeferCleanup(func(ctx context.Context) { Expect(admin.Delete(ctx, binding)).To(Succeed()) })
		Eventually(func() error { return own.Create(ctx, event(elsewhere, "gardener-extension-shoot-flux")) }, "20s").
			Should(MatchError(ContainSubstring("only in namespaces of projects")), "the policy is at work")
	})

	BeforeEach(func(ctx SpecContext) {
		secret := key()
		secret.Data = map[string][]byte{"identity": []byte("now"), "next.identity": []byte("next"), "known_hosts": []byte("h")}
		Expect(admin.Create(ctx, secret)).To(Succeed())
		DeferCleanup(func(ctx context.Context) { Expect(client.IgnoreNotFound(admin.Delete(ctx, secret))).To(Succeed()) })
	})

	DescribeTable("allows the extension to",
		func(ctx SpecContext, act func(context.Context, client.Client) error) {
			Expect(act(ctx, own)).To(Succeed())
		},
		Entry("create its Events", func(ctx context.Context, c client.Client) error {
			return c.Create(ctx, event(project, "gardener-extension-shoot-flux"))
		}),
		Entry("update the count of its Event", func(ctx context.Context, c client.Client) error {
			mine := event(project, "gardener-extension-shoot-flux")
			if err := c.Create(ctx, mine); err != nil {
				return err
			}
			return again(ctx, c, mine)
		}),
		Entry("create an Event about a Shoot", func(ctx context.Context, c client.Client) error {
			about := event(project, "gardener-extension-shoot-flux")
			about.Regarding = corev1.ObjectReference{APIVersion: "core.gardener.cloud/v1beta1", Kind: "Shoot", Namespace: project, Name: "one", UID: "uid"}
			return c.Create(ctx, about)
		}),
		Entry("list flux-status in all projects", func(ctx context.Context, c client.Client) error {
			return c.List(ctx, &corev1.ConfigMapList{}, client.MatchingFields{"metadata.name": "flux-status"}, client.Limit(1))
		}),
		Entry("write flux-status", func(ctx context.Context, c client.Client) error {
			return c.Apply(ctx, corev1ac.ConfigMap("flux-status", project).WithData(map[string]string{"s": "{}"}), client.FieldOwner("x"))
		}),
	)

	It("allows the extension to create a missing deploy key", func(ctx SpecContext) {
		Expect(admin.Delete(ctx, key())).To(Succeed())
		Expect(apply(project, "flux-source", corev1.SecretTypeOpaque)(ctx, own)).To(Succeed())
	})

	DescribeTable("does not allow the extension to",
		func(ctx SpecContext, act func(context.Context, client.Client) error, message string) {
			err := act(ctx, own)
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(admin.Get(ctx, client.ObjectKeyFromObject(key()), key())).To(Succeed())
		},
		Entry("annotate the deploy key", patchKey(`{"metadata":{"annotations":{"flux.extensions.gardener.cloud/registration":"{}"}}}`), "the garden controller changes it"),
		Entry("remove the deploy key", patchKey(`{"data":{"identity":null}}`), "the garden controller changes it"),
		Entry("replace the deploy key", patchKey(`{"data":{"identity":"b3RoZXI="}}`), "the garden controller changes it"),
		Entry("prepare the next deploy key", patchKey(`{"data":{"next.identity":"eA=="}}`), "the garden controller changes it"),
		Entry("set an owner reference", patchKey(`{"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"x","uid":"x"}]}}`), "the garden controller changes it"),
		Entry("write outside of projects", apply(elsewhere, "flux-source", corev1.SecretTypeOpaque), "only in namespaces of projects"),
		Entry("create Events outside of projects", func(ctx context.Context, c client.Client) error {
			return c.Create(ctx, event("kube-system", "gardener-extension-shoot-flux"))
		}, "only in namespaces of projects"),
		Entry("create Events under another name", func(ctx context.Context, c client.Client) error {
			return c.Create(ctx, event(project, "gardenlet"))
		}, "only its own Events"),
		Entry("read all ConfigMaps", func(ctx context.Context, c client.Client) error { return c.List(ctx, &corev1.ConfigMapList{}) }, "cannot list"),
		Entry("delete the deploy key", func(ctx context.Context, c client.Client) error { return c.Delete(ctx, key()) }, "cannot delete"),
		Entry("write the token", func(ctx context.Context, c client.Client) error {
			return c.Patch(ctx, &corev1.Secret{ObjectMeta: meta(project, "flux-git-host")}, keyPatch(`{}`))
		}, "cannot patch"),
	)

	It("refuses Secret types whose data Kubernetes creates", func(ctx SpecContext) {
		Expect(admin.Delete(ctx, key())).To(Succeed())
		token := corev1ac.Secret("flux-source", project).WithType(corev1.SecretTypeServiceAccountToken).
			WithAnnotations(map[string]string{corev1.ServiceAccountNameKey: "default"})
		Expect(own.Apply(ctx, token, client.FieldOwner("test"))).To(MatchError(ContainSubstring("only with type Opaque")))

		By("in an update")
		Expect(admin.Create(ctx, key())).To(Succeed())
		Expect(patchKey(`{"type":"kubernetes.io/service-account-token"}`)(ctx, own)).NotTo(Succeed())
	})

	It("does not allow the extension to change Events of other components", func(ctx SpecContext) {
		foreign := event(project, "gardenlet")
		Expect(admin.Create(ctx, foreign)).To(Succeed())
		Expect(again(ctx, own, foreign)).To(MatchError(ContainSubstring("only its own Events")))
	})

	Context("for a ServiceAccount of a seed that may delete objects", func() {
		var other client.Client

		BeforeAll(func(ctx SpecContext) {
			// Gardener's authorizer for seeds permits the deletion to the default identity of an extension.
			role := &rbacv1.ClusterRole{
				ObjectMeta: metav1.ObjectMeta{Name: "policy-test-delete"},
				Rules:      []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"secrets", "configmaps"}, Verbs: []string{"*"}}},
			}
			binding := &rbacv1.ClusterRoleBinding{
				ObjectMeta: metav1.ObjectMeta{Name: role.Name},
				RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: role.Name},
				Subjects:   []rbacv1.Subject{{Kind: "User", APIGroup: rbacv1.GroupName, Name: "system:serviceaccount:seed-alpha:extension-other"}},
			}
			for _, object := range []client.Object{role, binding} {
				Expect(admin.Create(ctx, object)).To(Succeed())
				DeferCleanup(func(ctx context.Context) { Expect(admin.Delete(ctx, object)).To(Succeed()) })
			}
			other = impersonate("system:serviceaccount:seed-alpha:extension-other", seedGroups...)
			Eventually(func() error { return other.List(ctx, &corev1.SecretList{}) }, "10s").Should(Succeed())
		})

		DescribeTable("refuses the deletion of the extension's objects",
			func(ctx SpecContext, act func(context.Context, client.Client) error) {
				Expect(act(ctx, other)).To(MatchError(ContainSubstring("a seed must not delete what shoot-flux keeps in the garden")))
				Expect(admin.Get(ctx, client.ObjectKeyFromObject(key()), key())).To(Succeed())
			},
			Entry("by name", func(ctx context.Context, c client.Client) error { return c.Delete(ctx, key()) }),
			Entry("as a collection, whose request has no name", func(ctx context.Context, c client.Client) error {
				return c.DeleteAllOf(ctx, &corev1.Secret{}, client.InNamespace(project))
			}),
		)

		It("allows the deletion of other objects", func(ctx SpecContext) {
			Expect(admin.Create(ctx, &corev1.Secret{ObjectMeta: meta(project, "other")})).To(Succeed())
			Expect(other.Delete(ctx, &corev1.Secret{ObjectMeta: meta(project, "other")})).To(Succeed())
		})
	})

	Context("for the label that makes gardener-controller-manager grant access", func() {
		const label = "flux.extensions.gardener.cloud/garden-access"
		account := func(namespace, name, value string) *corev1.ServiceAccount {
			made := &corev1.ServiceAccount{ObjectMeta: meta(namespace, name)}
			if value != "" {
				made.Labels = map[string]string{label: value}
			}
			return made
		}

		BeforeAll(func(ctx SpecContext) {
			Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "seed-alpha"}})).To(Succeed())
			Eventually(func() error {
				return admin.Create(ctx, account(project, "probe", "true"), client.DryRunAll)
			}, "20s").Should(MatchError(ContainSubstring("is for ServiceAccounts of seeds")), "the policy is at work")
		})

		It("refuses the label on ServiceAccounts of projects", func(ctx SpecContext) {
			// ServiceAccounts of self-hosted shoots have such names. gardener-controller-manager binds ClusterRoles to
			// them too.
			const name = "extension-shoot--mine--any"
			Expect(admin.Create(ctx, account(project, name, "true"))).To(MatchError(ContainSubstring("the deploy keys of all projects")))
			Expect(admin.Create(ctx, account(project, name, ""))).To(Succeed())
			Expect(admin.Patch(ctx, account(project, name, ""), keyPatch(`{"metadata":{"labels":{%q:"true"}}}`, label))).
				To(MatchError(ContainSubstring("the deploy keys of all projects")))
			Expect(admin.Patch(ctx, account(project, name, ""), keyPatch(`{"metadata":{"labels":{"mine":"true"}}}`))).To(Succeed())
		})

		It("allows the label on ServiceAccounts of seeds", func(ctx SpecContext) {
			Expect(admin.Create(ctx, account("seed-alpha", "shoot-flux-garden", "true"))).To(Succeed())
			Expect(admin.Patch(ctx, account("seed-alpha", "shoot-flux-garden", ""), keyPatch(`{"metadata":{"labels":{%q:null}}}`, label))).To(Succeed())
		})
	})

	It("does not restrict members of the project", func(ctx SpecContext) {
		Expect(admin.Patch(ctx, key(), keyPatch(`{"data":{"identity":"b3RoZXI="}}`))).To(Succeed())
		Expect(admin.Delete(ctx, key())).To(Succeed())
		Expect(admin.Create(ctx, key())).To(Succeed())
	})
})
