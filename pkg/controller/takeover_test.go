// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"encoding/json"
	"errors"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// shootFound connects to a shoot with these objects, or fails.
type shootFound struct {
	client client.Client
	err    error
}

func (s shootFound) Connect(context.Context, string) (*toolkit.Shoot, error) {
	if s.err != nil {
		return nil, s.err
	}
	return toolkit.New(technicalID, s.client, nil), nil
}

func newShootFound(down bool, objects ...client.Object) shootFound {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{kubernetesscheme.AddToScheme, apiextensionsv1.AddToScheme, kustomizev1.AddToScheme} {
		Expect(add(scheme)).To(Succeed())
	}
	c := fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...)
	if down {
		c = c.WithInterceptorFuncs(interceptor.Funcs{
			List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
				return errors.New("connection refused")
			},
			Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
				return errors.New("connection refused")
			},
		})
	}
	return shootFound{client: c.Build()}
}

func controllerOf(namespace, name, version string) toolkit.Controller {
	return toolkit.Controller{NamespacedName: types.NamespacedName{Namespace: namespace, Name: name}, Version: version}
}

func rootOf(name string, change ...func(*toolkit.Kustomization)) toolkit.Kustomization {
	k := toolkit.Kustomization{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: name}, Path: "./", IsRoot: true}
	for _, c := range change {
		c(&k)
	}
	return k
}

var _ = Describe("Take-over", func() {
	public := map[string]string{"repositoryUrl": "https://github.com/o/r"}
	private := map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}

	resolve := func(project map[string]string, providerConfig string) *configuration.Effective {
		GinkgoHelper()
		shoot := &configuration.Shoot{Namespace: "garden-demo", Name: "only", Info: configuration.WithPlaceholders(nil)}
		if providerConfig != "" {
			shoot.ProviderConfig = fluxConfig(providerConfig)
		}
		effective, mistakes := newResolver().Resolve(&configuration.ConfigMap{Namespace: "garden-demo", Data: project}, shoot)
		Expect(mistakes).To(BeEmpty())
		return effective
	}

	intoDefault := func(k *toolkit.Kustomization) { k.TargetNamespace = "default" }
	inPath := func(k *toolkit.Kustomization) { k.Path = "./clusters/a" }
	stopped := func(k *toolkit.Kustomization) { k.Suspended = true }
	held := configuration.Suspension{Suspended: true, Held: configuration.HeldSuspended}
	brought := func(k *toolkit.Kustomization) { k.IsRoot = false }
	mainSource := toolkit.Source{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "main-gitrepo"}, Kind: "GitRepository", Secret: "flux-source"}
	archived := configuration.Adopted{Source: "flux-system/main-gitrepo", Secret: "flux-source", Root: "flux-system/main-ks", Path: "./", TargetNamespace: "default"}

	DescribeTable("what is adopted, and what is left alone",
		func(survey toolkit.Survey, project map[string]string, providerConfig string, want configuration.Adopted, foreign string) {
			p := predecessor{survey}
			first := p.archived()
			shoot := &configuration.Shoot{Namespace: "garden-demo", Name: "only", Info: configuration.WithPlaceholders(nil), Adopted: first}
			if providerConfig != "" {
				shoot.ProviderConfig = fluxConfig(providerConfig)
			}
			effective, mistakes := newResolver().Resolve(&configuration.ConfigMap{Namespace: "garden-demo", Data: project}, shoot)
			Expect(mistakes).To(BeEmpty())
			Expect(p.adopt(effective, first)).To(Equal(want))
			Expect(p.foreign(effective)).To(Equal(foreign))
		},
		Entry("nothing in a new shoot", toolkit.Survey{}, public, "", configuration.Adopted{}, ""),
		Entry("source and root of the archived extension", toolkit.Survey{Sources: []toolkit.Source{mainSource}, Kustomizations: []toolkit.Kustomization{rootOf("main-ks", intoDefault)}},
			private, "", archived, ""),
		Entry("a root of the usual name with its path", toolkit.Survey{Kustomizations: []toolkit.Kustomization{rootOf("flux-system", inPath), rootOf("apps", brought)}},
			public, "", configuration.Adopted{Root: "flux-system/flux-system", Path: "./clusters/a"}, ""),
		Entry("a root that somebody wants under its own name", toolkit.Survey{Kustomizations: []toolkit.Kustomization{rootOf("own", inPath)}},
			public, "kustomization: {template: {metadata: {name: own}}}", configuration.Adopted{Root: "flux-system/own", Path: "./clusters/a"}, ""),
		Entry("other roots go on beside it", toolkit.Survey{Sources: []toolkit.Source{mainSource},
			Kustomizations: []toolkit.Kustomization{rootOf("zoo"), rootOf("main-ks", intoDefault), rootOf("flux-system"), rootOf("apps", brought)}},
			private, "", archived, "flux-system/flux-system, flux-system/zoo"),
		Entry("without a source, all roots are left alone; what one has is noted for the day on which a source is named", toolkit.Survey{
			Kustomizations: []toolkit.Kustomization{rootOf("flux-system", inPath)}},
			map[string]string{}, "", configuration.Adopted{Root: "flux-system/flux-system", Path: "./clusters/a"}, "flux-system/flux-system"),
		Entry("without a source, the archived root is noted before any other", toolkit.Survey{
			Sources: []toolkit.Source{mainSource}, Kustomizations: []toolkit.Kustomization{rootOf("flux-system", inPath), rootOf("main-ks", intoDefault)}},
			map[string]string{}, "", archived, "flux-system/flux-system, flux-system/main-ks"),
	)

	DescribeTable("where Flux must not be, with the remedy",
		func(namespace, providerConfig string, message OmegaMatcher) {
			p := predecessor{toolkit.Survey{Controllers: []toolkit.Controller{controllerOf(namespace, "source-controller", "v2.9.3")}}}
			mistakes := p.refuseNamespace(resolve(public, providerConfig))
			if message == nil {
				Expect(mistakes).To(BeEmpty())
				return
			}
			Expect(mistakes).To(MatchError(message))
		},
		Entry("the same namespace", "flux-system", "", nil),
		Entry("another namespace", "gitops", "", ContainSubstring("Flux runs in namespace gitops of the shoot already, and two would fight over the same objects; set it to gitops")),
		Entry("that other namespace, once it is set", "gitops", "flux: {namespace: gitops}", nil),
	)

	DescribeTable("what somebody has suspended stays so",
		func(survey toolkit.Survey, source, root configuration.Suspension) {
			gotSource, gotRoot := predecessor{survey}.suspension(resolve(public, ""))
			Expect(gotSource).To(Equal(source))
			Expect(gotRoot).To(Equal(root))
		},
		Entry("nothing there", toolkit.Survey{}, configuration.Suspension{}, configuration.Suspension{}),
		Entry("nothing suspended", toolkit.Survey{Kustomizations: []toolkit.Kustomization{rootOf("flux-system")}}, configuration.Suspension{}, configuration.Suspension{}),
		Entry("source and root, and others", toolkit.Survey{
			Sources:        []toolkit.Source{{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}, Kind: "GitRepository", Suspended: true}},
			Kustomizations: []toolkit.Kustomization{rootOf("flux-system", stopped), rootOf("other")},
		}, held, held),
		Entry("others only: another root, a source of another kind", toolkit.Survey{
			Sources:        []toolkit.Source{{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}, Kind: "Bucket", Suspended: true}},
			Kustomizations: []toolkit.Kustomization{rootOf("flux-system"), rootOf("other", stopped)},
		}, configuration.Suspension{}, configuration.Suspension{}),
	)

	Describe("of a shoot", func() {
		log := logr.Discard()
		hibernated := func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)}
		}
		state := func(w *world) configuration.Delivered {
			GinkgoHelper()
			delivered, err := readState(w.ex)
			Expect(err).NotTo(HaveOccurred())
			return delivered
		}

		It("releases what the archived extension has in the seed before it delivers, and notes what it adopts", func(ctx SpecContext) {
			w := newWorld(public, nil)
			found := newShootFound(false,
				kustomizationKind(),
				&kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "main-ks"}, Spec: kustomizev1.KustomizationSpec{TargetNamespace: "default", Suspend: true}},
				&kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "own"}},
				&appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", Labels: map[string]string{
					"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.3.0"}}},
			)
			w.actuator.Shoots = found
			for _, name := range []string{"extension-shoot-flux-flux-install", "extension-shoot-flux-flux-config"} {
				Expect(w.seed.Create(ctx, &resourcesv1alpha1.ManagedResource{ObjectMeta: metav1.ObjectMeta{
					Namespace: technicalID, Name: name, Finalizers: []string{"resources.gardener.cloud/gardener-resource-manager"},
				}})).To(Succeed())
			}
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			resources := w.resources(ctx)
			Expect(resources).To(HaveLen(5))
			for _, resource := range resources {
				old := resource.Name == "extension-shoot-flux-flux-install" || resource.Name == "extension-shoot-flux-flux-config"
				Expect(resource.DeletionTimestamp != nil).To(Equal(old), resource.Name)
				Expect(ptr.Deref(resource.Spec.KeepObjects, false)).To(Equal(old), resource.Name)
			}
			Expect(state(w).Root).To(Equal("flux-system/main-ks"))
			Expect(state(w).Adopted).To(Equal(configuration.Adopted{Root: "flux-system/main-ks", TargetNamespace: "default"}))
			Expect(state(w).Foreign).To(Equal("team/own"))
			Expect(state(w).RootSuspension).To(Equal(configuration.Suspension{Suspended: true, Held: configuration.HeldSuspended}), "an incident does not end by it")

			By("what is adopted holds from then on, whatever the shoot says")
			w.actuator.Shoots = newShootFound(false)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(state(w).Root).To(Equal("flux-system/main-ks"))
			ex := &extensionsv1alpha1.Extension{}
			Expect(w.seed.Get(ctx, client.ObjectKeyFromObject(w.ex), ex)).To(Succeed())
			Expect(v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured").Message).To(ContainSubstring("were left alone: team/own"))
		})

		It("does not let the deploy key take the place of other credentials", func(ctx SpecContext) {
			w := newWorld(private, nil)
			secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Data: map[string][]byte{"identity": []byte("another")}}
			w.actuator.Shoots = newShootFound(false, secret)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(MatchError(And(
				ContainSubstring("Secret flux-system/flux-system of the shoot holds other credentials"), Not(ContainSubstring("another")))))
			Expect(w.resources(ctx)).To(BeEmpty())

			By("the same key may be there already")
			key := &corev1.Secret{}
			Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, key)).To(Succeed())
			secret.Data["identity"] = key.Data["identity"]
			secret.ResourceVersion = ""
			w.actuator.Shoots = newShootFound(false, secret)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(HaveLen(3))
		})

		It("looks again before a shoot that has Flux without a source gets one: somebody may have given it one meanwhile", func(ctx SpecContext) {
			w := newWorld(nil, nil)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(state(w).Sync).To(BeFalse())
			w.actuator.Shoots = newShootFound(false, kustomizationKind(),
				&kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Spec: kustomizev1.KustomizationSpec{Path: "./clusters/a", Suspend: true}},
				&appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", Labels: map[string]string{"app.kubernetes.io/part-of": "flux"}}})
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(state(w).Adopted).To(BeZero(), "nobody wants its place")

			Expect(w.garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: public})).To(Succeed())
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(state(w).Sync).To(BeTrue())
			Expect(state(w).Adopted).To(Equal(configuration.Adopted{Root: "flux-system/flux-system", Path: "./clusters/a"}), "another path would prune what this one has brought")
			Expect(state(w).RootSuspension.Held).To(Equal(configuration.HeldSuspended))
			ex := &extensionsv1alpha1.Extension{}
			Expect(w.seed.Get(ctx, client.ObjectKeyFromObject(w.ex), ex)).To(Succeed())
			Expect(v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured").Message).To(ContainSubstring("is configured to sync path ./clusters/a"))
		})

		DescribeTable("does not let the deploy key of a later configuration take the place of other credentials either",
			func(ctx SpecContext, annotations map[string]string, want string) {
				w := newWorld(private, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
					ex.Status.State = &runtime.RawExtension{Raw: must(json.Marshal(configuration.Delivered{Flux: true, Sync: true, Project: true, SourceKind: "GitRepository"}))}
				})
				w.actuator.Shoots = newShootFound(false, &corev1.Secret{
					ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system", Annotations: annotations}, Data: map[string][]byte{"identity": []byte("another")},
				})
				Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
				_, reason := w.configured(ctx)
				Expect(reason).To(Equal(want))
			},
			Entry("that somebody has put there by hand", nil, "InvalidConfiguration"),
			Entry("but that of a copy of the project's", map[string]string{"resources.gardener.cloud/origin": "seed:shoot--demo--only/extension-shoot-flux-config"}, "Configured"),
		)

		It("delivers nothing blindly: a shoot that does not answer is looked at again", func(ctx SpecContext) {
			w := newWorld(public, nil)
			w.actuator.Shoots = newShootFound(true)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(MatchError(ContainSubstring("failed to look for an earlier Flux in the shoot")))
			Expect(w.resources(ctx)).To(BeEmpty())
		})

		It("waits for a hibernated shoot to wake up, without failing", func(ctx SpecContext) {
			w := newWorld(private, hibernated)
			w.actuator.Shoots = newShootFound(true)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(BeEmpty())
			status, reason := w.configured(ctx)
			Expect(status).To(Equal(gardencorev1beta1.ConditionProgressing))
			Expect(reason).To(Equal("Hibernated"))
			secrets := &corev1.SecretList{}
			Expect(w.garden.List(ctx, secrets)).To(Succeed())
			Expect(secrets.Items).To(BeEmpty(), "no key is made that nobody gets")

			By("one that has Flux from the extension, but no source, may have one from somebody else")
			w.ex.Status.State = &runtime.RawExtension{Raw: must(json.Marshal(configuration.Delivered{Flux: true}))}
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(BeEmpty())

			By("a hibernated shoot that has everything from the extension is not looked at")
			w.ex.Status.State = &runtime.RawExtension{Raw: must(json.Marshal(configuration.Delivered{Flux: true, Version: "v2.9.3", Sync: true, DeployKey: true}))}
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(HaveLen(3))
		})

		It("delivers where there has never been an API server", func(ctx SpecContext) {
			w := newWorld(public, nil)
			w.actuator.Shoots = shootFound{err: apierrors.NewNotFound(schema.GroupResource{Resource: "secrets"}, "gardener")}
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(HaveLen(3))
		})
	})
})

func kustomizationKind() client.Object {
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "kustomizations.kustomize.toolkit.fluxcd.io"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: kustomizev1.GroupVersion.Group, Names: apiextensionsv1.CustomResourceDefinitionNames{Kind: kustomizev1.KustomizationKind},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: "v1", Served: true, Storage: true}},
		},
	}
}

func must(raw []byte, err error) []byte {
	GinkgoHelper()
	Expect(err).NotTo(HaveOccurred())
	return raw
}
