// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// fieldOwner is the field manager of this package.
const fieldOwner = client.FieldOwner(fluxv1alpha1.ExtensionName)

// Shoot is the API server of a shoot.
type Shoot struct {
	// technicalID is the namespace of the control plane, which is the same in every seed.
	technicalID string
	client      client.Client
	resources   discovery.DiscoveryInterface
	// learn is called with each of Flux's kinds whose CustomResourceDefinition was read.
	learn func(kind schema.GroupVersionKind, resource string, scope meta.RESTScope)
}

// New returns a shoot for a client that knows the kinds of Kubernetes and CustomResourceDefinitions.
func New(technicalID string, c client.Client, resources discovery.DiscoveryInterface) *Shoot {
	return &Shoot{technicalID: technicalID, client: c, resources: resources, learn: func(schema.GroupVersionKind, string, meta.RESTScope) {}}
}

// requestsPerSecond limits the requests to a shoot. With client-go's default of 5, a thousand objects would
// take minutes.
const requestsPerSecond = 100

// Kinds has the scheme and mappings that all shoots share. They take a millisecond to build, and do not
// change.
type Kinds struct {
	scheme *runtime.Scheme
	mapper *meta.DefaultRESTMapper
}

// NewKinds returns the Kinds for all shoots.
func NewKinds() (*Kinds, error) {
	scheme := runtime.NewScheme()
	known := runtime.NewSchemeBuilder(corev1.AddToScheme, apiextensionsv1.AddToScheme)
	if err := known.AddToScheme(scheme); err != nil {
		return nil, fmt.Errorf("failed to build the scheme for shoots: %w", err)
	}
	return &Kinds{scheme: scheme, mapper: knownKinds()}, nil
}

// Connect returns the shoot for a config, over the connections of the client. It makes no request yet.
func Connect(technicalID string, config *rest.Config, httpClient *http.Client, kinds *Kinds) (*Shoot, error) {
	config = rest.CopyConfig(config)
	config.QPS, config.Burst = requestsPerSecond, requestsPerSecond
	discovered, err := apiutil.NewDynamicRESTMapper(config, httpClient)
	if err != nil {
		return nil, fmt.Errorf("failed to create a client for the shoot: %w", err)
	}
	known := &mapper{RESTMapper: discovered, known: kinds.mapper, learned: meta.NewDefaultRESTMapper(nil)}
	c, err := client.New(config, client.Options{Scheme: kinds.scheme, HTTPClient: httpClient, Mapper: known})
	if err != nil {
		return nil, fmt.Errorf("failed to create a client for the shoot: %w", err)
	}
	resources, err := discovery.NewDiscoveryClientForConfigAndClient(config, httpClient)
	if err != nil {
		return nil, fmt.Errorf("failed to create a discovery client for the shoot: %w", err)
	}
	shoot := New(technicalID, c, resources)
	shoot.learn = known.learn
	return shoot, nil
}

// knownKinds maps the kinds that are the same in every shoot, and the kind of the root Kustomization.
func knownKinds() *meta.DefaultRESTMapper {
	known := meta.NewDefaultRESTMapper(nil)
	for _, kind := range append(shippedKinds(), corev1.SchemeGroupVersion.WithKind("Secret"), corev1.SchemeGroupVersion.WithKind("ConfigMap"),
		kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind)) {
		scope := meta.RESTScopeNamespace
		if slices.Contains([]string{"Namespace", "ClusterRole", "ClusterRoleBinding", kindDefinitionKind}, kind.Kind) {
			scope = meta.RESTScopeRoot
		}
		known.Add(kind, scope)
	}
	return known
}

// get reads an object, and returns whether it exists.
func (s *Shoot) get(ctx context.Context, name client.ObjectKey, object client.Object) (bool, error) {
	err := s.client.Get(ctx, name, object)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		kind, _ := s.client.GroupVersionKindFor(object) // An object of an unknown kind cannot be read.
		return false, fmt.Errorf("failed to read %s of the shoot: %w", describe(kind.Kind, name), answers.Brief(answers.Plain(err)))
	}
	return true, nil
}

// patch patches an object, if it still exists. An error names the action.
func (s *Shoot) patch(ctx context.Context, object client.Object, action string, patch client.Patch) error {
	if err := s.client.Patch(ctx, object, patch, fieldOwner); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to %s %s in the shoot: %w", action, DescribeObject(object), answers.Brief(err))
	}
	return nil
}

// mergeMetadata returns a patch of metadata.
func mergeMetadata(format string, args ...any) client.Patch {
	return client.RawPatch(types.MergePatchType, fmt.Appendf(nil, `{"metadata":{`+format+`}}`, args...))
}

// mapper maps kinds without requests if they are the same in every shoot, or if their
// CustomResourceDefinition was read. Other kinds need discovery, whose answers stay in memory as long as the
// mapper, up to a hundred times the size of the needed part.
type mapper struct {
	meta.RESTMapper
	// known is shared by all shoots, and does not change.
	known   meta.RESTMapper
	mutex   sync.RWMutex
	learned *meta.DefaultRESTMapper
}

// learn adds a kind. A known kind does not change: two definitions may name it.
func (m *mapper) learn(kind schema.GroupVersionKind, resource string, scope meta.RESTScope) {
	if mapping, err := m.ofKnown(kind.GroupKind(), kind.Version); err == nil && mapping.Resource.Resource != resource {
		return
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	plural := kind.GroupVersion().WithResource(resource)
	m.learned.AddSpecific(kind, plural, plural, scope)
}

// RESTMapping discovers only unknown kinds.
func (m *mapper) RESTMapping(kind schema.GroupKind, versions ...string) (*meta.RESTMapping, error) {
	if mapping, err := m.ofKnown(kind, versions...); err == nil {
		return mapping, nil
	}
	return m.RESTMapper.RESTMapping(kind, versions...)
}

func (m *mapper) ofKnown(kind schema.GroupKind, versions ...string) (*meta.RESTMapping, error) {
	if mapping, err := m.known.RESTMapping(kind, versions...); err == nil {
		return mapping, nil
	}
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	return m.learned.RESTMapping(kind, versions...)
}
