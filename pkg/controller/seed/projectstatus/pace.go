// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"time"

	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// pace limits the rate of reports to a project, and backs off while they fail. It is safe for concurrent use.
type pace struct {
	clock  clock.PassiveClock
	timing Timing
	// earliest contains the earliest time of the next report to each project.
	earliest kube.ConcurrentMap[string, time.Time]
	// used contains the time when each project may again have all early reports. Each early report postpones this time by
	// the interval.
	used     kube.ConcurrentMap[string, time.Time]
	failures workqueue.TypedRateLimiter[string]
}

func newPace(now clock.PassiveClock, timing Timing) *pace {
	return &pace{clock: now, timing: timing, failures: workqueue.NewTypedItemExponentialFailureRateLimiter[string](timing.Interval, timing.MaxBackoff)}
}

// wait returns the time until the next report to the project is due. It is not positive if the report is due.
func (p *pace) wait(project string) time.Duration {
	now := p.clock.Now()
	earliest, _ := p.earliest.Update(project, func(earliest time.Time, found bool) (time.Time, bool) { return earliest, found && earliest.After(now) })
	return earliest.Sub(now)
}

// pause delays the next report to the project by the given time.
func (p *pace) pause(project string, pause time.Duration) {
	p.earliest.Store(project, p.clock.Now().Add(pause))
}

// mayBeEarly reports whether a report to the project may be sent before it is due.
func (p *pace) mayBeEarly(project string) bool {
	now := p.clock.Now()
	used, _ := p.used.Update(project, func(used time.Time, found bool) (time.Time, bool) { return used, found && used.After(now) })
	return max(0, used.Sub(now)) < time.Duration(p.timing.Early)*p.timing.Interval && !p.isFailing(project)
}

// early records an early report.
func (p *pace) early(project string) {
	now := p.clock.Now()
	p.used.Update(project, func(used time.Time, _ bool) (time.Time, bool) {
		if used.Before(now) {
			used = now
		}
		return used.Add(p.timing.Interval), true
	})
}

// expedite ends the pause of the project, unless reports to it fail.
func (p *pace) expedite(project string) {
	if !p.isFailing(project) {
		p.earliest.Delete(project)
	}
}

// isFailing reports whether the last report to the project failed.
func (p *pace) isFailing(project string) bool { return p.failures.NumRequeues(project) > 0 }

// failed records a failure, and returns the time until the next attempt.
func (p *pace) failed(project string) time.Duration {
	backoff := p.failures.When(project)
	p.pause(project, backoff)
	return backoff
}

// succeeded ends the backoff.
func (p *pace) succeeded(project string) { p.failures.Forget(project) }
