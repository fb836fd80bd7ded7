// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"context"
	"errors"
	"fmt"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// pagesOfKind limits the pages of one kind.
	pagesOfKind = 40
	// mostKept limits the memory for the objects of a shoot, in bytes.
	mostKept = 4 << 20
	// mostExplained limits the workloads whose pods are read.
	mostExplained = 3
)

// Objects is the result of a read.
type Objects struct {
	// All are Flux's objects and the workloads that they applied, ordered by kind.
	All []Object
	// Empty are the kinds that have no objects.
	Empty []schema.GroupVersionKind
	// Exceeded is true if there are more objects than the limit.
	Exceeded bool
	// Inventories are the IDs of the objects that each Kustomization has applied.
	Inventories Inventories
}

// errTooMany stops a list.
var errTooMany = errors.New("more objects than the limit")

// Read reads at most the given number of objects of these kinds in all namespaces, and the workloads that they applied.
// It sends one request for each kind and page, and skips kinds that the shoot does not have.
func Read(ctx context.Context, shoot client.Reader, kinds []schema.GroupVersionKind, most int) (Objects, error) {
	objects := Objects{Inventories: newInventories()}
	selectors := map[ID]map[string]string{}
	seen, kept := map[ID]bool{}, 0
	for _, kind := range inOrder(kinds) {
		before := len(objects.All)
		err := responses.Scan(ctx, shoot, responses.Whole(kind).AtMost(pagesOfKind, responses.ObjectsPerPage), func(content *unstructured.Unstructured) error {
			// The server of a hostile APIService may return objects of any kind, and an object several times.
			content.SetGroupVersionKind(kind)
			read := objectOf
			if isWorkload(kind.Kind) {
				read = workloadOf
			}
			o := read(content)
			if o.Kind == "" || seen[o.ID] {
				return nil
			}
			if kept += o.size(); len(objects.All) == most || kept > mostKept {
				return errTooMany
			}
			seen[o.ID] = true
			objects.All = append(objects.All, o)
			if o.Kind == kindKustomization {
				objects.Inventories.add(o.ID, content)
			}
			if isWorkload(kind.Kind) && o.Status != metav1.ConditionTrue && len(selectors) < mostExplained {
				selectors[o.ID] = selectorOf(content)
			}
			return nil
		})
		if _, is := errors.AsType[*responses.TooManyError](err); errors.Is(err, errTooMany) || is {
			objects.Exceeded = true
			return objects, nil
		}
		if responses.IgnoreUnknownKind(err) != nil {
			return Objects{}, err
		}
		if len(objects.All) == before {
			objects.Empty = append(objects.Empty, kind)
		}
	}
	return objects, explain(ctx, shoot, objects.All, selectors)
}

// explain adds the cause from the pods of unready workloads. A Deployment itself reports a failure only after its
// progress deadline.
func explain(ctx context.Context, shoot client.Reader, all []Object, selectors map[ID]map[string]string) error {
	for i := range all {
		labels := selectors[all[i].ID]
		if len(labels) == 0 {
			continue
		}
		pods, err := observe.ReadPods(ctx, shoot, all[i].String(), all[i].Namespace, labels)
		if apierrors.IsNotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		if reason, message := health.ExplainPods(all[i].Namespace, pods); reason != "" {
			all[i].Status, all[i].Reason, all[i].Message = metav1.ConditionFalse, reason, text.Clean(message, longestMessage)
		}
	}
	return nil
}

// longestChain limits the chain of objects that have applied each other.
const longestChain = 64

// Outside returns the objects outside of a namespace, without objects that Flux objects of the namespace have applied.
// The operator's baseline has its own namespace and its own condition.
func (o Objects) Outside(namespace string) Objects {
	if namespace == "" {
		return o
	}
	appliedBy := make(map[ID]ID, len(o.All))
	for _, object := range o.All {
		appliedBy[object.ID] = object.AppliedBy
	}
	o.All = slices.DeleteFunc(slices.Clone(o.All), func(object Object) bool {
		for id, depth := object.ID, 0; id != (ID{}) && depth < longestChain; id, depth = appliedBy[id], depth+1 {
			if id.Namespace == namespace {
				return true
			}
		}
		return false
	})
	return o
}

// Without returns the kinds that are not in others.
func Without(kinds, others []schema.GroupVersionKind) []schema.GroupVersionKind {
	return slices.DeleteFunc(slices.Clone(kinds), func(kind schema.GroupVersionKind) bool { return slices.Contains(others, kind) })
}

// mostFollowed is the maximum number of Kustomizations whose inventories ReadInventories reads. The inventories of
// others are missing.
const mostFollowed = 100

// ReadInventories reads the inventories of a Kustomization and, recursively, of those that it has applied, with one
// request for each.
func ReadInventories(ctx context.Context, shoot client.Reader, root ID) (Inventories, error) {
	inventories := newInventories()
	seen, next := map[ID]bool{root: true}, []ID{root}
	for len(next) > 0 && len(seen) <= mostFollowed {
		own := next[0]
		next = next[1:]
		kustomization := &unstructured.Unstructured{}
		kustomization.SetGroupVersionKind(kustomizev1.GroupVersion.WithKind(kindKustomization))
		err := shoot.Get(ctx, client.ObjectKey{Namespace: own.Namespace, Name: own.Name}, kustomization)
		if apierrors.IsNotFound(err) {
			continue
		}
		if err != nil {
			return Inventories{}, fmt.Errorf("failed to get %s: %w", own.String(), err)
		}
		inventories.add(own, kustomization)
		for _, child := range childrenIn(inventories.of[own]) {
			if !seen[child] {
				seen[child] = true
				next = append(next, child)
			}
		}
	}
	return inventories, nil
}
