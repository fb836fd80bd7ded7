// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"strings"
	"sync"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"k8s.io/utils/clock"
)

const (
	// usual is the part of each measured time that is not counted.
	usual = 30 * time.Millisecond
	// freeTime is the maximum counted time of a project that is not slow. regained is the decrease of the counted time
	// in seconds per second.
	freeTime = time.Second
	regained = 0.02
	// mostSpent is the maximum counted time. With it, a project is no longer slow a minute after its last slow request.
	mostSpent = freeTime + 1200*time.Millisecond
)

// Costs records the recent processing time of each project, which NewQueue's queues use to detect slow projects. It is
// safe for concurrent use.
type Costs struct {
	clock     clock.PassiveClock
	stopwatch Stopwatch

	mutex    sync.Mutex
	projects map[string]spent
}

type spent struct {
	time time.Duration
	at   time.Time
}

// NewCosts returns empty Costs that are measured with a stopwatch.
func NewCosts(now clock.PassiveClock, stopwatch Stopwatch) *Costs {
	return &Costs{clock: now, stopwatch: stopwatch, projects: map[string]spent{}}
}

// Measure starts a measurement for the namespace of a project or of a Shoot's control plane. The returned function ends
// the measurement and adds its result to the project's time. It must be called by the same goroutine.
func (c *Costs) Measure(namespace string) (end func()) {
	stop := c.stopwatch()
	return func() { c.add(projectOf(namespace), stop()-usual) }
}

func (c *Costs) add(project string, beyond time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	left := c.left(project)
	if beyond <= 0 && left == 0 {
		delete(c.projects, project)
		return
	}
	c.projects[project] = spent{time: min(left+max(0, beyond), mostSpent), at: c.clock.Now()}
}

func (c *Costs) isSlow(project string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.left(project) > freeTime
}

func (c *Costs) left(project string) time.Duration {
	s := c.projects[project]
	return max(0, s.time-time.Duration(regained*float64(c.clock.Since(s.at))))
}

// projectOf returns the project name in the namespace of a Shoot's control plane, which is the Shoot's technical ID. It
// returns any other namespace unchanged.
func projectOf(namespace string) string {
	rest, found := strings.CutPrefix(namespace, v1beta1constants.TechnicalIDPrefix+"-")
	project, _, isShoot := strings.Cut(rest, "--")
	if !found || !isShoot {
		return namespace
	}
	return project
}
