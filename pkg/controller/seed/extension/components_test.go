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

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Shard that is no longer configured", func() {
	const (
		two  = "flux: {sharding: {shards: [a, b]}}\nsource: {template: {spec: {url: 'https://github.com/o/r'}}}"
		one  = "flux: {sharding: {shards: [b]}}\nsource: {template: {spec: {url: 'https://github.com/o/r'}}}"
		none = "source: {template: {spec: {url: 'https://github.com/o/r'}}}"
	)
	object := func(name, shard string) client.Object {
		return &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "apps", Name: name, Labels: map[string]string{"sharding.fluxcd.io/key": shard}, Finalizers: []string{"finalizers.fluxcd.io"}}}
	}
	delivered := func(ctx context.Context, there ...client.Object) *extensiontest.ActuatorFixture {
		GinkgoHelper()
		p := extensiontest.NewDelivered(two)
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Shards).To(Equal("a,b"))
		p.Actuator.Shoots = controllertest.NewShootConnector(false, append(there, controllertest.KustomizationKind())...)
		return p
	}
	runs := func(ctx context.Context, p *extensiontest.ActuatorFixture, shard string) bool {
		GinkgoHelper()
		inState := strings.Contains(","+p.RecordedState(ctx).Shards+",", ","+shard+",")
		for _, name := range []string{"source-controller", "kustomize-controller", "helm-controller"} {
			Expect(strings.Contains(p.Manifests(ctx, controllertest.ControllersName), "  name: "+name+"-"+shard+"\n")).To(Equal(inState))
		}
		return inState
	}

	It("is removed if no object uses it, and the other shards stay", func(ctx SpecContext) {
		p := delivered(ctx, object("of-another", "b"), object("of-none", "ghost"))
		p.Configure(ctx, one)
		p.Reconcile(ctx)
		Expect(runs(ctx, p, "a")).To(BeFalse())
		Expect(runs(ctx, p, "b")).To(BeTrue())
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))
	})

	It("stays until no object uses it", func(ctx SpecContext) {
		p := delivered(ctx, object("web", "a"))
		p.Configure(ctx, one)
		for range 2 {
			p.Reconcile(ctx)
			Expect(runs(ctx, p, "a")).To(BeTrue())
			Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False ShardInUse shard a is no longer configured in flux.sharding.shards, but stays because the shoot has objects with label " +
				"sharding.fluxcd.io/key=a, which no other controller reconciles: Kustomization apps/web. In the source, remove the label from them or set it to another shard, " +
				"so that the next reconciliation of the Shoot removes the shard; or add the shard again. The rest is delivered: Flux v2.9.5 is configured to sync path "))
		}
		p.Actuator.Shoots = controllertest.NewShootConnector(false, controllertest.KustomizationKind(), object("web", "b"))
		p.Reconcile(ctx)
		Expect(runs(ctx, p, "a")).To(BeFalse())
		Expect(runs(ctx, p, "b")).To(BeTrue())
	})

	It("stays with its label if it was the last shard", func(ctx SpecContext) {
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

	It("stays without an error if the shoot does not respond", func(ctx SpecContext) {
		p := delivered(ctx)
		p.Actuator.Shoots = controllertest.NewShootConnector(true)
		p.Configure(ctx, one)
		p.Reconcile(ctx)
		Expect(runs(ctx, p, "a")).To(BeTrue())
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("False ShardInUse shard a is no longer configured"), ContainSubstring("connection refused")))
	})

	It("stays after a rename until all objects have the new name", func(ctx SpecContext) {
		p := delivered(ctx, object("web", "a"))
		p.Configure(ctx, strings.Replace(two, "[a, b]", "[c, b]", 1))
		p.Reconcile(ctx)
		for _, shard := range []string{"a", "b", "c"} {
			Expect(runs(ctx, p, shard)).To(BeTrue())
		}
	})

	It("is refused above the maximum number of shards", func(ctx SpecContext) {
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
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False InvalidConfiguration ConfigMap garden-demo/flux-config: config.yaml.flux.sharding.shards: Invalid value: has 45 shards, including 40 that stay because " +
			"objects have their label (s0, s1, s10, s11, s12 and 35 more), and may have at most 40; remove their label from the objects, or configure fewer shards. Until the error is corrected, " +
			"Flux itself stays unchanged, and the rest is delivered: "))
	})
})

var _ = Describe("Component that is no longer configured", func() {
	const (
		all     = "flux: {componentsExtra: [source-watcher]}\nsource: {template: {spec: {url: 'https://github.com/o/r'}}}"
		without = "source: {template: {spec: {url: 'https://github.com/o/r'}}}"
	)
	// kindOf returns the definition of Kustomizations as a kind of source-watcher.
	kindOf := func(component string) client.Object {
		crd, _ := controllertest.KustomizationKind().(*apiextensionsv1.CustomResourceDefinition)
		crd.Labels = map[string]string{"app.kubernetes.io/component": component}
		return crd
	}
	object := func(name string) client.Object {
		return &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "apps", Name: name, Finalizers: []string{"finalizers.fluxcd.io"}}}
	}
	delivered := func(ctx context.Context) *extensiontest.ActuatorFixture {
		GinkgoHelper()
		p := extensiontest.NewDelivered(all)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(ContainSubstring("/source-watcher:"))
		return p
	}
	runs := func(ctx context.Context, p *extensiontest.ActuatorFixture) bool {
		GinkgoHelper()
		inState := strings.Contains(p.RecordedState(ctx).Components, "source-watcher")
		Expect(strings.Contains(p.Manifests(ctx, controllertest.ControllersName), "/source-watcher:")).To(Equal(inState))
		Expect(strings.Contains(p.Manifests(ctx, "extension-shoot-flux-crds"), "artifactgenerators.source.extensions.fluxcd.io")).To(Equal(inState))
		return inState
	}

	It("is removed if no object of its kinds exists", func(ctx SpecContext) {
		p := delivered(ctx)
		p.Actuator.Shoots = controllertest.NewShootConnector(false, kindOf("kustomize-controller"), object("of-another-component"))
		p.Configure(ctx, without)
		p.Reconcile(ctx)
		Expect(runs(ctx, p)).To(BeFalse())
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))
	})

	It("stays while objects of its kinds exist", func(ctx SpecContext) {
		p := delivered(ctx)
		p.Actuator.Shoots = controllertest.NewShootConnector(false, kindOf("source-watcher"), object("one"), object("two"))
		p.Configure(ctx, strings.ReplaceAll(without, "/o/r", "/o/elsewhere"))
		for range 2 {
			p.Reconcile(ctx)
			Expect(runs(ctx, p)).To(BeTrue())
			Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False ComponentInUse source-watcher is no longer configured in flux.components and flux.componentsExtra, " +
				"but stays because the shoot has objects that only this controller handles: Kustomization apps/one, Kustomization apps/two; delete them, " +
				"so that the next reconciliation of the Shoot removes the controller; or add the controller again. The rest is delivered: Flux v2.9.5 is configured to sync path "))
		}
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/elsewhere"), "the rest does not wait")

		By("it goes with the last of them")
		p.Actuator.Shoots = controllertest.NewShootConnector(false, kindOf("source-watcher"))
		p.Reconcile(ctx)
		Expect(runs(ctx, p)).To(BeFalse())
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))
	})

	It("stays without an error if the shoot does not respond", func(ctx SpecContext) {
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
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("False ComponentInUse source-watcher is no longer configured"), ContainSubstring("conversion webhook failed")))
	})

	It("stays until a hibernated shoot wakes up, while the rest is delivered", func(ctx SpecContext) {
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
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False ComponentInUse source-watcher is no longer configured in flux.components and flux.componentsExtra, but stays because the shoot is hibernated"))
	})
})
