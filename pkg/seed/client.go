// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilresourceversion "k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/client-go/rest"
	"k8s.io/utils/lru"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// NewReadYourWritesManager returns the manager with a client that never reads an Extension in a version before the
// client's own last write. The client also needs fewer writes to begin the first operation on an Extension.
//
// Gardener's extension library removes the operation annotation from an Extension, reads the Extension again from the
// cache, and adds the finalizer with an optimistic lock. If the cache has not received the first write yet, the second
// write fails with a conflict, and the first reconciliation starts again.
func NewReadYourWritesManager(mgr manager.Manager) manager.Manager {
	return readYourWritesManager{Manager: mgr, client: newReadYourWritesClient(mgr.GetClient())}
}

type readYourWritesManager struct {
	manager.Manager
	client client.Client
}

// GetClient returns the client that reads its own writes.
func (m readYourWritesManager) GetClient() client.Client { return m.client }

// keptExtensions is the maximum number of kept Extensions. It exceeds the number of concurrent reconciliations.
const keptExtensions = 256

// readYourWritesClient keeps a written Extension until the next read of this Extension. Several reconciliations may use
// the client concurrently, but only one for each Extension.
type readYourWritesClient struct {
	client.Client
	written *lru.Cache
}

func newReadYourWritesClient(seed client.Client) *readYourWritesClient {
	return &readYourWritesClient{Client: seed, written: lru.New(keptExtensions)}
}

// Patch patches the object. It keeps a written Extension, unless the Extension is being deleted or migrated and will
// therefore not be read again.
func (c *readYourWritesClient) Patch(ctx context.Context, object client.Object, patch client.Patch, opts ...client.PatchOption) error {
	ex, ok := object.(*extensionsv1alpha1.Extension)
	if ok {
		var err error
		if patch, err = withFinalizer(ex, patch); err != nil {
			return err
		}
	}
	if err := c.Client.Patch(ctx, object, patch, opts...); err != nil {
		return err
	}
	switch {
	case !ok:
	case ex.DeletionTimestamp != nil || HasMigrateOperation(ex):
		c.written.Remove(client.ObjectKeyFromObject(ex))
	default:
		c.written.Add(client.ObjectKeyFromObject(ex), ex.DeepCopy())
	}
	return nil
}

// Get reads the object. For an Extension, it returns the kept version if this is newer than the version in the cache.
func (c *readYourWritesClient) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	ex, ok := object.(*extensionsv1alpha1.Extension)
	if !ok {
		return c.Client.Get(ctx, key, object, opts...)
	}
	kept, ok := c.written.Get(key)
	c.written.Remove(key)
	if err := c.Client.Get(ctx, key, ex, opts...); err != nil || !ok {
		return err
	}
	written := kept.(*extensionsv1alpha1.Extension)
	if written.UID != ex.UID {
		return nil
	}
	if order, err := utilresourceversion.CompareResourceVersion(written.ResourceVersion, ex.ResourceVersion); err == nil && order > 0 {
		written.DeepCopyInto(ex)
	}
	return nil
}

// Status returns a writer that skips the first write of the last operation, because the actuator includes it in its own
// first write.
func (c *readYourWritesClient) Status() client.SubResourceWriter {
	return firstStatusWriter{c.Client.Status()}
}

// Gardener's library begins the first operation on an Extension with three writes: it removes the operation annotation,
// adds the finalizer, and records the operation. Each write costs the seed's API server more than the controller needs
// to prepare it. Here, one write removes the annotation and adds the finalizer, and the actuator records the operation
// with its first write of the state (statuswriter.Writer.WriteState).
//
// gardenlet is not affected: it first waits for the observed generation, which is only recorded at the end of an
// operation (gardener: pkg/utils/kubernetes/health/extensions.go). After a change of the leader, an Extension without a
// last operation is reconciled as well.

const finalizer = extension.FinalizerPrefix + "/" + fluxv1alpha1.ExtensionType

// withFinalizer adds the finalizer to the patch that begins the first reconciliation of an Extension, and to the
// Extension itself. It returns all other patches unchanged. Like the library's patch for the finalizer, the resulting
// patch fails with a conflict if the Extension has changed since it was read.
func withFinalizer(ex *extensionsv1alpha1.Extension, patch client.Patch) (client.Patch, error) {
	if len(ex.Finalizers) > 0 || ex.DeletionTimestamp != nil || HasMigrateOperation(ex) {
		return patch, nil
	}
	data, err := patch.Data(ex)
	if err != nil {
		return nil, fmt.Errorf("failed to read a patch of Extension %s: %w", client.ObjectKeyFromObject(ex), err)
	}
	if !removesOnlyOperation(data) {
		return patch, nil
	}
	before := ex.DeepCopy()
	metav1.SetMetaDataAnnotation(&before.ObjectMeta, v1beta1constants.GardenerOperation, v1beta1constants.GardenerOperationReconcile)
	ex.Finalizers = []string{finalizer}
	return client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{}), nil
}

func removesOnlyOperation(data []byte) bool {
	var patch map[string]map[string]map[string]*string
	if json.Unmarshal(data, &patch) != nil || len(patch) != 1 || len(patch["metadata"]) != 1 || len(patch["metadata"]["annotations"]) != 1 {
		return false
	}
	value, ok := patch["metadata"]["annotations"][v1beta1constants.GardenerOperation]
	return ok && value == nil
}

// firstStatusWriter writes statuses, but skips the write that only records the beginning of the first operation on an
// Extension.
type firstStatusWriter struct{ client.SubResourceWriter }

// Patch writes a status. If it skips the write, it removes the last operation from the given Extension, so that the
// actuator records it.
func (w firstStatusWriter) Patch(ctx context.Context, object client.Object, patch client.Patch, opts ...client.SubResourcePatchOption) error {
	if ex, ok := object.(*extensionsv1alpha1.Extension); ok && beginsFirst(ex) {
		ex.Status.LastOperation = nil
		return nil
	}
	return w.SubResourceWriter.Patch(ctx, object, patch, opts...)
}

// beginsFirst reports whether the status contains only the beginning of the first operation.
func beginsFirst(ex *extensionsv1alpha1.Extension) bool {
	s := ex.Status
	return s.LastOperation != nil && s.LastOperation.State == gardencorev1beta1.LastOperationStateProcessing &&
		s.LastOperation.Type == gardencorev1beta1.LastOperationTypeCreate &&
		s.ObservedGeneration == 0 && s.State == nil && s.LastError == nil && len(s.Conditions) == 0
}

// metadataOnly is an Accept header that requests only the metadata of an object
// (https://kubernetes.io/docs/reference/using-api/api-concepts/#partial-object-metadata), or the complete object if the
// API server does not support partial objects.
const metadataOnly = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1," + runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON

// CreateSecrets returns a function that creates Secrets in the seed with the HTTP client. The scheme must include
// Secrets. The function requests only metadata in the response and does not change the given Secret. The response for a
// controller-runtime client contains the complete Secret, which is most of the traffic of a first delivery.
func CreateSecrets(config *rest.Config, httpClient *http.Client, scheme *runtime.Scheme) (func(context.Context, *corev1.Secret) error, error) {
	secrets, err := apiutil.RESTClientForGVK(corev1.SchemeGroupVersion.WithKind("Secret"), false, false, config, serializer.NewCodecFactory(scheme), httpClient)
	if err != nil {
		return nil, fmt.Errorf("failed to create a client for Secrets of the seed: %w", err)
	}
	return func(ctx context.Context, secret *corev1.Secret) error {
		return secrets.Post().Namespace(secret.Namespace).Resource("secrets").SetHeader("Accept", metadataOnly).Body(secret).Do(ctx).Error()
	}, nil
}
