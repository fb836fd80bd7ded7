// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"context"
	"errors"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	// resetWithin limits the removal of what a trial has left.
	resetWithin = 30 * time.Second
	// finalizeWithin is how long Flux may take to finalize its objects before their finalizers are removed.
	finalizeWithin = 5 * time.Second
)

// reset removes what a trial left. First Flux ends its work: what it still does for a Kustomization of this trial must
// not meet the next one, whose names are the same.
func (s *shoot) reset(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, resetWithin, fmt.Errorf("not within %s", resetWithin))
	defer cancel()
	finalizing := time.Now()
	return process.Until(ctx, "an empty cluster", pollInterval, func(ctx context.Context) error {
		all, err := s.list(ctx)
		if err != nil {
			return err
		}
		var left error
		force := time.Since(finalizing) > finalizeWithin
		for _, flux := range []bool{true, false} {
			for id, object := range all {
				known, is := s.baseline[id]
				if is && known.content == object.content || isFlux(id) != flux {
					continue
				}
				if is {
					return errors.New(id.String() + " was delivered, and has been changed")
				}
				if left == nil {
					left = fmt.Errorf("%s is left", id)
				}
				if err := s.remove(ctx, id, object, force || !flux); err != nil {
					return err
				}
			}
			if left != nil {
				return left
			}
		}
		for id := range s.baseline {
			if _, has := all[id]; !has {
				return fmt.Errorf("%s was delivered, and is missing", id)
			}
		}
		return nil
	})
}

func isFlux(id Identity) bool {
	return id.Group == "kustomize.toolkit.fluxcd.io" || id.Group == "source.toolkit.fluxcd.io"
}

// remove deletes an object, with force also if it has finalizers.
func (s *shoot) remove(ctx context.Context, id Identity, object found, force bool) error {
	client := s.dynamic.Resource(object.resource).Namespace(id.Namespace)
	if !object.terminating {
		background, now := metav1.DeletePropagationBackground, int64(0)
		err := client.Delete(ctx, id.Name, metav1.DeleteOptions{PropagationPolicy: &background, GracePeriodSeconds: &now})
		if err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	if !force {
		return nil
	}
	if id.Kind == "Namespace" {
		return s.finalizeNamespace(ctx, id.Name)
	}
	_, err := client.Patch(ctx, id.Name, types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`), metav1.PatchOptions{})
	if apierrors.IsNotFound(err) || apierrors.IsInvalid(err) {
		return nil
	}
	return err
}

// finalizeNamespace ends a deletion with which the namespace controller would only begin after some seconds. Its
// objects are deleted at the same time.
func (s *shoot) finalizeNamespace(ctx context.Context, name string) error {
	client := s.dynamic.Resource(schema.GroupVersionResource{Version: "v1", Resource: "namespaces"})
	namespace, err := client.Get(ctx, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	namespace.Object["spec"] = map[string]any{"finalizers": []any{}}
	_, err = client.Update(ctx, namespace, metav1.UpdateOptions{}, "finalize")
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil
	}
	return err
}
