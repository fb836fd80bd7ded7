// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"net/url"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func configMapOf(project string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + project, Name: "flux-config"}}
}

func port(repositoryURL string) string {
	u, err := url.Parse(repositoryURL)
	Expect(err).NotTo(HaveOccurred())
	return u.Port()
}

// withoutAdmission does something while the admission is down, which would refuse it.
func withoutAdmission(ctx context.Context, do func()) {
	GinkgoHelper()
	Expect(world.StopAdmission(ctx)).To(Succeed())
	DeferCleanup(func(ctx context.Context) { Expect(world.StartAdmission(ctx)).To(Succeed()) }, NodeTimeout(time.Minute))
	do()
	Expect(world.StartAdmission(ctx)).To(Succeed())
}

var _ = Describe("A mistake in flux-config that the admission did not see", Ordered, func() {
	valid := map[string]string{"repositoryUrl": "ssh://git@github.com/o/r", "repositoryBranch": "main", "repositoryType": "private"}

	mistakes := map[string]map[string]string{
		"typo":      {"repositoryURL": "ssh://git@github.com/o/r"},
		"malformed": with(valid, "repositoryUrl", "github.com/o/r"),
		"scp":       with(valid, "repositoryUrl", "git@github.com:o/r.git"),
		"version":   with(valid, "fluxVersion", "v0.29.5"),
		"hosts":     with(valid, "repositoryUrl", "ssh://git@git.example.com:2222/o/r"),
	}

	BeforeAll(func(ctx SpecContext) {
		withoutAdmission(ctx, func() {
			for project, config := range mistakes {
				inGarden(ctx).project(project, config)
			}
		})
	}, NodeTimeout(3*time.Minute))

	DescribeTable("fails the operation as long as nothing was delivered, retryably, with file, key and remedy; and correcting it heals",
		func(ctx SpecContext, project string, message string) {
			user := inGarden(ctx)
			s := user.shoot(project, "only", seedName, true)

			Eventually(ctx, func(g Gomega) {
				ex := s.extension(g)
				g.Expect(ex.Status.LastOperation).To(HaveValue(MatchFields(IgnoreExtras, Fields{"State": BeEquivalentTo("Error")})))
				g.Expect(ex.Status.LastError).NotTo(BeNil())
				g.Expect(ex.Status.LastError.Codes).To(ConsistOf(gardencorev1beta1.ErrorRetryableConfigurationProblem))
				g.Expect(ex.Status.LastError.Description).To(ContainSubstring("ConfigMap garden-" + project + "/flux-config: " + message))
			}).Should(Succeed())
			s.eventually("FluxConfigured", "False", "InvalidConfiguration", ContainSubstring(message))
			Expect(s.managedResources()).To(BeEmpty())

			By("the Shoot's own status says the same")
			Eventually(ctx, func(g Gomega) {
				object := s.get(g)
				g.Expect(object.Status.LastErrors).To(ContainElement(HaveField("Description", ContainSubstring(message))))
				g.Expect(object.Status.LastOperation.State).NotTo(BeEquivalentTo("Failed"))
			}).Should(Succeed())

			By("correcting it")
			user.configure(project, valid)
			s.succeeds()
			Expect(s.extension(Default).Status.LastError).To(BeNil())
			s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
		},
		Entry("a typo in a key", SpecTimeout(3*time.Minute), "typo", "repositoryURL: Forbidden: unknown key; did you mean repositoryUrl? The known keys are"),
		Entry("a malformed URL", SpecTimeout(3*time.Minute), "malformed", "repositoryUrl: Forbidden: must be a URL such as ssh://git@host/owner/repository"),
		Entry("an scp-style URL", SpecTimeout(3*time.Minute), "scp", "repositoryUrl: Forbidden: is not a URL; write ssh://git@github.com/o/r.git"),
		Entry("an unknown version", SpecTimeout(3*time.Minute), "version", `fluxVersion: Invalid value: "v0.29.5": unknown Flux version; the known versions are v2.8.8, v2.9.5`),
		Entry("missing known_hosts", SpecTimeout(3*time.Minute), "hosts", "knownHosts: Invalid value: no host key is known for [git.example.com]:2222; add its known_hosts lines"),
	)

	It("becomes a condition once Flux is delivered, and what was delivered stays; so it is with configuration that goes missing", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("later", valid)
		s := user.shoot("later", "only", seedName, true)
		s.succeeds()
		before := delivered(s)
		Expect(before).To(HaveLen(3))

		By("a typo")
		withoutAdmission(ctx, func() { user.configure("later", with(valid, "repositoryURL", "x")) })
		s.reconcile()
		s.eventually("FluxConfigured", "False", "InvalidConfiguration", And(ContainSubstring("repositoryURL: Forbidden"), HaveSuffix("The last delivery to the shoot stays unchanged")))
		Expect(delivered(s)).To(Equal(before))

		By("an emptied ConfigMap")
		user.configure("later", nil)
		s.reconcile()
		s.eventually("FluxConfigured", "False", "ConfigurationMissing", ContainSubstring("ConfigMap garden-later/flux-config is missing or empty, but this shoot was configured from it"))
		Expect(delivered(s)).To(Equal(before))

		By("a deleted ConfigMap")
		Expect(world.Garden.Client.Delete(ctx, configMapOf("later"))).To(Succeed())
		s.reconcile()
		s.eventually("FluxConfigured", "False", "ConfigurationMissing", ContainSubstring("ConfigMap garden-later/flux-config is missing or empty"))
		Expect(delivered(s)).To(Equal(before))
	}, SpecTimeout(3*time.Minute))
})

// delivered is what the ManagedResources refer to, with their UIDs: it changes if anything is rewritten or made anew.
func delivered(s shoot) map[string][]string {
	result := map[string][]string{}
	for _, resource := range s.managedResources() {
		result[resource.Name] = append([]string{string(resource.UID)}, secretNames(resource)...)
	}
	return result
}

func secretNames(resource resourcesv1alpha1.ManagedResource) []string {
	var names []string
	for _, ref := range resource.Spec.SecretRefs {
		names = append(names, ref.Name)
	}
	return names
}
