// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// gardenTimeout limits the duration of a request to the garden, so that an unreachable garden does not block the
// workers.
const gardenTimeout = 15 * time.Second

// gardenOptions configures the access to the garden. The kubeconfig and the token are mounted into the pod.
type gardenOptions struct {
	qps   float32
	burst int

	config *rest.Config
}

// AddFlags adds the flags for the rate limit.
func (o *gardenOptions) AddFlags(fs *pflag.FlagSet) {
	fs.Float32Var(&o.qps, "garden-client-qps", o.qps, "Requests per second to the garden's API server.")
	fs.IntVar(&o.burst, "garden-client-burst", o.burst, "Burst of requests to the garden's API server above --garden-client-qps.")
}

// Complete reads the kubeconfig at the path in the environment variable GARDEN_KUBECONFIG.
func (o *gardenOptions) Complete() error {
	path := os.Getenv(v1beta1constants.EnvGenericGardenKubeconfig)
	if path == "" {
		return fmt.Errorf("environment variable %s is not set: it names the kubeconfig for the garden", v1beta1constants.EnvGenericGardenKubeconfig)
	}
	var err error
	if o.config, err = gardenerkubernetes.RESTConfigFromKubeconfigFile(path, gardenerkubernetes.AuthTokenFile); err != nil {
		return fmt.Errorf("failed to read the kubeconfig for the garden: %w", err)
	}
	o.config.QPS, o.config.Burst, o.config.Timeout = o.qps, o.burst, gardenTimeout
	kube.ListConsistently(o.config)
	return nil
}

// share returns a copy of the configuration with 1/parts of the rate limit.
func (o *gardenOptions) share(parts int) *rest.Config {
	config := rest.CopyConfig(o.config)
	config.QPS, config.Burst = o.qps/float32(parts), max(1, o.burst/parts)
	return config
}

func (o *gardenOptions) validate() error {
	return errors.Join(check(o.qps > 0, "--garden-client-qps", positive), check(o.burst > 0, "--garden-client-burst", positive))
}

func gardenScheme() (*runtime.Scheme, error) {
	return newScheme(kubernetesscheme.AddToScheme, gardencorev1beta1.AddToScheme)
}

// gardenManagerOptions returns the options of a manager for the garden. The leader election uses a Lease in the runtime
// cluster.
func (o *serverOptions) gardenManagerOptions() (manager.Options, error) {
	scheme, err := gardenScheme()
	managerOptions := o.manager.Completed().Options()
	managerOptions.Scheme = scheme
	managerOptions.LeaderElectionConfig = o.rest.Completed().Config
	return managerOptions, err
}

// newGardenClient returns a client without a cache. The static mapper avoids discovery requests.
func newGardenClient(config *rest.Config) (client.Client, error) {
	gardenClient, err := client.New(config, client.Options{Scheme: kubernetesscheme.Scheme, Mapper: gardenMapper()})
	if err != nil {
		return nil, fmt.Errorf("failed to create the client for the garden: %w", err)
	}
	return gardenClient, nil
}

func gardenMapper() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
	mapper.Add(eventsv1.SchemeGroupVersion.WithKind("Event"), meta.RESTScopeNamespace)
	return mapper
}

// startedWatcher is a watcher that the manager starts.
type startedWatcher interface {
	garden.StateWatcher
	manager.Runnable
}

// newWatcher returns the watcher of projects. Neither the start of the manager nor its readiness waits for the watcher.
func newWatcher(ctx context.Context, mgr manager.Manager, board *garden.SeedBoard, o *options) (garden.StateWatcher, error) {
	newFor := newListWatcher
	if o.access == accessPerProject && !o.isSelfHosted() {
		newFor = newNoticeWatcher
	}
	watcher, err := newFor(ctx, mgr, board, o)
	if err != nil {
		return nil, err
	}
	if err := mgr.Add(watcher); err != nil {
		return nil, fmt.Errorf("failed to add the watch in the garden: %w", err)
	}
	return watcher, nil
}

// endless returns a copy of the configuration without a timeout, because a timeout would end watches.
func endless(config *rest.Config) *rest.Config {
	config = rest.CopyConfig(config)
	config.Timeout = 0
	return config
}

// newListWatcher returns the watcher of all projects of the garden, or of the project of the self-hosted Shoot.
func newListWatcher(ctx context.Context, mgr manager.Manager, _ *garden.SeedBoard, o *options) (startedWatcher, error) {
	namespace := metav1.NamespaceAll
	if o.isSelfHosted() {
		namespace = o.shoot.Namespace
	}
	return garden.NewRolloutWatcher(ctx, endless(o.garden.config), gardenMapper(), namespace, mgr.GetLogger().WithName("projects"))
}

// newNoticeWatcher returns the watcher of projects with Shoots on this seed. After a start, it reads all of them, with
// half of the rate limit so that other requests are not delayed.
func newNoticeWatcher(_ context.Context, mgr manager.Manager, board *garden.SeedBoard, o *options) (startedWatcher, error) {
	log := mgr.GetLogger().WithName("projects")
	reads, err := newGardenClient(o.garden.share(2))
	if err != nil {
		return nil, err
	}
	return garden.NewNoticeWatcher(garden.NoticeOptions{
		Board:   board,
		Served:  seed.NewProjects(mgr.GetClient(), mgr.GetCache(), log),
		Garden:  reads,
		Workers: 4,
		Times:   garden.NoticeTimes{Retry: time.Second, MaxRetry: 2 * time.Minute, Reread: time.Hour, Recount: 10 * time.Minute, Random: mathrand.N[time.Duration]},
		Clock:   clock.RealClock{},
		Log:     log,
	}), nil
}

// hasRollout returns whether the operator configures a rollout to the seeds, and the process runs on a seed.
func (o *options) hasRollout() bool {
	return (o.operator.config.Rollouts.HasFluxVersion() || o.hasBaselineRollout()) && !o.isSelfHosted()
}

func (o *options) hasBaselineRollout() bool {
	return o.operator.config.Rollouts.HasBaseline() && !o.isSelfHosted()
}

// newReleases returns what the rollouts of the operator have released, or nil if the operator configures none, or in a
// self-hosted Shoot, which has no seed that a ring could select.
func newReleases(mgr manager.Manager, board *garden.SeedBoard, o *options) (*garden.Releases, error) {
	if err := o.releaseConfiguredBaseline(); err != nil {
		return nil, err
	}
	if !o.hasRollout() {
		return nil, nil //nolint:nilnil // there is no rollout
	}
	releases := garden.NewReleases(board, func(release landscape.BaselineRelease) error {
		return o.operator.resolver.ReleaseBaseline(*release.Baseline, release.Revision, release.Commit)
	}, mgr.GetLogger().WithName("releases"))
	if err := mgr.Add(releases); err != nil {
		return nil, fmt.Errorf("failed to add the watch of releases: %w", err)
	}
	return releases, nil
}

// releaseConfiguredBaseline makes the configured baseline effective unless the operator's rollout releases it. The
// Shoots record its revision, so that a rollout that is added later knows what they have. A self-hosted Shoot has no
// seed that would report it.
func (o *options) releaseConfiguredBaseline() error {
	configured := o.operator.config.Baseline
	switch {
	case configured == nil || o.hasBaselineRollout():
		return nil
	case o.isSelfHosted():
		return o.operator.resolver.ReleaseBaseline(*configured, "", "")
	}
	return o.operator.resolver.ReleaseBaseline(*configured, landscape.BaselineRevision(configured).ID(), "")
}

// newGardenEvents returns a recorder of Events in the namespaces of projects. It writes Events in the background, and
// drops Events that it fails to write.
func newGardenEvents(ctx context.Context, config *rest.Config) (events.EventRecorder, error) {
	clientset, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("failed to create the client for Events in the garden: %w", err)
	}
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: clientset.EventsV1()})
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		return nil, fmt.Errorf("failed to start recording Events in the garden: %w", err)
	}
	return broadcaster.NewRecorder(kubernetesscheme.Scheme, fluxv1alpha1.ExtensionName), nil
}
