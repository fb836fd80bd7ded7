// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// publishedDir holds the examples that the two predecessors have published, if it is there.
var publishedDir = filepath.Join("..", "..", "..", "..", "shared", "fixtures")

// published reads one of them as it was published.
func published(name string) string {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join(publishedDir, name))
	Expect(err).NotTo(HaveOccurred())
	return string(content)
}

var _ = Describe("The published examples of the predecessors, as they were published", Ordered, func() {
	const unknownVersion = "unknown Flux version; the known versions are v2.8.8, v2.9.5 (or leave it out for the newest)"

	BeforeAll(func() {
		if _, err := os.Stat(publishedDir); os.IsNotExist(err) {
			Skip("the published examples are not part of this repository, and not here")
		}
	})

	It("23technologies: the versions are refused with those that are known", func(ctx SpecContext) {
		inGarden(ctx).project("testing", nil)
		output, err := kubectl(ctx, published("23technologies-configmap.yaml"), "apply", "-f", "-")
		Expect(err).To(HaveOccurred(), output)
		Expect(output).To(ContainSubstring("The ConfigMap \"flux-config\" is invalid: fluxVersion: Invalid value: \"0.29.5\": " + unknownVersion))

		By("the one with a placeholder for the namespace, which no API server takes")
		rendered, err := exec.CommandContext(ctx, world.Plugin, "render", "-f", filepath.Join(publishedDir, "23technologies-readme-configmap.yaml")).CombinedOutput()
		Expect(err).To(HaveOccurred(), string(rendered))
		Expect(string(rendered)).To(ContainSubstring("ConfigMap YOUR-PROJECT-NAMESPACE/flux-config: fluxVersion: Invalid value: \"v0.29.5\": " + unknownVersion))
	}, SpecTimeout(time.Minute))

	It("23technologies: the Extension gets Flux", func(ctx SpecContext) {
		s := inGarden(ctx).shoot("testing", "shoot", seedName, true)
		s.succeeds()
		applyToSeed(ctx, published("23technologies-extension.yaml"))
		s.reconcile()
		s.eventually("FluxConfigured", "True", "NoRepository", HavePrefix("Flux v2.9.5 is configured, and nothing to sync"))
	}, SpecTimeout(time.Minute))

	It("stackitcloud: the Shoot comes up with Flux, and the source says what is wrong with it here", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("local", nil)
		Expect(world.Garden.CreateSecretBinding(ctx, "local", "local")).To(Succeed())
		output, err := kubectl(ctx, published("stackitcloud-shoot.yaml"), "apply", "-f", "-")
		Expect(err).NotTo(HaveOccurred(), output)
		Expect(output).To(ContainSubstring("v2.9.2 resolves to v2.9.5"))
		s := shoot{ctx: ctx, project: "local", name: "flux", seed: seedName}
		DeferCleanup(func(ctx context.Context) { Expect(world.ReleaseShoot(ctx, "local", "flux")).To(Succeed()) }, NodeTimeout(time.Minute))
		Expect(world.Garden.ScheduleShoot(ctx, "local", "flux", seedName)).To(Succeed())
		s.succeeds()
		s.eventually("FluxConfigured", "True", "Configured", HavePrefix("Flux v2.9.5 is configured to sync path clusters/production of branch main of https://github.com/fluxcd/flux2-kustomize-helm-example"))
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		s.eventually("FluxSourceReady", "False", "GitOperationFailed", ContainSubstring("https://github.com/fluxcd/flux2-kustomize-helm-example"))
		watcher := &appsv1.Deployment{}
		Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "source-watcher"}, watcher)).To(Succeed())
		Expect(watcher.Status.AvailableReplicas).To(BeEquivalentTo(1))

		By("the Extension with a version that is not carried: a condition, and Flux stays as it is; the rest is delivered")
		before := delivered(s)
		applyToSeed(ctx, published("stackitcloud-extension.yaml"))
		s.reconcileExtension()
		s.eventually("FluxConfigured", "False", "InvalidConfiguration", ContainSubstring("flux.version: Invalid value: \"v2.1.2\": "+unknownVersion))
		after := delivered(s)
		for _, name := range []string{"extension-shoot-flux-crds", "extension-shoot-flux-controllers"} {
			Expect(after).To(HaveKeyWithValue(name, before[name]))
		}
		Eventually(ctx, func(g Gomega) {
			root := &kustomizev1.Kustomization{}
			g.Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, root)).To(Succeed())
			g.Expect(root.Spec.Path).To(Equal("clusters/production/flux-system"))
		}).Should(Succeed())
	}, SpecTimeout(3*time.Minute))

	It("stackitcloud: the OCI example of the README, in a FluxConfig", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("readme", nil)
		user.secret("readme", "my-oci-credentials", "Opaque", map[string]string{"username": "u", "password": "p"})
		s := user.shoot("readme", "only", seedName, true, referring("my-oci-credentials"), configured(published("stackitcloud-readme-oci.yaml")))
		s.succeeds()
		s.eventually("FluxConfigured", "True", "Configured", HavePrefix("Flux v2.9.5 is configured to sync path ./ of tag latest of oci://ghcr.io/example/manifests"))
	}, SpecTimeout(time.Minute))
})

// applyToSeed applies an object as gardenlet does.
func applyToSeed(ctx context.Context, document string) {
	GinkgoHelper()
	objects, err := decodeAll(document)
	Expect(err).NotTo(HaveOccurred())
	for _, object := range objects {
		Expect(seed(seedName).Client.Apply(ctx, client.ApplyConfigurationFromUnstructured(object), client.FieldOwner("gardenlet"), client.ForceOwnership)).To(Succeed())
	}
}
