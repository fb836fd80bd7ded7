// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("Taking over a Flux that was changed with its bootstrap", Label("long"), func() {
	// A value that no other test and no default has.
	const argument = "--concurrent=31"

	It("says before what the controllers would lose, keeps what is configured, and gives up what is accepted", func(ctx SpecContext) {
		user := inGarden(ctx)
		Expect(world.GitHost.CreateRepository(ctx, "tuned", true)).To(Succeed())
		install := fluxInstall()
		for _, object := range install {
			if object.GetName() != "kustomize-controller" {
				continue
			}
			switch object.GetKind() {
			case "ServiceAccount":
				object.SetAnnotations(map[string]string{"eks.amazonaws.com/role-arn": "arn:aws:iam::123456789012:role/flux"})
			case "Deployment":
				containers, _, err := unstructured.NestedSlice(object.Object, "spec", "template", "spec", "containers")
				Expect(err).NotTo(HaveOccurred())
				manager := containers[0].(map[string]any)
				manager["args"] = append(manager["args"].([]any), argument)
				manager["env"] = append(manager["env"].([]any), map[string]any{"name": "OWN", "value": "s3cret-value"})
				Expect(unstructured.SetNestedSlice(object.Object, containers, "spec", "template", "spec", "containers")).To(Succeed())
			}
		}
		config := parsed(gitRepositoryYAML("flux-system", world.GitHost.HTTPURL("tuned"), "") + kustomizationYAML("flux-system", "flux-system", "./", ""))
		_, err := world.GitHost.Commit(ctx, "tuned", "flux bootstrap", map[string]string{
			"flux-system/gotk-components.yaml": documents(install...), "flux-system/gotk-sync.yaml": documents(config...), "from-git.yaml": manifest("from-git", "first"),
		})
		Expect(err).NotTo(HaveOccurred())
		user.project("tuned", nil)
		s := user.without("tuned", seedName)
		everything := slices.Concat(install, config)
		s.brings(everything...)
		s.shows("from-git", "first")
		before := s.uids(Default, everything...)
		controller := func(g Gomega) corev1.Container {
			deployment := &appsv1.Deployment{}
			g.Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "kustomize-controller"}, deployment)).To(Succeed())
			return deployment.Spec.Template.Spec.Containers[0]
		}

		By("nothing is delivered, and the condition and the status name what would go, and the command that keeps it")
		wanted := fmt.Sprintf("source: {template: {spec: {url: %q}}}\n", world.GitHost.HTTPURL("tuned"))
		s.enables(wanted)
		s.isAskedToAccept("kustomize-controller has argument --concurrent, variable OWN")
		s.eventually("FluxConfigured", "False", "InvalidConfiguration", And(ContainSubstring("'kubectl shoot-flux render --from-bootstrap' prints the patches and shards that keep it"), Not(ContainSubstring("s3cret-value"))))
		Eventually(ctx, func(g Gomega) {
			status := &corev1.ConfigMap{}
			g.Expect(world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "garden-tuned", Name: "flux-status"}, status)).To(Succeed())
			g.Expect(status.Data).To(HaveKeyWithValue("only", ContainSubstring("kustomize-controller has argument --concurrent, variable OWN")))
		}).Should(Succeed())
		Expect(s.managedResources()).To(BeEmpty())
		Expect(controller(Default).Args).To(ContainElement(argument))

		By("one is configured, and is not asked for any more; the other is given up")
		wanted += "flux: {concurrency: 31}\n"
		s.ask(configured(wanted))
		accepted := s.isAskedToAccept(": kustomize-controller has variable OWN")
		s.ask(configured(wanted + accepted))
		s.succeeds()
		s.isTakenOver()
		Expect(s.uids(Default, everything...)).To(Equal(before))
		Eventually(ctx, func(g Gomega) {
			g.Expect(controller(g).Args).To(ContainElement(argument))
			g.Expect(controller(g).Env).NotTo(ContainElement(HaveField("Name", "OWN")))
			g.Expect(commandLines("kustomize-controller")).To(ContainElement(ContainSubstring(argument)))
		}).Should(Succeed())

		By("annotations of the ServiceAccount were not asked for, because they stay")
		account := &corev1.ServiceAccount{}
		Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "kustomize-controller"}, account)).To(Succeed())
		Expect(account.Annotations).To(HaveKeyWithValue("eks.amazonaws.com/role-arn", "arn:aws:iam::123456789012:role/flux"))
		Expect(account.Annotations).To(HaveKey("resources.gardener.cloud/origin"))
	}, SpecTimeout(6*time.Minute))
})
