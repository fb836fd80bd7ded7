// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Gardener's library begins the first operation on an Extension with three writes: it removes the operation annotation, adds the finalizer, and
// records that it works on the Extension. Each costs the seed's API server more than all that the controller does for it. Here they are one: the
// finalizer is added together with the removal of the annotation, and that the operation has begun is recorded with what the actuator records
// before its first delivery (statuswriter.Writer.WriteState).
//
// gardenlet sees no difference: it waits for the generation that is observed first, which is recorded at the end of an operation only
// (gardener: pkg/utils/kubernetes/health/extensions.go). A process that begins to lead works on an Extension without a last operation.

const finalizer = extension.FinalizerPrefix + "/" + fluxv1alpha1.ExtensionType

// withFinalizer returns a patch that adds the finalizer as well, and sets it on the Extension, if the patch does nothing but to begin a
// reconciliation of an Extension that has no finalizer yet. It is refused, as that of the library that adds the finalizer, if the Extension has
// changed since it was read.
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
	value, found := patch["metadata"]["annotations"][v1beta1constants.GardenerOperation]
	return found && value == nil
}

// firstStatusWriter does not write that the first operation on an Extension has begun.
type firstStatusWriter struct{ client.SubResourceWriter }

// Patch writes a status. The Extension has no last operation if its first one is not recorded yet.
func (w firstStatusWriter) Patch(ctx context.Context, object client.Object, patch client.Patch, opts ...client.SubResourcePatchOption) error {
	if ex, is := object.(*extensionsv1alpha1.Extension); is && beginsFirst(ex) {
		ex.Status.LastOperation = nil
		return nil
	}
	return w.SubResourceWriter.Patch(ctx, object, patch, opts...)
}

// beginsFirst returns whether an operation has begun before which there was none that has recorded anything.
func beginsFirst(ex *extensionsv1alpha1.Extension) bool {
	s := ex.Status
	return s.LastOperation != nil && s.LastOperation.State == gardencorev1beta1.LastOperationStateProcessing &&
		s.LastOperation.Type == gardencorev1beta1.LastOperationTypeCreate &&
		s.ObservedGeneration == 0 && s.State == nil && s.LastError == nil && len(s.Conditions) == 0
}
