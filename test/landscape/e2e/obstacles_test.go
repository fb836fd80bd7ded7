// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// gitops is a namespace for Flux that the extension would not choose.
const gitops = "gitops"

// configInGitops are the source and the root Kustomization there.
func configInGitops(url string) []*unstructured.Unstructured {
	GinkgoHelper()
	config := parsed(gitRepositoryYAML("flux-system", url, "  secretRef: {name: flux-system}\n") + kustomizationYAML("flux-system", "flux-system", "./", ""))
	for _, object := range config {
		object.SetNamespace(gitops)
	}
	return config
}

// keySecret is what 'flux create secret git' makes.
func keySecret(namespace string, key map[string]string) *unstructured.Unstructured {
	data := map[string]any{}
	for name, value := range key {
		data[name] = value
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "flux-system", "namespace": namespace}, "stringData": data,
	}}
}

// patches does to all of the objects what 'kubectl patch --type=merge' does.
func (s shoot) patches(patch string, objects ...*unstructured.Unstructured) {
	GinkgoHelper()
	for _, object := range objects {
		Expect(s.client().Patch(s.ctx, object.DeepCopy(), client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
	}
}

// asTheyAre returns what must not change of the objects, which are all there.
func (s shoot) asTheyAre(g Gomega, objects ...*unstructured.Unstructured) map[string]string {
	GinkgoHelper()
	c, found := s.client(), map[string]string{}
	for _, wanted := range objects {
		object := &unstructured.Unstructured{}
		object.SetGroupVersionKind(wanted.GroupVersionKind())
		g.Expect(c.Get(s.ctx, client.ObjectKeyFromObject(wanted), object)).To(Succeed())
		found[object.GetKind()+" "+client.ObjectKeyFromObject(object).String()] = fmt.Sprint(object.GetUID(), object.GetGeneration(),
			object.GetDeletionTimestamp(), object.GetLabels(), object.GetAnnotations(), object.Object["data"])
	}
	return found
}

// storesOldVersion makes a CustomResourceDefinition that of an older Flux, of which objects may still be stored in a version
// that is gone since.
func (s shoot) storesOldVersion(crd *unstructured.Unstructured) {
	GinkgoHelper()
	c := s.client()
	Eventually(s.ctx, func(g Gomega) {
		object := crd.DeepCopy()
		g.Expect(c.Get(s.ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
		versions, _, err := unstructured.NestedSlice(object.Object, "spec", "versions")
		g.Expect(err).NotTo(HaveOccurred())
		if len(versions) == 1 {
			old := (&unstructured.Unstructured{Object: versions[0].(map[string]any)}).DeepCopy().Object //nolint:forcetypeassert // the API has it so
			old["name"], old["storage"] = "v1beta2", false
			g.Expect(unstructured.SetNestedSlice(object.Object, append(versions, old), "spec", "versions")).To(Succeed())
			g.Expect(c.Update(s.ctx, object)).To(Succeed())
		}
		g.Expect(unstructured.SetNestedStringSlice(object.Object, []string{"v1beta2", "v1"}, "status", "storedVersions")).To(Succeed())
		g.Expect(c.Status().Update(s.ctx, object)).To(Succeed())
	}).Should(Succeed())
}

// isRefused waits until the Shoot's operation fails with the message, before anything was delivered.
func (s shoot) isRefused(message string) {
	GinkgoHelper()
	s.eventually("FluxConfigured", "False", "InvalidConfiguration", ContainSubstring(message))
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(s.get(g).Status.LastErrors).To(ContainElement(And(
			HaveField("Description", ContainSubstring(message)), HaveField("Codes", ContainElement(gardencorev1beta1.ErrorRetryableConfigurationProblem)))))
	}).Should(Succeed())
	Expect(s.managedResources()).To(BeEmpty())
}

var _ = Describe("Taking over a shoot in which something stands in the way", Label("long"), func() {
	It("names one obstacle after the other and touches nothing; once they are gone, what was suspended stays so until it is resumed", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("obstacles", repository(ctx, "obstacles", false))
		user.projectKey("obstacles")
		s := user.without("obstacles", seedName)
		config := configInGitops(world.GitHost.SSHURL("obstacles"))
		isSuspended := func(want bool) {
			GinkgoHelper()
			for _, object := range config {
				object := object.DeepCopy()
				Expect(s.client().Get(ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
				suspended, _, _ := unstructured.NestedBool(object.Object, "spec", "suspend")
				Expect(suspended).To(Equal(want), object.GetKind())
			}
		}

		By("Flux in a namespace and with a key of its own, another one that was given up, an old version, and all of it suspended")
		key := keySecret(gitops, newDeployKey("obstacles", "own"))
		install := parsed(strings.ReplaceAll(documents(fluxInstall()...), "flux-system", gitops))
		s.brings(slices.Concat(install, []*unstructured.Unstructured{key}, config)...)
		s.shows("from-git", "first")
		givenUp := parsed("apiVersion: v1\nkind: Namespace\nmetadata: {name: given-up}\n---\n" + strings.ReplaceAll(`apiVersion: apps/v1
kind: Deployment
metadata: {name: NAME, namespace: given-up, labels: {app.kubernetes.io/part-of: flux, app.kubernetes.io/version: v2.9.5}}
spec:
  replicas: 0
  selector: {matchLabels: {app: NAME}}
  template:
    metadata: {labels: {app: NAME}}
    spec: {containers: [{name: manager, image: example.org/app}]}
`, "NAME", "source-controller"))
		s.brings(givenUp...)
		s.patches(`{"spec":{"suspend":true}}`, config...)
		crd := install[slices.IndexFunc(install, func(o *unstructured.Unstructured) bool {
			return o.GetName() == "gitrepositories.source.toolkit.fluxcd.io"
		})]
		s.storesOldVersion(crd)
		commit(ctx, "obstacles", "from-git", "second")
		workload := parsed(manifest("from-git", ""))
		everything := slices.Concat(install, []*unstructured.Unstructured{key}, config, workload)
		before, uids := s.asTheyAre(Default, everything...), s.uids(Default, everything...)
		refused := func(message string) {
			GinkgoHelper()
			s.isRefused(message)
			Expect(s.asTheyAre(Default, everything...)).To(Equal(before))
			isAbsent(ctx, s.client(), &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "flux-system"}})
		}

		By("Flux is elsewhere: the Shoot says where")
		s.enables("")
		refused("Flux already runs in namespace gitops of the shoot, and two installations would conflict; set it to gitops, or remove that Flux from the shoot first")
		s.enables("flux: {namespace: gitops}")

		By("another Flux is elsewhere: it is taken out")
		refused("Flux runs in namespace given-up of the shoot already")
		Expect(s.client().Delete(ctx, givenUp[1].DeepCopy())).To(Succeed())

		By("another key in the place of the deploy key: it is named, and Flux goes on with it")
		refused("Secret gitops/flux-system of the shoot contains credentials other than the project's deploy key; set source.template.spec.secretRef.name to flux-system to use these credentials")
		s.enables("flux: {namespace: gitops}\nsource: {template: {spec: {secretRef: {name: flux-system}}}}")
		s.succeeds()
		s.isTakenOverSuspended()
		isSuspended(true)
		definition := crd.DeepCopy()
		Expect(s.client().Get(ctx, client.ObjectKeyFromObject(definition), definition)).To(Succeed())
		stored, _, _ := unstructured.NestedStringSlice(definition.Object, "status", "storedVersions")
		Expect(stored).To(Equal([]string{"v1"}), "what may be stored in a version that is gone was migrated")
		Expect(s.uids(Default, everything...)).To(Equal(uids))
		Expect(s.asTheyAre(Default, key, workload[0])).To(Equal(only(before, "Secret gitops/flux-system", "ConfigMap default/from-git")))

		By("it stays suspended until it is resumed in the shoot")
		s.reconcile()
		isSuspended(true)
		s.shows("from-git", "first")
		s.patches(`{"spec":{"suspend":false}}`, config...)
		s.shows("from-git", "second")
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
		s.reconcile()
		isSuspended(false)

		By("after Keep everything is there once more; now the other key is taken away, and Flux goes on with the deploy key")
		s.change(configured("deletionPolicy: Keep\nflux: {namespace: gitops}\nsource: {template: {spec: {secretRef: {name: flux-system}}}}"))
		s.removeExtension()
		before = s.asTheyAre(Default, everything...)
		s.enables("flux: {namespace: gitops}")
		refused("Secret gitops/flux-system of the shoot contains credentials other than the project's deploy key")
		Expect(s.client().Delete(ctx, key.DeepCopy())).To(Succeed())
		s.succeeds()
		commit(ctx, "obstacles", "from-git", "third")
		s.patches(fmt.Sprintf(`{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":%q}}}`, metav1.NowMicro().String()), config[0])
		s.shows("from-git", "third")
		delete(uids, "Secret gitops/flux-system")
		Expect(s.uids(Default, slices.Concat(install, config, workload)...)).To(Equal(uids))
	}, SpecTimeout(8*time.Minute))
})

// only returns the entries with those keys.
func only(all map[string]string, keys ...string) map[string]string {
	some := map[string]string{}
	for _, key := range keys {
		some[key] = all[key]
	}
	return some
}

// isTakenOverSuspended waits until everything is applied and reported as suspended.
func (s shoot) isTakenOverSuspended() {
	GinkgoHelper()
	Expect(s.managedResources()).To(HaveLen(3))
	s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
	for _, condition := range []string{"FluxSourceReady", "FluxKustomizationReady"} {
		s.eventually(condition, "True", "Suspended", ContainSubstring("is suspended in the shoot until it is resumed there"))
	}
}
