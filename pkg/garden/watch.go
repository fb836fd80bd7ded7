// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Watcher watches the configuration of all projects: the ConfigMaps flux-config, the metadata of the Secrets flux-source and flux-source-keys, and on a
// seed the ConfigMaps flux-rollout. It lists and caches objects of these names only. None of its methods waits for the garden: while the garden is unreachable, the watches are retried,
// and then the cache is updated.
type Watcher struct {
	cache            cache.Cache
	configMaps, keys cache.Informer
	// sourceKeyCache has the Secrets with the keys of additional sources: a cache has one name for each kind.
	sourceKeyCache cache.Cache
	sourceKeys     cache.Informer
	// rollouts is nil if they are not watched.
	rollouts *rolloutWatch
}

// State is the configuration of a project, its rollout, and the metadata of its deploy key.
type State struct {
	// ConfigMap is the ConfigMap flux-config; nil if there is none.
	ConfigMap *document.ConfigMap
	// ConfigAnnotations are the annotations of the extension that the ConfigMap has. Only a Watcher has them.
	ConfigAnnotations map[string]string
	// Rollout is the content of the ConfigMap flux-rollout, which must not be changed; nil if it is missing or damaged, or if the project has no
	// rollout.
	Rollout *rollout.State
	// KeyVersion is the resourceVersion of the Secret flux-source; empty if there is none, or if Secrets are not listed yet.
	KeyVersion string
	// KeyAnnotations are the annotations of that Secret, which describe the key and are not confidential.
	KeyAnnotations map[string]string
	// KeyCreated is when that Secret was created.
	KeyCreated time.Time
	// SourceKeys are the metadata of the Secret flux-source-keys, as those of the Secret flux-source.
	SourceKeys KeySecret
}

// KeySecret is the metadata of the Secret with the deploy keys of additional sources.
type KeySecret struct {
	// Version is its resourceVersion; empty if there is none, or if it was not read yet.
	Version string
	// Annotations are its annotations, which describe the keys and are not confidential.
	Annotations map[string]string
	// Created is when it was created.
	Created time.Time
}

// OfSource returns the state with the deploy key of an additional source as that of the project.
func (s State) OfSource(name string) State {
	s.KeyVersion, s.KeyAnnotations, s.KeyCreated = s.SourceKeys.Version, deploykey.Annotations(s.SourceKeys.Annotations, name), s.SourceKeys.Created
	return s
}

// KeySince is when the key was generated, or for a key that a user has provided, when its Secret was created.
func (s State) KeySince() time.Time {
	if generated, err := time.Parse(time.RFC3339, s.KeyAnnotations[fluxv1alpha1.AnnotationGeneratedAt]); err == nil {
		return generated
	}
	return s.KeyCreated
}

// NewRolloutWatcher returns a Watcher as NewWatcher does, which watches rollouts too.
func NewRolloutWatcher(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, log logr.Logger) (*Watcher, error) {
	w, err := NewWatcher(ctx, garden, mapper, log)
	if err != nil {
		return nil, err
	}
	r := &rolloutWatch{decoded: decodedRollouts{damages: newDamageLog(log, clock.RealClock{})}}
	if r.cache, err = cache.New(garden, cache.Options{
		Scheme:                      kubernetesscheme.Scheme,
		Mapper:                      mapper,
		ByObject:                    map[client.Object]cache.ByObject{&corev1.ConfigMap{}: {Field: withName(fluxv1alpha1.RolloutConfigMapName), Transform: withoutReport}},
		DefaultWatchErrorHandler:    newWatchErrorLog(log, clock.RealClock{}).handleWatch,
		ReaderFailOnMissingInformer: true,
	}); err != nil {
		return nil, fmt.Errorf("failed to create the cache for rollouts in the garden: %w", err)
	}
	if r.informer, err = r.cache.GetInformer(ctx, &corev1.ConfigMap{}, cache.BlockUntilSynced(false)); err != nil {
		return nil, fmt.Errorf("failed to create an informer for rollouts in the garden: %w", err)
	}
	w.rollouts = r
	return w, nil
}

// NewWatcher returns a Watcher for the garden of the client configuration, which must not have a timeout, because a watch is one request.
// No request is sent before Start. It does not watch rollouts.
func NewWatcher(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, log logr.Logger) (*Watcher, error) {
	watchErrors := newWatchErrorLog(log, clock.RealClock{})
	c, err := cache.New(garden, cache.Options{
		Scheme: kubernetesscheme.Scheme,
		Mapper: mapper,
		ByObject: map[client.Object]cache.ByObject{
			&corev1.ConfigMap{}: {Field: withName(fluxv1alpha1.ConfigMapName), Transform: ownAnnotations},
			keyMetadata():       {Field: withName(fluxv1alpha1.DeployKeySecretName), Transform: ownAnnotations},
		},
		DefaultTransform:            cache.TransformStripManagedFields(),
		DefaultWatchErrorHandler:    watchErrors.handleWatch,
		ReaderFailOnMissingInformer: true,
	})
	if err != nil {
		return nil, fmt.Errorf("failed to create the cache for the garden: %w", err)
	}
	w := &Watcher{cache: c}
	for object, informer := range map[client.Object]*cache.Informer{&corev1.ConfigMap{}: &w.configMaps, keyMetadata(): &w.keys} {
		if *informer, err = c.GetInformer(ctx, object, cache.BlockUntilSynced(false)); err != nil {
			return nil, fmt.Errorf("failed to create an informer for the garden: %w", err)
		}
	}
	if w.sourceKeyCache, err = cache.New(garden, cache.Options{
		Scheme: kubernetesscheme.Scheme, Mapper: mapper,
		ByObject:                    map[client.Object]cache.ByObject{keyMetadata(): {Field: withName(fluxv1alpha1.SourceKeysSecretName), Transform: ownAnnotations}},
		DefaultWatchErrorHandler:    watchErrors.handleWatch,
		ReaderFailOnMissingInformer: true,
	}); err != nil {
		return nil, fmt.Errorf("failed to create the cache for the keys of sources in the garden: %w", err)
	}
	if w.sourceKeys, err = w.sourceKeyCache.GetInformer(ctx, keyMetadata(), cache.BlockUntilSynced(false)); err != nil {
		return nil, fmt.Errorf("failed to create an informer for the keys of sources in the garden: %w", err)
	}
	return w, nil
}

func withName(name string) fields.Selector {
	return fields.OneTermEqualSelector(metav1.ObjectNameField, name)
}

// keyMetadata is the type of Secrets of which only the metadata is read.
func keyMetadata() *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"}}
}

// ownAnnotations removes all annotations but those of the extension. The annotation of kubectl apply may contain the whole object, of a deploy key's
// Secret with the private key.
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

// Follow calls changed with the namespace of each project whose configuration, rollout or deploy key changes, and with metav1.NamespaceAll after
// the first list, once for each of them. Changes of a project are folded while an earlier one is worked on. It does not block, and ends with the context.
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

// Namespaces returns those of all projects with a configuration; none before they are listed.
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

// State returns the state of a project from the cache, and whether the cache has it. As long as rollouts are not listed, it has none of a project
// with a rollout.
func (w *Watcher) State(ctx context.Context, namespace string) (State, bool, error) {
	if !w.configMaps.HasSynced() {
		return State{}, false, nil
	}
	var state State
	configMap := &corev1.ConfigMap{}
	switch err := w.cache.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, configMap); {
	case err == nil:
		state.ConfigMap = &document.ConfigMap{Namespace: namespace, Data: configMap.Data, BinaryData: configMap.BinaryData}
		state.ConfigAnnotations = configMap.Annotations
	case !apierrors.IsNotFound(err):
		return State{}, false, fmt.Errorf("failed to get ConfigMap %s/%s from the cache: %w", namespace, fluxv1alpha1.ConfigMapName, err)
	}
	if w.rollouts != nil {
		known, err := w.rollouts.add(ctx, namespace, configMap, &state)
		if err != nil || !known {
			return State{}, false, err
		}
	}
	if err := w.readKeys(ctx, namespace, &state); err != nil {
		return State{}, false, err
	}
	return state, true, nil
}

// readKeys adds what the caches have of the deploy keys, as far as they are listed.
func (w *Watcher) readKeys(ctx context.Context, namespace string, state *State) error {
	if w.keys.HasSynced() {
		key, err := keyFrom(ctx, w.cache, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName})
		if err != nil {
			return err
		}
		state.KeyVersion, state.KeyAnnotations, state.KeyCreated = key.ResourceVersion, key.Annotations, key.CreationTimestamp.Time
	}
	if w.sourceKeys.HasSynced() {
		keys, err := keyFrom(ctx, w.sourceKeyCache, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.SourceKeysSecretName})
		if err != nil {
			return err
		}
		state.SourceKeys = keySecretOf(keys)
	}
	return nil
}

func keySecretOf(keys *metav1.PartialObjectMetadata) KeySecret {
	return KeySecret{Version: keys.ResourceVersion, Annotations: keys.Annotations, Created: keys.CreationTimestamp.Time}
}

func keyFrom(ctx context.Context, from client.Reader, name client.ObjectKey) (*metav1.PartialObjectMetadata, error) {
	key := keyMetadata()
	if err := from.Get(ctx, name, key); client.IgnoreNotFound(err) != nil {
		return nil, fmt.Errorf("failed to get Secret %s from the cache: %w", name, err)
	}
	return key, nil
}

// changes handles events after the first list. An object that is listed again with the same resourceVersion has not changed.
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
