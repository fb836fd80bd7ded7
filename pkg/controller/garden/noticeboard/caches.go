// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// shootSeed is the index of Shoots by the seeds with their control planes.
const shootSeed = "flux.seeds"

// Caches watch the garden. RBAC allows list and watch requests only for objects of one name, and a cache has one
// selector for each kind. Therefore the ConfigMaps and Secrets of each name have their own cache.
type Caches struct {
	shoots                                 client.Reader
	versions, rollouts, sourceKeys, boards cache.Cache
	// pushes is nil if the operator does not offer webhooks, and baselines without a rollout of the baseline.
	pushes, baselines cache.Cache
}

// NewCaches returns Caches that use the given cache of Shoots, and watch the pushes of projects if pushes is true, and
// the rollout of the baseline if baselines is true. The client configuration must not have a timeout. The Controller
// adds the caches to the manager.
func NewCaches(shoots client.Reader, config *rest.Config, mapper meta.RESTMapper, pushes, baselines bool) (*Caches, error) {
	var errs []error
	watch := func(transform toolscache.TransformFunc, names map[client.Object]string) cache.Cache {
		objects := map[client.Object]cache.ByObject{}
		for object, name := range names {
			objects[object] = cache.ByObject{Field: fields.OneTermEqualSelector(metav1.ObjectNameField, name)}
		}
		created, err := cache.New(config, cache.Options{Scheme: kubernetesscheme.Scheme, Mapper: mapper, DefaultTransform: transform, ByObject: objects})
		errs = append(errs, err)
		return created
	}
	c := &Caches{
		shoots:     shoots,
		versions:   watch(versionOnly, map[client.Object]string{metadataOf("ConfigMap"): fluxv1alpha1.ConfigMapName, metadataOf("Secret"): fluxv1alpha1.DeployKeySecretName}),
		rollouts:   watch(versionOnly, map[client.Object]string{metadataOf("ConfigMap"): fluxv1alpha1.RolloutConfigMapName}),
		sourceKeys: watch(versionOnly, map[client.Object]string{metadataOf("Secret"): fluxv1alpha1.SourceKeysSecretName}),
		boards: watch(cache.TransformStripManagedFields(), map[client.Object]string{
			&corev1.ConfigMap{}: fluxv1alpha1.NoticeBoardName, &rbacv1.RoleBinding{}: RoleName,
		}),
	}
	if pushes {
		c.pushes = watch(pushOnly, map[client.Object]string{&corev1.ConfigMap{}: fluxv1alpha1.PushConfigMapName})
	}
	if baselines {
		c.baselines = watch(cache.TransformStripManagedFields(), map[client.Object]string{&corev1.ConfigMap{}: fluxv1alpha1.BaselineRolloutName})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("failed to create the caches for notice boards: %w", err)
	}
	return c, nil
}

// AddIndex adds the index of Shoots by seed to the cache of Shoots.
func AddIndex(ctx context.Context, indexer client.FieldIndexer) error {
	if err := indexer.IndexField(ctx, &gardencorev1beta1.Shoot{}, shootSeed, seedsIn); err != nil {
		return fmt.Errorf("failed to index Shoots by seed: %w", err)
	}
	return nil
}

// seedsIn returns the seeds of a Shoot with Flux.
func seedsIn(object client.Object) []string {
	shoot, ok := object.(*gardencorev1beta1.Shoot)
	if !ok || !garden.UsesFlux(shoot) {
		return nil
	}
	return garden.SeedsOf(shoot)
}

// ShootsOn returns the Shoots with Flux whose current or future control plane is on the seed. Callers must not change
// them.
func (c *Caches) ShootsOn(ctx context.Context, seed string) ([]gardencorev1beta1.Shoot, error) {
	shoots := &gardencorev1beta1.ShootList{}
	err := c.shoots.List(ctx, shoots, client.MatchingFields{shootSeed: seed}, client.UnsafeDisableDeepCopy)
	return shoots.Items, err
}

// seedsOf returns the seeds of a project's Shoots with Flux. A seed may occur several times.
func (c *Caches) seedsOf(ctx context.Context, project string) ([]string, error) {
	shoots, err := garden.ListShoots(ctx, c.shoots, project)
	var seeds []string
	for i := range shoots {
		seeds = append(seeds, seedsIn(&shoots[i])...)
	}
	return seeds, err
}

// Versions returns the resourceVersions of a project's objects.
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
		read := garden.MetadataOf(object.kind, client.ObjectKey{Namespace: project, Name: object.name})
		if err := object.from.Get(ctx, client.ObjectKeyFromObject(read), read); client.IgnoreNotFound(err) != nil {
			return noticeboard.Versions{}, err
		}
		*object.version = read.ResourceVersion
	}
	return versions, nil
}

// PushedAt returns the time of the last push to a project, or the zero time if no push is recorded.
func (c *Caches) PushedAt(ctx context.Context, project string) (time.Time, error) {
	if c.pushes == nil {
		return time.Time{}, nil
	}
	configMap, err := garden.Get(ctx, c.pushes, "ConfigMap", client.ObjectKey{Namespace: project, Name: fluxv1alpha1.PushConfigMapName}, &corev1.ConfigMap{})
	if err != nil || configMap == nil {
		return time.Time{}, err
	}
	return fluxv1alpha1.ParsePushTime(configMap.Data[fluxv1alpha1.KeyPushedAt]), nil
}

// Board returns the notice board in the namespace of a seed, or nil if it does not exist.
func (c *Caches) Board(ctx context.Context, namespace string) (*corev1.ConfigMap, error) {
	return garden.Get(ctx, c.boards, "ConfigMap", client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.NoticeBoardName}, &corev1.ConfigMap{})
}

// Boards returns the notice boards of all seeds. Callers must not change them.
func (c *Caches) Boards(ctx context.Context) ([]corev1.ConfigMap, error) {
	list := &corev1.ConfigMapList{}
	if err := c.boards.List(ctx, list, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the notice boards: %w", err)
	}
	return slices.DeleteFunc(list.Items, func(board corev1.ConfigMap) bool { return gardenerutils.ComputeSeedName(board.Namespace) == "" }), nil
}

// BoardChanges returns a source of the changes of the notice boards, and of ConfigMap shoot-flux in namespace garden.
func (c *Caches) BoardChanges(handle handler.EventHandler, predicates ...predicate.Predicate) source.Source {
	return source.Kind(c.boards, client.Object(&corev1.ConfigMap{}), handle, predicates...)
}

// VersionRollout returns the version rollout, or nil if it does not exist. It is stored in namespace garden, in a
// ConfigMap with the same name as the notice boards.
func (c *Caches) VersionRollout(ctx context.Context) (*rollout.State, error) {
	configMap, err := c.Board(ctx, v1beta1constants.GardenNamespace)
	if err != nil || configMap == nil || len(configMap.BinaryData) == 0 {
		return nil, err
	}
	return rollout.DecodeStrict(configMap)
}

// BaselineRollout returns the rollout of the operator's baseline, or nil if it does not exist.
func (c *Caches) BaselineRollout(ctx context.Context) (*rollout.State, error) {
	if c.baselines == nil {
		return nil, nil //nolint:nilnil // there is no rollout
	}
	configMap, err := garden.Get(ctx, c.baselines, "ConfigMap", client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: fluxv1alpha1.BaselineRolloutName}, &corev1.ConfigMap{})
	if err != nil || configMap == nil {
		return nil, err
	}
	return rollout.DecodeStrict(configMap)
}

// Seed returns a seed as a member of the operator's rollouts. A seed that does not exist has no labels.
func (c *Caches) Seed(ctx context.Context, name string) (rollout.Identity, error) {
	return garden.SeedMember(ctx, c.shoots, name)
}

// seedsWithBoard returns the seeds with a notice board.
func (c *Caches) seedsWithBoard(ctx context.Context) ([]string, error) {
	boards, err := c.Boards(ctx)
	var seeds []string
	for i := range boards {
		seeds = append(seeds, gardenerutils.ComputeSeedName(boards[i].Namespace))
	}
	return seeds, err
}

// Binding returns the RoleBinding that lets a seed read its notice board, or nil if it does not exist.
func (c *Caches) Binding(ctx context.Context, namespace string) (*rbacv1.RoleBinding, error) {
	return garden.Get(ctx, c.boards, "RoleBinding", client.ObjectKey{Namespace: namespace, Name: RoleName}, &rbacv1.RoleBinding{})
}

func metadataOf(kind string) client.Object { return garden.MetadataOf(kind, client.ObjectKey{}) }

// versionOnly removes everything except the name, UID and version of an object. The annotation of kubectl apply may
// contain a private key.
func versionOnly(object any) (any, error) {
	if read, ok := object.(*metav1.PartialObjectMetadata); ok {
		read.ObjectMeta = metav1.ObjectMeta{Namespace: read.Namespace, Name: read.Name, UID: read.UID, ResourceVersion: read.ResourceVersion}
	}
	return object, nil
}

// pushOnly removes everything except the time of the push, because members of the project can write any content.
func pushOnly(object any) (any, error) {
	configMap, ok := object.(*corev1.ConfigMap)
	if !ok {
		return object, nil
	}
	at := fluxv1alpha1.FormatPushTime(fluxv1alpha1.ParsePushTime(configMap.Data[fluxv1alpha1.KeyPushedAt]))
	return &corev1.ConfigMap{
		TypeMeta:   configMap.TypeMeta,
		ObjectMeta: metav1.ObjectMeta{Namespace: configMap.Namespace, Name: configMap.Name, UID: configMap.UID, ResourceVersion: configMap.ResourceVersion},
		Data:       map[string]string{fluxv1alpha1.KeyPushedAt: at},
	}, nil
}
