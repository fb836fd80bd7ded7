// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
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
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/configuration"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

var _ = Describe("Upgrade", func() {
	const (
		releases  = "helmreleases.helm.toolkit.fluxcd.io"
		artifacts = "ocirepositories.source.toolkit.fluxcd.io"
	)
	all := []fluxv1alpha1.Component{
		fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize, fluxv1alpha1.ComponentHelm, fluxv1alpha1.ComponentNotification,
		fluxv1alpha1.ComponentImageReflector, fluxv1alpha1.ComponentImageAutomation,
	}
	four := all[:4]
	with := func(components []fluxv1alpha1.Component) func(string) (map[string]flux.API, error) {
		return func(version string) (map[string]flux.API, error) { return renderer.APIs(version, components) }
	}
	// had is a shoot that has a version with some components.
	had := func(version string, components []fluxv1alpha1.Component) toolkit.Stock {
		GinkgoHelper()
		stock := toolkit.Stock{Kinds: map[string]toolkit.StoredKind{}}
		apis, err := renderer.APIs(version, components)
		Expect(err).NotTo(HaveOccurred())
		for name, api := range apis {
			stock.Kinds[name] = toolkit.StoredKind{Storage: api.Storage, Stored: []string{api.Storage}}
		}
		return stock
	}
	// old is one in which objects may be stored in any version that there was.
	old := func(stock toolkit.Stock) toolkit.Stock {
		for name, kind := range stock.Kinds {
			kind.Stored = []string{"v1beta1", "v1beta2", kind.Storage}
			stock.Kinds[name] = kind
		}
		return stock
	}
	runs := func(stock toolkit.Stock, version string) toolkit.Stock {
		stock.Controllers = append(stock.Controllers, controllerOf("flux-system", "source-controller", version))
		return stock
	}
	carried := distributions.Embedded().Versions()
	const unlabelled = "Deployment flux-system/source-controller in the shoot does not say in its label app.kubernetes.io/version which version of Flux it belongs to; set the label, to exclude that Flux is downgraded"

	DescribeTable("what is refused, and what to do",
		func(from, to string, stock toolkit.Stock, components []fluxv1alpha1.Component, allowed []string, message OmegaMatcher) {
			change := versionChange{from: from, to: to, stock: stock, allowed: allowed, apis: with(components), foreign: from == ""}
			mistake, err := change.refuse()
			Expect(err).NotTo(HaveOccurred())
			if message == nil {
				Expect(mistake).To(BeNil())
				return
			}
			Expect(mistake.Field).To(Equal("flux.version"))
			Expect(mistake.Detail).To(message)
		},
		Entry("nothing is stored yet", "v2.6.4", "v2.9.3", toolkit.Stock{}, all, carried, nil),
		Entry("one minor version after the other, even if objects are stored in versions that go: these are migrated", "v2.6.4", "v2.7.5", old(had("v2.6.4", all)), all, carried, nil),
		Entry("two minor versions at once, if each kind is stored in a version that remains", "v2.6.4", "v2.9.3", had("v2.6.4", four), four, carried, nil),
		Entry("a jump over the version that stores what is to remain", "v2.6.4", "v2.9.3", had("v2.6.4", all), all, carried, Equal(
			"the shoot stores objects in API versions that Flux v2.9.3 does not have any more: imagepolicies.image.toolkit.fluxcd.io in version v1beta2, imagerepositories.image.toolkit.fluxcd.io in version v1beta2, "+
				"imageupdateautomations.image.toolkit.fluxcd.io in version v1beta2; set it to v2.7.5, and to v2.9.3 when that runs in the shoot")),
		Entry("the same for one kind of the usual controllers", "v2.5.1", "v2.9.3", had("v2.5.1", four), four, carried, And(
			ContainSubstring(artifacts+" in version v1beta2;"), HaveSuffix("set it to v2.6.4, and to v2.9.3 when that runs in the shoot"))),
		Entry("a way of several steps, where the operator allows no shorter one", "v2.5.1", "v2.9.3", had("v2.5.1", all), all, []string{"v2.5.1", "v2.6.4", "v2.8.8", "v2.9.3"},
			HaveSuffix("set it to v2.6.4, then to v2.8.8, and to v2.9.3 when that runs in the shoot")),
		Entry("the version on the way was noted, and has not arrived", "v2.7.5", "v2.9.3", had("v2.6.4", all), all, carried, ContainSubstring("set it to v2.7.5, and to v2.9.3")),
		Entry("no way, because the operator allows none of the versions on it", "v2.6.4", "v2.9.3", had("v2.6.4", all), all, []string{"v2.6.4", "v2.9.3"},
			ContainSubstring("no version that the extension carries has both the old and the new ones; leave out the components of these kinds")),
		Entry("a component that comes back to what it left, when Flux was older", "v2.9.3", "v2.9.3", had("v2.6.4", all), all, carried, ContainSubstring("leave out the components of these kinds, or apply")),
		Entry("what a component has left that is not wanted any more is left alone", "v2.7.5", "v2.9.3", had("v2.6.4", all), four, carried, nil),
		Entry("a downgrade", "v2.9.3", "v2.7.5", had("v2.9.3", four), four, carried, Equal("Flux v2.9.3 was delivered to the shoot and is not downgraded; set it to v2.9.3")),
		Entry("a downgrade from a version that is not carried any more", "v2.8.1", "v2.7.5", had("v2.8.8", four), four, carried, HaveSuffix("set it to v2.8.8")),
		Entry("a downgrade from a version that nothing carried reaches", "v2.10.1", "v2.9.3", had("v2.9.3", four), four, carried,
			HaveSuffix("the versions to choose from are all older (v2.5.1, v2.6.4, v2.7.5, v2.8.8, v2.9.3): ask the operator of the extension for v2.10.1 or newer")),
		Entry("a newer Flux that somebody has installed meanwhile", "v2.6.4", "v2.7.5", runs(had("v2.9.3", four), "v2.9.3"), four, carried,
			Equal("Flux v2.9.3 runs in the shoot (Deployment flux-system/source-controller) and is not downgraded; set it to v2.9.3")),
		Entry("an older Flux that runs, and one that does not say its version", "v2.6.4", "v2.7.5", runs(runs(had("v2.6.4", four), "v2.6.4"), ""), four, carried, nil),
		Entry("a Flux of somebody else that does not say its version", "", "v2.7.5", runs(had("v2.6.4", four), ""), four, carried, Equal(unlabelled)),
		Entry("nobody knows the version that was delivered", "", "v2.9.3", runs(had("v2.8.8", four), "v2.8.8"), four, carried, nil),
	)

	DescribeTable("the way among many versions is found at once",
		func(last flux.API, want OmegaMatcher) {
			const name, count = "things.example.toolkit.fluxcd.io", 40
			var allowed []string
			apis, asked := map[string]map[string]flux.API{}, 0
			for i := range count {
				version := fmt.Sprintf("v3.%d.0", i)
				allowed = append(allowed, version)
				// Each has all versions that there were, and stores another one, and another kind, than the one before.
				apis[version] = map[string]flux.API{name: {Versions: []string{"v1", "v2", "v3", "v4"}, Storage: fmt.Sprintf("v%d", i%3+1)},
					fmt.Sprint("others", i%4): {Versions: []string{"v1"}, Storage: "v1"}}
			}
			apis["v4.0.0"] = map[string]flux.API{name: last}
			change := versionChange{from: "v2.9.0", to: "v4.0.0", allowed: append(allowed, "v4.0.0"), stock: toolkit.Stock{Kinds: map[string]toolkit.StoredKind{name: {Storage: "v1"}}},
				apis: func(version string) (map[string]flux.API, error) {
					asked++
					return apis[version], nil
				}}
			Expect(change.way()).To(want)
			Expect(asked).To(BeNumerically("<", 40*count*count))
		},
		Entry("there is one, and it is the oldest of the shortest", flux.API{Versions: []string{"v3", "v5"}, Storage: "v5"}, Equal([]string{"v3.2.0"})),
		Entry("there is none", flux.API{Versions: []string{"v5"}, Storage: "v5"}, BeEmpty()),
	)

	applied := func(group, version, kind, name string) toolkit.Applied {
		return toolkit.Applied{GroupVersionKind: schema.GroupVersionKind{Group: group, Version: version, Kind: kind},
			NamespacedName: types.NamespacedName{Namespace: "apps", Name: name}, By: types.NamespacedName{Namespace: "flux-system", Name: "apps"}}
	}
	release := func(version, name string) toolkit.Applied {
		return applied("helm.toolkit.fluxcd.io", version, "HelmRelease", name)
	}

	idle := func(applied toolkit.Applied, why toolkit.Idleness) toolkit.Applied {
		applied.Idle = why
		return applied
	}

	DescribeTable("what waits until it is changed in Git",
		func(from, to string, objects []toolkit.Applied, message OmegaMatcher) {
			stock := had("v2.6.4", all)
			stock.Applied = objects
			remaining, held, err := versionChange{from: from, to: to, stock: stock, apis: with(all)}.judge()
			Expect(err).NotTo(HaveOccurred())
			Expect(remaining).To(HaveKeyWithValue(releases, Not(BeEmpty())))
			Expect(remaining).NotTo(HaveKey("externalartifacts.source.toolkit.fluxcd.io"), "a kind that is new has nothing to be migrated")
			if message == nil {
				Expect(held).To(BeEmpty())
				return
			}
			Expect(held).To(message)
		},
		Entry("nothing applied", "v2.6.4", "v2.7.5", nil, nil),
		Entry("what is applied in a version that remains", "v2.6.4", "v2.7.5", []toolkit.Applied{release("v2", "a"), release("v2beta2", "b")}, nil),
		Entry("what is none of the wanted kinds", "v2.6.4", "v2.7.5", []toolkit.Applied{applied("infra.toolkit.fluxcd.io", "v1alpha1", "Terraform", "a")}, nil),
		Entry("what is applied in a version that goes", "v2.6.4", "v2.7.5", []toolkit.Applied{release("v2beta1", "b"), release("v2", "a")}, Equal(
			"flux.version: Flux v2.6.4 is not upgraded to v2.7.5 yet, because what stands in the sources of the shoot's Kustomizations would not be applied any more in the API versions that go with it: "+
				"HelmRelease apps/b as helm.toolkit.fluxcd.io/v2beta1, which is to become helm.toolkit.fluxcd.io/v2 (Kustomization flux-system/apps). "+
				"Change their apiVersion there; when Flux has applied that, the upgrade goes on with the next reconciliation of the Shoot")),
		Entry("a version that the shoot has already: v1 comes with the upgrade only", "v2.6.4", "v2.7.5", []toolkit.Applied{applied("image.toolkit.fluxcd.io", "v1beta1", "ImagePolicy", "p")},
			ContainSubstring("ImagePolicy apps/p as image.toolkit.fluxcd.io/v1beta1, which is to become image.toolkit.fluxcd.io/v1beta2 ")),
		Entry("many", "v2.6.4", "v2.7.5", []toolkit.Applied{release("v2beta1", "g"), release("v2beta1", "f"), release("v2beta1", "e"), release("v2beta1", "d"), release("v2beta1", "c"), release("v2beta1", "b"), release("v2beta1", "a")},
			And(ContainSubstring("HelmRelease apps/a"), ContainSubstring("HelmRelease apps/e"), Not(ContainSubstring("HelmRelease apps/f")), ContainSubstring(", and 2 more. Change"))),
		Entry("of a Kustomization that does not follow its source", "v2.6.4", "v2.7.5", []toolkit.Applied{idle(release("v2beta1", "a"), toolkit.IdleNotReady), idle(release("v2beta1", "b"), toolkit.IdleSuspended)}, And(
			ContainSubstring("(Kustomization flux-system/apps, which is not ready), HelmRelease apps/b as "), ContainSubstring("(Kustomization flux-system/apps, which is suspended). "),
			HaveSuffix("Change their apiVersion there; where that is done already, resume the Kustomization that is suspended, or see to it that it becomes ready; one that nobody needs any more may be deleted instead; "+
				"when Flux has applied that, the upgrade goes on with the next reconciliation of the Shoot"))),
		Entry("components that come anew at the same version: there is none to stay at", "v2.9.3", "v2.9.3", []toolkit.Applied{release("v2beta1", "a")}, nil),
	)

	Describe("of a shoot", func() {
		log := logr.Discard()
		wants := func(version string) map[string]string {
			return map[string]string{"repositoryUrl": "https://github.com/o/r", "fluxVersion": version}
		}
		// has is what the state says.
		has := func(delivered configuration.Delivered, change ...func(*gardencorev1beta1.Shoot)) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
			return func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
				delivered.Flux, delivered.Sync, delivered.Project = true, true, true
				ex.Status.State = &runtime.RawExtension{Raw: must(json.Marshal(delivered))}
				for _, c := range change {
					c(shoot)
				}
			}
		}
		condition := func(ctx context.Context, w *world) *gardencorev1beta1.Condition {
			GinkgoHelper()
			ex := &extensionsv1alpha1.Extension{}
			Expect(w.seed.Get(ctx, client.ObjectKeyFromObject(w.ex), ex)).To(Succeed())
			return v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured")
		}
		noted := func(w *world) string {
			GinkgoHelper()
			delivered, err := readState(w.ex)
			Expect(err).NotTo(HaveOccurred())
			return delivered.Version
		}
		oldKind := func() *apiextensionsv1.CustomResourceDefinition {
			crd, _ := kustomizationKind().(*apiextensionsv1.CustomResourceDefinition)
			crd.Spec.Versions = append(crd.Spec.Versions, apiextensionsv1.CustomResourceDefinitionVersion{Name: "v1beta1", Served: true})
			crd.Status.StoredVersions = []string{"v1beta1", "v1"}
			return crd
		}
		controller := func(version string) client.Object {
			return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller",
				Labels: map[string]string{"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": version}}}
		}
		stored := func(ctx context.Context, found shootFound) []string {
			GinkgoHelper()
			crd := &apiextensionsv1.CustomResourceDefinition{}
			Expect(found.client.Get(ctx, client.ObjectKey{Name: "kustomizations.kustomize.toolkit.fluxcd.io"}, crd)).To(Succeed())
			return crd.Status.StoredVersions
		}

		It("migrates, then notes the version, then delivers; the next operation does not look any more", func(ctx SpecContext) {
			w := newWorld(wants("v2.7.5"), has(configuration.Delivered{Version: "v2.6.4"}))
			found := newShootFound(false, oldKind(), controller("v2.6.4"))
			w.actuator.Shoots = found
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(stored(ctx, found)).To(Equal([]string{"v1"}))
			Expect(noted(w)).To(Equal("v2.7.5"))
			Expect(w.resources(ctx)).To(HaveLen(3))
			w.actuator.Shoots = connectorFunc(func(context.Context, string) (*toolkit.Shoot, error) { return nil, errors.New("nobody has to ask") })
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
		})

		// denies has the shoot take no migration.
		denies := func(found shootFound) shootFound {
			withWatch, _ := found.client.(client.WithWatch)
			found.client = interceptor.NewClient(withWatch, interceptor.Funcs{
				SubResourcePatch: func(context.Context, client.Client, string, client.Object, client.Patch, ...client.SubResourcePatchOption) error {
					return errors.New("denied by a webhook")
				},
			})
			return found
		}
		names := func(ctx context.Context, w *world) []string {
			GinkgoHelper()
			return (&onPaper{world: w}).names(ctx)
		}
		reconfigure := func(ctx context.Context, w *world, config map[string]string) {
			GinkgoHelper()
			Expect(w.garden.Update(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: config})).To(Succeed())
		}
		elsewhere := func(version string) map[string]string {
			return map[string]string{"repositoryUrl": "https://github.com/o/elsewhere", "fluxVersion": version}
		}

		It("leaves Flux as it is as long as the migration fails, delivers the rest, and does not fail", func(ctx SpecContext) {
			p := &onPaper{world: newWorld(wants("v2.6.4"), nil)}
			p.reconcile(ctx)
			controllers := p.holds(ctx, controllersName)
			reconfigure(ctx, p.world, elsewhere("v2.7.5"))
			p.actuator.Shoots = denies(newShootFound(false, oldKind(), controller("v2.6.4")))
			p.reconcile(ctx)
			Expect(p.holds(ctx, controllersName)).To(Equal(controllers))
			Expect(p.holds(ctx, configName)).To(ContainSubstring("https://github.com/o/elsewhere"))
			Expect(p.noted(ctx).Version).To(Equal("v2.6.4"))
			told := condition(ctx, p.world)
			Expect(told.Status).To(Equal(gardencorev1beta1.ConditionProgressing))
			Expect(told.Reason).To(Equal("Migrating"))
			Expect(told.Message).To(And(HavePrefix("failed to migrate Flux's objects in the shoot before Flux v2.6.4 is upgraded to v2.7.5: "), ContainSubstring("denied by a webhook"),
				ContainSubstring("It is tried again by itself. Until it succeeds, Flux itself stays as it is, and everything else is delivered: Flux v2.6.4 syncs path ")))

			By("it goes on when the shoot lets it")
			p.actuator.Shoots = newShootFound(false, oldKind(), controller("v2.6.4"))
			p.reconcile(ctx)
			Expect(p.noted(ctx).Version).To(Equal("v2.7.5"))
			Expect(p.holds(ctx, controllersName)).NotTo(Equal(controllers))
			Expect(condition(ctx, p.world).Reason).To(Equal("Configured"))
		})

		It("migrates what somebody else's Flux has left before it delivers anything, and repeats the operation until it can; the requeue is outermost", func(ctx SpecContext) {
			w := newWorld(wants("v2.7.5"), nil)
			w.actuator.Shoots = denies(newShootFound(false, oldKind(), controller("v2.6.4")))
			err := w.actuator.Reconcile(ctx, log, w.ex)
			requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
			Expect(ok).To(BeTrue(), "%T", err)
			Expect(requeue.RequeueAfter).To(Equal(w.actuator.Timeouts.MigrationRetry))
			Expect(v1beta1helper.ExtractErrorCodes(requeue.Cause)).To(BeEmpty())
			Expect(w.resources(ctx)).To(BeEmpty())
			Expect(condition(ctx, w).Reason).To(Equal("Migrating"))

			found := newShootFound(false, oldKind(), controller("v2.6.4"))
			w.actuator.Shoots = found
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(stored(ctx, found)).To(Equal([]string{"v1"}))
			Expect(w.resources(ctx)).To(HaveLen(3))
		})

		It("keeps what was left alone as it is if the migration fails", func(ctx SpecContext) {
			w := newWorld(wants("v2.7.5"), has(configuration.Delivered{Version: "v2.6.4", Bootstrapped: true, SourceKind: "Bucket",
				Identity: configuration.Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}}))
			w.actuator.Shoots = denies(newShootFound(false, oldKind(), controller("v2.6.4")))
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(names(ctx, w)).To(ConsistOf(configName))
			delivered, err := readState(w.ex)
			Expect(err).NotTo(HaveOccurred())
			Expect(delivered.Bootstrapped).To(BeTrue())
			Expect(delivered.SourceKind).To(Equal("Bucket"), "that is the source in the shoot")
			Expect(condition(ctx, w).Reason).To(Equal("Migrating"))
		})

		It("delivers nothing to a shoot that is being deleted since the migration has begun", func(ctx SpecContext) {
			w := newWorld(wants("v2.7.5"), has(configuration.Delivered{Version: "v2.6.4"}))
			found := newShootFound(false, oldKind(), controller("v2.6.4"))
			withWatch, _ := found.client.(client.WithWatch)
			found.client = interceptor.NewClient(withWatch, interceptor.Funcs{
				SubResourcePatch: func(ctx context.Context, c client.Client, name string, o client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
					w.die(ctx)
					return c.SubResource(name).Patch(ctx, o, patch, options...)
				},
			})
			w.actuator.Shoots = found
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(MatchError(ContainSubstring("the shoot is being deleted since this operation has begun")))
			Expect(w.resources(ctx)).To(BeEmpty())
			Expect(noted(w)).To(Equal("v2.6.4"))
		})

		It("asks again where the kubeconfig of a shoot that has Flux is missing", func(ctx SpecContext) {
			w := newWorld(wants("v2.7.5"), has(configuration.Delivered{Version: "v2.6.4"}))
			w.actuator.Shoots = shootFound{err: apierrors.NewNotFound(schema.GroupResource{Resource: "secrets"}, "gardener")}
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(MatchError(ContainSubstring("not found")))
			Expect(w.resources(ctx)).To(BeEmpty())
			Expect(noted(w)).To(Equal("v2.6.4"))
		})

		It("refuses a downgrade with a condition; Flux stays as it is, the rest is delivered, and the operation does not fail", func(ctx SpecContext) {
			p := &onPaper{world: newWorld(wants("v2.9.3"), nil)}
			p.reconcile(ctx)
			controllers := p.holds(ctx, controllersName)
			reconfigure(ctx, p.world, elsewhere("v2.7.5"))
			p.reconcile(ctx)
			Expect(p.holds(ctx, controllersName)).To(Equal(controllers))
			Expect(p.holds(ctx, configName)).To(ContainSubstring("https://github.com/o/elsewhere"))
			Expect(p.noted(ctx).Version).To(Equal("v2.9.3"))
			Expect(condition(ctx, p.world).Reason).To(Equal("InvalidConfiguration"))
			Expect(condition(ctx, p.world).Message).To(HavePrefix(`ConfigMap garden-demo/flux-config: fluxVersion: Invalid value: "v2.7.5": Flux v2.9.3 was delivered to the shoot and is not downgraded; set it to v2.9.3. ` +
				`Until that is corrected, Flux itself stays as it is, and everything else is delivered: Flux v2.9.3 syncs path `))
			Expect(p.recorded.mistakes).To(Equal([]metrics.MistakeKind{metrics.MistakeProject}))
		})

		DescribeTable("a version that the extension does not carry keeps nothing else from a shoot that has Flux",
			func(ctx SpecContext, delivered string) {
				w := newWorld(wants("v2.1.0"), has(configuration.Delivered{Version: delivered}))
				Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
				Expect(names(ctx, w)).To(ConsistOf(configName))
				Expect(noted(w)).To(Equal(delivered))
				Expect(condition(ctx, w).Reason).To(Equal("InvalidConfiguration"))
				Expect(condition(ctx, w).Message).To(And(HavePrefix("ConfigMap garden-demo/flux-config: fluxVersion: "),
					ContainSubstring("Until that is corrected, Flux itself stays as it is in the shoot and is not managed, because nothing of it was delivered from this seed; everything else is delivered: Flux "+delivered+" syncs path ")))
				Expect(w.recorded.mistakes).To(Equal([]metrics.MistakeKind{metrics.MistakeProject}))
			},
			Entry("any more", "v2.1.0"),
			Entry("and that was just set", "v2.9.3"),
		)

		It("judges what is brought until it has arrived with mode BootstrapOnce", func(ctx SpecContext) {
			once := func(version string) string {
				return "flux: {version: " + version + "}\nmode: BootstrapOnce\nsource: {template: {spec: {url: 'https://github.com/o/r'}}}"
			}
			p := onceWorld(once("v2.8.8"))
			p.reconcile(ctx)
			p.configure(ctx, once("v2.7.5"))
			p.reconcile(ctx)
			Expect(p.noted(ctx).Version).To(Equal("v2.8.8"))
			Expect(p.told(ctx)).To(And(HavePrefix("False InvalidConfiguration"), ContainSubstring("Flux v2.8.8 was delivered to the shoot and is not downgraded")))
		})

		It("says that the version is deprecated which the shoot has, and not the one that it is to get", func(ctx SpecContext) {
			deprecated := func(w *world) *gardencorev1beta1.Condition {
				ex := &extensionsv1alpha1.Extension{}
				Expect(w.seed.Get(ctx, client.ObjectKeyFromObject(w.ex), ex)).To(Succeed())
				return v1beta1helper.GetCondition(ex.Status.Conditions, "FluxVersionSupported")
			}
			w := newWorld(wants("v2.9.3"), has(configuration.Delivered{Version: "v2.5.1"}))
			w.actuator.Shoots = denies(newShootFound(false, oldKind(), controller("v2.5.1")))
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(noted(w)).To(Equal("v2.5.1"))
			Expect(deprecated(w)).NotTo(BeNil())
			w.actuator.Shoots = newShootFound(false, controller("v2.5.1"))
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(noted(w)).To(Equal("v2.9.3"))
			Expect(deprecated(w)).To(BeNil())

			By("nor does it go where a mistake keeps everything as it is")
			w = newWorld(wants("v2.5.1"), has(configuration.Delivered{Version: "v2.5.1"}))
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(deprecated(w)).NotTo(BeNil())
			reconfigure(ctx, w, map[string]string{"repositoryUrl": "no url"})
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(deprecated(w)).NotTo(BeNil(), "the shoot goes on with it")
		})

		// inGit is one that applies itself.
		inGit := func(version string) client.Object {
			return &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "apps", Name: "b"}, Status: kustomizev1.KustomizationStatus{
				Inventory: &kustomizev1.ResourceInventory{Entries: []kustomizev1.ResourceRef{{ID: "apps_b_kustomize.toolkit.fluxcd.io_Kustomization", Version: version}}}}}
		}

		It("holds back what Git does not follow yet, and delivers the rest with the version that is there", func(ctx SpecContext) {
			w := newWorld(wants("v2.7.5"), has(configuration.Delivered{Version: "v2.6.4"}))
			found := newShootFound(false, oldKind(), controller("v2.6.4"), inGit("v1beta1"))
			w.actuator.Shoots = found
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(HaveLen(3))
			Expect(noted(w)).To(Equal("v2.6.4"))
			Expect(stored(ctx, found)).To(Equal([]string{"v1beta1", "v1"}), "nothing is migrated before it has to be")
			Expect(condition(ctx, w).Status).To(Equal(gardencorev1beta1.ConditionFalse))
			Expect(condition(ctx, w).Reason).To(Equal("UpgradeHeldBack"))
			Expect(condition(ctx, w).Message).To(And(
				ContainSubstring("Kustomization apps/b as kustomize.toolkit.fluxcd.io/v1beta1, which is to become kustomize.toolkit.fluxcd.io/v1 (Kustomization apps/b)"),
				ContainSubstring("Until then everything else is delivered with v2.6.4: Flux v2.6.4 syncs path ")))

			By("when Git follows, the upgrade goes on")
			w.actuator.Shoots = newShootFound(false, oldKind(), controller("v2.6.4"), inGit("v1"))
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(noted(w)).To(Equal("v2.7.5"))
			Expect(condition(ctx, w).Reason).To(Equal("Configured"))
		})

		It("leaves Flux as it is if the version that is there is not carried, or is not the one that was delivered", func(ctx SpecContext) {
			for _, delivered := range []configuration.Delivered{{Version: "v2.4.0"}, {Version: "v2.6.3"}, {Version: "v2.6.4", Components: "source-controller"}} {
				w := newWorld(wants("v2.7.5"), has(delivered))
				w.actuator.Shoots = newShootFound(false, oldKind(), controller(delivered.Version), inGit("v1beta1"))
				Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
				Expect(names(ctx, w)).To(ConsistOf(configName))
				Expect(noted(w)).To(Equal(delivered.Version))
				Expect(condition(ctx, w).Reason).To(Equal("UpgradeHeldBack"))
				Expect(condition(ctx, w).Message).To(ContainSubstring("Until then Flux itself stays as it is in the shoot and is not managed"))
			}
		})

		It("looks when no version was noted, and takes the one that runs for it", func(ctx SpecContext) {
			w := newWorld(wants("v2.7.5"), has(configuration.Delivered{}))
			w.actuator.Shoots = newShootFound(false, oldKind(), controller("v2.6.4"), inGit("v1beta1"))
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(condition(ctx, w).Message).To(ContainSubstring("Flux v2.6.4 is not upgraded to v2.7.5 yet"))
			Expect(names(ctx, w)).To(ConsistOf(configName))
		})

		It("does not take over a Flux of somebody else if what stands in its Git would not be applied any more", func(ctx SpecContext) {
			w := newWorld(wants("v2.7.5"), nil)
			w.actuator.Shoots = newShootFound(false, oldKind(), controller("v2.6.4"), inGit("v1beta1"))
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(MatchError(ContainSubstring("Flux v2.6.4 is not upgraded to v2.7.5 yet")))
			Expect(w.resources(ctx)).To(BeEmpty())
			Expect(condition(ctx, w).Reason).To(Equal("InvalidConfiguration"))
		})

		It("looks when a component comes anew at the same version", func(ctx SpecContext) {
			w := newWorld(wants("v2.9.3"), has(configuration.Delivered{Version: "v2.9.3", Components: "source-controller"}))
			found := newShootFound(false, oldKind(), controller("v2.9.3"))
			w.actuator.Shoots = found
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(stored(ctx, found)).To(Equal([]string{"v1"}))
		})

		It("looks when Flux was left alone and is to be managed, and does not overwrite a newer one", func(ctx SpecContext) {
			w := newWorld(wants("v2.7.5"), has(configuration.Delivered{Version: "v2.7.5", Bootstrapped: true}))
			w.actuator.Shoots = newShootFound(false, oldKind(), controller("v2.8.8"))
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(names(ctx, w)).To(ConsistOf(configName))
			Expect(condition(ctx, w).Message).To(ContainSubstring("Flux v2.8.8 runs in the shoot (Deployment flux-system/source-controller) and is not downgraded; set it to v2.8.8"))
		})

		It("waits for a hibernated shoot to wake up, without failing, and for one that gives no answer by failing", func(ctx SpecContext) {
			w := newWorld(wants("v2.7.5"), has(configuration.Delivered{Version: "v2.6.4"}, func(shoot *gardencorev1beta1.Shoot) {
				shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)}
			}))
			w.actuator.Shoots = newShootFound(true)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(Succeed())
			Expect(w.resources(ctx)).To(BeEmpty())
			Expect(condition(ctx, w).Reason).To(Equal("Hibernated"))
			Expect(condition(ctx, w).Message).To(Equal("the shoot is hibernated, so that its objects cannot be prepared for Flux v2.7.5. What is configured is delivered when the shoot has woken up"))

			w = newWorld(wants("v2.7.5"), has(configuration.Delivered{Version: "v2.6.4"}))
			w.actuator.Shoots = newShootFound(true)
			Expect(w.actuator.Reconcile(ctx, log, w.ex)).To(MatchError(ContainSubstring("failed to look what Flux stores in the shoot")))
			Expect(w.resources(ctx)).To(BeEmpty())
		})
	})
})
