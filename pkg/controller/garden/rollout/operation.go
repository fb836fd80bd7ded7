// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// finishOperation completes an operation whose annotation is not on the ConfigMap that stores the decision. The
// decision is stored with the operation. finishOperation removes the annotation, and then the operation from the State,
// so that users can request the same operation again.
//
// Until the annotation is removed, the State contains the operation, so that a new process does not repeat it. If the
// annotated ConfigMap has changed since it was read, the annotation may request another operation. Then nothing is
// removed, and the next decision executes the other operation, or removes the annotation.
func (r *Reconciler) finishOperation(ctx context.Context, o Observation, decision rollout.Decision) error {
	_, err := garden.Annotate(ctx, r.Garden, o.Annotated, o.Annotated.Annotations, map[string]string{fluxv1alpha1.AnnotationRollout: ""})
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("failed to remove the annotation %s from ConfigMap %s: %w", fluxv1alpha1.AnnotationRollout, client.ObjectKeyFromObject(o.Annotated), err)
	}
	decision.State.Operation = ""
	_, err = r.apply(ctx, &o, decision)
	return err
}
