// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"fmt"
	mathrand "math/rand/v2"
	"time"

	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/kubernetes"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// newGardenClient returns a client without cache, with its kinds mapped statically, so that making it asks nothing of the garden.
func newGardenClient(config *rest.Config) (client.Client, error) {
	garden, err := client.New(config, client.Options{Scheme: kubernetesscheme.Scheme, Mapper: gardenMapper()})
	if err != nil {
		return nil, fmt.Errorf("failed to make the client for the garden: %w", err)
	}
	return garden, nil
}

func gardenMapper() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
	mapper.Add(eventsv1.SchemeGroupVersion.WithKind("Event"), meta.RESTScopeNamespace)
	return mapper
}

// startedWatcher is a watcher that the manager runs.
type startedWatcher interface {
	garden.StateWatcher
	manager.Runnable
}

// newWatcher returns what watches projects. It is no part of what the manager waits for or of readiness.
func newWatcher(ctx context.Context, mgr manager.Manager, board *garden.SeedBoard, o *options) (garden.StateWatcher, error) {
	newFor := newClusterWideWatcher
	if o.access == accessPerProject {
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

// endless returns the configuration for watches, which are requests without end, so that the bound of the other requests to the garden does not hold for them.
func endless(garden *rest.Config) *rest.Config {
	config := rest.CopyConfig(garden)
	config.Timeout = 0
	return config
}

// newClusterWideWatcher returns the watcher of all projects of the garden.
func newClusterWideWatcher(ctx context.Context, mgr manager.Manager, _ *garden.SeedBoard, o *options) (startedWatcher, error) {
	return garden.NewRolloutWatcher(ctx, endless(o.garden.config), gardenMapper(), mgr.GetLogger().WithName("projects"))
}

// newNoticeWatcher returns the watcher of the projects with Shoots on this seed. After a start, it reads each of them, with a part of the rate of requests.
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

// newSeedBoard returns the notice board of the seed. No request is sent before something follows it.
func newSeedBoard(mgr manager.Manager, o *options) (*garden.SeedBoard, error) {
	return garden.NewSeedBoard(endless(o.garden.config), gardenMapper(), gardenerutils.ComputeGardenNamespace(o.seedName), mgr.GetLogger().WithName("projects"))
}

// newReleases returns what follows the operator's rollout of the default Flux version; nil if there is none.
func newReleases(mgr manager.Manager, board *garden.SeedBoard, o *options) (*garden.Releases, error) {
	if o.operator.config.VersionRollout == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	releases := garden.NewReleases(board)
	if err := mgr.Add(releases); err != nil {
		return nil, fmt.Errorf("failed to add the watch of released Flux versions: %w", err)
	}
	return releases, nil
}

// newGardenEvents returns a recorder of Events in the namespaces of projects. They are sent in the background, and what cannot be
// written is lost.
func newGardenEvents(ctx context.Context, garden *rest.Config) (events.EventRecorder, error) {
	clientset, err := kubernetes.NewForConfig(garden)
	if err != nil {
		return nil, fmt.Errorf("failed to make the client for Events in the garden: %w", err)
	}
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: clientset.EventsV1()})
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		return nil, fmt.Errorf("failed to start recording Events in the garden: %w", err)
	}
	return broadcaster.NewRecorder(kubernetesscheme.Scheme, fluxv1alpha1.ExtensionName), nil
}
