// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"maps"

	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

var _ = Describe("What was read of the project", func() {
	const private = "source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}"

	reconcile := func(ctx context.Context, w *world, config *configuration.ConfigMap) configuration.Seen {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}}
		if config == nil {
			Expect(w.garden.Delete(ctx, configMap)).To(Succeed())
		} else {
			Expect(w.garden.Get(ctx, client.ObjectKeyFromObject(configMap), configMap)).To(Succeed())
			configMap.Data = maps.Clone(config.Data)
			Expect(w.garden.Update(ctx, configMap)).To(Succeed())
		}
		Expect(w.actuator.Reconcile(ctx, logr.Discard(), w.ex)).To(Succeed())
		noted, err := readState(w.ex)
		Expect(err).NotTo(HaveOccurred())
		return noted.Seen
	}
	key := func(ctx context.Context, w *world) *corev1.Secret {
		GinkgoHelper()
		secret := &corev1.Secret{}
		Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
		return secret
	}

	It("is noted whatever comes of it, so that no shoot is looked at again for the same", func(ctx SpecContext) {
		w := newWorld(map[string]string{}, nil)

		By("something to deliver, with the key that is made for it")
		good := immediately(private)
		seen := reconcile(ctx, w, good)
		Expect(seen).To(Equal(configuration.Seen{Config: good.Checksum(), Immediate: true, Key: key(ctx, w).ResourceVersion}))
		Expect(seen.Behind(good, key(ctx, w).ResourceVersion)).To(BeFalse())

		By("a key of which nobody can make anything")
		secret := key(ctx, w)
		secret.Data["identity"] = []byte("no key")
		Expect(w.garden.Update(ctx, secret)).To(Succeed())
		Expect(seen.Behind(good, secret.ResourceVersion)).To(BeTrue())
		Expect(reconcile(ctx, w, good).Behind(good, secret.ResourceVersion)).To(BeFalse())
		_, reason := w.configured(ctx)
		Expect(reason).To(Equal("InvalidConfiguration"))

		By("a mistake")
		bad := immediately("flux: {verion: v2.9}")
		Expect(reconcile(ctx, w, bad)).To(Equal(configuration.Seen{Config: bad.Checksum(), Immediate: true}))

		By("a configuration that is gone")
		Expect(reconcile(ctx, w, nil)).To(Equal(configuration.Seen{}))
		_, reason = w.configured(ctx)
		Expect(reason).To(Equal("ConfigurationMissing"))
		Expect(w.resources(ctx)).To(HaveLen(3))
		noted, err := readState(w.ex)
		Expect(err).NotTo(HaveOccurred())
		Expect(noted.Project).To(BeTrue(), "what was delivered is noted as before")
		Expect(noted.Root).To(Equal("flux-system/flux-system"))
	})

	It("notes the rotation of the key that is delivered, and of no other", func(ctx SpecContext) {
		w := newWorld(map[string]string{}, nil)
		good := immediately(private)
		Expect(reconcile(ctx, w, good).Rotation).To(BeEmpty())
		rotate := func(at string) {
			GinkgoHelper()
			secret := key(ctx, w)
			metav1.SetMetaDataAnnotation(&secret.ObjectMeta, "flux.extensions.gardener.cloud/rotated-at", at)
			Expect(w.garden.Update(ctx, secret)).To(Succeed())
		}
		rotate("one")
		Expect(reconcile(ctx, w, good).Rotation).To(Equal("one"))

		By("a mistake keeps the shoot from following, so that it has to follow when the mistake is corrected")
		rotate("two")
		Expect(reconcile(ctx, w, immediately("flux: {verion: v2.9}")).Rotation).To(Equal("one"))
		noted, err := readState(w.ex)
		Expect(err).NotTo(HaveOccurred())
		Expect(noted.Behind(good, "", key(ctx, w).Annotations)).To(BeTrue())
		Expect(reconcile(ctx, w, good).Rotation).To(Equal("two"))

		By("a damaged key")
		rotate("three")
		secret := key(ctx, w)
		identity := secret.Data["identity"]
		secret.Data["identity"] = []byte("no key")
		Expect(w.garden.Update(ctx, secret)).To(Succeed())
		Expect(reconcile(ctx, w, good).Rotation).To(Equal("two"))
		secret.Data["identity"] = identity
		Expect(w.garden.Update(ctx, secret)).To(Succeed())

		By("a source that is not read with the key")
		Expect(reconcile(ctx, w, immediately("source: {template: {spec: {url: 'https://github.com/o/r'}}}")).Rotation).To(BeEmpty())
	})

	It("is noted of a mistake before anything is delivered, which is no delivery", func(ctx SpecContext) {
		bad := immediately("flux: {verion: v2.9}")
		w := newWorld(bad.Data, nil)
		Expect(w.actuator.Reconcile(ctx, logr.Discard(), w.ex)).NotTo(Succeed())
		noted, err := readState(w.ex)
		Expect(err).NotTo(HaveOccurred())
		Expect(noted).To(Equal(configuration.Delivered{Seen: configuration.See(bad)}))
	})

	It("is not noted if it could not be read", func(ctx SpecContext) {
		w := newWorld(immediately(private).Data, nil)
		w.gardenDown = true
		Expect(w.actuator.Reconcile(ctx, logr.Discard(), w.ex)).NotTo(Succeed())
		Expect(w.ex.Status.State).To(BeNil())
	})
})
