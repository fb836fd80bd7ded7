// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"encoding/json"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
)

var _ = Describe("Policies for metadata in the garden", Ordered, func() {
	const project, empty, board = "garden-metadata", "garden-metadata-empty", "seed-metadata"
	var admin, seed, controller client.Client

	configMap := func(namespace, name string) client.Object {
		return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	}
	secret := func(name string) client.Object {
		return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: name}, Data: map[string][]byte{"identity": []byte("now"), "a.identity": []byte("now")}}
	}
	event := func(reporter string) *eventsv1.Event {
		return &eventsv1.Event{
			ObjectMeta: metav1.ObjectMeta{Namespace: project, GenerateName: "about-"}, EventTime: metav1.NowMicro(), ReportingController: reporter, ReportingInstance: "pod",
			Action: "Test", Reason: "Test", Type: "Normal", Regarding: corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Namespace: project, Name: "flux-source"},
		}
	}
	// refused are the parts of an object that the policies refuse from both identities.
	refused := map[string]string{
		"an owner":      `"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"x","uid":"x"}]}`,
		"a finalizer":   `"metadata":{"finalizers":["example.com/kept"]}`,
		"a label":       `"metadata":{"labels":{"example.com/team":"a"}}`,
		"an annotation": `"metadata":{"annotations":{"example.com/team":"a"}}`,
	}
	immutable := map[string]string{"immutability": `"immutable":true`}
	// expectPatches expects that the API server accepts the change of the identity, but not together with a refused
	// part.
	expectPatches := func(ctx context.Context, c client.Client, object client.Object, change string, parts ...map[string]string) {
		GinkgoHelper()
		patch := func(text string) error {
			return c.Patch(ctx, object.DeepCopyObject().(client.Object), client.RawPatch(types.MergePatchType, []byte("{"+text+"}")), client.DryRunAll)
		}
		Expect(patch(change)).To(Succeed())
		for _, all := range parts {
			for name, part := range all {
				err := patch(change + "," + part)
				Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%s of %s %s: %v", name, object.GetNamespace(), object.GetName(), err)
				Expect(err).To(MatchError(Or(ContainSubstring("must not change "), ContainSubstring("may change only its own "), ContainSubstring("an owner"))))
			}
		}
	}
	// expectApplies does the same for a missing object.
	expectApplies := func(ctx context.Context, c client.Client, object string, parts ...map[string]string) {
		GinkgoHelper()
		apply := func(part string) error {
			desired := &unstructured.Unstructured{}
			Expect(json.Unmarshal([]byte(object), &desired.Object)).To(Succeed())
			if part != "" {
				added := map[string]any{}
				Expect(json.Unmarshal([]byte("{"+part+"}"), &added)).To(Succeed())
				metadata, _ := added["metadata"].(map[string]any)
				for key, value := range metadata {
					Expect(unstructured.SetNestedField(desired.Object, value, "metadata", key)).To(Succeed())
				}
				if value, is := added["immutable"]; is {
					desired.Object["immutable"] = value
				}
			}
			return c.Apply(ctx, client.ApplyConfigurationFromUnstructured(desired), client.FieldOwner("test"), &client.ApplyOptions{DryRun: []string{metav1.DryRunAll}})
		}
		Expect(apply("")).To(Succeed())
		for _, all := range parts {
			for name, part := range all {
				err := apply(part)
				Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%s of %s: %v", name, object, err)
			}
		}
	}

	BeforeAll(func(ctx SpecContext) {
		admin = newClient()
		groups := []string{"system:serviceaccounts", "system:serviceaccounts:" + board}
		seed = impersonate("system:serviceaccount:"+board+":shoot-flux-garden", groups...)
		controller = impersonate("system:serviceaccount:kube-system:extension-admission-shoot-flux", "system:serviceaccounts", "system:serviceaccounts:kube-system")
		applyGardenChartWith(ctx, withAdmission())
		for name, labels := range map[string]map[string]string{project: {"gardener.cloud/role": "project"}, empty: {"gardener.cloud/role": "project"}, board: nil, "garden": nil} {
			Expect(client.IgnoreAlreadyExists(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}}))).To(Succeed())
		}
		binding := &rbacv1.ClusterRoleBinding{
			ObjectMeta: metav1.ObjectMeta{Name: "policy-test-metadata"},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: gardenAccess},
			Subjects:   []rbacv1.Subject{{Kind: "Group", APIGroup: rbacv1.GroupName, Name: groups[1]}},
		}
		Expect(admin.Create(ctx, binding)).To(Succeed())
		DeferCleanup(func(ctx context.Context) { Expect(admin.Delete(ctx, binding)).To(Succeed()) })
		for _, object := range []client.Object{
			configMap(project, "flux-status"), configMap(project, "flux-rollout"), configMap(project, "flux-push"), configMap(project, "flux-notifications"), configMap(board, "shoot-flux"),
			secret("flux-source"), secret("flux-source-keys"),
			&rbacv1.RoleBinding{
				ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: access.Name}, RoleRef: rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: access.Name},
				Subjects: []rbacv1.Subject{{Kind: "ServiceAccount", Namespace: board, Name: "shoot-flux-garden"}},
			},
		} {
			object.SetLabels(map[string]string{"example.com/kept": "true"})
			object.SetAnnotations(map[string]string{"example.com/kept": "true"})
			Expect(admin.Create(ctx, object)).To(Succeed())
		}
		Eventually(func() error {
			return controller.Patch(ctx, secret("flux-source"), keyPatch(`{"data":{"identity":"eA=="}}`), client.DryRunAll)
		}, "20s").
			Should(MatchError(ContainSubstring("stays as it is")), "the policies are at work")
		Eventually(func() error {
			return seed.Patch(ctx, secret("flux-source"), keyPatch(`{"data":{"x":"eA=="}}`), client.DryRunAll)
		}, "20s").
			Should(MatchError(ContainSubstring("the garden controller changes it")))
		// Each policy takes effect on its own.
		Eventually(func() error {
			label := client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"example.com/team":"a"}}}`))
			return controller.Patch(ctx, configMap(project, "flux-status"), label, client.DryRunAll)
		}, "20s").
			Should(MatchError(ContainSubstring("the garden controller must not change annotations of what it writes")))
	})

	It("refuse metadata with side effects from a seed", func(ctx SpecContext) {
		removed := map[string]string{"the removal of a label": `"metadata":{"labels":null}`, "the removal of an annotation": `"metadata":{"annotations":null}`}
		expectPatches(ctx, seed, configMap(project, "flux-status"), `"data":{"x":"{}"}`, refused, immutable, removed, map[string]string{
			"how many Shoots another seed leaves out": `"metadata":{"annotations":{"left-out.flux.extensions.gardener.cloud/other":"1"}}`,
		})
		expectPatches(ctx, seed, configMap(project, "flux-status"), `"metadata":{"annotations":{"left-out.flux.extensions.gardener.cloud/metadata":"1"}}`)
		expectApplies(ctx, seed, `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"`+empty+`","name":"flux-status"},"data":{"x":"{}"}}`, refused, immutable)
		expectApplies(ctx, seed, `{"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"`+empty+`","name":"flux-source"},"type":"Opaque","data":{"identity":"eA=="}}`, refused, immutable,
			map[string]string{"the request of an operation": `"metadata":{"annotations":{"flux.extensions.gardener.cloud/operation":"rotate-deploy-key-start"}}`})
		own := event("gardener-extension-shoot-flux")
		Expect(seed.Create(ctx, own)).To(Succeed())
		expectPatches(ctx, seed, own, `"series":{"count":2,"lastObservedTime":"2026-11-26T00:00:00.000000Z"}`, refused)
	})

	It("refuse metadata with side effects from the garden controller", func(ctx SpecContext) {
		removed := map[string]string{"the removal of a label": `"metadata":{"labels":{"example.com/kept":null}}`, "the removal of an annotation": `"metadata":{"annotations":{"example.com/kept":null}}`}
		for _, object := range []client.Object{
			configMap(project, "flux-status"), configMap(project, "flux-rollout"), configMap(project, "flux-push"), configMap(project, "flux-notifications"), configMap(board, "shoot-flux"),
		} {
			expectPatches(ctx, controller, object, `"data":{"x":"{}"}`, refused, immutable, removed)
			expectPatches(ctx, controller, object, `"metadata":{"labels":{"app.kubernetes.io/managed-by":"x"}}`)
		}
		for _, name := range []string{"flux-status", "flux-rollout", "flux-push", "flux-notifications"} {
			expectApplies(ctx, controller, fmt.Sprintf(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":%q,"name":%q},"data":{"x":"{}"}}`, empty, name), refused, immutable)
		}
		expectApplies(ctx, controller, `{"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"`+empty+`","name":"flux-source-keys"},"type":"Opaque","data":{"a.identity":"eA=="}}`, refused, immutable)
		expectPatches(ctx, controller, secret("flux-source"), `"metadata":{"annotations":{"flux.extensions.gardener.cloud/registration":"{}"}}`, immutable, removed)
		expectPatches(ctx, controller, secret("flux-source-keys"), `"metadata":{"annotations":{"a.flux.extensions.gardener.cloud/registration":"{}"}}`, immutable, removed)
		for _, name := range []string{"flux-source", "flux-source-keys"} {
			expectPatches(ctx, controller, secret(name), `"data":{"known_hosts":"eA=="}`, refused, immutable, removed)
		}
		binding := &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: access.Name}}
		expectPatches(ctx, controller, binding, `"metadata":{"labels":{"app.kubernetes.io/managed-by":"x"},"annotations":{"unused-since.flux.extensions.gardener.cloud/a":"x"}}`, removed)
		expectPatches(ctx, controller, binding, `"subjects":[]`, refused, removed)
		own := event("gardener-extension-shoot-flux-garden-controller")
		Expect(controller.Create(ctx, own)).To(Succeed())
		expectPatches(ctx, controller, own, `"series":{"count":2,"lastObservedTime":"2026-11-26T00:00:00.000000Z"}`, refused)
	})

	DescribeTable("keep Events of the garden controller in the namespaces of projects and in garden",
		func(ctx SpecContext, namespace string, matcher OmegaMatcher) {
			own := event("gardener-extension-shoot-flux-garden-controller")
			own.Namespace, own.Regarding.Namespace = namespace, namespace
			Expect(controller.Create(ctx, own, client.DryRunAll)).To(matcher)
		},
		Entry("of a project", project, Succeed()),
		Entry("of the garden, about the rollouts of the operator", "garden", Succeed()),
		Entry("of a seed", board, MatchError(ContainSubstring("and Events also in garden, not in "+board))),
	)
})
