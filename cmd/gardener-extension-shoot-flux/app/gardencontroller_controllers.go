// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/projectstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/versionrollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	decision "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

// addAccessMetrics makes the leader export the number of seeds without a required access.
func addAccessMetrics(mgr manager.Manager, registry prometheus.Registerer) error {
	if err := registry.Register(&access.Metrics{
		Garden: mgr.GetClient(), Log: mgr.GetLogger().WithName("metrics"), Timeout: 5 * time.Second, Elected: mgr.Elected(),
	}); err != nil {
		return fmt.Errorf("failed to register the metrics of the access of seeds: %w", err)
	}
	return nil
}

// newNoticeBoards returns the controller for the notice boards of the seeds. It writes a change to a board within
// about a second.
func newNoticeBoards(ctx context.Context, mgr manager.Manager, pushes *pushParts) (*noticeboard.Controller, error) {
	if err := noticeboard.AddIndex(ctx, mgr.GetFieldIndexer()); err != nil {
		return nil, err
	}
	caches, err := noticeboard.NewCaches(mgr.GetClient(), mgr.GetConfig(), mgr.GetRESTMapper(), pushes != nil)
	if err != nil {
		return nil, err
	}
	reconciler := &noticeboard.Reconciler{
		Caches: caches,
		Garden: mgr.GetClient(),
		Clock:  clock.RealClock{},
		Timing: noticeboard.Timing{Settle: 200 * time.Millisecond, Interval: time.Second, NamespaceRetry: time.Minute},
	}
	if pushes != nil {
		reconciler.Pushes = pushes.fanOut
	}
	return &noticeboard.Controller{Caches: caches, Reconciler: reconciler}, nil
}

// newProjectStatus returns the controller for Shoots that no seed can report to their project.
func newProjectStatus(mgr manager.Manager, o *gardenControllerOptions) *projectstatus.Reconciler {
	return &projectstatus.Reconciler{
		Garden: mgr.GetClient(),
		Live:   mgr.GetAPIReader(),
		Clock:  clock.RealClock{},
		Timing: projectstatus.Timing{
			Settle: min(time.Minute, o.statusGracePeriod), Grace: o.statusGracePeriod, Refresh: o.statusRefresh, Sweep: time.Hour,
		},
		Random: mathrand.N[time.Duration],
		Limits: fleet.DefaultLimits(),
	}
}

// newRollouts returns the controller for rollouts. During a rollout, it reads the status of the project's Shoots at
// most every two seconds.
func newRollouts(mgr manager.Manager, o *gardenControllerOptions, projects garden.StateWatcher, version *garden.DefaultVersion, registry prometheus.Registerer) *rollout.Reconciler {
	return &rollout.Reconciler{
		Garden:         mgr.GetClient(),
		Live:           mgr.GetAPIReader(),
		Projects:       projects,
		Resolver:       o.operator.resolver,
		DefaultVersion: version,
		Events:         mgr.GetEventRecorder(gardenControllerName),
		Clock:          clock.RealClock{},
		Interval:       2 * time.Second,
		Phases:         rollout.NewPhases(registry),
	}
}

// newVersionRollout returns the controller for the operator's version rollout.
func newVersionRollout(mgr manager.Manager, o *gardenControllerOptions, projects garden.StateWatcher, registry prometheus.Registerer) *versionrollout.Reconciler {
	return &versionrollout.Reconciler{
		Garden:         mgr.GetClient(),
		Live:           mgr.GetAPIReader(),
		Projects:       projects,
		Rollout:        o.operator.config.VersionRollout,
		Target:         o.operator.resolver.DefaultVersion(),
		Clock:          clock.RealClock{},
		Interval:       time.Minute,
		DefaultVersion: garden.NewDefaultVersion(o.operator.config.VersionRollout != nil),
		Phase:          versionrollout.NewPhase(registry),
	}
}

// pushParts share the webhooks of projects.
type pushParts struct {
	reconciler *push.Reconciler
	fanOut     *push.FanOut
}

// newPushes adds the server for webhooks of projects to the manager, and returns its controller, or nil if the
// operator offers no webhooks. Each replica serves, and watches projects for this purpose.
func newPushes(mgr manager.Manager, o *gardenControllerOptions, projects *garden.Watcher, registry prometheus.Registerer) (*pushParts, error) {
	offer := o.operator.config.Push
	if offer == nil {
		return nil, nil //nolint:nilnil // the operator configures none
	}
	gardenClient, err := newGardenClient(o.garden.share(2))
	if err != nil {
		return nil, err
	}
	hooks := push.NewHooks()
	recorder := push.NewRecorder(gardenClient, clock.RealClock{}, 2*time.Second, 5*time.Second)
	name, _, err := net.SplitHostPort(offer.Host)
	if err != nil {
		name = offer.Host
	}
	if err := mgr.Add(&push.Server{
		Address: o.pushBindAddress, CertificateDir: o.pushCertDir, Host: name,
		Endpoint: push.NewEndpoint(hooks, recorder.Record, push.NewRequestCounter(registry), rand.Text()),
		Log:      mgr.GetLogger().WithName("push"),
	}); err != nil {
		return nil, fmt.Errorf("failed to add the server for webhooks: %w", err)
	}
	return &pushParts{
		reconciler: &push.Reconciler{
			Projects: projects, Resolver: o.operator.resolver, Garden: gardenClient, Events: mgr.GetEventRecorder(gardenControllerName),
			Host: offer.Host, Hooks: hooks, Leads: mgr.Elected(),
			Times: push.Times{Reread: 5 * time.Minute, RereadMissing: 30 * time.Second, Random: mathrand.N[time.Duration]},
		},
		fanOut: push.NewFanOut(mgr.GetClient(), hooks, int(*offer.ReadsPerSecond), clock.RealClock{}),
	}, nil
}

// newNotifications returns the controller for messages to receivers of projects, or nil if the operator allows no
// hosts of receivers. It reads at most 25 projects per second, with a separate client.
func newNotifications(mgr manager.Manager, o *gardenControllerOptions, projects *garden.Watcher, registry prometheus.Registerer) (*notification.Reconciler, error) {
	allowed := o.operator.config.Notifications
	if allowed == nil {
		return nil, nil //nolint:nilnil // the operator configures none
	}
	gardenClient, err := newGardenClient(o.garden.config)
	if err != nil {
		return nil, err
	}
	return &notification.Reconciler{
		Projects: projects,
		Shoots:   mgr.GetClient(),
		Garden:   gardenClient,
		Sender:   notification.NewSender(notification.NewHosts(allowed.Hosts), clock.RealClock{}),
		Events:   mgr.GetEventRecorder(gardenControllerName),
		Clock:    clock.RealClock{},
		Random:   mathrand.N[time.Duration],
		Timing:   decision.DefaultTiming(o.notificationSettle),
		Poll:     min(30*time.Second, o.notificationSettle/2),
		Pace:     40 * time.Millisecond,
		Workers:  32,
		Messages: notification.NewMessageCounter(registry),
	}, nil
}
