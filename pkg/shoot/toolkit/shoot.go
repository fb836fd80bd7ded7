// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"net/http"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
)

// fieldOwner is the field manager of this package.
const fieldOwner = client.FieldOwner(fluxv1alpha1.ExtensionName)

// metadata is an object of the shoot without spec and status.
type metadata = metav1.PartialObjectMetadata

// Shoot is the API server of a shoot.
type Shoot struct {
	// technicalID is the namespace of the control plane. It is the same in every seed.
	technicalID string
	client      client.Client
	resources   discovery.DiscoveryInterface
}

// New returns a shoot for a client that knows the used kinds of Kubernetes and CustomResourceDefinitions.
func New(technicalID string, c client.Client, resources discovery.DiscoveryInterface) *Shoot {
	return &Shoot{technicalID: technicalID, client: c, resources: resources}
}

// requestsPerSecond limits the requests to a shoot. With client-go's default of 5, processing a thousand objects takes
// minutes.
const requestsPerSecond = 100

// Connect returns the shoot for a config. It uses the connections of the HTTP client, and does not send a request.
func Connect(technicalID string, config *rest.Config, httpClient *http.Client) (*Shoot, error) {
	config = rest.CopyConfig(config)
	config.QPS, config.Burst = requestsPerSecond, requestsPerSecond
	discovered, err := apiutil.NewDynamicRESTMapper(config, httpClient)
	if err != nil {
		return nil, fmt.Errorf("failed to create a client for the shoot: %w", err)
	}
	options := ClientOptions()
	options.HTTPClient, options.Mapper = httpClient, fluxMapper{RESTMapper: knownKinds(), discovered: discovered}
	c, err := client.New(config, options)
	if err != nil {
		return nil, fmt.Errorf("failed to create a client for the shoot: %w", err)
	}
	resources, err := discovery.NewDiscoveryClientForConfigAndClient(config, httpClient)
	if err != nil {
		return nil, fmt.Errorf("failed to create a discovery client for the shoot: %w", err)
	}
	// Aggregated discovery would omit unavailable APIs.
	return New(technicalID, c, resources.WithLegacy()), nil
}

// get reads an object, and reports whether it exists.
func (s *Shoot) get(ctx context.Context, name client.ObjectKey, object client.Object) (bool, error) {
	err := s.client.Get(ctx, name, object)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		kind, _ := s.client.GroupVersionKindFor(object) // The kind is empty if the scheme does not know it.
		return false, fmt.Errorf("failed to read %s of the shoot: %w", describe(kind.Kind, name), responses.Brief(responses.Plain(err)))
	}
	return true, nil
}

// patch patches an object if it still exists. action is the verb for the error.
func (s *Shoot) patch(ctx context.Context, object client.Object, action string, patch client.Patch) error {
	if err := s.client.Patch(ctx, object, patch, fieldOwner); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to %s %s in the shoot: %w", action, DescribeObject(object), responses.Brief(err))
	}
	return nil
}

// mergeMetadata returns a merge patch of a label or an annotation. A nil value removes it.
func mergeMetadata(list, name string, value any) client.Patch {
	return kube.MergePatch{"metadata": map[string]any{list: map[string]any{name: value}}}
}

// each calls act for the wanted objects of a list. act receives only the metadata that reduced copies.
func (s *Shoot) each(ctx context.Context, listing responses.Listing[metadata], wanted func(*metadata) bool, act func(*metadata) error) error {
	return responses.Walk(ctx, s.client, listing, func(object *metadata) (*metadata, bool) {
		return reduced(object), wanted(object)
	}, act)
}

// reduced copies the metadata that act needs to delete exactly this object, to patch its finalizers, or to name its
// shard.
func reduced(object *metadata) *metadata {
	kept := &metadata{TypeMeta: object.TypeMeta, ObjectMeta: metav1.ObjectMeta{
		Namespace: object.Namespace, Name: object.Name, UID: object.UID, ResourceVersion: object.ResourceVersion,
		DeletionTimestamp: object.DeletionTimestamp, Finalizers: object.Finalizers,
	}}
	if shard, ok := object.Labels[fluxv1alpha1.LabelShard]; ok {
		kept.Labels = map[string]string{fluxv1alpha1.LabelShard: shard}
	}
	return kept
}
