// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	gossh "golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gitea"
)

// soon bounds what follows a correction: the extension looks once a minute whether there is another token.
const soon = 2 * time.Minute

// forge is a repository on Gitea, as its owner sees it.
type forge struct {
	*gitea.Host
	ctx        context.Context
	repository string
}

// startForge starts Gitea with a private repository.
func startForge(ctx context.Context, repository string) forge {
	GinkgoHelper()
	program, err := binaries.EnsureGitea(ctx, GinkgoWriter)
	Expect(err).NotTo(HaveOccurred())
	host, err := gitea.Start(ctx, gitea.Options{
		Dir: filepath.Join(dataDir, "gitea-"+repository), Gitea: program, Address: giteaAddresses[0], SSHAddress: giteaAddresses[1],
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(host.Stop)
	f := forge{Host: host, ctx: ctx, repository: repository}
	Expect(host.CreateRepository(ctx, repository, map[string]string{"first.yaml": configMapYAML("first")})).To(Succeed())
	return f
}

func configMapYAML(name string) string {
	return fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: from-gitea-%s\n  namespace: default\ndata:\n  value: %s\n", name, name)
}

// fingerprints waits until the deploy keys are those with these fingerprints. All of them may only read.
func (f forge) fingerprints(expected ...string) {
	GinkgoHelper()
	Eventually(f.ctx, func(g Gomega) {
		keys, err := f.DeployKeys(f.ctx, f.repository)
		g.Expect(err).NotTo(HaveOccurred())
		found := []string{}
		for _, key := range keys {
			Expect(key.ReadOnly).To(BeTrue())
			public, _, _, _, err := gossh.ParseAuthorizedKey([]byte(key.Key))
			Expect(err).NotTo(HaveOccurred())
			found = append(found, gossh.FingerprintSHA256(public))
		}
		g.Expect(found).To(ConsistOf(expected))
	}).WithTimeout(soon).Should(Succeed())
}

// git runs one of git's services with a private key, and returns what the host says to the first request of a client.
func (f forge) git(identity []byte, service string) (string, error) {
	GinkgoHelper()
	signer, err := gossh.ParsePrivateKey(identity)
	Expect(err).NotTo(HaveOccurred())
	connection, err := gossh.Dial("tcp", giteaAddresses[1], &gossh.ClientConfig{
		User: "git", Auth: []gossh.AuthMethod{gossh.PublicKeys(signer)}, Timeout: 10 * time.Second,
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), //nolint:gosec // it is the host that this test has started
	})
	if err != nil {
		return "", err
	}
	defer connection.Close()
	session, err := connection.NewSession()
	Expect(err).NotTo(HaveOccurred())
	session.Stdin = strings.NewReader("0000")
	output, err := session.CombinedOutput(fmt.Sprintf("%s '/%s/%s.git'", service, gitea.Owner, f.repository))
	return string(output), err
}

// removeAnnotation removes an annotation of the deploy key's Secret.
func (k keyring) removeAnnotation(name string) {
	GinkgoHelper()
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + k.project, Name: "flux-source"}}
	patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:null}}}`, keyAnnotation+name)
	Expect(world.Garden.Client.Patch(k.ctx, secret, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
}

var _ = Describe("The registration of a deploy key at a Git host", Label("gitea"), func() {
	It("needs nobody's hand from the first pull over a rotation to the end", func(ctx SpecContext) {
		const project = "forge"
		user, f := inGarden(ctx), startForge(ctx, "shoots")
		k := keyring{user, project}
		user.project(project, map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(`
source:
  knownHosts: %q
  template: {spec: {url: %q}}
project:
  deployKey:
    registration: {provider: gitea, host: %q}
`, f.KnownHosts(), f.SSHURL(f.repository), f.Address()))})

		By("a wrong token: Event and condition say so, and the Shoot does not fail")
		user.secret(project, "flux-git-host", corev1.SecretTypeOpaque, map[string]string{"token": "0123456789012345678901234567890123456789", "ca.crt": string(f.CA())})
		s := user.shoot(project, "only", seedName, false)
		s.succeeds()
		k.announced("DeployKeyRegistrationFailed", ContainSubstring("does not accept the token"))
		s.eventually("FluxDeployKey", "False", "RegistrationFailed", And(ContainSubstring("does not accept the token"), Not(ContainSubstring("0123456789"))))

		By("a token that may only read: the condition says what it needs")
		token, err := f.NewToken(ctx, "reader", "read:repository")
		Expect(err).NotTo(HaveOccurred())
		user.secret(project, "flux-git-host", corev1.SecretTypeOpaque, map[string]string{"token": token, "ca.crt": string(f.CA())})
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.extension(g).Status.Conditions).To(ContainElement(MatchFields(IgnoreExtras, Fields{
				"Type": BeEquivalentTo("FluxDeployKey"), "Message": And(ContainSubstring("write:repository"), Not(ContainSubstring(token)))})))
		}).WithTimeout(soon).Should(Succeed())

		By("the right token heals, and Flux reads with the key")
		token, err = f.NewToken(ctx, "registrar", "write:repository")
		Expect(err).NotTo(HaveOccurred())
		user.secret(project, "flux-git-host", corev1.SecretTypeOpaque, map[string]string{"token": token, "ca.crt": string(f.CA())})
		Eventually(ctx, func(g Gomega) { g.Expect(f.DeployKeys(ctx, f.repository)).To(HaveLen(1)) }).WithTimeout(soon).Should(Succeed())
		first := k.annotation("fingerprint")
		f.fingerprints(first)
		keys, err := f.DeployKeys(ctx, f.repository)
		Expect(err).NotTo(HaveOccurred())
		Expect(keys[0].Title).To(And(HavePrefix("gardener "), ContainSubstring("garden-"+project)))
		k.announced("DeployKeyRegistered", ContainSubstring(first))
		s.eventually("FluxDeployKey", "True", "InUse", ContainSubstring("is registered at "+f.Address()))
		s.pullUntilShown("from-gitea-first", "first")

		By("the key may read, and nothing else")
		identity := k.secret(Default).Data["identity"]
		output, err := f.git(identity, "git-upload-pack")
		Expect(err).NotTo(HaveOccurred(), output)
		Expect(output).To(ContainSubstring("refs/heads/main"))
		_, err = f.git(identity, "git-receive-pack")
		Expect(err).To(HaveOccurred())

		By("a key that is deleted at the host is registered again when somebody has the note removed")
		Expect(f.DeleteDeployKey(ctx, f.repository, keys[0].ID)).To(Succeed())
		_, err = f.git(identity, "git-upload-pack")
		Expect(err).To(HaveOccurred())
		k.removeAnnotation("registration")
		f.fingerprints(first)

		By("a rotation: the next key is registered, and after its completion the previous one goes")
		k.asks(startRotation)
		k.done()
		next := k.annotation("next-fingerprint")
		f.fingerprints(first, next)
		s.eventually("FluxDeployKey", "Progressing", "RotationPrepared", ContainSubstring("The next key is registered at the Git host"))
		k.asks(completeIt)
		k.done()
		Expect(k.annotation("fingerprint")).To(Equal(next), k.annotation("operation-error"))
		f.fingerprints(next)
		Expect(k.reported(Default, s)).To(Equal(next), "the previous key stays until then")
		Expect(f.Commit(ctx, f.repository, map[string]string{"second.yaml": configMapYAML("second")})).To(Succeed())
		s.pull()
		s.shows("from-gitea-second", "second")
		Eventually(ctx, func(g Gomega) {
			g.Expect(k.secret(g).Annotations).NotTo(HaveKey(keyAnnotation + "previous-fingerprint"))
		}).WithTimeout(soon).Should(Succeed())

		By("a rotation that is dropped: the key that was meant to be the next one goes")
		k.asks(startRotation)
		k.done()
		f.fingerprints(next, k.annotation("next-fingerprint"))
		k.asks(abortIt)
		k.done()
		f.fingerprints(next)

		By("somebody who wants the key gone at the host asks for it")
		k.asks("deregister-deploy-key")
		f.fingerprints()
		k.announced("DeployKeyDeregistered", ContainSubstring(next))
		s.eventually("FluxDeployKey", "True", "InUse", ContainSubstring("was deregistered at "+f.Address()))
		Expect(k.annotation("operation-error")).To(BeEmpty())
	}, SpecTimeout(15*time.Minute))
})
