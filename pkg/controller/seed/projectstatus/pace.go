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

// pace bounds how often a project is reported to, and backs off while that fails. It is safe for concurrent use.
type pace struct {
	clock clock.PassiveClock
	// earliest are the times before which projects are not reported to.
	earliest kube.ConcurrentMap[string, time.Time]
	failures workqueue.TypedRateLimiter[string]
}

// newPace returns a pace with the given times between two attempts that fail: the first, and the longest.
func newPace(now clock.PassiveClock, minBackoff, maxBackoff time.Duration) *pace {
	return &pace{clock: now, failures: workqueue.NewTypedItemExponentialFailureRateLimiter[string](minBackoff, maxBackoff)}
}

// wait returns the time until the project may be reported to; not positive if it may now.
func (p *pace) wait(project string) time.Duration {
	now := p.clock.Now()
	earliest, _ := p.earliest.Update(project, func(earliest time.Time, found bool) (time.Time, bool) { return earliest, found && earliest.After(now) })
	return earliest.Sub(now)
}

// pause lets nothing be reported to the project for the given time.
func (p *pace) pause(project string, pause time.Duration) {
	p.earliest.Store(project, p.clock.Now().Add(pause))
}

// expedite ends the pause of the project, unless reports to it fail.
func (p *pace) expedite(project string) {
	if !p.isFailing(project) {
		p.earliest.Delete(project)
	}
}

// isFailing reports whether the last report to the project has failed.
func (p *pace) isFailing(project string) bool { return p.failures.NumRequeues(project) > 0 }

// failed records a failure, and returns the time until the next attempt.
func (p *pace) failed(project string) time.Duration {
	backoff := p.failures.When(project)
	p.pause(project, backoff)
	return backoff
}

// succeeded ends the backoff.
func (p *pace) succeeded(project string) { p.failures.Forget(project) }
