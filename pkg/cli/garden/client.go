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
	authorizationv1 "k8s.io/api/authorization/v1"
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

// Timeout limits the duration of a request to the garden.
const Timeout = 30 * time.Second

// Object is an object of a kind that [Scheme] contains.
type Object interface {
	metav1.Object
	runtime.Object
}

// Client sends requests to the garden. All requests except watches have the timeout [Timeout]. For a
// [metav1.PartialObjectMetadata] or a list of them, it requests only the metadata of the kind in TypeMeta.
type Client interface {
	// Get reads the object with the given name.
	Get(ctx context.Context, name types.NamespacedName, object Object) error
	// List lists the objects in a namespace. An empty namespace selects all namespaces.
	List(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) error
	// Watch watches the objects that List would return.
	Watch(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) (watch.Interface, error)
	// Patch applies a JSON merge patch to the object with this kind, namespace and name. It does not update object with
	// the result.
	Patch(ctx context.Context, object Object, merge []byte, options metav1.PatchOptions) error
	// Review creates the SelfSubjectAccessReview and fills in its status.
	Review(ctx context.Context, review *authorizationv1.SelfSubjectAccessReview) error
}

// May returns whether the user has the given permission.
func May(ctx context.Context, garden Client, permission authorizationv1.ResourceAttributes) (bool, error) {
	review := &authorizationv1.SelfSubjectAccessReview{Spec: authorizationv1.SelfSubjectAccessReviewSpec{ResourceAttributes: &permission}}
	err := garden.Review(ctx, review)
	return review.Status.Allowed, err
}

// Named returns list options that select the objects with the given name.
func Named(name string) metav1.ListOptions {
	return metav1.ListOptions{FieldSelector: fields.OneTermEqualSelector(metav1.ObjectNameField, name).String()}
}

// restClient derives resources from kinds instead of discovering them, because the libraries for discovery would add
// all kinds of Kubernetes to the binary.
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
	config.QPS = -1 // The API server has its own limits.
	config.WarningHandlerWithContext = rest.NoWarnings{}
	config.UserAgent = cmp.Or(config.UserAgent, rest.DefaultKubernetesUserAgent())
	config.NegotiatedSerializer = serializer.NewCodecFactory(scheme).WithoutConversion()
	client, err := rest.UnversionedRESTClientFor(config)
	return &restClient{client: client, scheme: scheme}, err
}

// Scheme returns a scheme with the kinds in the garden that the CLI uses.
func Scheme() (*runtime.Scheme, error) {
	scheme, builder := runtime.NewScheme(), runtime.NewSchemeBuilder(corev1.AddToScheme, gardencorev1beta1.AddToScheme, authorizationv1.AddToScheme)
	return scheme, builder.AddToScheme(scheme)
}

// request returns a request for the resource of an object or list, with the given parameters.
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

// Review implements [Client].
func (c *restClient) Review(ctx context.Context, review *authorizationv1.SelfSubjectAccessReview) error {
	request, err := c.request(http.MethodPost, "", review, &metav1.CreateOptions{})
	if err != nil {
		return err
	}
	return request.Body(review).Timeout(Timeout).Do(ctx).Into(review)
}

// Annotate sets an annotation that requests an operation. The patch contains the resourceVersion, so it fails if the
// object has changed since it was read.
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
		return fmt.Errorf("you may not request an operation in namespace %s, which requires the permission to patch %s %s: %w", object.GetNamespace(), kind, object.GetName(), err)
	case err != nil:
		return fmt.Errorf("failed to request %s: %w", value, err)
	}
	return nil
}
