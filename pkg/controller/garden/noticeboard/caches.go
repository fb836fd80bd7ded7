// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// shootSeed is the name of the index of Shoots by the seeds that have their control planes.
const shootSeed = "flux.seeds"

// Caches are watches in the garden: one of Shoots, which the manager has, and one for each name. RBAC allows to list and watch objects of one name,
// and each of the names of ConfigMaps needs a cache, which has one name for each kind.
type Caches struct {
	shoots                                 client.Reader
	versions, rollouts, sourceKeys, boards cache.Cache
	// pushes is nil if the operator offers no webhooks.
	pushes cache.Cache
}

var _ Reader = &Caches{}

// NewCaches returns Caches, of which that of Shoots is the given one, with or without the pushes of projects. The client configuration must not have a
// timeout. The caches have to be added to the manager.
func NewCaches(shoots client.Reader, config *rest.Config, mapper meta.RESTMapper, pushes bool) (*Caches, error) {
	c := &Caches{shoots: shoots}
	var err error
	if c.versions, err = cache.New(config, cache.Options{
		Scheme: kubernetesscheme.Scheme, Mapper: mapper, DefaultTransform: versionOnly,
		ByObject: map[client.Object]cache.ByObject{
			metadataOf("ConfigMap"): {Field: withName(fluxv1alpha1.ConfigMapName)},
			metadataOf("Secret"):    {Field: withName(fluxv1alpha1.DeployKeySecretName)},
		},
	}); err != nil {
		return nil, fmt.Errorf("failed to create the cache for the versions of projects: %w", err)
	}
	if c.rollouts, err = cache.New(config, cache.Options{
		Scheme: kubernetesscheme.Scheme, Mapper: mapper, DefaultTransform: versionOnly,
		ByObject: map[client.Object]cache.ByObject{metadataOf("ConfigMap"): {Field: withName(fluxv1alpha1.RolloutConfigMapName)}},
	}); err != nil {
		return nil, fmt.Errorf("failed to create the cache for the versions of rollouts: %w", err)
	}
	if c.sourceKeys, err = cache.New(config, cache.Options{
		Scheme: kubernetesscheme.Scheme, Mapper: mapper, DefaultTransform: versionOnly,
		ByObject: map[client.Object]cache.ByObject{metadataOf("Secret"): {Field: withName(fluxv1alpha1.SourceKeysSecretName)}},
	}); err != nil {
		return nil, fmt.Errorf("failed to create the cache for the versions of keys of sources: %w", err)
	}
	if c.boards, err = cache.New(config, cache.Options{
		Scheme: kubernetesscheme.Scheme, Mapper: mapper, DefaultTransform: cache.TransformStripManagedFields(),
		ByObject: map[client.Object]cache.ByObject{
			&corev1.ConfigMap{}:   {Field: withName(fluxv1alpha1.NoticeBoardName)},
			&rbacv1.RoleBinding{}: {Field: withName(RoleName)},
		},
	}); err != nil {
		return nil, fmt.Errorf("failed to create the cache for notice boards: %w", err)
	}
	if !pushes {
		return c, nil
	}
	if c.pushes, err = cache.New(config, cache.Options{
		Scheme: kubernetesscheme.Scheme, Mapper: mapper, DefaultTransform: pushOnly,
		ByObject: map[client.Object]cache.ByObject{&corev1.ConfigMap{}: {Field: withName(fluxv1alpha1.PushConfigMapName)}},
	}); err != nil {
		return nil, fmt.Errorf("failed to create the cache for pushes: %w", err)
	}
	return c, nil
}

// AddIndex adds the index of Shoots by their seeds to the cache of Shoots.
func AddIndex(ctx context.Context, indexer client.FieldIndexer) error {
	if err := indexer.IndexField(ctx, &gardencorev1beta1.Shoot{}, shootSeed, seedsIn); err != nil {
		return fmt.Errorf("failed to index Shoots by seed: %w", err)
	}
	return nil
}

// seedsIn returns the seeds of a Shoot with Flux.
func seedsIn(object client.Object) []string {
	shoot, is := object.(*gardencorev1beta1.Shoot)
	if !is || !garden.UsesFlux(shoot) {
		return nil
	}
	return garden.SeedsOf(shoot)
}

// ShootsOn returns the Shoots with Flux whose control plane the seed has, or will have. They must not be changed.
func (c *Caches) ShootsOn(ctx context.Context, seed string) ([]gardencorev1beta1.Shoot, error) {
	shoots := &gardencorev1beta1.ShootList{}
	err := c.shoots.List(ctx, shoots, client.MatchingFields{shootSeed: seed}, client.UnsafeDisableDeepCopy)
	return shoots.Items, err
}

// seedsOf returns the seeds of the Shoots of a project.
func (c *Caches) seedsOf(ctx context.Context, project string) (map[string]bool, error) {
	shoots := &gardencorev1beta1.ShootList{}
	if err := c.shoots.List(ctx, shoots, client.InNamespace(project), client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the Shoots of a project: %w", err)
	}
	found := map[string]bool{}
	for i := range shoots.Items {
		for _, seed := range seedsIn(&shoots.Items[i]) {
			found[seed] = true
		}
	}
	return found, nil
}

// Versions returns those of a project's objects.
func (c *Caches) Versions(ctx context.Context, project string) (noticeboard.Versions, error) {
	var versions noticeboard.Versions
	for _, object := range []struct {
		from       client.Reader
		kind, name string
		version    *string
	}{
		{c.versions, "ConfigMap", fluxv1alpha1.ConfigMapName, &versions.Config},
		{c.versions, "Secret", fluxv1alpha1.DeployKeySecretName, &versions.DeployKey},
		{c.rollouts, "ConfigMap", fluxv1alpha1.RolloutConfigMapName, &versions.Rollout},
		{c.sourceKeys, "Secret", fluxv1alpha1.SourceKeysSecretName, &versions.SourceKeys},
	} {
		read := metadataOf(object.kind)
		if err := object.from.Get(ctx, client.ObjectKey{Namespace: project, Name: object.name}, read); client.IgnoreNotFound(err) != nil {
			return noticeboard.Versions{}, fmt.Errorf("failed to get %s %s: %w", object.kind, object.name, err)
		}
		*object.version = read.ResourceVersion
	}
	return versions, nil
}

// PushedAt returns the time of the last push of a project; zero if there is none.
func (c *Caches) PushedAt(ctx context.Context, project string) (time.Time, error) {
	if c.pushes == nil {
		return time.Time{}, nil
	}
	configMap, err := getFrom(ctx, c.pushes, client.ObjectKey{Namespace: project, Name: fluxv1alpha1.PushConfigMapName}, &corev1.ConfigMap{})
	if err != nil {
		return time.Time{}, fmt.Errorf("failed to get ConfigMap %s: %w", fluxv1alpha1.PushConfigMapName, err)
	}
	if configMap == nil {
		return time.Time{}, nil
	}
	return fluxv1alpha1.ParsePushTime(configMap.Data[fluxv1alpha1.KeyPushedAt]), nil
}

// Board returns the notice board in the namespace of a seed; nil if there is none.
func (c *Caches) Board(ctx context.Context, namespace string) (*corev1.ConfigMap, error) {
	return getFrom(ctx, c.boards, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.NoticeBoardName}, &corev1.ConfigMap{})
}

// VersionRollout returns the operator's rollout of the default Flux version; nil if there is none. It is in a ConfigMap with the name of the boards, in the
// namespace garden.
func (c *Caches) VersionRollout(ctx context.Context) (*versionrollout.State, error) {
	configMap, err := c.Board(ctx, v1beta1constants.GardenNamespace)
	if err != nil || configMap == nil {
		return nil, err
	}
	return versionrollout.Decode(configMap.Data[versionrollout.Key])
}

// seedsWithBoard returns the seeds that have a notice board.
func (c *Caches) seedsWithBoard(ctx context.Context) ([]string, error) {
	boards := &corev1.ConfigMapList{}
	if err := c.boards.List(ctx, boards, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the notice boards: %w", err)
	}
	var seeds []string
	for i := range boards.Items {
		if seed := gardenerutils.ComputeSeedName(boards.Items[i].Namespace); seed != "" {
			seeds = append(seeds, seed)
		}
	}
	return seeds, nil
}

// Binding returns the RoleBinding with which a seed reads its notice board; nil if there is none.
func (c *Caches) Binding(ctx context.Context, namespace string) (*rbacv1.RoleBinding, error) {
	return getFrom(ctx, c.boards, client.ObjectKey{Namespace: namespace, Name: RoleName}, &rbacv1.RoleBinding{})
}

// getFrom returns the object as read, or nil if there is none.
func getFrom[T client.Object](ctx context.Context, reader client.Reader, key client.ObjectKey, object T) (T, error) {
	err := reader.Get(ctx, key, object)
	if apierrors.IsNotFound(err) {
		var none T
		return none, nil
	}
	return object, err
}

func withName(name string) fields.Selector {
	return fields.OneTermEqualSelector(metav1.ObjectNameField, name)
}

func metadataOf(kind string) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: kind}}
}

// versionOnly keeps name and version of an object. The annotation of kubectl apply may have a private key.
func versionOnly(object any) (any, error) {
	if read, is := object.(*metav1.PartialObjectMetadata); is {
		read.ObjectMeta = metav1.ObjectMeta{Namespace: read.Namespace, Name: read.Name, UID: read.UID, ResourceVersion: read.ResourceVersion}
	}
	return object, nil
}

// pushOnly keeps the time of a push. Members of the project may have written anything else.
func pushOnly(object any) (any, error) {
	configMap, is := object.(*corev1.ConfigMap)
	if !is {
		return object, nil
	}
	at := fluxv1alpha1.FormatPushTime(fluxv1alpha1.ParsePushTime(configMap.Data[fluxv1alpha1.KeyPushedAt]))
	return &corev1.ConfigMap{
		TypeMeta:   configMap.TypeMeta,
		ObjectMeta: metav1.ObjectMeta{Namespace: configMap.Namespace, Name: configMap.Name, UID: configMap.UID, ResourceVersion: configMap.ResourceVersion},
		Data:       map[string]string{fluxv1alpha1.KeyPushedAt: at},
	}, nil
}
