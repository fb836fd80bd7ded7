// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"context"
	"errors"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// pagesOfKind bounds what is read of one kind, whatever the objects are like.
	pagesOfKind = 40
	// mostKept bounds what is kept of all objects of a shoot.
	mostKept = 4 << 20
	// mostExplained is of how many workloads the pods are read.
	mostExplained = 3
)

// Objects are what was read of a shoot.
type Objects struct {
	// All are Flux's objects and the workloads that these have applied, in the order of the kinds.
	All []Object
	// Empty are the kinds of which there was none.
	Empty []schema.GroupVersionKind
	// Exceeded is set if there are more than are read.
	Exceeded bool
}

// errTooMany ends a list.
var errTooMany = errors.New("there are more objects than are read")

// Read reads the objects of these kinds in all namespaces, and the workloads that they have applied, with a request for each kind and page: at
// most so many objects. It leaves out the kinds that the shoot does not have.
func Read(ctx context.Context, shoot client.Reader, kinds []schema.GroupVersionKind, most int) (Objects, error) {
	var objects Objects
	selectors := map[ID]map[string]string{}
	seen, kept := map[ID]bool{}, 0
	for _, kind := range inOrder(kinds) {
		before := len(objects.All)
		err := answers.Scan(ctx, shoot, answers.Whole(kind).AtMost(pagesOfKind, answers.ObjectsPerPage), func(content *unstructured.Unstructured) error {
			o, wanted := of(kind, content)
			if !wanted || seen[o.ID] {
				return nil // An API server that is not Kubernetes' may list an object several times.
			}
			if kept += o.size(); len(objects.All) == most || kept > mostKept {
				return errTooMany
			}
			seen[o.ID] = true
			objects.All = append(objects.All, o)
			if isWorkload(kind.Kind) && o.Status != metav1.ConditionTrue && len(selectors) < mostExplained {
				selectors[o.ID] = selectorOf(content)
			}
			return nil
		})
		if tooMany := (*answers.TooManyError)(nil); errors.Is(err, errTooMany) || errors.As(err, &tooMany) {
			objects.Exceeded = true
			return objects, nil
		}
		if answers.IgnoreUnknownKind(err) != nil {
			return Objects{}, err
		}
		if len(objects.All) == before {
			objects.Empty = append(objects.Empty, kind)
		}
	}
	return objects, explain(ctx, shoot, objects.All, selectors)
}

func of(kind schema.GroupVersionKind, content *unstructured.Unstructured) (Object, bool) {
	// What an API server calls its objects is its own: what was asked for is known.
	content.SetGroupVersionKind(kind)
	if isWorkload(kind.Kind) {
		return workloadOf(content)
	}
	return objectOf(content), true
}

// explain finds out why workloads do not become ready: a Deployment alone reports that only when its time is over.
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

// Without returns the kinds without these.
func Without(kinds, others []schema.GroupVersionKind) []schema.GroupVersionKind {
	return slices.DeleteFunc(slices.Clone(kinds), func(kind schema.GroupVersionKind) bool { return slices.Contains(others, kind) })
}
