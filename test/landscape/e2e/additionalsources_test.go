// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
)

var _ = Describe("Sources beside that of the root Kustomization", Label("long"), func() {
	It("are read with credentials of their own, reported, refused in place of a foreign one, and removed when they are no longer listed", func(ctx SpecContext) {
		user := inGarden(ctx)
		Expect(world.GitHost.CreateRepository(ctx, "fleet", false)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "fleet", "root", map[string]string{
			"from-git.yaml": manifest("from-git", "first"),
			"infra.yaml": `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: infra, namespace: flux-system}
spec: {interval: 10m, retryInterval: 5s, path: ./, prune: true, sourceRef: {kind: GitRepository, name: infra}}
`,
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(world.GitHost.CreateRepository(ctx, "infra", false)).To(Succeed())
		commit(ctx, "infra", "from-infra", "commit")
		Expect(world.GitHost.SetToken("infra", "robot", "git-s3cret")).To(Succeed())
		token := func(password string) {
			GinkgoHelper()
			user.secret("beside", "infra-token", corev1.SecretTypeOpaque, map[string]string{"username": "robot", "password": password, "ca.crt": string(world.GitHost.CA())})
		}
		charts := fmt.Sprintf("- {name: charts, template: {kind: HelmRepository, spec: {type: oci, url: %q, insecure: true}}}\n", world.OCIHost.URL("charts"))
		infra := fmt.Sprintf("- {name: infra, secretResourceName: infra-token, template: {spec: {url: %q, interval: 10s}}}\n", world.GitHost.HTTPSURL("infra"))
		config := func(additional string) map[string]string {
			return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf("source: {knownHosts: %q, template: {spec: {url: %q}}}\nadditionalSources:\n%s",
				world.GitHost.KnownHosts(), world.GitHost.SSHURL("fleet"), additional))}
		}
		user.project("beside", config(infra+charts))
		token("git-s3cret")

		By("the root Kustomization applies from one private repository, over SSH with the deploy key, and its child from another, over HTTPS with a token")
		s := user.shoot("beside", "only", seedName, false, referring("infra-token"))
		Expect(world.GitHost.AddDeployKey("fleet", "flux", user.publicKey("beside"), true)).To(Succeed())
		s.succeeds()
		s.pullUntilShown("from-git", "first")
		s.shows("from-infra", "commit")
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", Not(BeEmpty()))
		source := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "infra"}}
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "infra"}}
		helm := &sourcev1.HelmRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "charts"}}
		for _, object := range []client.Object{source, secret, helm} {
			Expect(s.client().Get(ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
		}

		By("a wrong token: the condition names the source and the entry in which to correct it, and the root goes on")
		token("wrong")
		s.reconcile()
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.client().Get(ctx, client.ObjectKeyFromObject(secret), secret)).To(Succeed())
			g.Expect(secret.Data).To(HaveKeyWithValue("password", []byte("wrong")))
		}).Should(Succeed())
		s.pullFrom("infra")
		s.eventually("FluxObjectsReady", "False", "GitOperationFailed", And(ContainSubstring("GitRepository flux-system/infra: "), ContainSubstring("authentication required"),
			ContainSubstring("Correct the project's Secret that secretResourceName names in entry infra of additionalSources in ConfigMap flux-config")))
		s.eventually("FluxSourceReady", "True", "Succeeded", Not(BeEmpty()))
		token("git-s3cret")
		s.reconcile()
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", Not(BeEmpty()))

		By("an entry that is taken out of the list is removed from the shoot with its Secret; what was applied from it stays")
		user.configure("beside", config(charts))
		s.reconcile()
		isAbsent(ctx, s.client(), source)
		isAbsent(ctx, s.client(), secret)
		s.shows("from-infra", "commit")
		Expect(s.client().Get(ctx, client.ObjectKeyFromObject(helm), helm)).To(Succeed())

		By("one of that name that was created in the shoot meanwhile is not replaced")
		foreign := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "infra"}, Spec: sourcev1.GitRepositorySpec{
			URL: "https://git.example.com/o/mine", Interval: metav1.Duration{Duration: time.Hour}, Reference: &sourcev1.GitRepositoryRef{Branch: "main"},
		}}
		Expect(s.client().Create(ctx, foreign)).To(Succeed())
		user.configure("beside", config(infra+charts))
		s.reconcile()
		s.eventually("FluxConfigured", "False", "InvalidConfiguration", And(
			ContainSubstring(`additionalSources[0].name: Invalid value: "infra": would replace GitRepository flux-system/infra of the shoot, which the extension has not created`),
			ContainSubstring(`spec.url is "https://git.example.com/o/mine" in the shoot and configured as "`+world.GitHost.HTTPSURL("infra")+`"`)))
		Expect(s.client().Get(ctx, client.ObjectKeyFromObject(foreign), foreign)).To(Succeed())
		Expect(foreign.Spec.URL).To(Equal("https://git.example.com/o/mine"))
		Expect(s.client().Delete(ctx, foreign)).To(Succeed())
		s.reconcile()
		s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", Not(BeEmpty()))

		By("a ConfigMap that is gone removes none of them")
		Expect(world.Garden.Client.Delete(ctx, configMapOf("beside"))).To(Succeed())
		s.reconcile()
		s.eventually("FluxConfigured", "False", "ConfigurationMissing", Not(BeEmpty()))
		for _, object := range []client.Object{source, secret, helm} {
			Expect(s.client().Get(ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
		}

		By("and they go with the extension, and not what was applied from them")
		s.removeExtension()
		s.hasNoFlux()
		s.shows("from-infra", "commit")
	}, SpecTimeout(8*time.Minute))

	DescribeTable("end with the extension as deletionPolicy has it",
		func(ctx SpecContext, policy string, check func(s shoot, beside ...client.Object)) {
			user, project := inGarden(ctx), "also-"+strings.ToLower(policy)
			Expect(world.GitHost.CreateRepository(ctx, project, true)).To(Succeed())
			_, err := world.GitHost.Commit(ctx, project, "root", map[string]string{
				"from-git.yaml": manifest("from-git", "first"),
				"infra.yaml":    kustomizationYAML("infra", "infra", "./", ""),
			})
			Expect(err).NotTo(HaveOccurred())
			infra := project + "-infra"
			Expect(world.GitHost.CreateRepository(ctx, infra, false)).To(Succeed())
			commit(ctx, infra, "from-infra", "first")
			Expect(world.GitHost.SetToken(infra, "robot", "git-s3cret")).To(Succeed())
			user.project(project, map[string]string{"config.yaml": fluxConfig(fmt.Sprintf("deletionPolicy: %s\nsource: {template: {spec: {url: %q}}}\n"+
				"additionalSources:\n- {name: infra, secretResourceName: infra-token, template: {spec: {url: %q}}}\n", policy, world.GitHost.HTTPURL(project), world.GitHost.HTTPSURL(infra)))})
			user.secret(project, "infra-token", corev1.SecretTypeOpaque, map[string]string{"username": "robot", "password": "git-s3cret", "ca.crt": string(world.GitHost.CA())})
			s := user.shoot(project, "only", seedName, false, referring("infra-token"))
			s.succeeds()
			s.shows("from-git", "first")
			s.shows("from-infra", "first")
			s.eventually("FluxObjectsReady", "True", "ObjectsReady", Not(BeEmpty()))

			s.removeExtension()
			in := metav1.ObjectMeta{Namespace: "flux-system", Name: "infra"}
			check(s, &sourcev1.GitRepository{ObjectMeta: in}, &corev1.Secret{ObjectMeta: in})
		},
		Entry("Prune: what was applied from them goes too, which needs them no more", "Prune", func(s shoot, _ ...client.Object) {
			s.hasNoFlux()
			for _, name := range []string{"from-git", "from-infra"} {
				isAbsent(s.ctx, s.client(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}})
			}
		}, SpecTimeout(5*time.Minute)),
		Entry("Keep: they stay with their credentials, and Flux goes on reading them", "Keep", func(s shoot, beside ...client.Object) {
			for _, object := range beside {
				Expect(s.client().Get(s.ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
			}
			commit(s.ctx, s.project+"-infra", "from-infra", "second")
			s.pullFrom("infra")
			s.shows("from-infra", "second")
		}, SpecTimeout(5*time.Minute)),
	)
})
