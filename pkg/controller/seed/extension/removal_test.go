// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/shootdeletion"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

// shootOnPaper connects to a shoot with one kind of Flux, unless the shoot is down.
type shootOnPaper struct {
	client.Client
	down bool
	// configMaps is true if only ConfigMaps are discovered.
	configMaps bool
}

func newShootOnPaper(objects ...client.Object) *shootOnPaper {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	Expect(kubernetesscheme.AddToScheme(scheme)).To(Succeed())
	Expect(apiextensionsv1.AddToScheme(scheme)).To(Succeed())
	version := schema.GroupVersionKind{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Kind: "Kustomization"}
	scheme.AddKnownTypeWithName(version, &unstructured.Unstructured{})
	scheme.AddKnownTypeWithName(version.GroupVersion().WithKind("KustomizationList"), &unstructured.UnstructuredList{})
	suspend := map[string]apiextensionsv1.JSONSchemaProps{"spec": {Properties: map[string]apiextensionsv1.JSONSchemaProps{"suspend": {}}}}
	crd := &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "kustomizations.kustomize.toolkit.fluxcd.io", Annotations: broughtBy("crds")},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: version.Group, Names: apiextensionsv1.CustomResourceDefinitionNames{Kind: version.Kind},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: "v1", Served: true, Storage: true, Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Properties: suspend}}}},
		},
	}
	root := &unstructured.Unstructured{}
	root.SetGroupVersionKind(version)
	root.SetNamespace("flux-system")
	root.SetName("flux-system")
	root.SetFinalizers([]string{"finalizers.fluxcd.io"})
	root.Object["spec"] = map[string]any{"path": "./", "sourceRef": map[string]any{"kind": "GitRepository", "name": "flux-system"}}
	return &shootOnPaper{Client: fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().WithObjects(crd, root).WithObjects(objects...).Build()}
}

// broughtBy returns the annotations of an object from one of the extension's ManagedResources.
func broughtBy(part string) map[string]string {
	return map[string]string{"resources.gardener.cloud/origin": "seed:" + controllertest.TechnicalID + "/extension-shoot-flux-" + part}
}

func (s *shootOnPaper) Connect(context.Context, string) (*toolkit.Shoot, error) {
	if s.down {
		return nil, errors.New("the shoot's API server is down")
	}
	if s.configMaps {
		return toolkit.New(controllertest.TechnicalID, s.Client, configMapsToDiscover{}), nil
	}
	return toolkit.New(controllertest.TechnicalID, s.Client, nothingToDiscover{}), nil
}

type nothingToDiscover struct{ discovery.DiscoveryInterface }

func (nothingToDiscover) ServerGroups() (*metav1.APIGroupList, error) {
	return &metav1.APIGroupList{}, nil
}

type configMapsToDiscover struct{ discovery.DiscoveryInterface }

func (configMapsToDiscover) ServerGroups() (*metav1.APIGroupList, error) {
	version := metav1.GroupVersionForDiscovery{GroupVersion: "v1", Version: "v1"}
	return &metav1.APIGroupList{Groups: []metav1.APIGroup{{Versions: []metav1.GroupVersionForDiscovery{version}, PreferredVersion: version}}}, nil
}

func (configMapsToDiscover) ServerResourcesForGroupVersion(string) (*metav1.APIResourceList, error) {
	return &metav1.APIResourceList{GroupVersion: "v1", APIResources: []metav1.APIResource{{Name: "configmaps", Kind: "ConfigMap", Namespaced: true, Verbs: []string{"list", "create"}}}}, nil
}

func (s *shootOnPaper) root(ctx context.Context) *unstructured.Unstructured {
	GinkgoHelper()
	root := &unstructured.Unstructured{}
	root.SetGroupVersionKind(schema.GroupVersionKind{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Kind: "Kustomization"})
	Expect(s.Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, root)).To(Succeed())
	return root
}

func (s *shootOnPaper) isSuspended(ctx context.Context) bool {
	GinkgoHelper()
	suspended, _, err := unstructured.NestedBool(s.root(ctx).Object, "spec", "suspend")
	Expect(err).NotTo(HaveOccurred())
	return suspended
}

// deleted returns the names of ManagedResources that are being deleted.
func deleted(ctx context.Context, w *extensiontest.ActuatorFixture) []string {
	GinkgoHelper()
	var names []string
	for _, resource := range w.Resources(ctx) {
		Expect(resource.Spec.KeepObjects).To(HaveValue(BeFalse()))
		if resource.DeletionTimestamp != nil {
			names = append(names, resource.Name)
		}
	}
	return names
}

var _ = Describe("Removal of Flux from a living shoot", func() {
	const (
		crds, controllers, config = "extension-shoot-flux-crds", "extension-shoot-flux-controllers", "extension-shoot-flux-config"
	)
	var (
		w     *extensiontest.ActuatorFixture
		shoot *shootOnPaper
	)

	deliver := func(ctx context.Context, policy string, objects ...client.Object) {
		GinkgoHelper()
		w = extensiontest.NewActuatorFixture(map[string]string{"repositoryUrl": "https://github.com/o/r"}, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Spec.ProviderConfig = &runtime.RawExtension{Raw: controllertest.FluxConfig("deletionPolicy: " + policy)}
		})
		shoot = newShootOnPaper(objects...)
		w.Actuator.Shoots, w.Actuator.Timeouts.RemovalRetry = shoot, time.Second
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(Succeed())
		w.AddFinalizers(ctx)
		w.GardenUnavailable = true
	}
	waiting := func(ctx context.Context) string {
		GinkgoHelper()
		err := w.Actuator.Delete(ctx, logr.Discard(), w.Ex)
		requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
		Expect(ok).To(BeTrue(), "%T: %v", err, err)
		Expect(requeue.RequeueAfter).To(Equal(time.Second))
		ex := &extensionsv1alpha1.Extension{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
		Expect(ex.Status.Conditions).To(ContainElement(And(HaveField("Reason", "Removing"), HaveField("Message", requeue.Cause.Error()))))
		return requeue.Cause.Error()
	}

	lose := func(ctx context.Context, name string) {
		GinkgoHelper()
		Expect(w.Seed.Delete(ctx, &resourcesv1alpha1.ManagedResource{ObjectMeta: metav1.ObjectMeta{Namespace: controllertest.TechnicalID, Name: name}})).To(Succeed())
		w.RemoveFinalizers(ctx, name)
	}

	It("suspends Flux, and deletes the controllers and then the rest with policy Orphan, in attempts that each can be the first of a process", func(ctx SpecContext) {
		deliver(ctx, "Orphan")
		const removing = "removing Flux from the shoot (deletionPolicy Orphan): waiting for "
		Expect(waiting(ctx)).To(Equal(removing + "a check that 1 newly suspended objects of Flux stay suspended"))
		Expect(shoot.isSuspended(ctx)).To(BeTrue())
		Expect(deleted(ctx, w)).To(BeEmpty())
		Expect(w.Resources(ctx)).To(HaveEach(HaveField("Annotations", HaveKeyWithValue("resources.gardener.cloud/ignore", "true"))), "nobody resumes it")

		Expect(waiting(ctx)).To(Equal(removing + "gardener-resource-manager of the shoot to delete the objects of ManagedResource " + controllers))
		Expect(deleted(ctx, w)).To(ConsistOf(controllers))
		Expect(waiting(ctx)).To(ContainSubstring(controllers))
		Expect(deleted(ctx, w)).To(ConsistOf(controllers), "its objects are answered by nobody yet")
		Expect(shoot.root(ctx).GetFinalizers()).NotTo(BeEmpty())

		w.RemoveFinalizers(ctx, controllers)
		Expect(waiting(ctx)).To(And(ContainSubstring(crds), ContainSubstring(config)))
		Expect(deleted(ctx, w)).To(ConsistOf(crds, config))

		w.RemoveFinalizers(ctx, crds)
		w.RemoveFinalizers(ctx, config)
		Expect(w.Actuator.Delete(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(w.Events.Events).To(Receive(And(ContainSubstring("FluxRemoved"), ContainSubstring("the workloads stay"))))
		Expect(shoot.root(ctx).GetDeletionTimestamp()).To(BeNil(), "it goes with its kind, not by anybody's hand")
	})

	It("records an Event that the API accepts if the names of remaining objects are long", func(ctx SpecContext) {
		objects := []client.Object{&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "flux-system", Annotations: broughtBy("crds")}}}
		for _, letter := range []string{"a", "b", "c", "d", "e", "f"} {
			objects = append(objects, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: strings.Repeat(letter, 253)}})
		}
		deliver(ctx, "Orphan", objects...)
		shoot.configMaps = true
		Expect(waiting(ctx)).To(ContainSubstring("newly suspended"))
		Expect(waiting(ctx)).To(ContainSubstring(controllers))
		for _, name := range []string{controllers, crds, config} {
			w.RemoveFinalizers(ctx, name)
			if name != config {
				Expect(waiting(ctx)).NotTo(BeEmpty())
			}
		}
		Expect(w.Actuator.Delete(ctx, logr.Discard(), w.Ex)).To(Succeed())
		var event string
		Expect(w.Events.Events).To(Receive(&event))
		note, found := strings.CutPrefix(event, "Normal FluxRemoved ")
		Expect(found).To(BeTrue(), event)
		Expect(note).To(ContainSubstring("namespace flux-system stays, because it contains ConfigMap aaa"))
		Expect(len(note)).To(BeNumerically("<=", 1024), "the limit of the API for the note of an Event")
		Expect(utf8.ValidString(note)).To(BeTrue())
	})

	It("deletes the root first with policy Prune, and waits for Flux", func(ctx SpecContext) {
		deliver(ctx, "Prune")
		const prunes = "removing Flux from the shoot (deletionPolicy Prune): waiting for Flux to delete the objects applied by Kustomization flux-system/flux-system"
		Expect(waiting(ctx)).To(Equal(prunes))
		Expect(waiting(ctx)).To(Equal(prunes))
		Expect(deleted(ctx, w)).To(BeEmpty())
		Expect(shoot.isSuspended(ctx)).To(BeFalse(), "it would not prune")

		root := shoot.root(ctx)
		root.SetFinalizers(nil)
		Expect(shoot.Update(ctx, root)).To(Succeed())
		Expect(waiting(ctx)).To(ContainSubstring(controllers))
	})

	It("suspends Flux if the ManagedResource of the controllers is missing", func(ctx SpecContext) {
		deliver(ctx, "Orphan")
		lose(ctx, controllers)
		Expect(waiting(ctx)).To(ContainSubstring("newly suspended"))
		Expect(shoot.isSuspended(ctx)).To(BeTrue())
		Expect(deleted(ctx, w)).To(BeEmpty())
		Expect(shoot.root(ctx).GetFinalizers()).NotTo(BeEmpty())
		Expect(waiting(ctx)).To(ContainSubstring(crds))
	})

	It("deletes controllers without a ManagedResource, and removes finalizers after their pods are deleted", func(ctx SpecContext) {
		controller := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "kustomize-controller",
			Annotations: broughtBy("controllers"), Finalizers: []string{"foregroundDeletion"}}}
		ofUser := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller"}}
		deliver(ctx, "Orphan", controller, ofUser)
		lose(ctx, controllers)
		Expect(waiting(ctx)).To(ContainSubstring("newly suspended"))
		for range 2 {
			Expect(waiting(ctx)).To(HaveSuffix("waiting for Deployment flux-system/kustomize-controller to be deleted from the shoot"))
			Expect(shoot.root(ctx).GetFinalizers()).NotTo(BeEmpty())
			Expect(deleted(ctx, w)).To(BeEmpty())
		}
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(controller), controller)).To(Succeed())
		controller.Finalizers = nil
		Expect(shoot.Update(ctx, controller)).To(Succeed())
		Expect(waiting(ctx)).To(ContainSubstring(crds))
		Expect(shoot.root(ctx).GetFinalizers()).To(BeEmpty())
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(ofUser), ofUser)).To(Succeed())
	})

	It("deletes Flux's kinds without a ManagedResource, and waits for them", func(ctx SpecContext) {
		deliver(ctx, "Orphan")
		kind := &apiextensionsv1.CustomResourceDefinition{}
		Expect(shoot.Get(ctx, client.ObjectKey{Name: "kustomizations.kustomize.toolkit.fluxcd.io"}, kind)).To(Succeed())
		kind.Finalizers = []string{"customresourcecleanup.apiextensions.k8s.io"}
		Expect(shoot.Update(ctx, kind)).To(Succeed())
		for _, name := range []string{crds, controllers, config} {
			lose(ctx, name)
		}
		Expect(waiting(ctx)).To(ContainSubstring("newly suspended"))
		for range 2 {
			Expect(waiting(ctx)).To(HaveSuffix("waiting for CustomResourceDefinition kustomizations.kustomize.toolkit.fluxcd.io to be deleted from the shoot"))
			Expect(shoot.root(ctx).GetFinalizers()).To(BeEmpty())
		}
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(kind), kind)).To(Succeed())
		kind.Finalizers = nil
		Expect(shoot.Update(ctx, kind)).To(Succeed())
		Expect(w.Actuator.Delete(ctx, logr.Discard(), w.Ex)).To(Succeed())
	})

	It("names the object that blocks its CustomResourceDefinition, and its finalizer", func(ctx SpecContext) {
		deliver(ctx, "Orphan")
		root := shoot.root(ctx)
		root.SetFinalizers([]string{"finalizers.fluxcd.io", "example.com/hook"})
		Expect(shoot.Update(ctx, root)).To(Succeed())
		Expect(waiting(ctx)).To(ContainSubstring("newly suspended"))
		Expect(waiting(ctx)).To(ContainSubstring(controllers))
		w.RemoveFinalizers(ctx, controllers)
		Expect(waiting(ctx)).To(And(ContainSubstring(crds), ContainSubstring(
			" and other controllers (or the user, if these no longer run) to remove their finalizers from Kustomization flux-system/flux-system (example.com/hook) and ")))
	})

	It("deletes credentials that gardener-resource-manager has not recorded", func(ctx SpecContext) {
		key := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system", Annotations: broughtBy("config")}}
		rights := &rbacv1.ClusterRoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "cluster-reconciler-flux-system", Annotations: broughtBy("controllers")}}
		ofUser := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "mine"}}
		deliver(ctx, "Orphan", key, rights, ofUser)
		Expect(waiting(ctx)).To(ContainSubstring("newly suspended"))
		Expect(waiting(ctx)).To(ContainSubstring(controllers))
		w.RemoveFinalizers(ctx, controllers)
		Expect(waiting(ctx)).To(HaveSuffix("waiting for ClusterRoleBinding cluster-reconciler-flux-system to be deleted from the shoot"))
		Expect(waiting(ctx)).To(ContainSubstring(config))
		w.RemoveFinalizers(ctx, crds)
		w.RemoveFinalizers(ctx, config)
		Expect(waiting(ctx)).To(ContainSubstring("Secret flux-system/flux-system"))
		Expect(w.Actuator.Delete(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(apierrors.IsNotFound(shoot.Get(ctx, client.ObjectKeyFromObject(key), key))).To(BeTrue())
		Expect(apierrors.IsNotFound(shoot.Get(ctx, client.ObjectKeyFromObject(rights), rights))).To(BeTrue())
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(ofUser), ofUser)).To(Succeed())
	})

	It("deletes the volume of source-controller without a ManagedResource, and keeps a user's volume", func(ctx SpecContext) {
		volume := func(name string) *corev1.PersistentVolumeClaim {
			return &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: name}}
		}
		ours, ofUser := volume("source-controller-1234abcd"), volume("source-controller-data")
		ours.Labels = map[string]string{"flux.extensions.gardener.cloud/storage": "source-controller"}
		deliver(ctx, "Orphan", ours, ofUser)
		Expect(waiting(ctx)).To(ContainSubstring("newly suspended"))
		Expect(waiting(ctx)).To(ContainSubstring(controllers))
		w.RemoveFinalizers(ctx, controllers)
		Expect(waiting(ctx)).To(ContainSubstring(crds))
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(ours), ours)).To(Succeed(), "gardener-resource-manager deletes it")
		w.RemoveFinalizers(ctx, crds)
		w.RemoveFinalizers(ctx, config)
		Expect(waiting(ctx)).To(HaveSuffix("PersistentVolumeClaim flux-system/source-controller-1234abcd to be deleted from the shoot"))
		Expect(w.Actuator.Delete(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(apierrors.IsNotFound(shoot.Get(ctx, client.ObjectKeyFromObject(ours), ours))).To(BeTrue())
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(ofUser), ofUser)).To(Succeed())
	})

	It("deletes nothing with policy Keep", func(ctx SpecContext) {
		key := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system", Annotations: broughtBy("config")}}
		controller := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "kustomize-controller", Annotations: broughtBy("controllers")}}
		deliver(ctx, "Keep", key, controller)
		for _, name := range []string{crds, controllers, config} {
			lose(ctx, name)
		}
		Expect(w.Actuator.Delete(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(key), key)).To(Succeed())
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(controller), controller)).To(Succeed())
		Expect(shoot.root(ctx).GetFinalizers()).NotTo(BeEmpty())
		Expect(shoot.isSuspended(ctx)).To(BeFalse())
	})

	It("changes nothing if the shoot does not respond", func(ctx SpecContext) {
		deliver(ctx, "Orphan")
		shoot.down = true
		Expect(w.Actuator.Delete(ctx, logr.Discard(), w.Ex)).To(MatchError("failed to remove Flux from the shoot (deletionPolicy Orphan): the shoot's API server is down"))
		Expect(deleted(ctx, w)).To(BeEmpty())
	})

	Describe("Shoot that is being deleted", func() {
		suspendDying := func(ctx context.Context) (reconcile.Result, error) {
			deletion := &shootdeletion.Reconciler{Seed: w.Seed, Deliverer: w.Actuator.Deliverer, Shoots: shoot, Settle: time.Second, Period: time.Minute}
			return deletion.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: controllertest.TechnicalID}})
		}
		dying := func(cluster *extensionsv1alpha1.Cluster) {
			cluster.Spec.Shoot.Raw = []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{"name":"only","namespace":"garden-demo","deletionTimestamp":"2026-01-01T00:00:00Z"}}`)
		}
		changeCluster := func(ctx context.Context, change func(*extensionsv1alpha1.Cluster)) {
			GinkgoHelper()
			cluster := &extensionsv1alpha1.Cluster{}
			Expect(w.Seed.Get(ctx, client.ObjectKey{Name: controllertest.TechnicalID}, cluster)).To(Succeed())
			change(cluster)
			Expect(w.Seed.Update(ctx, cluster)).To(Succeed())
		}

		It("has Flux suspended and nothing deleted", func(ctx SpecContext) {
			deliver(ctx, "Prune")
			changeCluster(ctx, dying)
			Expect(suspendDying(ctx)).To(Equal(reconcile.Result{RequeueAfter: time.Second}))
			Expect(shoot.isSuspended(ctx)).To(BeTrue())
			Expect(w.Resources(ctx)).To(HaveEach(HaveField("Annotations", HaveKeyWithValue("resources.gardener.cloud/ignore", "true"))))
			Expect(deleted(ctx, w)).To(BeEmpty())
			Expect(suspendDying(ctx)).To(Equal(reconcile.Result{RequeueAfter: time.Minute}), "there is nothing more to do now")

			By("what an apply under way has brought or resumed since is suspended too")
			root := shoot.root(ctx)
			Expect(unstructured.SetNestedField(root.Object, false, "spec", "suspend")).To(Succeed())
			Expect(shoot.Update(ctx, root)).To(Succeed())
			Expect(suspendDying(ctx)).To(Equal(reconcile.Result{RequeueAfter: time.Second}))
			Expect(shoot.isSuspended(ctx)).To(BeTrue())
		})

		It("has the volume of source-controller detached while the controller runs", func(ctx SpecContext) {
			volume := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller-1234abcd",
				Labels: map[string]string{"flux.extensions.gardener.cloud/storage": "source-controller"}}}
			controller := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller"}}
			controller.Spec.Template.Spec.Volumes = []corev1.Volume{{Name: "data", VolumeSource: corev1.VolumeSource{
				PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: volume.Name}}}}
			deliver(ctx, "Orphan", volume, controller)
			changeCluster(ctx, dying)
			Expect(suspendDying(ctx)).NotTo(BeZero())
			Expect(shoot.Get(ctx, client.ObjectKeyFromObject(controller), controller)).To(Succeed())
			Expect(controller.Spec.Template.Spec.Volumes).To(ConsistOf(HaveField("EmptyDir", Not(BeNil()))))
			Expect(shoot.Get(ctx, client.ObjectKeyFromObject(volume), volume)).To(Succeed())
			Expect(w.Resources(ctx)).To(HaveEach(HaveField("Annotations", HaveKeyWithValue("resources.gardener.cloud/ignore", "true"))), "nobody undoes it")
		})

		DescribeTable("has Flux suspended if the nodes run while the Extension is being deleted",
			func(ctx SpecContext, extensionFirst bool) {
				deliver(ctx, "Prune")
				changeCluster(ctx, dying)
				deleted := metav1.NewTime(time.Date(2026, 1, 1, 1, 0, 0, 0, time.UTC))
				if extensionFirst {
					deleted = metav1.NewTime(time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC))
				}
				ex := &extensionsv1alpha1.Extension{}
				Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
				ex.DeletionTimestamp, ex.Finalizers = &deleted, []string{"extensions.gardener.cloud/shoot-flux"}
				cluster := &extensionsv1alpha1.Cluster{}
				Expect(w.Seed.Get(ctx, client.ObjectKey{Name: controllertest.TechnicalID}, cluster)).To(Succeed())
				cluster.ResourceVersion, ex.ResourceVersion = "", ""
				w.Seed = fake.NewClientBuilder().WithScheme(w.Seed.Scheme()).WithObjects(cluster, ex).WithStatusSubresource(ex).Build()
				_, err := suspendDying(ctx)
				Expect(err).NotTo(HaveOccurred())
				Expect(shoot.isSuspended(ctx)).To(Equal(extensionFirst))
			},
			Entry("Extension deleted by Gardener after the nodes", false),
			Entry("Extension removed before the deletion of the Shoot", true),
		)

		It("gets no delivery, even from a running operation or without the garden", func(ctx SpecContext) {
			w = extensiontest.NewActuatorFixture(map[string]string{"repositoryUrl": "https://github.com/o/r"}, func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
				now := metav1.Now()
				shoot.DeletionTimestamp = &now
			})
			w.GardenUnavailable = true
			Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(Succeed())
			Expect(w.Resources(ctx)).To(BeEmpty())
			reason := w.Configured(ctx).Reason
			Expect(reason).To(Equal("ShootDeletion"))
		})

		It("is retried until it responds", func(ctx SpecContext) {
			deliver(ctx, "Orphan")
			changeCluster(ctx, dying)
			shoot.down = true
			_, err := suspendDying(ctx)
			Expect(err).To(MatchError("the shoot's API server is down"))
		})

		It("is the only one that is suspended, and only with Flux", func(ctx SpecContext) {
			deliver(ctx, "Orphan")
			Expect(suspendDying(ctx)).To(Equal(reconcile.Result{}))
			Expect(shoot.isSuspended(ctx)).To(BeFalse())

			changeCluster(ctx, dying)
			Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), w.Ex)).To(Succeed())
			w.Ex.Status.State = nil
			Expect(w.Seed.Status().Update(ctx, w.Ex)).To(Succeed())
			Expect(suspendDying(ctx)).To(Equal(reconcile.Result{RequeueAfter: time.Second}), "an operation that began before may still deliver")
			Expect(shoot.isSuspended(ctx)).To(BeFalse())
		})
	})
})
