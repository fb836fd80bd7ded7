// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"time"

	"k8s.io/client-go/util/workqueue"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

const (
	// recheckPeriod is the time between two checks of a registered key.
	recheckPeriod = 24 * time.Hour
	// firstRetry and longestRetry are the minimum and maximum back-off of a failed registration.
	firstRetry   = 30 * time.Second
	longestRetry = time.Hour
)

// attempts holds the time of the next request to the Git host and the back-off for each key, in memory only. It is safe
// for concurrent use if each project has at most one reconciliation at a time.
type attempts struct {
	random  func(time.Duration) time.Duration
	backoff workqueue.TypedRateLimiter[string]
	last    kube.ConcurrentMap[string, attempt]
}

type attempt struct {
	// desired is the identity of the desired state.
	desired string
	// token is the resourceVersion of the Secret with the token that the last request used.
	token string
	// next is the time of the next request.
	next time.Time
}

func (a *attempts) forget(key string) {
	a.backoff.Forget(key)
	a.last.Delete(key)
}

// wait returns the time until the next request to the host, or 0 if it is due. A changed desired state is due at once,
// even if the record shows that it is reached, because a Secret from a backup has an old record. A desired state that
// was not known before, after a start of the process, is due at once unless it is reached. Then one check a day is
// sufficient.
func (a *attempts) wait(d *desiredState, now time.Time) time.Duration {
	key, reached := d.project.id(), d.isReached()
	known, _ := a.last.Update(key, func(known attempt, _ bool) (attempt, bool) {
		failing := a.failing(key)
		switch identity := d.identity(); {
		case known.desired != identity:
			a.backoff.Forget(key)
			next := now
			if known.desired == "" && reached {
				next = now.Add(a.random(recheckPeriod))
			}
			known = attempt{desired: identity, next: next}
		case !reached && !failing:
			// A user removed the record to request a check.
			known.next = now
		case reached && failing && !d.hasFailure():
			// Another process, which was the leader in the meantime, succeeded.
			a.backoff.Forget(key)
			known.next = now.Add(a.recheck())
		}
		return known, true
	})
	return max(known.next.Sub(now), 0)
}

// failing returns whether the last request for the key failed.
func (a *attempts) failing(key string) bool { return a.backoff.NumRequeues(key) > 0 }

// hasToken returns whether the last request for the key used this version of the Secret with the token.
func (a *attempts) hasToken(key, version string) bool {
	last, _ := a.last.Load(key)
	return last.token == version
}

// done records the result of a request, and returns the time until the next one.
func (a *attempts) done(key string, now time.Time, token string, failure *githost.Error) time.Duration {
	var wait time.Duration
	if failure == nil {
		a.backoff.Forget(key)
		wait = a.recheck()
	} else {
		wait = a.backoff.When(key)
		wait = max(wait+a.random(wait/4), failure.RetryAfter)
	}
	a.last.Update(key, func(last attempt, _ bool) (attempt, bool) {
		last.token, last.next = token, now.Add(wait)
		return last, true
	})
	return wait
}

func (a *attempts) recheck() time.Duration { return recheckPeriod + a.random(recheckPeriod/24) }
