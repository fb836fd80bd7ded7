// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// commandLines are those of all processes of this program that runs on the machine, with spaces between their arguments.
func commandLines(program string) []string {
	GinkgoHelper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	Expect(err).NotTo(HaveOccurred())
	var found []string
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			continue // The process has ended.
		}
		if line := strings.ReplaceAll(string(content), "\x00", " "); strings.Contains(strings.SplitN(line, " ", 2)[0], program) {
			found = append(found, line)
		}
	}
	return found
}

var _ = Describe("Flux's controllers", func() {
	// A value that no other test and no default has.
	const argument = "--concurrent-ssa=37"

	patchOf := func(kind, patch string) string {
		return fluxConfig("flux:\n  size: small\n  patches:\n  - target: {kind: " + kind + ", name: kustomize-controller}\n    patch: '" + patch + "'\n")
	}
	accepted := patchOf("Deployment", `[{op: add, path: /spec/template/spec/containers/0/args/-, value: `+argument+`}]`)

	It("are as a project needs them, with a size and with patches, if the operator allows these", Label("long"), func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("needs", map[string]string{"config.yaml": fluxConfig("flux: {size: small}")})
		apply := func(config string) string {
			GinkgoHelper()
			output, err := kubectl(ctx, asYAML(&corev1.ConfigMap{
				TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
				ObjectMeta: metav1.ObjectMeta{Namespace: "garden-needs", Name: "flux-config"}, Data: map[string]string{"config.yaml": config},
			}), "apply", "-f", "-")
			if err == nil {
				return ""
			}
			return output
		}

		By("the operator has to allow patches")
		Expect(apply(accepted)).To(ContainSubstring("config.yaml.flux.patches[0].target.kind: Forbidden: the operator does not allow patches of a Deployment; remove the patch, or ask the operator to add Deployment to limits.patches"))
		DeferCleanup(func(ctx context.Context) { Expect(world.Configure(ctx, nil)).To(Succeed()) }, NodeTimeout(3*time.Minute))
		Expect(world.Configure(ctx, map[string]any{"limits": map[string]any{"patches": []any{"Deployment"}}})).To(Succeed())

		By("and then still not all of them")
		for patch, message := range map[string]string{
			"spec: {template: {spec: {containers: [{name: manager, image: ghcr.io/evil/kustomize-controller}]}}}": "spec.template.spec.containers[0].image of Deployment kustomize-controller must not be changed by a patch; remove it, and set flux.registry",
			"spec: {template: {spec: {hostNetwork: true}}}":                                                       "spec.template.spec.hostNetwork of Deployment kustomize-controller must not be changed by a patch; remove it",
			"[{op: add, path: /spec/template/spec/containers/0/args/-, value: --insecure-kubeconfig-exec=true}]":  "must not have --insecure-kubeconfig-exec; remove it, or use one of the allowed flags:",
			"spec: {template: {spec: {volumes: [{name: host, hostPath: {path: /}}]}}}":                            "volumes[host] of Deployment kustomize-controller must be of type configMap",
			"[{op: remove, path: /spec/template/spec/containers/7}]":                                              "operation 0 cannot be applied: its path does not exist in this Flux version",
		} {
			Expect(apply(patchOf("Deployment", patch))).To(ContainSubstring("config.yaml.flux.patches[0].patch: "))
			Expect(apply(patchOf("Deployment", patch))).To(ContainSubstring(message))
		}
		Expect(apply(patchOf("ServiceAccount", "metadata: {labels: {team: a}}"))).To(ContainSubstring("ask the operator to add ServiceAccount to limits.patches"))

		By("a size")
		s := user.shoot("needs", "only", seedName, false)
		s.succeeds()
		container := func(g Gomega) corev1.Container {
			deployment := &appsv1.Deployment{}
			g.Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "kustomize-controller"}, deployment)).To(Succeed())
			return deployment.Spec.Template.Spec.Containers[0]
		}
		Eventually(ctx, func(g Gomega) {
			small := container(g)
			g.Expect(small.Resources.Limits.Memory().String()).To(Equal("512Mi"))
			g.Expect(small.Args).To(ContainElements("--concurrent=5", "--requeue-dependency=10s"))
		}).Should(Succeed())
		Expect(commandLines("kustomize-controller")).NotTo(ContainElement(ContainSubstring(argument)))

		By("a patch, with which the real controller runs")
		Expect(apply(accepted)).To(BeEmpty())
		s.reconcile()
		Eventually(ctx, func(g Gomega) {
			g.Expect(container(g).Args).To(ContainElement(argument))
			g.Expect(commandLines("kustomize-controller")).To(ContainElement(And(ContainSubstring(argument), ContainSubstring("--concurrent=5"))))
			pods := &corev1.PodList{}
			g.Expect(s.client().List(ctx, pods, client.InNamespace("flux-system"), client.MatchingLabels{"app": "kustomize-controller"})).To(Succeed())
			g.Expect(pods.Items).To(HaveLen(1))
			g.Expect(pods.Items[0].Status.ContainerStatuses).To(ConsistOf(And(HaveField("Ready", BeTrue()), HaveField("RestartCount", BeZero()))))
		}).Should(Succeed())

		By("an operator who does not allow it any more: what runs stays, and the condition names the setting")
		Expect(world.Configure(ctx, nil)).To(Succeed())
		s.reconcile()
		s.eventually("FluxConfigured", "False", "InvalidConfiguration", ContainSubstring("limits.patches"))
		Expect(container(Default).Args).To(ContainElement(argument))
	}, SpecTimeout(8*time.Minute))
})
