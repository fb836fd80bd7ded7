// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	gomegatypes "github.com/onsi/gomega/types"
	gossh "golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	keyAnnotation = "flux.extensions.gardener.cloud/"
	startRotation = "rotate-deploy-key-start"
	completeIt    = "rotate-deploy-key-complete"
	abortIt       = "rotate-deploy-key-abort"
)

// keyring is the deploy key of a project, as its members see and handle it.
type keyring struct {
	gardenUser
	project string
}

func (k keyring) secret(g Gomega) *corev1.Secret {
	secret := &corev1.Secret{}
	g.Expect(world.Garden.Client.Get(k.ctx, client.ObjectKey{Namespace: "garden-" + k.project, Name: "flux-source"}, secret)).To(Succeed())
	return secret
}

func (k keyring) annotation(name string) string {
	GinkgoHelper()
	return k.secret(Default).Annotations[keyAnnotation+name]
}

// asks annotates the Secret as the documentation says, and does not wait.
func (k keyring) asks(operation string) {
	GinkgoHelper()
	patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:%q}}}`, keyAnnotation+"operation", operation)
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + k.project, Name: "flux-source"}}
	Expect(world.Garden.Client.Patch(k.ctx, secret, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
}

// done waits until nothing is asked for any more. At every moment the Secret holds a key that can be used.
func (k keyring) done() {
	GinkgoHelper()
	Eventually(k.ctx, func(g Gomega) {
		secret := k.secret(g)
		signer, err := gossh.ParsePrivateKey(secret.Data["identity"])
		Expect(err).NotTo(HaveOccurred())
		public, _, _, _, err := gossh.ParseAuthorizedKey(secret.Data["identity.pub"])
		Expect(err).NotTo(HaveOccurred())
		Expect(public.Marshal()).To(Equal(signer.PublicKey().Marshal()))
		Expect(secret.Annotations).To(HaveKeyWithValue(keyAnnotation+"fingerprint", gossh.FingerprintSHA256(public)))
		g.Expect(secret.Annotations).NotTo(HaveKey(keyAnnotation + "operation"))
	}).WithPolling(20 * time.Millisecond).Should(Succeed())
}

// statuses are what flux-status tells.
func (k keyring) statuses(g Gomega) map[string]string {
	configMap := &corev1.ConfigMap{}
	g.Expect(world.Garden.Client.Get(k.ctx, client.ObjectKey{Namespace: "garden-" + k.project, Name: "flux-status"}, configMap)).To(Succeed())
	return configMap.Data
}

// reported returns the fingerprint that flux-status tells of a Shoot.
func (k keyring) reported(g Gomega, s shoot) string {
	var status struct{ DeployKeyFingerprint string }
	g.Expect(json.Unmarshal([]byte(k.statuses(g)[s.name]), &status)).To(Succeed())
	return status.DeployKeyFingerprint
}

// announced waits for an Event about the key.
func (k keyring) announced(reason string, note gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	Eventually(k.ctx, func(g Gomega) {
		list := &eventsv1.EventList{}
		g.Expect(world.Garden.Client.List(k.ctx, list, client.InNamespace("garden-"+k.project))).To(Succeed())
		g.Expect(list.Items).To(ContainElement(MatchFields(IgnoreExtras, Fields{"Reason": Equal(reason), "Note": note})))
	}).Should(Succeed())
}

var _ = Describe("The rotation of a deploy key", func() {
	It("shows the next key, has the Shoot read with it after its completion, and refuses what makes no sense", func(ctx SpecContext) {
		user := inGarden(ctx)
		k := keyring{user, "rotate"}
		user.project("rotate", repository(ctx, "rotate", false))
		s := user.shoot("rotate", "only", seedName, false)
		first := user.publicKey("rotate")
		Expect(world.GitHost.AddDeployKey("rotate", "first", first, true)).To(Succeed())
		s.succeeds()
		s.pullUntilShown("from-git", "first")
		firstFingerprint := k.annotation("fingerprint")
		s.eventually("FluxDeployKey", "True", "InUse", And(ContainSubstring(firstFingerprint), ContainSubstring(first)))
		Eventually(ctx, func(g Gomega) { g.Expect(k.reported(g, s)).To(Equal(firstFingerprint)) }).Should(Succeed())

		By("nothing to complete: refused, with what to do")
		k.asks(completeIt)
		k.done()
		s.eventually("FluxDeployKey", "False", "OperationRefused", ContainSubstring("no next key is prepared. Request rotate-deploy-key-start first"))
		k.announced("DeployKeyOperationRefused", ContainSubstring("no next key is prepared"))

		By("start: the condition shows the next key and the commands")
		k.asks(startRotation)
		k.done()
		next := k.annotation("next-public-key")
		s.eventually("FluxDeployKey", "Progressing", "RotationPrepared", And(ContainSubstring(next), ContainSubstring(k.annotation("next-fingerprint")),
			ContainSubstring("kubectl -n garden-rotate annotate --overwrite secret flux-source flux.extensions.gardener.cloud/operation=rotate-deploy-key-complete")))
		k.announced("DeployKeyRotationPrepared", ContainSubstring(next))
		Expect(string(s.extension(Default).Status.ProviderStatus.Raw)).To(And(ContainSubstring(`"phase":"RotationPrepared"`), ContainSubstring(next)))
		Expect(k.annotation("operation-error")).To(BeEmpty())
		Expect(s.deliveredKey()).To(Equal(string(k.secret(Default).Data["identity"])))

		By("abort: everything is as before")
		k.asks(abortIt)
		k.done()
		s.eventually("FluxDeployKey", "True", "InUse", ContainSubstring(first))
		Expect(k.secret(Default).Data).To(HaveLen(2))

		By("start, register, complete: gardenlet has no part in it")
		k.asks(startRotation)
		k.done()
		next, fingerprint := k.annotation("next-public-key"), k.annotation("next-fingerprint")
		Expect(world.GitHost.AddDeployKey("rotate", "next", next, true)).To(Succeed())
		byGardenlet, _ := s.lastReconciled()
		k.asks(completeIt)
		k.done()
		Expect(world.GitHost.RemoveDeployKey("rotate", first)).To(Succeed())
		Eventually(ctx, s.deliveredKey).Should(Equal(string(k.secret(Default).Data["identity"])))
		Eventually(ctx, func(g Gomega) { g.Expect(k.reported(g, s)).To(Equal(fingerprint)) }).Should(Succeed())
		commit(ctx, "rotate", "from-git", "second")
		s.pull()
		s.shows("from-git", "second")

		By("the previous key is forgotten when the Shoot has reported the new one")
		s.eventually("FluxDeployKey", "True", "InUse", And(ContainSubstring(fingerprint), ContainSubstring(next)))
		Expect(k.secret(Default).Annotations).NotTo(HaveKey(keyAnnotation + "previous-fingerprint"))
		Expect(k.secret(Default).Data).NotTo(HaveKey("next.identity"))
		k.announced("DeployKeyRetired", ContainSubstring(firstFingerprint))
		after, _ := s.lastReconciled()
		Expect(after).To(Equal(byGardenlet))
	}, SpecTimeout(6*time.Minute))

	// The limits of the machine do not let ten clusters run at once: half of them sleep meanwhile.
	It("reaches 10 Shoots on two seeds, half of them asleep, with processes that are killed around each write", Serial, Label("long"), func(ctx SpecContext) {
		user := inGarden(ctx)
		k := keyring{user, "rotateall"}
		Expect(world.GitHost.CreateRepository(ctx, "rotateall", false)).To(Succeed())
		commit(ctx, "rotateall", "from-git", "first")
		user.project("rotateall", map[string]string{"config.yaml": smallSync("rotateall")})
		asleep := k.shoots("asleep", 5)
		first := user.publicKey("rotateall")
		Expect(world.GitHost.AddDeployKey("rotateall", "first", first, true)).To(Succeed())
		for _, s := range asleep {
			s.settles()
			s.pullsAmongMany("first")
		}
		fallAsleep(asleep)
		awake := k.shoots("awake", 5)
		for _, s := range awake {
			s.settles()
			s.pullsAmongMany("first")
		}
		byGardenlet, _ := awake[0].lastReconciled()
		kill := func() {
			GinkgoHelper()
			for _, name := range []string{seedName, otherSeedName} {
				Expect(seed(name).WaitForExtension(ctx)).To(Succeed())
				Expect(seed(name).Node.Kill(seed(name).ExtensionNamespace, "gardener-extension-shoot-flux")).To(Succeed())
			}
		}

		By("start, killed when it is asked for")
		k.asks(startRotation)
		Expect(world.KillGardenController()).To(Succeed())
		kill()
		k.done()
		next, fingerprint := k.annotation("next-public-key"), k.annotation("next-fingerprint")
		Expect(world.GitHost.AddDeployKey("rotateall", "next", next, true)).To(Succeed())

		By("complete, killed when it is asked for, when it is written, and while the Shoots follow")
		k.asks(completeIt)
		Expect(world.KillGardenController()).To(Succeed())
		kill()
		k.done()
		Expect(world.KillGardenController()).To(Succeed())
		kill()
		Expect(k.annotation("fingerprint")).To(Equal(fingerprint))
		Eventually(ctx, func(g Gomega) {
			g.Expect(awake).To(ContainElement(Satisfy(func(s shoot) bool { return k.reported(g, s) == fingerprint })))
		}).WithPolling(50 * time.Millisecond).WithTimeout(4 * time.Minute).Should(Succeed())
		kill()
		for _, s := range awake {
			Eventually(ctx, func(g Gomega) { g.Expect(k.reported(g, s)).To(Equal(fingerprint)) }).WithTimeout(4 * time.Minute).Should(Succeed())
		}
		Expect(k.statuses(Default)).To(HaveLen(len(awake) + len(asleep)))

		By("all that are awake have it, and those asleep will wake up with it: the previous key is forgotten")
		Eventually(ctx, func(g Gomega) {
			g.Expect(k.secret(g).Annotations).NotTo(HaveKey(keyAnnotation + "previous-fingerprint"))
		}).WithTimeout(3 * time.Minute).Should(Succeed())
		for _, s := range append(awake, asleep...) {
			Expect(s.deliveredKey()).To(Equal(string(k.secret(Default).Data["identity"])))
		}

		By("the Git host accepts only the new key, with which all of them read")
		Expect(world.GitHost.RemoveDeployKey("rotateall", first)).To(Succeed())
		commit(ctx, "rotateall", "from-git", "second")
		for _, s := range awake {
			s.pull()
		}
		for _, s := range awake {
			s.shows("from-git", "second")
			s.eventually("FluxDeployKey", "True", "InUse", ContainSubstring(next))
		}
		after, _ := awake[0].lastReconciled()
		Expect(after).To(Equal(byGardenlet), "gardenlet has no part in it")
		for _, s := range awake {
			Expect(world.ReleaseShoot(ctx, s.project, s.name)).To(Succeed())
		}
		wakeUp(asleep)
		for _, s := range asleep {
			s.pullsAmongMany("second")
			s.eventually("FluxDeployKey", "True", "InUse", ContainSubstring(next))
		}
		Expect(user.deployKeys("rotateall")).To(HaveLen(1))
	}, SpecTimeout(25*time.Minute))
})

// smallSync has Shoots read a repository with as few controllers as possible.
func smallSync(repository string) string {
	return fluxConfig(fmt.Sprintf(`
flux: {components: [source-controller, kustomize-controller]}
source:
  knownHosts: |
    %s
  template: {spec: {url: %q}}
`, strings.ReplaceAll(strings.TrimSpace(world.GitHost.KnownHosts()), "\n", "\n    "), world.GitHost.SSHURL(repository)))
}

// shoots creates Shoots on both seeds at once.
func (k keyring) shoots(prefix string, count int) []shoot {
	GinkgoHelper()
	var shoots []shoot
	for i := range count {
		shoots = append(shoots, k.shoot(k.project, fmt.Sprintf("%s%d", prefix, i), []string{seedName, otherSeedName}[i%2], false))
	}
	return shoots
}

// fallAsleep hibernates Shoots, all at once.
func fallAsleep(shoots []shoot) {
	GinkgoHelper()
	turn(shoots, true)
	for _, s := range shoots {
		s.sleeps()
	}
}

func wakeUp(shoots []shoot) {
	GinkgoHelper()
	turn(shoots, false)
}

func turn(shoots []shoot, asleep bool) {
	GinkgoHelper()
	for _, s := range shoots {
		Eventually(s.ctx, func(g Gomega) {
			object := s.get(g)
			hibernated(asleep)(object)
			g.Expect(world.Garden.Client.Update(s.ctx, object)).To(Succeed())
		}).Should(Succeed())
	}
	for _, s := range shoots {
		s.settles()
	}
}

// settles is succeeds for many Shoots at once.
func (s shoot) settles() {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		object := s.get(g)
		g.Expect(object.Status.ObservedGeneration).To(Equal(object.Generation))
		g.Expect(object.Status.LastOperation).To(HaveValue(MatchFields(IgnoreExtras, Fields{"State": BeEquivalentTo("Succeeded")})))
	}).WithTimeout(5 * time.Minute).Should(Succeed())
}

// pullsAmongMany is pullUntilShown while the machine is busy with many Shoots.
func (s shoot) pullsAmongMany(value string) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(s.extension(g).Status.Conditions).To(ContainElement(MatchFields(IgnoreExtras, Fields{
			"Type": BeEquivalentTo("FluxInstalled"), "Status": BeEquivalentTo("True"),
		})))
	}).WithTimeout(5 * time.Minute).Should(Succeed())
	s.pullUntilShown("from-git", value)
}
