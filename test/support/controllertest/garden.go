// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package controllertest provides a garden, a seed and shoots in memory for the tests of the controllers. It must not
// import a controller. Only tests may import it.
package controllertest

import (
	"context"
	"encoding/json"
	"fmt"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/yaml"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// TechnicalID is the technical ID of the Shoot, which is the namespace of its control plane.
const TechnicalID = "shoot--demo--only"

// ConnectorFunc connects to shoots.
type ConnectorFunc func(ctx context.Context, namespace string) (*toolkit.Shoot, error)

// Connect implements connection.Connector.
func (f ConnectorFunc) Connect(ctx context.Context, namespace string) (*toolkit.Shoot, error) {
	return f(ctx, namespace)
}

// RecordedMetrics records configuration errors and deliveries.
type RecordedMetrics struct {
	Mistakes   []document.ErrorKind
	Deliveries []error
}

// ConfigurationError records a configuration error.
func (r *RecordedMetrics) ConfigurationError(kind document.ErrorKind) {
	r.Mistakes = append(r.Mistakes, kind)
}

// Delivery records the end of a delivery.
func (r *RecordedMetrics) Delivery() func(error) {
	return func(err error) { r.Deliveries = append(r.Deliveries, err) }
}

// Fixture is a garden and a seed with one Shoot, in memory.
type Fixture struct {
	Seed, Garden      client.Client
	GardenUnavailable bool
	Events            *events.FakeRecorder
	GardenEvents      *events.FakeRecorder
	Recorded          *RecordedMetrics
	Ex                *extensionsv1alpha1.Extension
}

// NewFixture returns a fixture with the configuration of the project, or without the ConfigMap if config is nil.
func NewFixture(config map[string]string, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension)) *Fixture {
	GinkgoHelper()
	w := &Fixture{Events: events.NewFakeRecorder(10), GardenEvents: events.NewFakeRecorder(10), Recorded: &RecordedMetrics{}}
	objects := ExtensionAndCluster(TechnicalID, "garden-demo", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
		shoot.TypeMeta = metav1.TypeMeta{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot"}
		shoot.Name = "only"
		shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
		shoot.Status = gardencorev1beta1.ShootStatus{TechnicalID: TechnicalID, ClusterIdentity: ptr.To(TechnicalID + "-uid-garden")}
		if w.Ex = ex; change != nil {
			change(shoot, ex)
		}
	})
	w.Seed = fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(objects...).WithStatusSubresource(w.Ex).Build()

	garden := fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
			if w.GardenUnavailable {
				return apierrors.NewServiceUnavailable("the garden is down")
			}
			return c.Get(ctx, key, o, opts...)
		},
	})
	if config != nil {
		garden = garden.WithObjects(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: config})
	}
	w.Garden = garden.Build()
	return w
}

// Resources returns the ManagedResources of the shoot.
func (w *Fixture) Resources(ctx context.Context) []resourcesv1alpha1.ManagedResource {
	GinkgoHelper()
	list := &resourcesv1alpha1.ManagedResourceList{}
	Expect(w.Seed.List(ctx, list)).To(Succeed())
	return list.Items
}

// AddFinalizers adds the finalizer of gardener-resource-manager, so that ManagedResources remain after their deletion.
func (w *Fixture) AddFinalizers(ctx context.Context) {
	GinkgoHelper()
	for _, resource := range w.Resources(ctx) {
		resource.Finalizers = []string{"resources.gardener.cloud/gardener-resource-manager"}
		Expect(w.Seed.Update(ctx, &resource)).To(Succeed())
	}
}

// DeleteShoot requests the deletion of the Shoot.
func (w *Fixture) DeleteShoot(ctx context.Context) {
	GinkgoHelper()
	cluster, shoot, now := &extensionsv1alpha1.Cluster{}, &gardencorev1beta1.Shoot{}, metav1.Now()
	Expect(w.Seed.Get(ctx, client.ObjectKey{Name: TechnicalID}, cluster)).To(Succeed())
	Expect(json.Unmarshal(cluster.Spec.Shoot.Raw, shoot)).To(Succeed())
	shoot.DeletionTimestamp = &now
	cluster.Spec.Shoot.Raw = Must(json.Marshal(shoot))
	Expect(w.Seed.Update(ctx, cluster)).To(Succeed())
}

// Configured returns the condition FluxConfigured.
func (w *Fixture) Configured(ctx context.Context) *gardencorev1beta1.Condition {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured")
	Expect(condition).NotTo(BeNil())
	return condition
}

// All tests share these variables, because decoding, compiling and rendering distributions is slow. Their only state is
// a cache.
var (
	library  = flux.NewLibrary(distributions.Embedded())
	Catalog  = flux.NewCatalog(library)
	Renderer = flux.NewRenderer(library, flux.Images{})
)

// NewResolver returns a resolver with an empty configuration of the operator.
func NewResolver() *configuration.Resolver {
	GinkgoHelper()
	return NewResolverFor(configv1alpha1.ControllerConfiguration{})
}

// NewResolverFor returns a Resolver with the operator's configuration.
func NewResolverFor(config configv1alpha1.ControllerConfiguration) *configuration.Resolver {
	GinkgoHelper()
	resolver, err := configuration.NewResolver(Catalog, config)
	Expect(err).NotTo(HaveOccurred())
	return resolver
}

// FluxConfig returns a providerConfig with the content, as the API server stores it.
func FluxConfig(content string) []byte {
	GinkgoHelper()
	return Must(yaml.YAMLToJSON([]byte("apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + content)))
}

// SetKubeconfig writes the Secret with the kubeconfig like gardenlet.
func (w *Fixture) SetKubeconfig(ctx context.Context, kubeconfig []byte) {
	GinkgoHelper()
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: TechnicalID, Name: "gardener-internal"}, Data: map[string][]byte{"kubeconfig": kubeconfig}}
	if err := w.Seed.Create(ctx, secret); err != nil {
		Expect(w.Seed.Update(ctx, secret)).To(Succeed(), fmt.Sprint(err))
	}
}

// CrdsName, ControllersName and ConfigName are the names of the ManagedResources.
const (
	CrdsName        = "extension-shoot-flux-crds"
	ControllersName = "extension-shoot-flux-controllers"
	ConfigName      = "extension-shoot-flux-config"
)
