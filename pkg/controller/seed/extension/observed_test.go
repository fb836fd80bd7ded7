// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"crypto/rand"
	"maps"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"

	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Record of the project", func() {
	const private = "source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}"

	reconcile := func(ctx context.Context, w *extensiontest.ActuatorFixture, config *document.ConfigMap) extensionstatus.ObservedProject {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}}
		if config == nil {
			Expect(w.Garden.Delete(ctx, configMap)).To(Succeed())
		} else {
			Expect(w.Garden.Get(ctx, client.ObjectKeyFromObject(configMap), configMap)).To(Succeed())
			configMap.Data = maps.Clone(config.Data)
			Expect(w.Garden.Update(ctx, configMap)).To(Succeed())
		}
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(Succeed())
		noted, err := extensionstatus.ReadState(w.Ex)
		Expect(err).NotTo(HaveOccurred())
		return noted.Observed
	}
	key := func(ctx context.Context, w *extensiontest.ActuatorFixture) *corev1.Secret {
		GinkgoHelper()
		secret := &corev1.Secret{}
		Expect(w.Garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
		return secret
	}

	isDue := func(recorded extensionstatus.State, config *document.ConfigMap, key *corev1.Secret) bool {
		return recorded.Urgency(extensionstatus.PresentOf(config, nil, key.ResourceVersion, key.Annotations), rollout.PermitRequest{}, false) >= extensionstatus.InWindow
	}

	It("is written after each outcome, so that no change is handled twice", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(map[string]string{}, nil)

		By("something to deliver, with the key that is made for it")
		good := controllertest.ImmediateConfig(private)
		seen := reconcile(ctx, w, good)
		Expect(seen).To(Equal(extensionstatus.ObservedProject{Config: rollout.ConfigurationID(good), Immediate: true, Key: key(ctx, w).ResourceVersion}))
		Expect(isDue(extensionstatus.State{Observed: seen}, good, key(ctx, w))).To(BeFalse())

		By("a key of which nobody can make anything")
		secret := key(ctx, w)
		secret.Data["identity"] = []byte("no key")
		Expect(w.Garden.Update(ctx, secret)).To(Succeed())
		Expect(isDue(extensionstatus.State{Observed: seen}, good, secret)).To(BeTrue())
		Expect(isDue(extensionstatus.State{Observed: reconcile(ctx, w, good)}, good, secret)).To(BeFalse())
		reason := w.Configured(ctx).Reason
		Expect(reason).To(Equal("InvalidConfiguration"))

		By("a mistake")
		bad := controllertest.ImmediateConfig("flux: {verion: v2.9}")
		Expect(reconcile(ctx, w, bad)).To(Equal(extensionstatus.ObservedProject{Config: rollout.ConfigurationID(bad), Immediate: true}))

		By("a configuration that is gone")
		Expect(reconcile(ctx, w, nil)).To(Equal(extensionstatus.ObservedProject{Immediate: true}))
		reason = w.Configured(ctx).Reason
		Expect(reason).To(Equal("ConfigurationMissing"))
		Expect(w.Resources(ctx)).To(HaveLen(3))
		noted, err := extensionstatus.ReadState(w.Ex)
		Expect(err).NotTo(HaveOccurred())
		Expect(noted.Project).To(BeTrue(), "what was delivered is noted as before")
		Expect(noted.Root).To(Equal("flux-system/flux-system"))
	})

	It("contains the rotation of the delivered key only", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(map[string]string{}, nil)
		good := controllertest.ImmediateConfig(private)
		Expect(reconcile(ctx, w, good).Rotation).To(BeEmpty())
		rotate := func(at string) {
			GinkgoHelper()
			secret := key(ctx, w)
			metav1.SetMetaDataAnnotation(&secret.ObjectMeta, "flux.extensions.gardener.cloud/rotated-at", at)
			Expect(w.Garden.Update(ctx, secret)).To(Succeed())
		}
		rotate("one")
		Expect(reconcile(ctx, w, good).Rotation).To(Equal("one"))

		By("a mistake keeps the shoot from following, so that it has to follow when the mistake is corrected")
		rotate("two")
		Expect(reconcile(ctx, w, controllertest.ImmediateConfig("flux: {verion: v2.9}")).Rotation).To(Equal("one"))
		noted, err := extensionstatus.ReadState(w.Ex)
		Expect(err).NotTo(HaveOccurred())
		Expect(isDue(noted, good, key(ctx, w))).To(BeTrue())
		Expect(reconcile(ctx, w, good).Rotation).To(Equal("two"))

		By("a damaged key")
		rotate("three")
		secret := key(ctx, w)
		identity := secret.Data["identity"]
		secret.Data["identity"] = []byte("no key")
		Expect(w.Garden.Update(ctx, secret)).To(Succeed())
		Expect(reconcile(ctx, w, good).Rotation).To(Equal("two"))
		secret.Data["identity"] = identity
		Expect(w.Garden.Update(ctx, secret)).To(Succeed())

		By("a text of any length, which any member of the project can write")
		rotate(strings.Repeat("x", 200<<10))
		long := reconcile(ctx, w, good)
		Expect(len(long.Rotation)).To(BeNumerically("<=", 64), "it is stored with each Shoot")
		noted, err = extensionstatus.ReadState(w.Ex)
		Expect(err).NotTo(HaveOccurred())
		Expect(isDue(noted, good, key(ctx, w))).To(BeFalse(), "the Shoot has followed")

		By("a source that is not read with the key")
		Expect(reconcile(ctx, w, controllertest.ImmediateConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}")).Rotation).To(BeEmpty())
	})

	It("is written after a configuration error before the first delivery", func(ctx SpecContext) {
		bad := controllertest.ImmediateConfig("flux: {verion: v2.9}")
		w := extensiontest.NewActuatorFixture(bad.Data, nil)
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).NotTo(Succeed())
		noted, err := extensionstatus.ReadState(w.Ex)
		Expect(err).NotTo(HaveOccurred())
		Expect(noted).To(Equal(extensionstatus.State{Observed: extensionstatus.ObserveProject(bad)}))
	})

	It("is not written if the project cannot be read", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(controllertest.ImmediateConfig(private).Data, nil)
		w.GardenUnavailable = true
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).NotTo(Succeed())
		Expect(w.Ex.Status.State).To(BeNil())
	})
})

var _ = Describe("Missing deploy key of a project", func() {
	const private = "source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}"

	It("is taken from another seed that stores one first", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(map[string]string{"config.yaml": string(controllertest.FluxConfig(private))}, nil)
		other := secrets.NewStore(w.Garden, rand.Reader, clock.RealClock{})
		first, err := other.Generate(fluxv1alpha1.KeyAlgorithmEd25519)
		Expect(err).NotTo(HaveOccurred())
		attempts := 0
		w.Actuator.DeployKeys = secrets.NewStore(interceptor.NewClient(w.Garden.(client.WithWatch), interceptor.Funcs{
			Apply: func(ctx context.Context, c client.WithWatch, config runtime.ApplyConfiguration, options ...client.ApplyOption) error {
				attempts++
				_, created, err := other.Create(ctx, "garden-demo", first)
				Expect(err).NotTo(HaveOccurred())
				Expect(created).To(BeTrue())
				return c.Apply(ctx, config, options...)
			},
		}), rand.Reader, clock.RealClock{})

		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(attempts).To(Equal(1))
		secret := &corev1.Secret{}
		Expect(w.Garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
		Expect(secret.Data).To(HaveKeyWithValue("identity", first.Identity))
		Expect(w.ConfiguredCondition(ctx)).To(ContainSubstring("with deploy key " + first.Fingerprint))
		Expect(w.GardenEvents.Events).To(BeEmpty(), "the other seed reports it")
	})

	It("is stored only after everything was read", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(map[string]string{"config.yaml": string(controllertest.FluxConfig(private + "\nadditionalSecretResources: [{name: token}]"))},
			func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
				shoot.Spec.Resources = []gardencorev1beta1.NamedResourceReference{{
					Name: "token", ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: "token"},
				}}
			})
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(MatchError(ContainSubstring("failed to read Secret")))
		err := w.Garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, &corev1.Secret{})
		Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
		Expect(w.Resources(ctx)).To(BeEmpty())
	})
})
