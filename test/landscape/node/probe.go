// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/probe"
	probehttp "k8s.io/kubernetes/pkg/probe/http"
	"k8s.io/utils/ptr"
)

// eagerInterval is the interval of probes while a container starts, for at most one probe period.
const eagerInterval = 200 * time.Millisecond

// verdict is the result of several probes.
type verdict int

const (
	undecided verdict = iota
	healthy
	unhealthy
)

// thresholds derives a verdict from individual probe results.
type thresholds struct {
	success, failure int32
	good, bad        int32
	verdict          verdict
}

func newThresholds(p corev1.Probe) *thresholds {
	return &thresholds{success: orDefault(p.SuccessThreshold, 1), failure: orDefault(p.FailureThreshold, 3)}
}

// observe counts a result, and reports whether the verdict has changed.
func (t *thresholds) observe(ok bool) bool {
	next := t.verdict
	if ok {
		t.good, t.bad = t.good+1, 0
		if t.good >= t.success {
			next = healthy
		}
	} else {
		t.good, t.bad = 0, t.bad+1
		if t.bad >= t.failure {
			next = unhealthy
		}
	}
	changed := next != t.verdict
	t.verdict = next
	return changed
}

func orDefault(value, other int32) int32 {
	if value == 0 {
		return other
	}
	return value
}

// probe runs the container's probes until the context ends. It sends the name of a probe to failed if its failure
// requires a restart.
func (c *container) probe(ctx context.Context, failed chan<- string) {
	if startup := c.spec.StartupProbe; startup != nil {
		started := false
		c.watch(ctx, *startup, true, func(v verdict) bool {
			started = v == healthy
			return false
		})
		if ctx.Err() != nil {
			return
		}
		if !started {
			failed <- "startup"
			return
		}
		c.update(func(s *corev1.ContainerStatus) {
			s.Started = ptr.To(true)
			s.Ready = !c.init && c.spec.ReadinessProbe == nil
		})
	}
	var both sync.WaitGroup
	if readiness := c.spec.ReadinessProbe; readiness != nil {
		both.Go(func() {
			c.watch(ctx, *readiness, true, func(v verdict) bool {
				c.update(func(s *corev1.ContainerStatus) { s.Ready = v == healthy })
				return true
			})
		})
	}
	if liveness := c.spec.LivenessProbe; liveness != nil {
		both.Go(func() {
			c.watch(ctx, *liveness, false, func(v verdict) bool {
				if v == unhealthy {
					failed <- "liveness"
				}
				return v == healthy
			})
		})
	}
	both.Wait()
}

// watch probes periodically. It reports each change of the verdict until the context ends or report returns false. If
// eager is true, watch probes more often during the first period, so that a container that starts quickly becomes ready
// quickly.
func (c *container) watch(ctx context.Context, p corev1.Probe, eager bool, report func(verdict) bool) {
	period := time.Duration(orDefault(p.PeriodSeconds, 10)) * time.Second
	delay := time.Duration(p.InitialDelaySeconds) * time.Second
	if !eager {
		delay = max(delay, time.Second)
	}
	if !wait(ctx, delay) {
		return
	}
	t, begin := newThresholds(p), time.Now()
	for {
		ok := c.check(ctx, p)
		if ctx.Err() != nil {
			return
		}
		pause := period
		if eager && t.verdict != healthy && time.Since(begin) < period {
			pause = eagerInterval
		}
		if (ok || pause == period) && t.observe(ok) && !report(t.verdict) { // failures in the eager phase do not count
			return
		}
		if t.verdict == healthy {
			pause = period
		}
		if !wait(ctx, pause) {
			return
		}
	}
}

// check runs one probe. Unsupported probes succeed.
func (c *container) check(ctx context.Context, p corev1.Probe) bool {
	timeout := time.Duration(orDefault(p.TimeoutSeconds, 1)) * time.Second
	switch {
	case p.HTTPGet != nil:
		request, err := probehttp.NewRequestForHTTPGetAction(p.HTTPGet, &c.spec, c.pod.listenIP, "probe")
		if err != nil {
			return false
		}
		result, _, err := c.pod.node.httpProbe.Probe(request.WithContext(ctx), timeout)
		return err == nil && (result == probe.Success || result == probe.Warning)
	case p.TCPSocket != nil:
		port, err := probe.ResolveContainerPort(p.TCPSocket.Port, &c.spec)
		if err != nil {
			return false
		}
		host := p.TCPSocket.Host
		if host == "" {
			host = c.pod.listenIP
		}
		result, _, err := c.pod.node.tcpProbe.Probe(host, port, timeout)
		return err == nil && result == probe.Success
	}
	return true
}
