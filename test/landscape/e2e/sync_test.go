// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"encoding/json"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"
	appsv1 "k8s.io/api/apps/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
)

// isSeen waits until the providerStatus tells this of what was seen in the shoot.
func (s shoot) isSeen(matcher gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		var status struct {
			Shoot map[string]any `json:"shoot"`
		}
		told := s.extension(g).Status.ProviderStatus
		g.Expect(told).NotTo(BeNil())
		g.Expect(json.Unmarshal(told.Raw, &status)).To(Succeed())
		g.Expect(status.Shoot).To(matcher)
	}).Should(Succeed())
}

var _ = Describe("One shoot, one flux-config", func() {
	It("syncs a private repository over SSH with one deploy key for all shoots of the project", func(ctx SpecContext) {
		config := repository(ctx, "private", false)
		user := inGarden(ctx)
		user.project("private", config)
		first := user.shoot("private", "first", seedName, false)

		By("an unregistered key: the condition names the key to register and where, and the Shoot does not fail")
		publicKey := user.publicKey("private")
		first.succeeds()
		first.eventually("FluxSourceReady", "False", "GitOperationFailed", And(
			ContainSubstring("unable to authenticate"), ContainSubstring("register this public key at 127.0.0.1:"), ContainSubstring(publicKey)))
		first.isSeen(HaveKeyWithValue("sourceCause", "AuthenticationFailed"))

		By("registering it heals when Flux looks at the repository the next time")
		Expect(world.GitHost.AddDeployKey("private", "flux", publicKey, true)).To(Succeed())
		first.pull()
		first.shows("from-git", "first")
		first.eventually("FluxConfigured", "True", "Configured", ContainSubstring("is configured to sync path ./ of branch main of "+config["repositoryUrl"]))
		first.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		first.eventually("FluxSourceReady", "True", "Succeeded", ContainSubstring("main@sha1:"))
		first.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", ContainSubstring("Applied revision: main@sha1:"))
		first.isSeen(And(Not(HaveKey("sourceCause")), HaveKeyWithValue("appliedRevision", HavePrefix("main@sha1:")),
			HaveKeyWithValue("attemptedRevision", HavePrefix("main@sha1:")), HaveKeyWithValue("deployKeyFingerprint", HavePrefix("SHA256:"))))

		By("a commit appears in the shoot")
		commit(ctx, "private", "from-git", "second")
		first.pull()
		first.shows("from-git", "second")

		By("a second shoot uses the same key")
		second := user.shoot("private", "second", otherSeedName, false)
		second.shows("from-git", "second")
		Expect(user.deployKeys("private")).To(HaveLen(1))
		Expect(user.publicKey("private")).To(Equal(publicKey))

		By("a wrong host key: the condition says which line to change; correcting it heals at the next reconciliation")
		user.configure("private", with(config, "knownHosts", "[127.0.0.1]:"+port(config["repositoryUrl"])+" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"))
		first.reconcile()
		Eventually(ctx, func(g Gomega) {
			first.pull()
			g.Expect(first.extension(g).Status.Conditions).To(ContainElement(And(
				HaveField("Type", BeEquivalentTo("FluxSourceReady")), HaveField("Status", BeEquivalentTo("False")),
				HaveField("Message", And(ContainSubstring("knownhosts: key mismatch"), ContainSubstring("as knownHosts in ConfigMap flux-config"))))))
		}).WithPolling(2 * time.Second).Should(Succeed())
		user.configure("private", config)
		first.reconcile()
		commit(ctx, "private", "from-git", "third")
		Eventually(ctx, func(g Gomega) {
			first.pull()
			g.Expect(first.extension(g).Status.Conditions).To(ContainElement(And(
				HaveField("Type", BeEquivalentTo("FluxSourceReady")), HaveField("Status", BeEquivalentTo("True")))))
		}).WithPolling(2 * time.Second).Should(Succeed())
		first.shows("from-git", "third")
	}, SpecTimeout(5*time.Minute))

	It("syncs a public repository over HTTP without any key", Label("long"), func(ctx SpecContext) {
		user := inGarden(ctx)
		config := repository(ctx, "public", true)
		repository(ctx, "secret", false)
		user.project("public", config)
		s := user.shoot("public", "only", seedName, false)
		s.shows("from-git", "first")
		s.eventually("FluxSourceReady", "True", "Succeeded", Not(BeEmpty()))
		Expect(user.deployKeys("public")).To(BeEmpty())

		By("a branch that does not exist, and a repository that is not public: the conditions say what to correct")
		user.configure("public", with(config, "repositoryBranch", "absent"))
		s.reconcile()
		s.eventually("FluxSourceReady", "False", "GitOperationFailed", And(
			ContainSubstring("couldn't find remote ref"), ContainSubstring("correct source.template.spec.ref in ConfigMap flux-config")))
		user.configure("public", with(config, "repositoryUrl", world.GitHost.HTTPURL("secret")))
		s.reconcile()
		s.eventually("FluxSourceReady", "False", "GitOperationFailed", ContainSubstring("check the URL in ConfigMap flux-config"))

		By("what was synced before stays, and correcting the configuration heals")
		s.shows("from-git", "first")
		user.configure("public", config)
		s.reconcile()
		s.eventually("FluxSourceReady", "True", "Succeeded", Not(BeEmpty()))
	}, SpecTimeout(3*time.Minute))

	It("installs Flux and syncs nothing without a ConfigMap, and takes up a repository that is named later", Label("long"), func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("bare", nil)
		s := user.shoot("bare", "only", seedName, false)
		s.eventually("FluxConfigured", "True", "NoRepository", Equal("Flux v2.9.5 is configured, and nothing to sync: neither ConfigMap garden-bare/flux-config nor the Shoot's providerConfig configures a source"))
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		Expect(s.extension(Default).Status.Conditions).NotTo(ContainElement(HaveField("Type", BeEquivalentTo("FluxSourceReady"))))

		deployments := &appsv1.DeploymentList{}
		Expect(s.client().List(ctx, deployments, client.InNamespace("flux-system"))).To(Succeed())
		Expect(deployments.Items).To(HaveLen(4))
		for _, deployment := range deployments.Items {
			Expect(deployment.Status.AvailableReplicas).To(BeEquivalentTo(1), deployment.Name)
		}
		Expect(apierrors.IsNotFound(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, &sourcev1.GitRepository{}))).To(BeTrue())

		By("an empty ConfigMap means the same")
		Expect(world.Garden.Client.Create(ctx, configMapOf("bare"))).To(Succeed())
		s.reconcile()
		s.eventually("FluxConfigured", "True", "NoRepository", ContainSubstring("is missing or empty"))

		By("a repository that is named later is synced")
		user.configure("bare", repository(ctx, "bare", true))
		s.reconcile()
		s.shows("from-git", "first")
		s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
	}, SpecTimeout(4*time.Minute))
})
