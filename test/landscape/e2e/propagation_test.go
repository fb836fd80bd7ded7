// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gossh "golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// fleet is a project whose Shoots read the directories of one repository.
type fleet struct {
	gardenUser
	project, repository, settings string
}

// says has the project's Shoots read a directory.
func (f fleet) says(directory string) map[string]string {
	knownHosts := strings.ReplaceAll(strings.TrimSpace(world.GitHost.KnownHosts()), "\n", "\n    ")
	return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(`
%s
source:
  knownHosts: |
    %s
  template: {spec: {url: %q}}
kustomization: {template: {spec: {path: %q}}}
`, f.settings, knownHosts, world.GitHost.SSHURL(f.repository), "./"+directory))}
}

// reads waits until the Shoot is given the directory.
func (s shoot) reads(directory string) {
	GinkgoHelper()
	s.eventually("FluxConfigured", "True", "Configured", ContainSubstring("is configured to sync path ./"+directory+" of "))
}

// lastReconciled is when gardenlet and the extension have reconciled the Shoot the last time.
func (s shoot) lastReconciled() (byGardenlet, byExtension metav1.Time) {
	GinkgoHelper()
	return s.get(Default).Status.LastOperation.LastUpdateTime, s.extension(Default).Status.LastOperation.LastUpdateTime
}

// newKey returns the content of a deploy key Secret as a user would make it, and its public half.
func newKey() (map[string][]byte, string) {
	GinkgoHelper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	block, err := gossh.MarshalPrivateKey(private, "")
	Expect(err).NotTo(HaveOccurred())
	key, err := gossh.NewPublicKey(public)
	Expect(err).NotTo(HaveOccurred())
	line := gossh.MarshalAuthorizedKey(key)
	return map[string][]byte{"identity": pem.EncodeToMemory(block), "identity.pub": line}, strings.TrimSpace(string(line))
}

var _ = Describe("A change in the project", Serial, Label("long"), func() {
	It("reaches all Shoots at once if the project wants that, through outages and restarts, and nobody else", func(ctx SpecContext) {
		user := inGarden(ctx)
		atOnce := fleet{user, "atonce", "fleet", "project: {propagation: Immediate}"}
		still := fleet{user, "still", "fleet", "project: {propagation: Immediate}"}
		later := fleet{user, "patient", "fleet", "project: {propagation: OnShootReconcile}"}
		Expect(world.GitHost.CreateRepository(ctx, "fleet", false)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "fleet", "directories", map[string]string{
			"first/directory.yaml": manifest("directory", "first"), "second/directory.yaml": manifest("directory", "second"),
			"third/directory.yaml": manifest("directory", "third"), "fourth/directory.yaml": manifest("directory", "fourth"),
		})
		Expect(err).NotTo(HaveOccurred())
		for _, f := range []fleet{atOnce, still, later} {
			user.project(f.project, f.says("first"))
		}
		alpha, beta := user.shoot("atonce", "alpha", seedName, false), user.shoot("atonce", "beta", otherSeedName, true)
		unchanged, patient := user.shoot("still", "only", seedName, true), user.shoot("patient", "only", seedName, true)
		Expect(world.GitHost.AddDeployKey("fleet", "first", user.publicKey("atonce"), true)).To(Succeed())
		for _, s := range []shoot{alpha, beta, unchanged, patient} {
			s.succeeds()
			s.reads("first")
		}
		alpha.shows("directory", "first")
		byGardenlet, _ := alpha.lastReconciled()
		_, unchangedBefore := unchanged.lastReconciled()
		_, patientBefore := patient.lastReconciled()

		By("flux-config is edited")
		user.configure("patient", later.says("second"))
		user.configure("atonce", atOnce.says("second"))
		alpha.reads("second")
		beta.reads("second")
		alpha.shows("directory", "second")
		for _, s := range []shoot{alpha, beta} {
			Expect(s.extension(Default).Status.LastOperation.State).To(BeEquivalentTo("Succeeded"))
			Expect(s.extension(Default).Status.LastError).To(BeNil())
		}

		By("the content of the key's Secret is replaced")
		data, public := newKey()
		Expect(world.GitHost.AddDeployKey("fleet", "second", public, true)).To(Succeed())
		secret := &corev1.Secret{}
		Expect(world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "garden-atonce", Name: "flux-source"}, secret)).To(Succeed())
		secret.Data = data
		Expect(world.Garden.Client.Update(ctx, secret)).To(Succeed())
		Eventually(ctx, alpha.deliveredKey).Should(Equal(string(data["identity"])))
		Eventually(ctx, beta.deliveredKey).Should(Equal(string(data["identity"])))

		By("the garden is away for a while; gardenlet stays away, so that it cannot be gardenlet who hands on the change")
		down := beginOutage()
		seed(seedName).StopGardenlet()
		seed(otherSeedName).StopGardenlet()
		Expect(seed(seedName).WaitForExtension(ctx)).To(Succeed(), "an unreachable garden must not make the extension unready")
		down.bringGardenBack(ctx)
		user.configure("atonce", atOnce.says("third"))
		alpha.reads("third")
		beta.reads("third")
		alpha.shows("directory", "third")

		By("the extension is killed while a change is made")
		Expect(seed(seedName).Node.Kill(seed(seedName).ExtensionNamespace, "gardener-extension-shoot-flux")).To(Succeed())
		Expect(seed(otherSeedName).Node.Kill(seed(otherSeedName).ExtensionNamespace, "gardener-extension-shoot-flux")).To(Succeed())
		user.configure("atonce", atOnce.says("fourth"))
		alpha.reads("fourth")
		beta.reads("fourth")
		alpha.shows("directory", "fourth")

		By("flux-config is deleted: the condition says so at once, and everything stays as it is")
		before := delivered(alpha)
		Expect(world.Garden.Client.Delete(ctx, configMapOf("atonce"))).To(Succeed())
		for _, s := range []shoot{alpha, beta} {
			s.eventually("FluxConfigured", "False", "ConfigurationMissing", ContainSubstring("ConfigMap garden-atonce/flux-config is missing or empty"))
		}
		Expect(delivered(alpha)).To(Equal(before))
		alpha.shows("directory", "fourth")

		By("gardenlet had no part in it, and who had nothing to do with it was left alone")
		after, _ := alpha.lastReconciled()
		Expect(after).To(Equal(byGardenlet))
		_, now := unchanged.lastReconciled()
		Expect(now).To(Equal(unchangedBefore), "an Extension that is not behind is not reconciled, not even after a restart")
		_, now = patient.lastReconciled()
		Expect(now).To(Equal(patientBefore))
		patient.reads("first")
		down.end(ctx)
		patient.reconcile()
		patient.reads("second")
	}, SpecTimeout(8*time.Minute))
})
