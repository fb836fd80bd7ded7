// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
)

// Timeout limits a request. A garden that does not respond is an error.
const Timeout = 30 * time.Second

// Object is an object of a kind in [Scheme].
type Object interface {
	metav1.Object
	runtime.Object
}

// Client sends requests to the garden. Each request ends after [Timeout], except for watches. For a
// [metav1.PartialObjectMetadata] or a list of them, it requests the metadata of the kind in TypeMeta only.
type Client interface {
	// Get reads the object with this name.
	Get(ctx context.Context, name types.NamespacedName, object Object) error
	// List lists the objects in a namespace, or in all namespaces if it is empty.
	List(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) error
	// Watch watches the objects that List lists.
	Watch(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) (watch.Interface, error)
	// Patch merges the patch into the object with this kind, namespace and name. It does not read the result.
	Patch(ctx context.Context, object Object, merge []byte, options metav1.PatchOptions) error
}

// Named returns the options for a list of all objects with this name, at most one per namespace.
func Named(name string) metav1.ListOptions {
	return metav1.ListOptions{FieldSelector: fields.OneTermEqualSelector(metav1.ObjectNameField, name).String()}
}

// restClient derives resources from kinds instead of discovering them. The libraries with discovery would add all kinds
// of Kubernetes to the binary.
type restClient struct {
	client *rest.RESTClient
	scheme *runtime.Scheme
}

func newClient(config *rest.Config) (Client, error) {
	scheme, err := Scheme()
	if err != nil {
		return nil, err
	}
	config = rest.CopyConfig(config)
	config.QPS = -1 // The server has its own limits.
	config.WarningHandlerWithContext = rest.NoWarnings{}
	config.UserAgent = cmp.Or(config.UserAgent, rest.DefaultKubernetesUserAgent())
	config.NegotiatedSerializer = serializer.NewCodecFactory(scheme).WithoutConversion()
	client, err := rest.UnversionedRESTClientFor(config)
	return &restClient{client: client, scheme: scheme}, err
}

// Scheme returns the scheme for objects in the garden.
func Scheme() (*runtime.Scheme, error) {
	scheme, builder := runtime.NewScheme(), runtime.NewSchemeBuilder(corev1.AddToScheme, gardencorev1beta1.AddToScheme)
	return scheme, builder.AddToScheme(scheme)
}

// request returns a request with the parameters for an object or list.
func (c *restClient) request(verb, namespace string, object, parameters runtime.Object) (*rest.Request, error) {
	kind, form := object.GetObjectKind().GroupVersionKind(), ""
	switch object.(type) {
	case *metav1.PartialObjectMetadata:
		form = ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1"
	case *metav1.PartialObjectMetadataList:
		form = ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
	default:
		kinds, _, err := c.scheme.ObjectKinds(object)
		if err != nil {
			return nil, err
		}
		kind = kinds[0]
	}
	kind.Kind = strings.TrimSuffix(kind.Kind, "List")
	resource, _ := meta.UnsafeGuessKindToResource(kind)
	root := "/apis"
	if kind.Group == "" {
		root = "/api"
	}
	return c.client.Verb(verb).AbsPath(rest.DefaultVersionedAPIPath(root, kind.GroupVersion())).NamespaceIfScoped(namespace, namespace != "").Resource(resource.Resource).
		SetHeader("Accept", runtime.ContentTypeJSON+form).SpecificallyVersionedParams(parameters, metav1.ParameterCodec, metav1.Unversioned), nil
}

// Get implements [Client].
func (c *restClient) Get(ctx context.Context, name types.NamespacedName, object Object) error {
	request, err := c.request(http.MethodGet, name.Namespace, object, &metav1.GetOptions{})
	if err != nil {
		return err
	}
	return request.Name(name.Name).Timeout(Timeout).Do(ctx).Into(object)
}

// List implements [Client].
func (c *restClient) List(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) error {
	request, err := c.request(http.MethodGet, namespace, list, &options)
	if err != nil {
		return err
	}
	return request.Timeout(Timeout).Do(ctx).Into(list)
}

// Watch implements [Client].
func (c *restClient) Watch(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) (watch.Interface, error) {
	options.Watch = true
	request, err := c.request(http.MethodGet, namespace, list, &options)
	if err != nil {
		return nil, err
	}
	return request.Watch(ctx)
}

// Patch implements [Client].
func (c *restClient) Patch(ctx context.Context, object Object, merge []byte, options metav1.PatchOptions) error {
	request, err := c.request(http.MethodPatch, object.GetNamespace(), object, &options)
	if err != nil {
		return err
	}
	return request.Name(object.GetName()).SetHeader("Content-Type", string(types.MergePatchType)).Body(merge).Timeout(Timeout).Do(ctx).Error()
}

// Annotate requests an operation through an annotation, on condition that the object has not changed since its
// resourceVersion.
func Annotate(ctx context.Context, garden Client, object Object, name, value string, options metav1.PatchOptions) error {
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{
		"resourceVersion": object.GetResourceVersion(), "annotations": map[string]string{name: value},
	}})
	if err != nil {
		return fmt.Errorf("failed to encode the request: %w", err)
	}
	kind := object.GetObjectKind().GroupVersionKind().Kind
	switch err := garden.Patch(ctx, object, patch, options); {
	case apierrors.IsConflict(err):
		return fmt.Errorf("%s %s/%s was changed at the same time; check it and try again", kind, object.GetNamespace(), object.GetName())
	case apierrors.IsForbidden(err):
		return fmt.Errorf("you may not request an operation in namespace %s, which requires the permission to patch %ss: %w", object.GetNamespace(), kind, err)
	case err != nil:
		return fmt.Errorf("failed to request %s: %w", value, err)
	}
	return nil
}
