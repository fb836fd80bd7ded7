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
	// syncTimeout bounds the wait of a read for the first list of a watch. After the timeout, the caller reads from
	// the API server.
	syncTimeout = 5 * time.Second
	// watchErrorWindow is the time after a watch error without use of the cache. The watch is retried about once a
	// minute.
	watchErrorWindow = 2 * time.Minute
)

// watchedByName reads objects of one kind in all namespaces with one watch for each name. The process only needs
// permission to list and watch these names. If a watch cannot be used, it returns the error, and the caller must
// read from the API server.
type watchedByName map[string]*nameWatch

// nameWatch is a watch for objects of one kind and name. It runs on the leader.
type nameWatch struct {
	cache.Cache
	clock       clock.PassiveClock
	syncTimeout time.Duration

	mutex    sync.Mutex
	failure  error
	failedAt time.Time
}

// NeedLeaderElection returns true: only the leader reads from the watch.
func (*nameWatch) NeedLeaderElection() bool { return true }

// failed records an error of a list or watch. The end of a watch and an expired resource version are part of
// its lifecycle.
func (w *nameWatch) failed(ctx context.Context, reflector *toolscache.Reflector, err error) {
	toolscache.DefaultWatchErrorHandler(ctx, reflector, err)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.failure, w.failedAt = err, w.clock.Now()
}

// recentFailure returns an error of the watch within the watchErrorWindow.
func (w *nameWatch) recentFailure() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.failure != nil && w.clock.Since(w.failedAt) < watchErrorWindow {
		return fmt.Errorf("the watch has failed: %w", w.failure)
	}
	return nil
}

// Get waits up to the syncTimeout for the first list. It returns an error if the list is incomplete after the
// timeout, or after a recent failure of the watch.
func (w *nameWatch) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	if err := w.recentFailure(); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, w.syncTimeout)
	defer cancel()
	return w.Cache.Get(bounded, key, object, opts...)
}

// newWatch watches objects of the kind and names.
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
	watched, is := w[key.Name]
	if !is {
		return fmt.Errorf("%T %s is not watched", object, key)
	}
	return watched.Get(ctx, key, object, opts...)
}

// List is not supported, because no caller needs it.
func (w watchedByName) List(context.Context, client.ObjectList, ...client.ListOption) error {
	return errors.New("objects that are watched by name cannot be listed")
}

// kubeconfigs reads kubeconfigs of shoots from a watch. It reads from the API server if the watch lacks them or
// cannot be used.
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

// WatchManagedResources returns a reader of the extension's ManagedResources in all namespaces, from watches
// by name. It returns an error if a watch cannot be used.
func WatchManagedResources(mgr manager.Manager) (client.Reader, error) {
	return newWatch(mgr, &resourcesv1alpha1.ManagedResource{}, slimManagedResource, managedResourceNames()...)
}

// managedResourceNames returns the only names that the process may list and watch.
func managedResourceNames() []string {
	return []string{
		fluxv1alpha1.ManagedResourceCRDs, fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceConfig,
		fluxv1alpha1.PredecessorManagedResourceConfig, fluxv1alpha1.PredecessorManagedResourceInstall,
	}
}
