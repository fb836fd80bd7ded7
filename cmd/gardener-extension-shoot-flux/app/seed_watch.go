// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/utils/secrets"
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
	// syncTime is how long somebody waits for a watch that has not told of what there is yet. After that, the seed is asked.
	syncTime = 5 * time.Second
	// mistrust is for how long a watch that has failed is not believed. It is tried again about every minute at the latest.
	mistrust = 2 * time.Minute
)

// watchedByName reads objects of one kind in all namespaces from watches, one for each name. So the process may neither list nor see any
// others: RBAC allows a list and a watch by name. It is an error if the watch cannot tell, and then the seed has to be asked.
type watchedByName map[string]*nameWatch

// nameWatch is a watch of the objects of one kind and name. It runs where the controllers run.
type nameWatch struct {
	cache.Cache
	clock    clock.PassiveClock
	syncTime time.Duration

	mutex    sync.Mutex
	failure  error
	failedAt time.Time
}

// NeedLeaderElection says that only the leader watches, which alone has use for it.
func (*nameWatch) NeedLeaderElection() bool { return true }

// failed notes that the seed could not be listed or watched. That a watch ends, or is too old to go on, is no failure.
func (w *nameWatch) failed(ctx context.Context, reflector *toolscache.Reflector, err error) {
	toolscache.DefaultWatchErrorHandler(ctx, reflector, err)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.failure, w.failedAt = err, w.clock.Now()
}

func (w *nameWatch) isTrusted() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.failure != nil && w.clock.Since(w.failedAt) < mistrust {
		return fmt.Errorf("the watch has failed: %w", w.failure)
	}
	return nil
}

// Get waits a little until the watch has told of what there is. It is an error if it has not, or if it has failed lately.
func (w *nameWatch) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	if err := w.isTrusted(); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, w.syncTime)
	defer cancel()
	return w.Cache.Get(bounded, key, object, opts...)
}

// newWatch watches objects of that kind and these names.
func newWatch(mgr manager.Manager, object client.Object, transform func(any) (any, error), names ...string) (watchedByName, error) {
	watched := watchedByName{}
	for _, name := range names {
		named := &nameWatch{clock: clock.RealClock{}, syncTime: syncTime}
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

// Get reads from the watch of that name.
func (w watchedByName) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	watched, is := w[key.Name]
	if !is {
		return fmt.Errorf("%T %s is not watched", object, key)
	}
	return watched.Get(ctx, key, object, opts...)
}

// List is not supported, because nobody needs it.
func (w watchedByName) List(context.Context, client.ObjectList, ...client.ListOption) error {
	return errors.New("what is watched by name is not listed")
}

func watchManagedResources(mgr manager.Manager) (client.Reader, error) {
	return newWatch(mgr, &resourcesv1alpha1.ManagedResource{}, slimManagedResource, managedResourceNames()...)
}

// managedResourceNames are the only ones that the process may list and watch.
func managedResourceNames() []string {
	return []string{
		fluxv1alpha1.ManagedResourceCRDs, fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceConfig,
		fluxv1alpha1.PredecessorManagedResourceConfig, fluxv1alpha1.PredecessorManagedResourceInstall,
	}
}

// slimManagedResource takes away the list of the objects, which is most of a ManagedResource, and of use only where one is taken back.
func slimManagedResource(object any) (any, error) {
	if resource, is := object.(*resourcesv1alpha1.ManagedResource); is {
		resource.ManagedFields, resource.Status.Resources = nil, nil
	}
	return object, nil
}

// kubeconfigs reads the shoots' kubeconfigs from a watch, and from the seed where the watch tells of none, or cannot tell.
type kubeconfigs struct {
	client.Reader
	watched client.Reader
}

func watchKubeconfigs(mgr manager.Manager) (client.Reader, error) {
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

func slimKubeconfig(object any) (any, error) {
	if secret, is := object.(*corev1.Secret); is {
		secret.ManagedFields, secret.Labels, secret.Annotations = nil, nil, nil
		secret.Data = map[string][]byte{secrets.DataKeyKubeconfig: secret.Data[secrets.DataKeyKubeconfig]}
	}
	return object, nil
}

// slimCluster takes away what nobody reads: a CloudProfile can have hundreds of KiB, and each Cluster has a copy. Of the Seed the name is
// read.
func slimCluster(object any) (any, error) {
	cluster, is := object.(*extensionsv1alpha1.Cluster)
	if !is {
		return object, nil
	}
	cluster.ManagedFields, cluster.Spec.CloudProfile.Raw = nil, nil
	if cluster.Spec.Seed == nil {
		return cluster, nil
	}
	seed := &metav1.PartialObjectMetadata{}
	if err := json.Unmarshal(cluster.Spec.Seed.Raw, seed); err != nil {
		return cluster, nil //nolint:nilerr // whoever reads it gets the error
	}
	seed.ObjectMeta = metav1.ObjectMeta{Name: seed.Name}
	raw, err := json.Marshal(seed)
	if err != nil {
		return nil, err
	}
	cluster.Spec.Seed.Raw = raw
	return cluster, nil
}

// slimNamespace leaves the labels, which say what a namespace is.
func slimNamespace(object any) (any, error) {
	if namespace, is := object.(*corev1.Namespace); is {
		namespace.ManagedFields, namespace.Annotations = nil, nil
	}
	return object, nil
}
