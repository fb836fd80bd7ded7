// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// syncTimeout limits how long a read waits for the initial list of a watch. After the timeout, the caller reads from
	// the API server.
	syncTimeout = 5 * time.Second
	// watchErrorWindow is the time after a watch error during which the cache is not used. It is longer than the time
	// between two retries of the watch, about one minute.
	watchErrorWindow = 2 * time.Minute
)

// watchedByName reads objects of one kind in all namespaces, with one watch for each name. The process only needs the
// permission to list and watch these names. A read returns an error if the watch cannot be used; the caller must then
// read from the API server.
type watchedByName map[string]*nameWatch

// nameWatch is a watch for objects of one kind and name. It only runs on the leader.
type nameWatch struct {
	cache.Cache
	clock       clock.PassiveClock
	syncTimeout time.Duration

	mutex    sync.Mutex
	failure  error
	failedAt time.Time
}

// NeedLeaderElection returns true, because only the leader reads from the watch.
func (*nameWatch) NeedLeaderElection() bool { return true }

// failed records an error of a list or watch. It ignores the end of a watch and an expired resource version, which are
// part of the lifecycle of a watch.
func (w *nameWatch) failed(ctx context.Context, reflector *toolscache.Reflector, err error) {
	toolscache.DefaultWatchErrorHandler(ctx, reflector, err)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.failure, w.failedAt = err, w.clock.Now()
}

// recentFailure returns the last error of the watch if it occurred within watchErrorWindow.
func (w *nameWatch) recentFailure() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.failure != nil && w.clock.Since(w.failedAt) < watchErrorWindow {
		return fmt.Errorf("the watch has failed: %w", w.failure)
	}
	return nil
}

// Get reads an object from the watch. It returns an error if the initial list is incomplete after syncTimeout, or if
// the watch has failed recently.
func (w *nameWatch) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	if err := w.recentFailure(); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, w.syncTimeout)
	defer cancel()
	return w.Cache.Get(bounded, key, object, opts...)
}

// newWatch adds watches for objects of the kind and names to the manager.
func newWatch(mgr manager.Manager, object client.Object, transform func(any) (any, error), names ...string) (watchedByName, error) {
	watched := watchedByName{}
	for _, name := range names {
		named := &nameWatch{clock: clock.RealClock{}, syncTimeout: syncTimeout}
		var err error
		named.Cache, err = cache.New(mgr.GetConfig(), cache.Options{
			HTTPClient: mgr.GetHTTPClient(), Scheme: mgr.GetScheme(), Mapper: mgr.GetRESTMapper(), DefaultWatchErrorHandler: named.failed,
			ByObject: map[client.Object]cache.ByObject{
				object: {Field: fields.OneTermEqualSelector(metav1.ObjectNameField, name), Transform: transform},
			},
		})
		if err != nil {
			return nil, fmt.Errorf("failed to watch %T %s: %w", object, name, err)
		}
		if err := mgr.Add(named); err != nil {
			return nil, fmt.Errorf("failed to watch %T %s: %w", object, name, err)
		}
		watched[name] = named
	}
	return watched, nil
}

// Get reads from the watch for the name.
func (w watchedByName) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	watched, ok := w[key.Name]
	if !ok {
		return fmt.Errorf("%T %s is not watched", object, key)
	}
	return watched.Get(ctx, key, object, opts...)
}

// List always returns an error, because no caller needs it.
func (w watchedByName) List(context.Context, client.ObjectList, ...client.ListOption) error {
	return errors.New("objects that are watched by name cannot be listed")
}

// kubeconfigs reads kubeconfigs of shoots from a watch. If a kubeconfig is missing there or the watch cannot be used,
// it reads from the API server.
type kubeconfigs struct {
	client.Reader
	watched client.Reader
}

// WatchKubeconfigs returns a reader of Secrets that reads kubeconfigs of shoots from a watch, and other Secrets
// from the API server.
func WatchKubeconfigs(mgr manager.Manager) (client.Reader, error) {
	watched, err := newWatch(mgr, &corev1.Secret{}, slimKubeconfig, v1beta1constants.SecretNameGardenerInternal)
	return kubeconfigs{Reader: mgr.GetClient(), watched: watched}, err
}

// Get reads a Secret.
func (k kubeconfigs) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	if key.Name == v1beta1constants.SecretNameGardenerInternal && k.watched.Get(ctx, key, object, opts...) == nil {
		return nil
	}
	return k.Reader.Get(ctx, key, object, opts...)
}

// WatchManagedResources returns a reader of the extension's ManagedResources in all namespaces, which reads from one
// watch for each name. A read returns an error if the watch cannot be used.
func WatchManagedResources(mgr manager.Manager) (client.Reader, error) {
	return newWatch(mgr, &resourcesv1alpha1.ManagedResource{}, slimManagedResource, managedResourceNames()...)
}

// managedResourceNames returns the names of the ManagedResources that the process may list and watch.
func managedResourceNames() []string {
	return []string{
		fluxv1alpha1.ManagedResourceCRDs, fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceConfig, fluxv1alpha1.ManagedResourceBaseline,
		fluxv1alpha1.PredecessorManagedResourceConfig, fluxv1alpha1.PredecessorManagedResourceInstall,
	}
}
