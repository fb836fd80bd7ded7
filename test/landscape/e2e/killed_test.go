// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
)

// nobodysFinalizer is answered by nobody. It holds up a removal for as long as a test needs to see what that says.
const nobodysFinalizer = "example.com/nobody"

// removalStep is something that can be seen of a removal. Between two of them there are many requests or a pause, so that a
// process that is killed after the one has not done the other yet.
type removalStep struct {
	name string
	// done reports whether it has come to pass.
	done func() bool
	// then lets the removal go on that was held up for the step to be seen; nil if it was not.
	then func()
}

// witness sees what a removal changes in seed and shoot.
type witness struct {
	shoot
	inSeed, inShoot client.Client
	// killed is when the extension was killed last.
	killed time.Time
}

func (o *witness) resources() map[string]resourcesv1alpha1.ManagedResource {
	list := &resourcesv1alpha1.ManagedResourceList{}
	Expect(o.inSeed.List(o.ctx, list, client.InNamespace(o.namespace()), client.MatchingLabels{"origin": "shoot-flux"})).To(Succeed())
	found := map[string]resourcesv1alpha1.ManagedResource{}
	for _, resource := range list.Items {
		found[resource.Name] = resource
	}
	return found
}

// deletes reports whether a ManagedResource is being deleted, or gone.
func (o *witness) deletes(name string) bool {
	resource, there := o.resources()[name]
	return !there || resource.DeletionTimestamp != nil
}

func (o *witness) isPaused() bool {
	for _, resource := range o.resources() {
		if resource.Annotations["resources.gardener.cloud/ignore"] == "true" {
			return true
		}
	}
	return false
}

// waitsFor reports whether the Extension says what it waits for, after it was killed last.
func (o *witness) waitsFor(what string) bool {
	failed := o.extension(Default).Status.LastError
	return failed != nil && strings.Contains(failed.Description, what) && failed.LastUpdateTime.After(o.killed)
}

// fluxObjects returns all objects of Flux's kinds that can be suspended.
func (o *witness) fluxObjects() []unstructured.Unstructured {
	var found []unstructured.Unstructured
	for _, kind := range []schema.GroupVersionKind{
		{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Kind: "KustomizationList"},
		{Group: "helm.toolkit.fluxcd.io", Version: "v2", Kind: "HelmReleaseList"},
		{Group: "source.toolkit.fluxcd.io", Version: "v1", Kind: "HelmChartList"},
		{Group: "source.toolkit.fluxcd.io", Version: "v1", Kind: "GitRepositoryList"},
	} {
		list := &unstructured.UnstructuredList{}
		list.SetGroupVersionKind(kind)
		if err := o.inShoot.List(o.ctx, list); !isGone(err) {
			Expect(err).NotTo(HaveOccurred())
		}
		found = append(found, list.Items...)
	}
	return found
}

// has reports whether one of Flux's objects is so.
func (o *witness) has(so func(unstructured.Unstructured) bool) bool {
	return slices.ContainsFunc(o.fluxObjects(), so)
}

// isFirst reports whether an object is that of a kind in Flux's namespace: there is one Kustomization, and one GitRepository.
func isFirst(object unstructured.Unstructured, kind string) bool {
	return object.GetKind() == kind && object.GetNamespace() == "flux-system"
}

func isSuspended(object unstructured.Unstructured) bool {
	suspended, _, _ := unstructured.NestedBool(object.Object, "spec", "suspend")
	return suspended
}

func (o *witness) lacksNamespace() bool {
	namespace := &corev1.Namespace{}
	err := o.inShoot.Get(o.ctx, client.ObjectKey{Name: "flux-system"}, namespace)
	return isGone(err) || err == nil && namespace.DeletionTimestamp != nil
}

func isGone(err error) bool { return apierrors.IsNotFound(err) || meta.IsNoMatchError(err) }

// holds puts the foreign finalizer on an object, and returns what takes it off.
func (o *witness) holds(object client.Object) func() {
	GinkgoHelper()
	put := func(change func(client.Object, string) bool) {
		GinkgoHelper()
		Eventually(o.ctx, func(g Gomega) {
			err := o.inShoot.Get(o.ctx, client.ObjectKeyFromObject(object), object)
			if change(object, nobodysFinalizer); err == nil {
				err = o.inShoot.Update(o.ctx, object)
			}
			g.Expect(err).NotTo(HaveOccurred())
		}).Should(Succeed())
	}
	put(controllerutil.AddFinalizer)
	return func() { put(controllerutil.RemoveFinalizer) }
}

// steps are those at the end of all removals. The first of Flux's objects of which the finalizer is taken off is of the given
// kind.
func (o *witness) steps(first string) []removalStep {
	GinkgoHelper()
	source := &unstructured.Unstructured{}
	source.SetGroupVersionKind(schema.GroupVersionKind{Group: "source.toolkit.fluxcd.io", Version: "v1", Kind: "GitRepository"})
	source.SetNamespace("flux-system")
	source.SetName("flux-system")
	controllerGoes := o.holds(&appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "kustomize-controller"}})
	sourceGoes := o.holds(source)
	return []removalStep{
		{"all of Flux's objects are suspended", func() bool {
			return !o.has(func(object unstructured.Unstructured) bool { return !isSuspended(object) })
		}, nil},
		{"the controllers are being deleted", func() bool { return o.deletes("extension-shoot-flux-controllers") }, nil},
		{"the Extension says that it waits for the controllers", func() bool {
			return o.waitsFor("to delete the objects of ManagedResource extension-shoot-flux-controllers")
		}, controllerGoes},
		{"the controllers are gone", func() bool { return len(o.resources()) < 3 }, nil},
		{"Flux's finalizer is off its first object", func() bool {
			return !o.has(func(object unstructured.Unstructured) bool {
				return isFirst(object, first) && slices.Contains(object.GetFinalizers(), "finalizers.fluxcd.io")
			})
		}, nil},
		{"the CustomResourceDefinitions are being deleted", func() bool { return o.deletes("extension-shoot-flux-crds") }, nil},
		{"the Extension says that it waits for them", func() bool { return o.waitsFor("to delete the objects of ManagedResource extension-shoot-flux-crds") }, sourceGoes},
		{"nothing is left for gardener-resource-manager", func() bool { return len(o.resources()) == 0 }, nil},
		{"Flux's namespace is being deleted", o.lacksNamespace, nil},
	}
}

// killAtEachStep removes the extension from the Shoot, and kills it whenever the next step has come to pass.
func (o *witness) killAtEachStep(steps []removalStep) {
	GinkgoHelper()
	o.edit(func(object *gardenerShoot) { object.Spec.Extensions = nil })
	var missed []string
	for i, step := range steps {
		Eventually(o.ctx, step.done).WithTimeout(2*time.Minute).WithPolling(2*time.Millisecond).Should(BeTrue(), step.name)
		killExtension(o.ctx, o.seed)
		o.killed = time.Now()
		if i+1 < len(steps) && steps[i+1].done() {
			missed = append(missed, step.name)
		}
		By(fmt.Sprintf("kill %d of %d: %s", i+1, len(steps), step.name))
		if step.then != nil {
			step.then()
		}
	}
	Expect(missed).To(BeEmpty(), "the next step had come to pass before the extension was dead")
	By(fmt.Sprintf("%d kills, each after another step", len(steps)))
	o.hasNoExtension()
}

// killExtension kills the extension as soon as it runs. The next one has to wait neither for the back-off of a container that
// ends often nor for the lease of the dead.
func killExtension(ctx context.Context, seedName string) {
	GinkgoHelper()
	s := seed(seedName)
	killPods(ctx, s, s.ExtensionNamespace, "gardener-extension-shoot-flux")
}

// killPods kills what runs in the pods whose names begin with that, whose leader is elected under the same name.
func killPods(ctx context.Context, s *landscape.Seed, namespace, name string) {
	GinkgoHelper()
	Eventually(ctx, func() error { return s.Node.Kill(namespace, name) }).WithPolling(10 * time.Millisecond).Should(Succeed())
	pods := &corev1.PodList{}
	Expect(s.Client.List(ctx, pods, client.InNamespace(namespace))).To(Succeed())
	for i := range pods.Items {
		if strings.HasPrefix(pods.Items[i].Name, name) {
			Expect(client.IgnoreNotFound(s.Client.Delete(ctx, &pods.Items[i], client.GracePeriodSeconds(0)))).To(Succeed())
		}
	}
	lease := &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name + "-leader-election"}}
	Expect(client.IgnoreNotFound(s.Client.Delete(ctx, lease))).To(Succeed())
}

// watched returns the witness of a shoot.
func (s shoot) watched() *witness {
	GinkgoHelper()
	return &witness{shoot: s, inSeed: seed(s.seed).Client, inShoot: s.client()}
}

var _ = Describe("The extension is killed at each step of its removal from a living shoot", Serial, Label("long"), func() {
	It("Orphan: no workload is touched", func(ctx SpecContext) {
		s := estate(ctx, "killedorph", seedName, "")
		before := s.estate(Default)
		o := s.watched()
		o.killAtEachStep(append([]removalStep{
			{"gardener-resource-manager is told to leave everything alone", o.isPaused, nil},
			{"the root is suspended", func() bool {
				return o.has(func(object unstructured.Unstructured) bool {
					return isFirst(object, "Kustomization") && isSuspended(object)
				})
			}, nil},
		}, o.steps("Kustomization")...))
		s.says("FluxRemoved", "the workloads stay")
		s.hasNoFlux()
		Expect(s.estate(Default)).To(Equal(before))

		s.comesBackTo(before)
	}, SpecTimeout(8*time.Minute))

	It("Prune: what the root has brought goes, and nothing else", func(ctx SpecContext) {
		s := estate(ctx, "killedprun", seedName, "deletionPolicy: Prune")
		before := s.estate(Default)
		o := s.watched()
		s.foreignFinalizer(true)
		o.killAtEachStep(append([]removalStep{
			{"gardener-resource-manager is told to leave everything alone", o.isPaused, nil},
			{"the root is being deleted", func() bool {
				return !o.has(func(object unstructured.Unstructured) bool {
					return isFirst(object, "Kustomization") && object.GetDeletionTimestamp() == nil
				})
			}, nil},
			{"the Extension says that it waits for Flux", func() bool { return o.waitsFor("waiting for Flux to delete what came with Kustomization") }, func() { s.foreignFinalizer(false) }},
			{"what came with the root is gone", func() bool {
				return !o.has(func(object unstructured.Unstructured) bool { return object.GetKind() != "GitRepository" })
			}, nil},
		}, o.steps("GitRepository")...))
		s.lacks("app", "data", "balancer", "from-git", "tenant", "from-chart")
		s.hasNoFlux()
		s.shows("protected", "first")
		protected := s.uids(Default, parsed(manifest("protected", ""))...)
		Expect(protected).To(HaveKeyWithValue("ConfigMap default/protected", before["ConfigMap protected"]))
	}, SpecTimeout(8*time.Minute))
})
