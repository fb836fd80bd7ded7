// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"

	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Deploy keys of additional sources", func() {
	const (
		config = "source: {template: {spec: {url: 'https://github.com/o/r'}}}\nadditionalSources: [{name: a, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/a'}}}]"
		in     = "extension-shoot-flux-config"
	)
	a := types.NamespacedName{Namespace: "flux-system", Name: "a"}
	add := func(ctx context.Context, w *extensiontest.ActuatorFixture, name string) keypair.DeployKey {
		GinkgoHelper()
		key, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
		Expect(err).NotTo(HaveOccurred())
		Expect(w.Actuator.DeployKeys.OfSource(name).Add(ctx, "garden-demo", key)).To(BeTrue())
		return key
	}
	encoded := func(key keypair.DeployKey) string { return base64.StdEncoding.EncodeToString(key.Identity) }
	keysOf := func(ctx context.Context, w *extensiontest.ActuatorFixture) *corev1.Secret {
		GinkgoHelper()
		secret := &corev1.Secret{}
		Expect(w.Garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source-keys"}, secret)).To(Succeed())
		return secret
	}

	It("do not delay the rest of the delivery, and stay in the shoot if they are missing in the garden", func(ctx SpecContext) {
		w := extensiontest.NewDelivered(config)
		w.Reconcile(ctx)
		Expect(w.Manifests(ctx, in)).To(And(ContainSubstring("url: ssh://git@github.com/o/a"), Not(ContainSubstring("known_hosts"))))
		Expect(w.ConfiguredCondition(ctx)).To(And(HavePrefix("True Configured "), ContainSubstring("Secret garden-demo/flux-source-keys does not contain the deploy keys of these additional sources yet: a. The garden controller, if installed, generates them soon")))
		Expect(w.RecordedState(ctx).SourceKeys).To(BeEquivalentTo("flux-system/a="))

		By("its key is there, and that of another source, which the shoot does not get")
		key, other := add(ctx, w, "a"), add(ctx, w, "b")
		w.Reconcile(ctx)
		delivered := w.Manifests(ctx, in)
		Expect(delivered).To(And(ContainSubstring(encoded(key)), Not(ContainSubstring(encoded(other)))))
		Expect(w.ConfiguredCondition(ctx)).NotTo(ContainSubstring("flux-source-keys"))
		Expect(w.RecordedState(ctx).SourceKeys.Of(a)).To(Equal(key.Fingerprint))

		By("it is gone, and then the Secret with it")
		secret := keysOf(ctx, w)
		delete(secret.Data, "a.identity")
		Expect(w.Garden.Update(ctx, secret)).To(Succeed())
		for range 2 {
			w.Reconcile(ctx)
			Expect(w.Manifests(ctx, in)).To(Equal(delivered))
			Expect(w.ConfiguredCondition(ctx)).To(And(HavePrefix("False InvalidConfiguration "), ContainSubstring("the deploy key of additional source a was removed from Secret garden-demo/flux-source-keys"), ContainSubstring("stays unchanged")))
			Expect(w.RecordedState(ctx).SourceKeys.Of(a)).To(Equal(key.Fingerprint))
			Expect(client.IgnoreNotFound(w.Garden.Delete(ctx, secret))).To(Succeed())
		}

		By("another one is generated")
		again := add(ctx, w, "a")
		w.Reconcile(ctx)
		Expect(w.Manifests(ctx, in)).To(And(ContainSubstring(encoded(again)), Not(ContainSubstring(encoded(key)))))

		By("the source is not listed any more")
		w.Configure(ctx, "source: {template: {spec: {url: 'https://github.com/o/r'}}}")
		w.Reconcile(ctx)
		Expect(w.Manifests(ctx, in)).NotTo(ContainSubstring(encoded(again)))
		Expect(w.RecordedState(ctx).SourceKeys).To(BeEmpty())
		Expect(keysOf(ctx, w).Data).To(HaveKey("a.identity"))
	})

	It("are refused if one is damaged, or if its host has no known key", func(ctx SpecContext) {
		w := extensiontest.NewDelivered(config)
		w.Reconcile(ctx)
		add(ctx, w, "a")
		secret := keysOf(ctx, w)
		secret.Data["a.identity"] = []byte("s3cret")
		Expect(w.Garden.Update(ctx, secret)).To(Succeed())
		before := w.Manifests(ctx, in)
		w.Reconcile(ctx)
		Expect(w.Manifests(ctx, in)).To(Equal(before))
		Expect(w.ConfiguredCondition(ctx)).To(And(ContainSubstring("deploy key of source a: "), Not(ContainSubstring("s3cret"))))

		w = extensiontest.NewDelivered("source: {template: {spec: {url: 'https://github.com/o/r'}}}\nadditionalSources: [{name: a, deployKey: true, template: {spec: {url: 'ssh://git@git.example.com/o/a'}}}]")
		w.Reconcile(ctx)
		add(ctx, w, "a")
		w.Reconcile(ctx)
		Expect(w.ConfiguredCondition(ctx)).To(ContainSubstring("additionalSources[0].knownHosts: Invalid value: no host key is known for git.example.com"))
	})

	It("do not replace a user's Secret in the shoot", func(ctx SpecContext) {
		w := extensiontest.NewDelivered(config)
		key := add(ctx, w, "a")
		found := func(identity []byte) *corev1.Secret {
			return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: a.Namespace, Name: a.Name}, Data: map[string][]byte{"identity": identity}}
		}
		w.Actuator.Shoots = controllertest.NewShootConnector(false, controllertest.GitRepositoryKind(), found([]byte("mine")))
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(MatchError(ContainSubstring(
			"additionalSources[0].deployKey: Invalid value: true: would replace Secret flux-system/a of the shoot, which has different content; choose another name for the source, or delete the Secret from the shoot")))
		Expect(w.Resources(ctx)).To(BeEmpty())
		w.Actuator.Shoots = controllertest.NewShootConnector(false, controllertest.GitRepositoryKind(), found(key.Identity))
		w.Reconcile(ctx)
		Expect(w.Manifests(ctx, in)).To(ContainSubstring(encoded(key)))
	})
})
