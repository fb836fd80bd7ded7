// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"errors"
	"regexp"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Takeover of a source and a root Kustomization that differ from the configuration", func() {
	log := logr.Discard()
	project := map[string]string{"repositoryUrl": "https://github.com/o/r"}
	named := metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}

	// bootstrapped returns the changed objects of 'flux bootstrap'.
	bootstrapped := func(source func(*sourcev1.GitRepositorySpec), root func(*kustomizev1.KustomizationSpec)) []client.Object {
		repository := &sourcev1.GitRepository{ObjectMeta: named, Spec: sourcev1.GitRepositorySpec{URL: "https://github.com/o/r", Reference: &sourcev1.GitRepositoryRef{Branch: "main"}}}
		kustomization := &kustomizev1.Kustomization{ObjectMeta: named, Spec: kustomizev1.KustomizationSpec{
			Path: "./clusters/a", Prune: true, SourceRef: kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "flux-system"},
		}}
		if source != nil {
			source(&repository.Spec)
		}
		if root != nil {
			root(&kustomization.Spec)
		}
		return []client.Object{
			controllertest.KustomizationKind(), controllertest.GitRepositoryKind(), repository, kustomization,
			&appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", Labels: map[string]string{
				"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.9.5"}}},
		}
	}
	prefixed := func(prefix string) []client.Object {
		return bootstrapped(nil, func(k *kustomizev1.KustomizationSpec) { k.NamePrefix = prefix })
	}
	fixture := func(providerConfig string, there ...client.Object) *extensiontest.ActuatorFixture {
		GinkgoHelper()
		w := extensiontest.NewActuatorFixture(project, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			if providerConfig != "" {
				ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig(providerConfig)}
			}
		})
		w.Actuator.Shoots = controllertest.NewShootConnector(false, there...)
		return w
	}
	// accepting returns the providerConfig that accepts the differences in the error.
	accepting := func(err error) string {
		GinkgoHelper()
		Expect(err).To(HaveOccurred())
		checksum := regexp.MustCompile(`takeover\.acceptedDifferences to ([0-9a-f]{16}):`).FindStringSubmatch(err.Error())
		Expect(checksum).To(HaveLen(2), err.Error())
		return "takeover: {acceptedDifferences: \"" + checksum[1] + "\"}"
	}
	configure := func(w *extensiontest.ActuatorFixture, providerConfig string) {
		w.Ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig(providerConfig)}
	}
	configuredMessage := func(ctx context.Context, w *extensiontest.ActuatorFixture) string {
		GinkgoHelper()
		ex := &extensionsv1alpha1.Extension{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
		return v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured").Message
	}

	It("is refused with the differences and the fixes", func(ctx SpecContext) {
		w := fixture("", bootstrapped(
			func(s *sourcev1.GitRepositorySpec) { s.URL = "https://robot:hunter2@git.example.com/o/r" },
			func(k *kustomizev1.KustomizationSpec) {
				k.NamePrefix = "team-"
				k.PostBuild = &kustomizev1.PostBuild{Substitute: map[string]string{"password": "hunter2"}}
			})...)
		err := w.Actuator.Reconcile(ctx, log, w.Ex)
		Expect(err).To(MatchError(And(
			ContainSubstring("Shoot garden-demo/only: spec.extensions[0].providerConfig.takeover.acceptedDifferences: Required value: the takeover would replace GitRepository flux-system/flux-system and Kustomization flux-system/flux-system "+
				"of the shoot, and Flux would delete objects that it no longer applies, including volumes. Add the shoot's settings to the configuration, or, to replace them anyway, set takeover.acceptedDifferences to "),
			ContainSubstring(`: kustomization.template.spec.namePrefix is "team-" in the shoot and not configured`),
			ContainSubstring(`kustomization.template.spec.postBuild is set in the shoot and not configured`),
			ContainSubstring(`source.template.spec.url is "https://git.example.com/o/r" in the shoot and configured as "https://github.com/o/r"`),
			Not(ContainSubstring("hunter2")),
		)))
		Expect(w.Resources(ctx)).To(BeEmpty())
		reason := w.Configured(ctx).Reason
		Expect(reason).To(Equal("InvalidConfiguration"))
		root := &kustomizev1.Kustomization{ObjectMeta: named}
		shoot := w.Actuator.Shoots.(controllertest.ShootConnector).Client
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(root), root)).To(Succeed())
		Expect(root.Annotations).To(BeEmpty(), "nothing in the shoot is touched")
	})

	It("is accepted for equal objects", func(ctx SpecContext) {
		w := fixture("", bootstrapped(nil, nil)...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(HaveLen(3))
	})

	It("is accepted after the project configures the settings of the shoot", func(ctx SpecContext) {
		w := fixture("", prefixed("team-")...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).NotTo(Succeed())
		configure(w, "kustomization: {template: {spec: {namePrefix: team-}}}")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(HaveLen(3))
	})

	It("is accepted for accepted differences only", func(ctx SpecContext) {
		w := fixture("", prefixed("team-")...)
		accepted := accepting(w.Actuator.Reconcile(ctx, log, w.Ex))

		By("something else is in the shoot by now")
		w.Actuator.Shoots = controllertest.NewShootConnector(false, prefixed("other-")...)
		configure(w, accepted)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(And(ContainSubstring("accepts differences that have changed"), ContainSubstring(`"other-"`))))

		By("something else is configured by now")
		w.Actuator.Shoots = controllertest.NewShootConnector(false, prefixed("team-")...)
		configure(w, accepted+"\nkustomization: {template: {spec: {namePrefix: new-}}}")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(And(ContainSubstring("accepts differences that have changed"), ContainSubstring(`configured as "new-"`))))

		By("the root Kustomization was deleted and created again")
		again := prefixed("team-")
		again[3].SetUID("another")
		w.Actuator.Shoots = controllertest.NewShootConnector(false, again...)
		configure(w, accepted)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring("accepts differences that have changed")))
		Expect(w.Resources(ctx)).To(BeEmpty())

		By("what was accepted")
		w.Actuator.Shoots = controllertest.NewShootConnector(false, prefixed("team-")...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(HaveLen(3))
		Expect(configuredMessage(ctx, w)).NotTo(ContainSubstring("Warning"))

		By("the acceptance stays in the Shoot, where it has no effect any more")
		w.Actuator.Shoots = controllertest.ConnectorFunc(func(context.Context, string) (*toolkit.Shoot, error) { return nil, errors.New("not to be asked") })
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(configuredMessage(ctx, w)).To(ContainSubstring("Warning: takeover.acceptedDifferences in the Shoot no longer has an effect; remove it"))

		By("it is removed, with all the providerConfig that there was for it")
		w.Ex.Spec.ProviderConfig = nil
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		reason := w.Configured(ctx).Reason
		Expect(reason).To(Equal("Configured"))
	})

	// tuned returns a patched controller of 'flux bootstrap' or of the extension.
	tuned := func(origin string) []client.Object {
		there := bootstrapped(nil, nil)
		deployment := there[4].(*appsv1.Deployment)
		deployment.Annotations = map[string]string{"team": "a"}
		if origin != "" {
			deployment.Annotations["resources.gardener.cloud/origin"] = origin
		}
		deployment.Spec.Template.Spec.Containers = []corev1.Container{{Name: "manager", Args: []string{"--concurrent=20"}, Env: []corev1.EnvVar{{Name: "TOKEN", Value: "hunter2"}}}}
		return there
	}

	It("compares the settings of the controllers, and keeps those that are configured", func(ctx SpecContext) {
		w := fixture("", tuned("")...)
		err := w.Actuator.Reconcile(ctx, log, w.Ex)
		Expect(err).To(MatchError(And(ContainSubstring("providerConfig.takeover.acceptedDifferences: Required value: the takeover would replace Flux's controllers of the shoot with others without their customizations"),
			ContainSubstring("'kubectl shoot-flux render --from-bootstrap' prints the patches and shards that keep it"), ContainSubstring(": source-controller has argument --concurrent, variable TOKEN"), Not(ContainSubstring("hunter2")))))
		Expect(w.Resources(ctx)).To(BeEmpty())
		reason := w.Configured(ctx).Reason
		Expect(reason).To(Equal("InvalidConfiguration"))

		By("a part of it is configured")
		configure(w, "flux: {concurrency: 20}")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(HaveSuffix(": source-controller has variable TOKEN")))

		By("the rest is given up")
		configure(w, "flux: {concurrency: 20}\n"+accepting(w.Actuator.Reconcile(ctx, log, w.Ex)))
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(HaveLen(3))

		By("what is changed in the shoot later is set back, as ever")
		configure(w, "flux: {concurrency: 10}")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
	})

	It("compares shards, which would remain beside the controllers", func(ctx SpecContext) {
		there := tuned("")
		own := there[4].(*appsv1.Deployment)
		own.Spec.Template.Spec.Containers = []corev1.Container{{Name: "manager", Args: []string{"--watch-label-selector=!sharding.fluxcd.io/key"}}}
		shard := own.DeepCopy()
		shard.Name, shard.UID = "source-controller-shard1", "u2"
		shard.Labels["app.kubernetes.io/component"] = "source-controller"
		shard.Spec.Template.Spec.Containers[0].Args = []string{"--watch-label-selector=sharding.fluxcd.io/key in (shard1)"}
		w := fixture("", append(there, shard)...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(
			HaveSuffix(": flux.sharding.shards does not name shard1, whose controllers would go on unmanaged; source-controller has argument --watch-label-selector")))
		Expect(w.Resources(ctx)).To(BeEmpty())

		By("another one is configured")
		configure(w, "flux: {sharding: {shards: [shard2]}}")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(HaveSuffix(": flux.sharding.shards does not name shard1, whose controllers would go on unmanaged")))

		By("the same one is configured")
		configure(w, "flux: {sharding: {shards: [shard1]}}")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(HaveLen(3))
	})

	It("compares controllers of a shoot without a source", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(nil, nil)
		w.Actuator.Shoots = controllertest.NewShootConnector(false, tuned("")...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring(": source-controller has argument --concurrent, variable TOKEN")))
	})

	It("does not compare controllers that the extension has installed", func(ctx SpecContext) {
		w := fixture("", tuned("seed:shoot--demo--only/extension-shoot-flux-controllers")...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
	})

	It("does not compare unchanged controllers of the archived extension", func(ctx SpecContext) {
		there := bootstrapped(nil, nil)
		there[4].SetAnnotations(map[string]string{"resources.gardener.cloud/origin": "seed:shoot--demo--only/extension-shoot-flux-flux-install"})
		w := fixture("", there...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
	})

	It("does not compare later changes of the configuration", func(ctx SpecContext) {
		w := fixture("", bootstrapped(nil, nil)...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		before := w.Resources(ctx)
		configure(w, "kustomization: {template: {spec: {namePrefix: new-}}}")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).NotTo(Equal(before))
	})

	It("does not compare after a control plane migration", func(ctx SpecContext) {
		w := fixture("", bootstrapped(nil, nil)...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		restored := fixture("kustomization: {template: {spec: {namePrefix: new-}}}", bootstrapped(nil, nil)...)
		ex := &extensionsv1alpha1.Extension{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
		restored.Ex.Status.State = ex.Status.State
		Expect(restored.Actuator.Restore(ctx, log, restored.Ex)).To(Succeed())
		Expect(restored.Resources(ctx)).To(HaveLen(3))
	})

	It("compares again after a removal with deletionPolicy Keep", func(ctx SpecContext) {
		kept := prefixed("mine-")
		for _, object := range kept[2:] {
			object.SetAnnotations(map[string]string{"resources.gardener.cloud/origin": "seed:shoot--demo--only/extension-shoot-flux-config"})
		}
		w := fixture("", kept...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring(`"mine-" in the shoot and not configured`)))
	})

	It("is refused for the first source of a shoot, which stays unchanged", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(nil, nil)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		before := w.Resources(ctx)
		w.Actuator.Shoots = controllertest.NewShootConnector(false, prefixed("mine-")...)
		Expect(w.Garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: project})).To(Succeed())
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed(), "an operation does not fail for it once something is delivered")
		Expect(w.Resources(ctx)).To(Equal(before))
		Expect(configuredMessage(ctx, w)).To(ContainSubstring(`kustomization.template.spec.namePrefix is "mine-" in the shoot and not configured`))
	})

	It("compares a bootstrapped shoot that is managed again", func(ctx SpecContext) {
		w := fixture("mode: BootstrapOnce", prefixed("mine-")...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed(), "with mode BootstrapOnce, nothing of it is replaced")
		Expect(w.Resources(ctx)).To(HaveLen(1))
		configure(w, "mode: Managed")
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(HaveLen(1))
		Expect(configuredMessage(ctx, w)).To(ContainSubstring(`kustomization.template.spec.namePrefix is "mine-" in the shoot and not configured`))
	})

	It("does not compare other roots of the shoot", func(ctx SpecContext) {
		other := prefixed("mine-")
		other[2].SetName("own")
		other[3].SetName("own")
		w := fixture("", other...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(HaveLen(3))
	})

	It("reads objects in the API version of an older Flux", func(ctx SpecContext) {
		definition := controllertest.KustomizationKind().(*apiextensionsv1.CustomResourceDefinition)
		definition.Spec.Versions[0].Name = "v1beta2"
		root := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "kustomize.toolkit.fluxcd.io/v1beta2", "kind": "Kustomization", "metadata": map[string]any{"namespace": "flux-system", "name": "flux-system"},
			"spec": map[string]any{"sourceRef": map[string]any{"kind": "GitRepository", "name": "flux-system"}, "patchesStrategicMerge": []any{map[string]any{"kind": "ConfigMap"}}},
		}}
		w := fixture("", definition, root)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring("kustomization.template.spec.patchesStrategicMerge is set in the shoot and not configured")))
	})

	It("compares a source without a root Kustomization", func(ctx SpecContext) {
		there := bootstrapped(func(s *sourcev1.GitRepositorySpec) { s.Reference.Branch = "production" }, nil)
		there[3].SetName("own")
		w := fixture("", there...)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring(`source.template.spec.ref is "branch production" in the shoot and configured as "branch main"`)))
	})
})
