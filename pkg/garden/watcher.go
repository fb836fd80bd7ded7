// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Watcher is a StateWatcher that watches the objects of all projects: ConfigMaps flux-config, metadata of Secrets
// flux-source and flux-source-keys, and optionally ConfigMaps flux-rollout. It lists and caches only objects of these
// names. No method waits for the garden. While the garden is unreachable, the watches are retried; then the cache
// catches up.
type Watcher struct {
	cache            cache.Cache
	configMaps, keys cache.Informer
	// sourceKeyCache caches Secrets flux-source-keys, because a cache has one name per kind.
	sourceKeyCache cache.Cache
	sourceKeys     cache.Informer
	// rollouts is nil if rollouts are not watched.
	rollouts *rolloutWatch
}

// NewRolloutWatcher returns a Watcher that also watches rollouts.
func NewRolloutWatcher(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, log logr.Logger) (*Watcher, error) {
	w, err := NewWatcher(ctx, garden, mapper, log)
	if err != nil {
		return nil, err
	}
	r := &rolloutWatch{decoded: decodedRollouts{damages: newDamageLog(log, clock.RealClock{})}}
	if r.cache, err = newCache(garden, mapper, newWatchErrorLog(log, clock.RealClock{}), map[client.Object]cache.ByObject{
		&corev1.ConfigMap{}: {Field: withName(fluxv1alpha1.RolloutConfigMapName), Transform: withoutReport},
	}); err != nil {
		return nil, err
	}
	if r.informer, err = informerFor(ctx, r.cache, &corev1.ConfigMap{}); err != nil {
		return nil, err
	}
	w.rollouts = r
	return w, nil
}

// NewWatcher returns a Watcher that does not watch rollouts. The client configuration for the garden must not have a
// timeout, because a watch is a single request. No request is sent before Start.
func NewWatcher(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, log logr.Logger) (*Watcher, error) {
	w, watchErrors := &Watcher{}, newWatchErrorLog(log, clock.RealClock{})
	var err error
	if w.cache, err = newCache(garden, mapper, watchErrors, map[client.Object]cache.ByObject{
		&corev1.ConfigMap{}: {Field: withName(fluxv1alpha1.ConfigMapName), Transform: ownAnnotations},
		keyMetadata():       {Field: withName(fluxv1alpha1.DeployKeySecretName), Transform: ownAnnotations},
	}); err != nil {
		return nil, err
	}
	if w.sourceKeyCache, err = newCache(garden, mapper, watchErrors, map[client.Object]cache.ByObject{
		keyMetadata(): {Field: withName(fluxv1alpha1.SourceKeysSecretName), Transform: ownAnnotations},
	}); err != nil {
		return nil, err
	}
	if w.configMaps, err = informerFor(ctx, w.cache, &corev1.ConfigMap{}); err != nil {
		return nil, err
	}
	if w.keys, err = informerFor(ctx, w.cache, keyMetadata()); err != nil {
		return nil, err
	}
	if w.sourceKeys, err = informerFor(ctx, w.sourceKeyCache, keyMetadata()); err != nil {
		return nil, err
	}
	return w, nil
}

// newCache returns a cache of objects in the garden that logs failed watches.
func newCache(garden *rest.Config, mapper meta.RESTMapper, watchErrors *errorLog, objects map[client.Object]cache.ByObject) (cache.Cache, error) {
	c, err := cache.New(garden, cache.Options{
		Scheme:                      kubernetesscheme.Scheme,
		Mapper:                      mapper,
		ByObject:                    objects,
		DefaultTransform:            cache.TransformStripManagedFields(),
		DefaultWatchErrorHandler:    watchErrors.handleWatch,
		ReaderFailOnMissingInformer: true,
	})
	if err != nil {
		return nil, fmt.Errorf("failed to create a cache for the garden: %w", err)
	}
	return c, nil
}

func informerFor(ctx context.Context, c cache.Cache, object client.Object) (cache.Informer, error) {
	informer, err := c.GetInformer(ctx, object, cache.BlockUntilSynced(false))
	if err != nil {
		return nil, fmt.Errorf("failed to create an informer for the garden: %w", err)
	}
	return informer, nil
}

func withName(name string) fields.Selector {
	return fields.OneTermEqualSelector(metav1.ObjectNameField, name)
}

// keyMetadata is the type of Secrets whose metadata alone is read.
func keyMetadata() *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"}}
}

// ownAnnotations removes all annotations except the extension's. The annotation of kubectl apply may contain the whole
// object, including a private key.
func ownAnnotations(object any) (any, error) {
	read, ok := object.(client.Object)
	if !ok {
		return object, nil
	}
	read.SetManagedFields(nil)
	for name := range read.GetAnnotations() {
		if !strings.HasPrefix(name, fluxv1alpha1.GroupName+"/") && !strings.Contains(name, "."+fluxv1alpha1.GroupName+"/") {
			delete(read.GetAnnotations(), name)
		}
	}
	return read, nil
}

// Start runs the watches until the context ends.
func (w *Watcher) Start(ctx context.Context) error {
	caches := []cache.Cache{w.cache, w.sourceKeyCache}
	if w.rollouts != nil {
		caches = append(caches, w.rollouts.cache)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, len(caches))
	for _, watched := range caches {
		go func() {
			defer cancel()
			ended <- watched.Start(ctx)
		}()
	}
	var failures []error
	for range caches {
		failures = append(failures, <-ended)
	}
	return errors.Join(failures...)
}

// Follow calls changed with the namespace of each project whose configuration, rollout or deploy key changes, and with
// metav1.NamespaceAll after the first list of each kind of object. It folds changes of a project while changed runs for
// it. It does not block, and ends with the context.
func (w *Watcher) Follow(ctx context.Context, changed func(namespace string)) error {
	fold := NewFold()
	fold.Start(ctx, changed)
	informers := []cache.Informer{w.configMaps, w.keys, w.sourceKeys}
	if w.rollouts != nil {
		informers = append(informers, w.rollouts.informer)
	}
	for _, informer := range informers {
		if _, err := informer.AddEventHandler(changes(fold.Add)); err != nil {
			return fmt.Errorf("failed to watch in the garden: %w", err)
		}
		go func() {
			if toolscache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
				fold.Add(metav1.NamespaceAll)
			}
		}()
	}
	return nil
}

// Namespaces returns the namespaces of all projects with a configuration; none until they are listed.
func (w *Watcher) Namespaces(ctx context.Context) ([]string, error) {
	configMaps := &corev1.ConfigMapList{}
	if err := w.cache.List(ctx, configMaps, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the ConfigMaps %s in the cache: %w", fluxv1alpha1.ConfigMapName, err)
	}
	namespaces := make([]string, 0, len(configMaps.Items))
	for i := range configMaps.Items {
		namespaces = append(namespaces, configMaps.Items[i].Namespace)
	}
	return namespaces, nil
}

// State returns the state of a project from the cache, and whether the cache has it. Until rollouts are listed, it has
// none of a project with a rollout.
func (w *Watcher) State(ctx context.Context, namespace string) (State, bool, error) {
	if !w.configMaps.HasSynced() {
		return State{}, false, nil
	}
	var state State
	configMap := &corev1.ConfigMap{}
	switch err := w.cache.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, configMap); {
	case err == nil:
		state.ConfigMap, state.ConfigAnnotations = documentOf(configMap), configMap.Annotations
	case !apierrors.IsNotFound(err):
		return State{}, false, fmt.Errorf("failed to get ConfigMap %s/%s from the cache: %w", namespace, fluxv1alpha1.ConfigMapName, err)
	}
	if w.rollouts != nil {
		known, err := w.rollouts.add(ctx, namespace, configMap, &state)
		if err != nil || !known {
			return State{}, false, err
		}
	}
	if w.keys.HasSynced() {
		key, err := keyFrom(ctx, w.cache, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName})
		if err != nil {
			return State{}, false, err
		}
		state.setKey(key)
	}
	if w.sourceKeys.HasSynced() {
		var err error
		if state.SourceKeys, err = keyFrom(ctx, w.sourceKeyCache, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.SourceKeysSecretName}); err != nil {
			return State{}, false, err
		}
	}
	return state, true, nil
}

func keyFrom(ctx context.Context, from client.Reader, name client.ObjectKey) (KeySecret, error) {
	key := keyMetadata()
	if err := from.Get(ctx, name, key); client.IgnoreNotFound(err) != nil {
		return KeySecret{}, fmt.Errorf("failed to get Secret %s from the cache: %w", name, err)
	}
	return keySecretOf(key), nil
}

// changes handles events after the first list. An object that is listed again with the same resourceVersion has not
// changed.
func changes(changed func(namespace string)) toolscache.ResourceEventHandler {
	return toolscache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, initially bool) {
			if added, ok := object.(client.Object); ok && !initially {
				changed(added.GetNamespace())
			}
		},
		UpdateFunc: func(before, after any) {
			old, known := before.(client.Object)
			updated, ok := after.(client.Object)
			if known && ok && old.GetResourceVersion() != updated.GetResourceVersion() {
				changed(updated.GetNamespace())
			}
		},
		DeleteFunc: func(object any) {
			if name, err := toolscache.DeletionHandlingObjectToName(object); err == nil {
				changed(name.Namespace)
			}
		},
	}
}

// foldWorkers is the number of projects that a Fold processes at a time, so that a slow one does not block the others.
const foldWorkers = 4

// Fold calls a function for changed projects outside the goroutine of the informer, because reading the configuration
// of a project may take long. All changes of a project during a call result in one more call. A project never has two
// calls at a time.
type Fold struct {
	queue workqueue.TypedInterface[string]
}

// NewFold returns a Fold. It keeps added namespaces until it is started.
func NewFold() *Fold { return &Fold{queue: workqueue.NewTyped[string]()} }

// Add adds the namespace of a changed project. It does not block.
func (f *Fold) Add(namespace string) { f.queue.Add(namespace) }

// Start calls changed until the context ends. It does not block.
func (f *Fold) Start(ctx context.Context, changed func(namespace string)) {
	context.AfterFunc(ctx, f.queue.ShutDown)
	for range foldWorkers {
		go func() {
			for {
				namespace, ended := f.queue.Get()
				if ended {
					return
				}
				if ctx.Err() == nil {
					changed(namespace)
				}
				f.queue.Done(namespace)
			}
		}()
	}
}
