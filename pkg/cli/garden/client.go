// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

// Object is an object of a kind that the CLI reads.
type Object interface {
	metav1.Object
	runtime.Object
}

// Reader reads objects and lists. For a [metav1.PartialObjectMetadata] or a list of them, with their kind, it
// requests the metadata only.
type Reader interface {
	// Get reads the object with this name.
	Get(ctx context.Context, name types.NamespacedName, object Object) error
	// List lists the objects in a namespace, or in all namespaces if it is empty.
	List(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) error
}

// Patcher changes objects.
type Patcher interface {
	// Patch merges the patch into the object with this kind, namespace and name. It does not read the result.
	Patch(ctx context.Context, object Object, merge []byte, options metav1.PatchOptions) error
}

// Named returns the options for a list of all objects with this name, at most one per namespace.
func Named(name string) metav1.ListOptions {
	return metav1.ListOptions{FieldSelector: fields.OneTermEqualSelector(metav1.ObjectNameField, name).String()}
}

// Client sends requests to the garden. Each request ends after [Timeout], except for watches.
type Client interface {
	Reader
	Patcher
	// Watch watches the objects that List lists.
	Watch(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) (watch.Interface, error)
}

// restClient has only the kinds that the CLI reads. It needs no discovery, and the program contains no other kinds.
type restClient struct {
	versions map[schema.GroupVersion]*rest.RESTClient
	metadata metadata.Interface
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
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, err
	}
	c := &restClient{versions: map[schema.GroupVersion]*rest.RESTClient{}}
	if c.metadata, err = metadata.NewForConfigAndClient(config, client); err != nil {
		return nil, err
	}
	config.NegotiatedSerializer = serializer.NewCodecFactory(scheme).WithoutConversion()
	for version, path := range map[schema.GroupVersion]string{corev1.SchemeGroupVersion: "/api", gardencorev1beta1.SchemeGroupVersion: "/apis"} {
		config.GroupVersion, config.APIPath = &version, path
		if c.versions[version], err = rest.RESTClientForConfigAndClient(config, client); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Scheme returns the scheme for objects in the garden.
func Scheme() (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, gardencorev1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, fmt.Errorf("failed to build the scheme for the garden: %w", err)
		}
	}
	return scheme, nil
}

// resourceOf returns the resource of an object or list.
func resourceOf(object runtime.Object) (schema.GroupVersionResource, error) {
	switch object := object.(type) {
	case *corev1.ConfigMap, *corev1.ConfigMapList:
		return corev1.SchemeGroupVersion.WithResource("configmaps"), nil
	case *corev1.EventList:
		return corev1.SchemeGroupVersion.WithResource("events"), nil
	case *corev1.Secret:
		return corev1.SchemeGroupVersion.WithResource("secrets"), nil
	case *gardencorev1beta1.Shoot, *gardencorev1beta1.ShootList:
		return gardencorev1beta1.SchemeGroupVersion.WithResource("shoots"), nil
	case *gardencorev1beta1.ProjectList:
		return gardencorev1beta1.SchemeGroupVersion.WithResource("projects"), nil
	case *metav1.PartialObjectMetadata, *metav1.PartialObjectMetadataList:
		switch object.GetObjectKind().GroupVersionKind() {
		case corev1.SchemeGroupVersion.WithKind("Secret"), corev1.SchemeGroupVersion.WithKind("SecretList"):
			return corev1.SchemeGroupVersion.WithResource("secrets"), nil
		case corev1.SchemeGroupVersion.WithKind("Namespace"):
			return corev1.SchemeGroupVersion.WithResource("namespaces"), nil
		}
	}
	return schema.GroupVersionResource{}, fmt.Errorf("%T of kind %q is not read from the garden", object, object.GetObjectKind().GroupVersionKind().Kind)
}

// Get implements [Reader].
func (c *restClient) Get(ctx context.Context, name types.NamespacedName, object Object) error {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	resource, err := resourceOf(object)
	if err != nil {
		return err
	}
	if known, is := object.(*metav1.PartialObjectMetadata); is {
		found, err := c.metadata.Resource(resource).Namespace(name.Namespace).Get(ctx, name.Name, metav1.GetOptions{})
		if err == nil {
			*known = *found
		}
		return err
	}
	return c.versions[resource.GroupVersion()].Get().NamespaceIfScoped(name.Namespace, name.Namespace != "").
		Resource(resource.Resource).Name(name.Name).Do(ctx).Into(object)
}

// List implements [Reader].
func (c *restClient) List(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) error {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	resource, err := resourceOf(list)
	if err != nil {
		return err
	}
	if known, is := list.(*metav1.PartialObjectMetadataList); is {
		found, err := c.metadata.Resource(resource).Namespace(namespace).List(ctx, options)
		if err == nil {
			*known = *found
		}
		return err
	}
	return c.list(resource, namespace, options).Do(ctx).Into(list)
}

// Watch implements [Client].
func (c *restClient) Watch(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) (watch.Interface, error) {
	resource, err := resourceOf(list)
	if err != nil {
		return nil, err
	}
	options.Watch = true
	return c.list(resource, namespace, options).Watch(ctx)
}

func (c *restClient) list(resource schema.GroupVersionResource, namespace string, options metav1.ListOptions) *rest.Request {
	return c.versions[resource.GroupVersion()].Get().NamespaceIfScoped(namespace, namespace != "").Resource(resource.Resource).
		SpecificallyVersionedParams(&options, metav1.ParameterCodec, schema.GroupVersion{Version: "v1"})
}

// Patch implements [Patcher].
func (c *restClient) Patch(ctx context.Context, object Object, merge []byte, options metav1.PatchOptions) error {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	resource, err := resourceOf(object)
	if err != nil {
		return err
	}
	_, err = c.metadata.Resource(resource).Namespace(object.GetNamespace()).Patch(ctx, object.GetName(), types.MergePatchType, merge, options)
	return err
}

// Annotate requests an operation through an annotation, on condition that the object has not changed since its
// resourceVersion.
func Annotate(ctx context.Context, garden Patcher, object Object, name, value string, options metav1.PatchOptions) error {
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
