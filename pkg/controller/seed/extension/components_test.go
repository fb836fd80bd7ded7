// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/extensiontest"
)

var _ = Describe("A shard that is not configured any more", func() {
	const (
		two  = "flux: {sharding: {shards: [a, b]}}\nsource: {template: {spec: {url: 'https://github.com/o/r'}}}"
		one  = "flux: {sharding: {shards: [b]}}\nsource: {template: {spec: {url: 'https://github.com/o/r'}}}"
		none = "source: {template: {spec: {url: 'https://github.com/o/r'}}}"
	)
	object := func(name, shard string) client.Object {
		return &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "apps", Name: name, Labels: map[string]string{"sharding.fluxcd.io/key": shard}, Finalizers: []string{"finalizers.fluxcd.io"}}}
	}
	delivered := func(ctx context.Context, there ...client.Object) *extensiontest.Delivered {
		GinkgoHelper()
		p := extensiontest.NewDelivered(two)
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Shards).To(Equal("a,b"))
		p.Actuator.Shoots = controllertest.NewShootConnector(false, append(there, controllertest.KustomizationKind())...)
		return p
	}
	runs := func(ctx context.Context, p *extensiontest.Delivered, shard string) bool {
		GinkgoHelper()
		inState := strings.Contains(","+p.RecordedState(ctx).Shards+",", ","+shard+",")
		for _, name := range []string{"source-controller", "kustomize-controller", "helm-controller"} {
			Expect(strings.Contains(p.Manifests(ctx, controllertest.ControllersName), "  name: "+name+"-"+shard+"\n")).To(Equal(inState))
		}
		return inState
	}

	It("goes if no object names it, and the others stay", func(ctx SpecContext) {
		p := delivered(ctx, object("of-another", "b"), object("of-none", "ghost"))
		p.Configure(ctx, one)
		p.Reconcile(ctx)
		Expect(runs(ctx, p, "a")).To(BeFalse())
		Expect(runs(ctx, p, "b")).To(BeTrue())
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))
	})

	It("stays as long as objects do, which nothing else would reconcile, and goes after the last", func(ctx SpecContext) {
		p := delivered(ctx, object("web", "a"))
		p.Configure(ctx, one)
		for range 2 {
			p.Reconcile(ctx)
			Expect(runs(ctx, p, "a")).To(BeTrue())
			Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False ShardInUse shard a is not configured any more in flux.sharding.shards, and stays, because the shoot has objects with label " +
				"sharding.fluxcd.io/key=a, which no other controller would reconcile: Kustomization apps/web. Remove the label from them in the source, give it the name of another shard, " +
				"or add the shard again; it is removed with the first reconciliation of the Shoot after that. Until then everything else is delivered: Flux v2.9.3 is configured to sync path "))
		}
		p.Actuator.Shoots = controllertest.NewShootConnector(false, controllertest.KustomizationKind(), object("web", "b"))
		p.Reconcile(ctx)
		Expect(runs(ctx, p, "a")).To(BeFalse())
		Expect(runs(ctx, p, "b")).To(BeTrue())
	})

	It("stays also if it was the last one, with the label left to it", func(ctx SpecContext) {
		p := delivered(ctx, object("web", "a"))
		p.Configure(ctx, none)
		p.Reconcile(ctx)
		Expect(runs(ctx, p, "a")).To(BeTrue())
		Expect(runs(ctx, p, "b")).To(BeFalse())
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(ContainSubstring("--watch-label-selector=!sharding.fluxcd.io/key"), "two must not reconcile one object")
		p.Actuator.Shoots = controllertest.NewShootConnector(false, controllertest.KustomizationKind())
		p.Reconcile(ctx)
		Expect(runs(ctx, p, "a")).To(BeFalse())
		Expect(p.Manifests(ctx, controllertest.ControllersName)).NotTo(ContainSubstring("--watch-label-selector"))
	})

	It("stays as long as the shoot cannot be asked, and the operation does not fail", func(ctx SpecContext) {
		p := delivered(ctx)
		p.Actuator.Shoots = controllertest.NewShootConnector(true)
		p.Configure(ctx, one)
		p.Reconcile(ctx)
		Expect(runs(ctx, p, "a")).To(BeTrue())
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("False ShardInUse shard a is not configured any more"), ContainSubstring("connection refused")))
	})

	It("stays beside the new one if it was renamed, until the objects have the new name", func(ctx SpecContext) {
		p := delivered(ctx, object("web", "a"))
		p.Configure(ctx, strings.Replace(two, "[a, b]", "[c, b]", 1))
		p.Reconcile(ctx)
		for _, shard := range []string{"a", "b", "c"} {
			Expect(runs(ctx, p, shard)).To(BeTrue())
		}
	})

	It("has no more beside it than the nodes of a shoot can bear, however often they are renamed", func(ctx SpecContext) {
		const most = 40
		names := func(round int) (names []string) {
			for i := range 5 {
				names = append(names, fmt.Sprintf("s%d", 5*round+i))
			}
			return names
		}
		var there []client.Object
		for i := range most + 5 {
			there = append(there, object(fmt.Sprintf("web%d", i), fmt.Sprintf("s%d", i)))
		}
		p := delivered(ctx, there...)
		for round := range most / 5 {
			p.Configure(ctx, strings.Replace(two, "[a, b]", "["+strings.Join(names(round), ", ")+"]", 1))
			p.Reconcile(ctx)
		}
		Expect(strings.Split(p.RecordedState(ctx).Shards, ",")).To(HaveLen(most))

		p.Configure(ctx, strings.Replace(strings.Replace(two, "/o/r", "/o/elsewhere", 1), "[a, b]", "["+strings.Join(names(most/5), ", ")+"]", 1))
		p.Reconcile(ctx)
		Expect(strings.Split(p.RecordedState(ctx).Shards, ",")).To(HaveLen(most))
		Expect(runs(ctx, p, "s0")).To(BeTrue())
		Expect(runs(ctx, p, "s40")).To(BeFalse())
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("/o/elsewhere"), "everything else is delivered")
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False InvalidConfiguration ConfigMap garden-demo/flux-config: config.yaml.flux.sharding.shards: Invalid value: has 45 shards with the 40 that stay because " +
			"objects have their label (s0, s1, s10, s11, s12 and 35 more), and may have at most 40; remove the label of those from the objects, or name fewer new ones. Until that is corrected, " +
			"Flux itself stays as it is, and everything else is delivered: "))
	})
})

var _ = Describe("A component that is not configured any more", func() {
	const (
		all     = "flux: {componentsExtra: [source-watcher]}\nsource: {template: {spec: {url: 'https://github.com/o/r'}}}"
		without = "source: {template: {spec: {url: 'https://github.com/o/r'}}}"
	)
	// kindOf is the kind of Kustomizations as if it were one of source-watcher's.
	kindOf := func(component string) client.Object {
		crd, _ := controllertest.KustomizationKind().(*apiextensionsv1.CustomResourceDefinition)
		crd.Labels = map[string]string{"app.kubernetes.io/component": component}
		return crd
	}
	object := func(name string) client.Object {
		return &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "apps", Name: name, Finalizers: []string{"finalizers.fluxcd.io"}}}
	}
	delivered := func(ctx context.Context) *extensiontest.Delivered {
		GinkgoHelper()
		p := extensiontest.NewDelivered(all)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(ContainSubstring("/source-watcher:"))
		return p
	}
	runs := func(ctx context.Context, p *extensiontest.Delivered) bool {
		GinkgoHelper()
		inState := strings.Contains(p.RecordedState(ctx).Components, "source-watcher")
		Expect(strings.Contains(p.Manifests(ctx, controllertest.ControllersName), "/source-watcher:")).To(Equal(inState))
		Expect(strings.Contains(p.Manifests(ctx, "extension-shoot-flux-crds"), "artifactgenerators.source.extensions.fluxcd.io")).To(Equal(inState))
		return inState
	}

	It("goes if there is no object of its kinds", func(ctx SpecContext) {
		p := delivered(ctx)
		p.Actuator.Shoots = controllertest.NewShootConnector(false, kindOf("kustomize-controller"), object("of-another-component"))
		p.Configure(ctx, without)
		p.Reconcile(ctx)
		Expect(runs(ctx, p)).To(BeFalse())
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))
	})

	It("stays as long as there are: nothing would remove their finalizers, or uninstall a release", func(ctx SpecContext) {
		p := delivered(ctx)
		p.Actuator.Shoots = controllertest.NewShootConnector(false, kindOf("source-watcher"), object("one"), object("two"))
		p.Configure(ctx, strings.ReplaceAll(without, "/o/r", "/o/elsewhere"))
		for range 2 {
			p.Reconcile(ctx)
			Expect(runs(ctx, p)).To(BeTrue())
			Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False ComponentInUse source-watcher is not configured any more in flux.components and flux.componentsExtra, " +
				"and stays, because the shoot has objects that only it handles: Kustomization apps/one, Kustomization apps/two. Delete them, or add the controller again; " +
				"it is removed with the first reconciliation of the Shoot after that. Until then everything else is delivered: Flux v2.9.3 is configured to sync path "))
		}
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/elsewhere"), "the rest does not wait")

		By("it goes with the last of them")
		p.Actuator.Shoots = controllertest.NewShootConnector(false, kindOf("source-watcher"))
		p.Reconcile(ctx)
		Expect(runs(ctx, p)).To(BeFalse())
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))
	})

	It("stays as long as it is not known whether there are, and the operation does not fail", func(ctx SpecContext) {
		p := delivered(ctx)
		found := controllertest.NewShootConnector(false, kindOf("source-watcher"), object("one"))
		withWatch, _ := found.Client.(client.WithWatch)
		found.Client = interceptor.NewClient(withWatch, interceptor.Funcs{
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				if list.GetObjectKind().GroupVersionKind().Kind == "KustomizationList" {
					return errors.New("conversion webhook failed")
				}
				return c.List(ctx, list, options...)
			},
		})
		p.Actuator.Shoots = found
		p.Configure(ctx, without)
		p.Reconcile(ctx)
		Expect(runs(ctx, p)).To(BeTrue())
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("False ComponentInUse source-watcher is not configured any more"), ContainSubstring("conversion webhook failed")))
	})

	It("stays until a hibernated shoot has woken up, and everything else is delivered", func(ctx SpecContext) {
		p := delivered(ctx)
		p.Actuator.Shoots = controllertest.NewShootConnector(true)
		cluster := &extensionsv1alpha1.Cluster{}
		Expect(p.Seed.Get(ctx, client.ObjectKey{Name: controllertest.TechnicalID}, cluster)).To(Succeed())
		cluster.Spec.Shoot.Raw = []byte(strings.Replace(string(cluster.Spec.Shoot.Raw), `"spec":{`, `"spec":{"hibernation":{"enabled":true},`, 1))
		Expect(p.Seed.Update(ctx, cluster)).To(Succeed())
		p.Configure(ctx, strings.ReplaceAll(without, "/o/r", "/o/elsewhere"))
		p.Reconcile(ctx)
		Expect(runs(ctx, p)).To(BeTrue())
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/elsewhere"))
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False ComponentInUse source-watcher is not configured any more in flux.components and flux.componentsExtra, and stays, because the shoot is hibernated"))
	})
})
