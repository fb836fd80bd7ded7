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
	. "github.com/onsi/gomega/gstruct"
	gomegatypes "github.com/onsi/gomega/types"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gitea"
)

// at is another repository of the same host.
func (f forge) at(repository string) forge {
	f.repository = repository
	return f
}

// only waits until the repository has one deploy key, and returns it.
func (f forge) only() gitea.DeployKey {
	GinkgoHelper()
	var keys []gitea.DeployKey
	Eventually(f.ctx, func(g Gomega) {
		var err error
		keys, err = f.DeployKeys(f.ctx, f.repository)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(keys).To(HaveLen(1))
	}).WithTimeout(soon).Should(Succeed())
	return keys[0]
}

// reads is whether Git lets somebody with the private key read the repository.
func (f forge) reads(identity []byte) bool {
	GinkgoHelper()
	output, err := f.git(identity, "git-upload-pack")
	return err == nil && strings.Contains(output, "refs/heads/main")
}

// says waits for the condition about the keys, whatever it is.
func (k sourceKeyring) says(s shoot, message gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	Eventually(k.ctx, func(g Gomega) {
		g.Expect(s.extension(g).Status.Conditions).To(ContainElement(MatchFields(IgnoreExtras, Fields{"Type": BeEquivalentTo("FluxDeployKey"), "Message": message})))
	}).WithTimeout(soon).Should(Succeed())
}

var _ = Describe("The registration of deploy keys of additional sources at a Git host", Label("gitea"), func() {
	It("gives each repository its own key, and touches no other one whatever happens to it", func(ctx SpecContext) {
		const project = "forgesrc"
		user, root := inGarden(ctx), startForge(ctx, "fleet")
		apps := root.at("apps")
		k := sourceKeyring{keyring{user, project}}
		Expect(root.CreateRepository(ctx, "apps", map[string]string{"app.yaml": configMapYAML("app")})).To(Succeed())
		Expect(root.Commit(ctx, root.repository, map[string]string{"apps.yaml": kustomizationYAML("apps", "apps", "./", "  retryInterval: 5s\n")})).To(Succeed())
		config := func(additional string) map[string]string {
			return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(`
source:
  knownHosts: %q
  template: {spec: {url: %q}}
project:
  deployKey:
    registration: {provider: gitea, host: %q}
`, root.KnownHosts(), root.SSHURL(root.repository), root.Address()) + additional)}
		}
		entry := fmt.Sprintf("additionalSources:\n- {name: apps, deployKey: true, knownHosts: %q, template: {spec: {url: %q, interval: 10s}}}\n", root.KnownHosts(), root.SSHURL("apps"))
		user.project(project, config(entry))
		token := func(token string) {
			GinkgoHelper()
			user.secret(project, "flux-git-host", corev1.SecretTypeOpaque, map[string]string{"token": token, "ca.crt": string(root.CA())})
		}

		By("a wrong token: both keys are there, neither is registered, and Event and condition name the source")
		const wrong = "0123456789012345678901234567890123456789"
		token(wrong)
		s := user.shoot(project, "only", seedName, false)
		s.succeeds()
		k.announced("DeployKeyRegistrationFailed", And(HavePrefix("The deploy key"), ContainSubstring("does not accept the token")))
		k.announced("DeployKeyRegistrationFailed", And(HavePrefix("Additional source apps: "), ContainSubstring("does not accept the token"), Not(ContainSubstring(wrong))))
		s.eventually("FluxDeployKey", "False", "RegistrationFailed", And(ContainSubstring("Additional source apps: "), ContainSubstring("does not accept the token"), Not(ContainSubstring(wrong))))
		first := k.keys(Default).Data["apps.identity"]
		Expect(first).NotTo(BeEmpty())
		Expect(apps.reads(first)).To(BeFalse())

		By("a token that may only read")
		reading, err := root.NewToken(ctx, "reader", "read:repository")
		Expect(err).NotTo(HaveOccurred())
		token(reading)
		k.says(s, And(MatchRegexp("Additional source apps: .*write:repository"), Not(ContainSubstring(reading))))

		By("the right one: each key is registered at its own repository, by which no other one is read, and Flux reads both")
		writing, err := root.NewToken(ctx, "registrar", "write:repository")
		Expect(err).NotTo(HaveOccurred())
		token(writing)
		ofRoot, ofApps := root.only(), apps.only()
		root.fingerprints(k.annotation("fingerprint"))
		apps.fingerprints(k.of("apps", "fingerprint"))
		Expect(ofApps.Title).To(And(HavePrefix("gardener "), ContainSubstring("garden-"+project)))
		k.announced("DeployKeyRegistered", And(HavePrefix("Additional source apps: "), ContainSubstring(k.of("apps", "fingerprint"))))
		Expect(apps.reads(first)).To(BeTrue())
		Expect(root.reads(first)).To(BeFalse())
		_, err = apps.git(first, "git-receive-pack")
		Expect(err).To(HaveOccurred(), "it may only read")
		Expect(k.keys(Default).Data["apps.identity"]).To(Equal(first), "all the failures have lost nothing")
		s.pullUntilShown("from-gitea-first", "first")
		s.pullFrom("apps")
		s.shows("from-gitea-app", "app")
		s.eventually("FluxDeployKey", "True", "InUse", MatchRegexp("Additional source apps: .*is registered at "+root.Address()))

		By("a rotation while the host is down: the next key waits for it, and nothing is completed or lost")
		root.Down()
		k.operate("apps", startRotation)
		next := k.of("apps", "next-fingerprint")
		k.says(s, And(ContainSubstring(next), MatchRegexp("Additional source apps: .*(cannot be reached|does not answer)")))
		k.operate("apps", completeIt)
		Expect(k.of("apps", "operation-error")).To(ContainSubstring("registered"))
		Expect(k.keys(Default).Data["apps.identity"]).To(Equal(first))
		s.shows("from-gitea-app", "app")
		Expect(root.Up(ctx)).To(Succeed())
		apps.fingerprints(k.of("apps", "fingerprint"), next)
		Eventually(ctx, func(g Gomega) { g.Expect(root.only()).To(Equal(ofRoot)) }).Should(Succeed())

		By("it is completed: Flux reads with the next key, and the previous one goes when the Shoot has it; the other repository's stays")
		k.operate("apps", completeIt)
		Expect(k.of("apps", "fingerprint")).To(Equal(next))
		Expect(k.keys(Default).Annotations).NotTo(HaveKey("apps." + keyAnnotation + "operation-error"))
		second := k.keys(Default).Data["apps.identity"]
		Eventually(ctx, func(g Gomega) { g.Expect(k.inShoot(g, s, "apps")).To(Equal(string(second))) }).Should(Succeed())
		apps.fingerprints(next)
		k.announced("DeployKeyDeregistered", HavePrefix("Additional source apps: "))
		Expect(apps.reads(first)).To(BeFalse())
		Expect(root.Commit(ctx, "apps", map[string]string{"second.yaml": configMapYAML("second")})).To(Succeed())
		s.pullFrom("apps")
		s.shows("from-gitea-second", "second")
		Expect(root.only()).To(Equal(ofRoot))
		Eventually(ctx, func(g Gomega) {
			g.Expect(k.keys(g).Annotations).NotTo(HaveKey("apps." + keyAnnotation + "previous-fingerprint"))
		}).WithTimeout(soon).Should(Succeed())
		k.announced("DeployKeyRetired", HavePrefix("Additional source apps: "))

		By("the entry is not listed any more: the key stays in the project and at the host, and is marked")
		registered := apps.only()
		user.configure(project, config(""))
		s.reconcile()
		isAbsent(ctx, s.client(), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "apps"}})
		Expect(k.of("apps", "unused")).To(Equal("true"))
		k.operate("apps", "deregister-deploy-key")
		Expect(k.of("apps", "operation-error")).To(And(ContainSubstring("sets no registration for this key"), ContainSubstring("or remove the key at the Git host")))
		Expect(apps.only()).To(Equal(registered))
		Expect(k.keys(Default).Data["apps.identity"]).To(Equal(second))

		By("it is listed again: the same key, registered as it was")
		user.configure(project, config(entry))
		s.reconcile()
		Eventually(ctx, func(g Gomega) {
			g.Expect(k.inShoot(g, s, "apps")).To(Equal(string(second)))
			g.Expect(k.keys(g).Annotations).NotTo(HaveKey("apps." + keyAnnotation + "unused"))
		}).Should(Succeed())
		Expect(apps.only()).To(Equal(registered))

		By("somebody who wants it gone asks for it: the other repository's stays")
		k.operate("apps", "deregister-deploy-key")
		apps.fingerprints()
		k.announced("DeployKeyDeregistered", And(HavePrefix("Additional source apps: "), ContainSubstring(next), ContainSubstring("as requested")))
		s.eventually("FluxDeployKey", "True", "InUse", MatchRegexp("Additional source apps: .*was deregistered at "+root.Address()))
		Expect(root.only()).To(Equal(ofRoot))
		Expect(k.keys(Default).Data["apps.identity"]).To(Equal(second))
	}, SpecTimeout(15*time.Minute))
})
