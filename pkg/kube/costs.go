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
	// usual is the time of a piece of work that is not counted.
	usual = 30 * time.Millisecond
	// freeTime is how much more the work for a project may take before it counts as slow, and regained how much of it comes back in each second.
	freeTime = time.Second
	regained = 0.02
	// mostSpent bounds what is counted, so that a project counts no longer as slow a minute after it was last so.
	mostSpent = freeTime + 1200*time.Millisecond
)

// Costs is how much time the work for each project has taken of late. It is safe for concurrent use.
type Costs struct {
	clock clock.PassiveClock

	mutex    sync.Mutex
	projects map[string]spent
}

type spent struct {
	time time.Duration
	at   time.Time
}

// NewCosts returns Costs of which nothing is spent.
func NewCosts(now clock.PassiveClock) *Costs {
	return &Costs{clock: now, projects: map[string]spent{}}
}

// Measure begins the measurement of work for the Shoot whose control plane is in the namespace, or for the project with that namespace. What it returns
// ends it. Work for a Shoot must not wait for anything; work for a project is one request of the queue, so that a wait costs no more than a rest.
func (c *Costs) Measure(namespace string) (end func()) {
	began := c.clock.Now()
	return func() { c.add(projectOf(namespace), c.clock.Since(began)-usual) }
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

// isSlow reports whether the work for a project takes long.
func (c *Costs) isSlow(project string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.left(project) > freeTime
}

func (c *Costs) left(project string) time.Duration {
	s := c.projects[project]
	return max(0, s.time-time.Duration(regained*float64(c.clock.Since(s.at))))
}

// projectOf returns the name of the project in the technical ID of a Shoot, which is the namespace of its control plane. Of another namespace,
// it is that itself.
func projectOf(namespace string) string {
	rest, found := strings.CutPrefix(namespace, v1beta1constants.TechnicalIDPrefix+"-")
	project, _, isShoot := strings.Cut(rest, "--")
	if !found || !isShoot {
		return namespace
	}
	return project
}
