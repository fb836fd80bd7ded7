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
	"sigs.k8s.io/controller-runtime/pkg/client"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
)

var _ = Describe("A push to Gitea", Label("gitea"), func() {
	It("reaches a Shoot in seconds by the webhook that Gitea sends", func(ctx SpecContext) {
		const project = "forgepush"
		user, f := inGarden(ctx), startForge(ctx, "pushed")
		user.project(project, map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(`
source:
  knownHosts: %q
  template: {spec: {url: %q}}
project:
  push: {type: gitea}
  deployKey:
    registration: {provider: gitea, host: %q}
`, f.KnownHosts(), f.SSHURL(f.repository), f.Address()))})
		token, err := f.NewToken(ctx, "registrar", "write:repository")
		Expect(err).NotTo(HaveOccurred())
		user.secret(project, "flux-git-host", corev1.SecretTypeOpaque, map[string]string{"token": token, "ca.crt": string(f.CA())})
		user.secret(project, "flux-push", corev1.SecretTypeOpaque, map[string]string{"token": pushToken})
		s := user.shoot(project, "only", seedName, false)
		s.succeeds()
		s.pullUntilShown("from-gitea-first", "first")

		// What is asked for before the commit must not find it.
		Eventually(ctx, func(g Gomega) {
			source := &sourcev1.GitRepository{}
			g.Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, source)).To(Succeed())
			g.Expect(source.Status.LastHandledReconcileAt).To(Equal(source.Annotations["reconcile.fluxcd.io/requestedAt"]))
		}).Should(Succeed())

		By("the webhook")
		p := pushed{fleet: fleet{user, project, project, ""}, shoots: []shoot{s}}
		address, err := world.PushAddress(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(f.CreateWebhook(ctx, f.repository, strings.Replace(p.url(), landscape.PushHost, address, 1), pushToken)).To(Succeed())

		By("a commit")
		began := time.Now()
		Expect(f.Commit(ctx, f.repository, map[string]string{"second.yaml": configMapYAML("second")})).To(Succeed())
		s.shows("from-gitea-second", "second")
		AddReportEntry("a commit at Gitea", time.Since(began).String())
		s.cameByPush()
	}, SpecTimeout(5*time.Minute))
})
