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

	"k8s.io/utils/clock"
	crmetrics "sigs.k8s.io/controller-runtime/pkg/metrics"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/projectstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/stop"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	decision "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

func (p *gardenParts) newAccess() *access.Reconciler {
	return &access.Reconciler{
		Garden:      p.mgr.GetClient(),
		Live:        p.mgr.GetAPIReader(),
		Events:      p.mgr.GetEventRecorder(gardenControllerName),
		GracePeriod: p.accessGracePeriod,
		Clock:       clock.RealClock{},
	}
}

// newNoticeBoards returns the controller for the notice boards of the seeds, which writes a change to a board within
// about a second.
func (p *gardenParts) newNoticeBoards(ctx context.Context) (addable, error) {
	if err := noticeboard.AddIndex(ctx, p.mgr.GetFieldIndexer()); err != nil {
		return nil, err
	}
	caches, err := noticeboard.NewCaches(p.mgr.GetClient(), p.mgr.GetConfig(), p.mgr.GetRESTMapper(), p.fanOut != nil, p.operator.config.Rollouts.HasBaseline())
	if err != nil {
		return nil, err
	}
	reconciler := &noticeboard.Reconciler{
		Caches:      caches,
		Garden:      p.mgr.GetClient(),
		Stops:       p.stops,
		HasBaseline: p.operator.config.Rollouts.HasBaseline(),
		Clock:       clock.RealClock{},
		Timing:      noticeboard.Timing{Settle: 200 * time.Millisecond, Interval: time.Second, NamespaceRetry: time.Minute},
	}
	if p.fanOut != nil {
		reconciler.Pushes = p.fanOut
	}
	p.boards = caches
	return &noticeboard.Controller{Caches: caches, Reconciler: reconciler}, nil
}

// newStop returns the controller for the stop of all rollouts, which watches the caches of the notice boards.
func (p *gardenParts) newStop(context.Context) (addable, error) {
	return &stop.Controller{
		Reconciler: &stop.Reconciler{
			Live:      p.mgr.GetAPIReader(),
			Garden:    p.mgr.GetClient(),
			Boards:    p.boards,
			Landscape: p.stops,
			Metric:    stop.NewMetric(crmetrics.Registry),
			Events:    p.mgr.GetEventRecorder(gardenControllerName),
			Clock:     clock.RealClock{},
		},
		Changes: p.boards.BoardChanges,
	}, nil
}

// newProjectStatus returns the controller that reports Shoots to their project if no seed can report them.
func (p *gardenParts) newProjectStatus() *projectstatus.Reconciler {
	return &projectstatus.Reconciler{
		Garden: p.mgr.GetClient(),
		Live:   p.mgr.GetAPIReader(),
		Clock:  clock.RealClock{},
		Timing: projectstatus.Timing{
			Settle: min(time.Minute, p.statusGracePeriod), Grace: p.statusGracePeriod, Refresh: p.statusRefresh, Sweep: time.Hour,
		},
		Random: mathrand.N[time.Duration],
		Limits: fleet.DefaultLimits(),
	}
}

// newRollouts returns the controller for the rollouts of projects. It decides at most every two seconds.
func (p *gardenParts) newRollouts() *rollout.Reconciler {
	return p.newRollout(&rollout.Project{
		Garden:         p.mgr.GetClient(),
		Live:           p.mgr.GetAPIReader(),
		Projects:       p.projects,
		Reports:        p.reports,
		Pacing:         garden.Pacing[struct{}]{Random: mathrand.N[time.Duration]},
		Resolver:       p.operator.resolver,
		DefaultVersion: p.defaultVersion,
		Phases:         rollout.NewPhases(crmetrics.Registry),
		Freezes:        p.operator.config.ProjectFreezes,
		Checks:         p.checks,
	}, 2*time.Second, 0)
}

// newRollout returns the controller for a method, with the minimum and the maximum time between two decisions.
func (p *gardenParts) newRollout(method rollout.Method, interval, rest time.Duration) *rollout.Reconciler {
	return &rollout.Reconciler{
		Method:   method,
		Garden:   p.mgr.GetClient(),
		Live:     p.mgr.GetAPIReader(),
		Stops:    p.stops,
		Events:   p.mgr.GetEventRecorder(gardenControllerName),
		Clock:    clock.RealClock{},
		Holds:    p.holds,
		Interval: interval,
		Rest:     rest,
	}
}

// newVersionRollout returns the controller for the rollout of the default Flux version, which decides each minute, and
// every ten minutes when nothing is in progress. A new version requires a restart of the process.
func (p *gardenParts) newVersionRollout() *rollout.Reconciler {
	return p.newRollout(&rollout.Version{
		Seeds:          p.seedReader(),
		Projects:       p.projects,
		Rollouts:       p.operator.config.Rollouts,
		Target:         p.operator.resolver.DefaultVersion(),
		DefaultVersion: p.defaultVersion,
		Checks:         p.checks,
		Phase:          rollout.NewVersionPhase(crmetrics.Registry),
	}, time.Minute, 10*time.Minute)
}

// newBaselineRollout returns the controller for the rollout of the operator's baseline. It registers the metric of the
// rollout, which is also exported without a baseline.
func (p *gardenParts) newBaselineRollout() *rollout.Reconciler {
	return p.newRollout(&rollout.Baseline{
		Seeds:    p.seedReader(),
		Baseline: p.operator.config.Baseline,
		Rollouts: p.operator.config.Rollouts,
		Checks:   p.checks,
		Phase:    rollout.NewBaselinePhase(crmetrics.Registry),
	}, 5*time.Second, 30*time.Second)
}

func (p *gardenParts) seedReader() rollout.SeedReader {
	return rollout.SeedReader{Garden: p.mgr.GetClient(), Live: p.mgr.GetAPIReader()}
}

// newPushes adds the server for webhooks of projects to the manager and returns the controller for webhooks. Every
// replica serves webhooks, and therefore watches projects.
func (p *gardenParts) newPushes(context.Context) (addable, error) {
	gardenClient, err := newGardenClient(p.garden.share(2))
	if err != nil {
		return nil, err
	}
	recorder := push.NewRecorder(gardenClient, clock.RealClock{}, 2*time.Second, 5*time.Second)
	name, _, err := net.SplitHostPort(p.operator.config.Push.Host)
	if err != nil {
		name = p.operator.config.Push.Host
	}
	if err := p.mgr.Add(&push.Server{
		Address: p.pushBindAddress, CertificateDir: p.pushCertDir, Host: name,
		Endpoint: push.NewEndpoint(p.hooks, recorder.Record, push.NewRequestCounter(crmetrics.Registry), rand.Text()),
		Flush:    recorder.Flush,
		Log:      p.mgr.GetLogger().WithName("push"),
	}); err != nil {
		return nil, fmt.Errorf("failed to add the server for webhooks: %w", err)
	}
	return &push.Reconciler{
		Projects: p.projects, Resolver: p.operator.resolver, Garden: gardenClient, Events: p.mgr.GetEventRecorder(gardenControllerName),
		Offer: p.operator.config.Push, Hooks: p.hooks, Leads: p.mgr.Elected(),
		Times: push.Times{Reread: 5 * time.Minute, RereadMissing: 30 * time.Second, Random: mathrand.N[time.Duration]},
	}, nil
}

// newNotifications returns the controller that sends messages to receivers of projects. It reads at most 25 projects
// per second, with a separate client.
func (p *gardenParts) newNotifications(context.Context) (addable, error) {
	gardenClient, err := newGardenClient(p.garden.config)
	if err != nil {
		return nil, err
	}
	return &notification.Reconciler{
		Projects: p.projects,
		Reports:  p.reports,
		Shoots:   p.mgr.GetClient(),
		Garden:   gardenClient,
		Sender:   notification.NewSender(githost.NewWebHosts(p.operator.config.Notifications.Hosts), clock.RealClock{}),
		Events:   p.mgr.GetEventRecorder(gardenControllerName),
		Clock:    clock.RealClock{},
		Timing:   decision.DefaultTiming(p.notificationSettle),
		Pacing:   garden.Pacing[notification.Memory]{Interval: min(30*time.Second, p.notificationSettle/2), Pace: pollPace, Random: mathrand.N[time.Duration]},
		Workers:  32,
		Messages: notification.NewMessageCounter(crmetrics.Registry),
	}, nil
}

// pollPace limits the reads of projects' reports to 25 per second.
const pollPace = 40 * time.Millisecond

// newCommitStatuses returns the controller that writes statuses of commits to the Git hosts of projects. It reads at
// most 25 projects per second, with a separate client.
func (p *gardenParts) newCommitStatuses(context.Context) (addable, error) {
	gardenClient, err := newGardenClient(p.garden.config)
	if err != nil {
		return nil, err
	}
	return &commitstatus.Reconciler{
		Projects: p.projects,
		Reports:  p.reports,
		Shoots:   p.mgr.GetClient(),
		Garden:   gardenClient,
		Resolver: p.operator.resolver,
		Writer:   githost.NewStatusWriter(githost.NewHosts(p.operator.config.GitHosts), clock.RealClock{}),
		Identity: p.identity,
		Events:   p.mgr.GetEventRecorder(gardenControllerName),
		Clock:    clock.RealClock{},
		Pacing:   garden.Pacing[commitstatus.Memory]{Interval: 10 * time.Second, Pace: pollPace, Random: mathrand.N[time.Duration]},
		Workers:  32,
	}, nil
}
