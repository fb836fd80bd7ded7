// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	requestedAt = fluxmeta.ReconcileRequestAnnotation
	// settleWithin limits how long Flux takes until it has nothing left to do.
	settleWithin = 2 * time.Minute
	// pollInterval is the interval of looks at Flux's objects, and calm the number of equal ones in a row that end a wait.
	pollInterval = 50 * time.Millisecond
	calm         = 6
	// stuck is the number of equal looks after which a reconciliation is taken for one that waits for its timeout.
	stuck = 160
	// mostRounds limits how often Flux is asked to reconcile everything again, as the intervals do.
	mostRounds = 5
)

// kustomizations is the resource of Kustomizations.
func kustomizations() schema.GroupVersionResource {
	return kustomizev1.GroupVersion.WithResource("kustomizations")
}

// sources are the resources of sources.
func sources() []schema.GroupVersionResource {
	var all []schema.GroupVersionResource
	for _, resource := range []string{"gitrepositories", "ocirepositories", "buckets", "externalartifacts"} {
		all = append(all, schema.GroupVersionResource{Group: "source.toolkit.fluxcd.io", Version: "v1", Resource: resource})
	}
	return all
}

// flux is the state of Flux's objects.
type flux struct {
	kustomizations []kustomizev1.Kustomization
	sources        map[string]source
	// versions identifies the state.
	versions string
}

// source is an object with an artifact.
type source struct {
	resource schema.GroupVersionResource
	object   *unstructured.Unstructured
}

func (s *shoot) flux(ctx context.Context) (*flux, error) {
	state := &flux{sources: map[string]source{}}
	items, err := s.dynamic.Resource(kustomizations()).List(ctx, metav1.ListOptions{})
	if err != nil && !apierrors.IsNotFound(err) {
		return nil, err
	}
	var versions []string
	if err == nil {
		for _, item := range items.Items {
			k := kustomizev1.Kustomization{}
			if err := runtime.DefaultUnstructuredConverter.FromUnstructured(item.Object, &k); err != nil {
				return nil, err
			}
			state.kustomizations = append(state.kustomizations, k)
			versions = append(versions, string(item.GetUID())+item.GetResourceVersion())
		}
	}
	for _, resource := range sources() {
		items, err := s.dynamic.Resource(resource).List(ctx, metav1.ListOptions{})
		if apierrors.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for i := range items.Items {
			item := &items.Items[i]
			state.sources[item.GetKind()+" "+item.GetNamespace()+"/"+item.GetName()] = source{resource: resource, object: item}
			versions = append(versions, string(item.GetUID())+item.GetResourceVersion())
		}
	}
	slices.Sort(versions)
	state.versions = strings.Join(versions, ",")
	return state, nil
}

// requests numbers requests for reconciliations.
var requests atomic.Int64

// start waits until Flux has nothing left to do.
func (s *shoot) start(ctx context.Context) (objects, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, settleWithin, fmt.Errorf("not within %s", settleWithin))
	defer cancel()
	if err := s.request(ctx, true); err != nil {
		return nil, err
	}
	return s.ended(ctx)
}

// settle waits until Flux has nothing left to do. It asks the sources to fetch, and waits for what that causes; then it
// asks for a reconciliation of everything, as the intervals would, until that changes nothing. It returns the objects.
func (s *shoot) settle(ctx context.Context) (objects, *flux, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, settleWithin, fmt.Errorf("not within %s", settleWithin))
	defer cancel()
	if err := s.request(ctx, true); err != nil {
		return nil, nil, err
	}
	before, err := s.ended(ctx)
	if err != nil {
		return nil, nil, err
	}
	for range mostRounds {
		if err := s.request(ctx, false); err != nil {
			return nil, nil, err
		}
		after, err := s.ended(ctx)
		if err != nil {
			return nil, nil, err
		}
		if same(before, after) {
			state, err := s.flux(ctx)
			return after, state, err
		}
		before = after
	}
	return nil, nil, fmt.Errorf("Flux still changes objects after %d rounds of reconciliations", mostRounds)
}

func same(a, b objects) bool {
	if len(a) != len(b) {
		return false
	}
	for id, object := range a {
		if b[id].uid != object.uid || b[id].content != object.content {
			return false
		}
	}
	return true
}

// ended waits until no deletion is under way.
func (s *shoot) ended(ctx context.Context) (all objects, err error) {
	err = process.Until(ctx, "the end of deletions", pollInterval, func(ctx context.Context) error {
		if all, err = s.list(ctx); err != nil {
			return err
		}
		for id, object := range all {
			if object.terminating {
				return fmt.Errorf("%s is being deleted", id)
			}
		}
		return nil
	})
	return all, err
}

// request asks for a reconciliation of the sources, or of everything, and waits until Flux has nothing left to do.
func (s *shoot) request(ctx context.Context, onlySources bool) error {
	state, err := s.flux(ctx)
	if err != nil {
		return err
	}
	asked := strconv.FormatInt(requests.Add(1), 10)
	wanted := map[types.UID]bool{}
	patch := []byte(`{"metadata":{"annotations":{"` + requestedAt + `":"` + asked + `"}}}`)
	for _, source := range state.sources {
		if suspended, _, _ := unstructured.NestedBool(source.object.Object, "spec", "suspend"); suspended {
			continue
		}
		wanted[source.object.GetUID()] = true
		_, err := s.dynamic.Resource(source.resource).Namespace(source.object.GetNamespace()).Patch(ctx, source.object.GetName(), types.MergePatchType, patch, metav1.PatchOptions{})
		if err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	for _, k := range state.kustomizations {
		if onlySources || k.Spec.Suspend || k.DeletionTimestamp != nil {
			continue
		}
		wanted[k.UID] = true
		_, err := s.dynamic.Resource(kustomizations()).Namespace(k.Namespace).Patch(ctx, k.Name, types.MergePatchType, patch, metav1.PatchOptions{})
		if err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	return s.awaitCalm(ctx, wanted, asked)
}

// awaitCalm waits until Flux's objects tell that nothing is left to do, and stay as they are.
func (s *shoot) awaitCalm(ctx context.Context, wanted map[types.UID]bool, asked string) error {
	equal, last := 0, ""
	return process.Until(ctx, "Flux", pollInterval, func(ctx context.Context) error {
		state, err := s.flux(ctx)
		if err != nil {
			return err
		}
		if equal++; state.versions != last {
			equal, last = 1, state.versions
		}
		if err := state.working(wanted, asked); err != nil {
			if equal < stuck {
				return err
			}
			// It waits for an object, until its timeout, which can be as long as its interval. A restart is a reconciliation
			// without the wait.
			equal = 0
			return errors.Join(err, s.restartKustomizeController(ctx))
		}
		if equal < calm {
			return errors.New("its objects have changed a moment ago")
		}
		return nil
	})
}

// working returns what Flux still has to do, as far as its objects tell.
func (f *flux) working(wanted map[types.UID]bool, asked string) error {
	for name, source := range f.sources {
		handled, _, _ := unstructured.NestedString(source.object.Object, "status", "lastHandledReconcileAt")
		suspended, _, _ := unstructured.NestedBool(source.object.Object, "spec", "suspend")
		switch {
		case source.object.GetDeletionTimestamp() != nil:
			return fmt.Errorf("%s is being deleted", name)
		case suspended:
		case source.resource.Resource == "externalartifacts":
		case wanted[source.object.GetUID()] && handled != asked:
			return fmt.Errorf("%s has not been reconciled", name)
		case ready(source.object) == "":
			return fmt.Errorf("%s is in progress", name)
		}
	}
	for i := range f.kustomizations {
		k := &f.kustomizations[i]
		name := "Kustomization " + k.Namespace + "/" + k.Name
		condition := meta.FindStatusCondition(k.Status.Conditions, fluxmeta.ReadyCondition)
		switch {
		case k.DeletionTimestamp != nil:
			return fmt.Errorf("%s is being deleted", name)
		case k.Spec.Suspend:
		case condition == nil || condition.Status == metav1.ConditionUnknown || condition.ObservedGeneration != k.Generation:
			return fmt.Errorf("%s is in progress", name)
		case wanted[k.UID] && k.Status.LastHandledReconcileAt != asked:
			return fmt.Errorf("%s has not been reconciled", name)
		case condition.Reason == fluxmeta.DependencyNotReadyReason:
			if f.dependenciesReady(k) {
				return fmt.Errorf("%s waits, although its dependencies are ready", name)
			}
		case condition.Reason == fluxmeta.ArtifactFailedReason:
			if f.revision(k) != "" && strings.HasPrefix(condition.Message, "Source artifact not found") {
				return fmt.Errorf("%s has not seen the artifact", name)
			}
		case f.revision(k) != "" && k.Status.LastAttemptedRevision != f.revision(k):
			return fmt.Errorf("%s has not attempted %s", name, f.revision(k))
		}
	}
	return nil
}

// revision returns the revision of the artifact of a Kustomization's source, or nothing.
func (f *flux) revision(k *kustomizev1.Kustomization) string {
	namespace := k.Spec.SourceRef.Namespace
	if namespace == "" {
		namespace = k.Namespace
	}
	source, has := f.sources[k.Spec.SourceRef.Kind+" "+namespace+"/"+k.Spec.SourceRef.Name]
	if !has {
		return ""
	}
	revision, _, _ := unstructured.NestedString(source.object.Object, "status", "artifact", "revision")
	return revision
}

func (f *flux) dependenciesReady(k *kustomizev1.Kustomization) bool {
	for _, dependency := range k.Spec.DependsOn {
		namespace := dependency.Namespace
		if namespace == "" {
			namespace = k.Namespace
		}
		isReady := slices.ContainsFunc(f.kustomizations, func(other kustomizev1.Kustomization) bool {
			return other.Name == dependency.Name && other.Namespace == namespace && meta.IsStatusConditionTrue(other.Status.Conditions, fluxmeta.ReadyCondition)
		})
		if !isReady || dependency.ReadyExpr != "" {
			return false
		}
	}
	return true
}

// ready returns True or False when the object has been reconciled in its current generation.
func ready(object *unstructured.Unstructured) string {
	conditions, _, _ := unstructured.NestedSlice(object.Object, "status", "conditions")
	for _, condition := range conditions {
		condition, is := condition.(map[string]any)
		if !is || condition["type"] != fluxmeta.ReadyCondition || condition["observedGeneration"] != object.GetGeneration() || condition["status"] == string(metav1.ConditionUnknown) {
			continue
		}
		return fmt.Sprint(condition["status"])
	}
	return ""
}
