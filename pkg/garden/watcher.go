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
	"golang.org/x/sync/errgroup"
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

// Watcher is a StateWatcher that watches the objects of all projects, or of the one with the given namespace:
// ConfigMaps flux-config, the metadata of Secrets flux-source and flux-source-keys, and optionally ConfigMaps
// flux-rollout. It lists and caches only objects with these names. No method waits for the garden. While the garden is
// unreachable, the watches are retried; afterwards, the cache is updated.
type Watcher struct {
	watches
	configs, keys, sourceKeys *watch
	// rollouts is nil if rollouts are not watched.
	rollouts *rolloutWatch
}

// NewRolloutWatcher returns a Watcher of the namespace, or of all for metav1.NamespaceAll, that also watches rollouts.
func NewRolloutWatcher(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, namespace string, log logr.Logger) (*Watcher, error) {
	w, err := newWatcher(ctx, garden, mapper, namespace, log)
	if err != nil {
		return nil, err
	}
	watched, err := newWatch(ctx, garden, mapper, newWatchErrorLog(log, clock.RealClock{}), &corev1.ConfigMap{},
		selected(namespace, fluxv1alpha1.RolloutConfigMapName, withoutReport))
	w.rollouts = &rolloutWatch{watch: watched, decoded: decodedRollouts{damages: newDamageLog(log, clock.RealClock{})}}
	w.watches = append(w.watches, watched)
	return w, err
}

// NewWatcher returns a Watcher of all projects that does not watch rollouts. The client configuration for the garden
// must not have a timeout, because a watch is a single request. No request is sent before Start.
func NewWatcher(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, log logr.Logger) (*Watcher, error) {
	return newWatcher(ctx, garden, mapper, metav1.NamespaceAll, log)
}

func newWatcher(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, namespace string, log logr.Logger) (*Watcher, error) {
	all, err := newWatches(ctx, garden, mapper, namespace, log, []watchedObject{
		{&corev1.ConfigMap{}, fluxv1alpha1.ConfigMapName},
		{MetadataOf("Secret", client.ObjectKey{}), fluxv1alpha1.DeployKeySecretName},
		{MetadataOf("Secret", client.ObjectKey{}), fluxv1alpha1.SourceKeysSecretName},
	})
	return &Watcher{watches: all, configs: all[0], keys: all[1], sourceKeys: all[2]}, err
}

// NewReports returns a Follower of the reports of all projects, for Start: the ConfigMaps flux-status and flux-rollout.
// It watches only metadata, because seeds may write a megabyte frequently.
func NewReports(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, log logr.Logger) (*Reports, error) {
	all, err := newWatches(ctx, garden, mapper, metav1.NamespaceAll, log, []watchedObject{
		{MetadataOf("ConfigMap", client.ObjectKey{}), fluxv1alpha1.StatusConfigMapName},
		{MetadataOf("ConfigMap", client.ObjectKey{}), fluxv1alpha1.RolloutConfigMapName},
	})
	return &Reports{all}, err
}

// Reports are the reports of all projects.
type Reports struct{ watches }

type watches []*watch

// watchedObject is a kind and a name.
type watchedObject struct {
	client.Object
	name string
}

func newWatches(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, namespace string, log logr.Logger, objects []watchedObject) (all watches, err error) {
	watchErrors := newWatchErrorLog(log, clock.RealClock{})
	var errs []error
	for _, object := range objects {
		w, err := newWatch(ctx, garden, mapper, watchErrors, object.Object, selected(namespace, object.name, ownAnnotations))
		all, errs = append(all, w), append(errs, err)
	}
	return all, errors.Join(errs...)
}

// watch caches the objects with one name. Each name needs its own cache, because a cache supports one name per kind.
type watch struct {
	cache.Cache
	cache.Informer
}

// newWatch returns a watch of the selected objects in the garden. Failures of the watch are logged.
func newWatch(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, watchErrors *errorLog, object client.Object, selected cache.ByObject) (*watch, error) {
	c, err := cache.New(garden, cache.Options{
		Scheme:                      kubernetesscheme.Scheme,
		Mapper:                      mapper,
		ByObject:                    map[client.Object]cache.ByObject{object: selected},
		DefaultTransform:            cache.TransformStripManagedFields(),
		DefaultWatchErrorHandler:    watchErrors.handleWatch,
		ReaderFailOnMissingInformer: true,
	})
	if err != nil {
		return nil, fmt.Errorf("failed to create a cache for the garden: %w", err)
	}
	informer, err := c.GetInformer(ctx, object, cache.BlockUntilSynced(false))
	if err != nil {
		return nil, fmt.Errorf("failed to create an informer for the garden: %w", err)
	}
	return &watch{c, informer}, nil
}

// selected selects the objects with the name in the namespace, or in all for metav1.NamespaceAll.
func selected(namespace, name string, transform toolscache.TransformFunc) cache.ByObject {
	if namespace == metav1.NamespaceAll {
		return cache.ByObject{Field: withName(name), Transform: transform}
	}
	return cache.ByObject{Namespaces: map[string]cache.Config{namespace: {FieldSelector: withName(name), Transform: transform}}}
}

func withName(name string) fields.Selector {
	return fields.OneTermEqualSelector(metav1.ObjectNameField, name)
}

// ownAnnotations is a cache transform that removes all annotations except the extension's. The annotation of kubectl
// apply may contain the whole object, including a private key.
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
func (w watches) Start(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, watched := range w {
		group.Go(func() error { return watched.Start(ctx) })
	}
	return group.Wait()
}

// Follow calls changed with the namespace of each project with a changed object, and with metav1.NamespaceAll after the
// first list of each kind of object, until the context ends. All changes of a project during a call result in one
// further call. Follow does not block.
func (w watches) Follow(ctx context.Context, changed func(namespace string)) error {
	fold := NewFold()
	fold.Start(ctx, changed)
	for _, watched := range w {
		if _, err := watched.AddEventHandler(changes(fold.Add)); err != nil {
			return fmt.Errorf("failed to watch in the garden: %w", err)
		}
		go func() {
			if toolscache.WaitForCacheSync(ctx.Done(), watched.HasSynced) {
				fold.Add(metav1.NamespaceAll)
			}
		}()
	}
	return nil
}

// Namespaces returns the namespaces of all projects with a configuration, or none until they are listed.
func (w *Watcher) Namespaces(ctx context.Context) ([]string, error) {
	configMaps := &corev1.ConfigMapList{}
	if err := w.configs.List(ctx, configMaps, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the ConfigMaps %s in the cache: %w", fluxv1alpha1.ConfigMapName, err)
	}
	namespaces := make([]string, 0, len(configMaps.Items))
	for i := range configMaps.Items {
		namespaces = append(namespaces, configMaps.Items[i].Namespace)
	}
	return namespaces, nil
}

// State returns the state of a project from the cache, and whether it is known. A state is unknown until the
// configurations are listed. The state of a project with a rollout is unknown until the rollouts are listed.
func (w *Watcher) State(ctx context.Context, namespace string) (State, bool, error) {
	if !w.configs.HasSynced() {
		return State{}, false, nil
	}
	var state State
	configMap := &corev1.ConfigMap{}
	switch err := w.configs.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, configMap); {
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
	key, err := w.keys.key(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName})
	if err != nil {
		return State{}, false, err
	}
	state.setKey(key)
	state.SourceKeys, err = w.sourceKeys.key(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.SourceKeysSecretName})
	return state, err == nil, err
}

// key returns the metadata of a Secret. It is empty if the Secret does not exist, or until the Secrets are listed.
func (w *watch) key(ctx context.Context, name client.ObjectKey) (KeySecret, error) {
	if !w.HasSynced() {
		return KeySecret{}, nil
	}
	key := MetadataOf("Secret", name)
	if err := w.Get(ctx, name, key); client.IgnoreNotFound(err) != nil {
		return KeySecret{}, fmt.Errorf("failed to get Secret %s from the cache: %w", name, err)
	}
	return keySecretOf(key), nil
}

// changes returns a handler that calls changed for events after the first list. It ignores objects that are listed
// again with the same resourceVersion.
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

// foldWorkers is the number of projects that a Fold processes at a time, so that one slow project does not block
// others.
const foldWorkers = 4

// Fold calls a function for changed projects. The calls run outside the goroutine of the informer, because reading the
// configuration of a project may need a long time. All changes of a project during a call result in one further call.
// There is never more than one call at a time for a project.
type Fold struct {
	queue workqueue.TypedInterface[string]
}

// NewFold returns a Fold. Namespaces that are added before Start are kept.
func NewFold() *Fold { return &Fold{queue: workqueue.NewTyped[string]()} }

// Add adds the namespace of a changed project. It does not block.
func (f *Fold) Add(namespace string) { f.queue.Add(namespace) }

// Start calls changed with each added namespace until the context ends. It does not block.
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
