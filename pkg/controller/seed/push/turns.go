// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"sync"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
)

const (
	// mostOfProject is the maximum number of concurrent requests to Shoots of one project, so that Shoots that do not
	// respond do not block other projects.
	mostOfProject = 8
	// again is the time until the next attempt if a project has too many concurrent requests.
	again = 200 * time.Millisecond
	// longestDelay is the maximum delay of a turn after an outage of the garden or of this process.
	longestDelay = 10 * time.Minute
)

// turns contains the turns of Shoots, by project and by the namespace of their control plane. The zero value has no
// turns.
type turns struct {
	mutex    sync.Mutex
	projects map[string]*projectTurns
}

// projectTurns contains the turns of one project.
type projectTurns struct {
	// notice is the last push.
	notice push.Notice
	// next is the time of the next free turn.
	next time.Time
	// shoots contains the time of the turn of each waiting Shoot, and asking is the number of turns in progress.
	shoots map[string]time.Time
	asking int
}

// give schedules turns for the Shoots of a project after a new push, and returns the new turns. A waiting Shoot keeps
// its turn.
func (t *turns) give(project string, notice push.Notice, shoots func() []string, now time.Time) map[string]time.Time {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.projects == nil {
		t.projects = map[string]*projectTurns{}
	}
	p := t.projects[project]
	if p == nil {
		p = &projectTurns{shoots: map[string]time.Time{}}
		t.projects[project] = p
	}
	if p.notice.PushedAt.Equal(notice.PushedAt) {
		return nil
	}
	p.notice = notice
	all := shoots()
	if now.Sub(notice.PushedAt) > longestDelay+notice.First+time.Duration(len(all))*notice.Period {
		return nil // Flux has polled its sources in the meantime.
	}
	start := notice.PushedAt.Add(notice.First)
	if latest := now.Add(notice.First); start.After(latest) {
		start = latest // The clocks differ.
	}
	for _, earliest := range []time.Time{now, p.next} {
		if start.Before(earliest) {
			start = earliest
		}
	}
	given := map[string]time.Time{}
	for _, shoot := range all {
		if _, ok := p.shoots[shoot]; ok {
			continue
		}
		p.shoots[shoot], given[shoot] = start, start
		start = start.Add(notice.Period)
	}
	p.next = start
	return given
}

// take starts the turn of a Shoot if it is due, and returns the push. After the turn, the caller must call end. If the
// turn is not due, take returns the time until then, or 0 if the Shoot has no turn.
func (t *turns) take(project, shoot string, now time.Time) (notice push.Notice, after time.Duration, due bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	p := t.projects[project]
	if p == nil {
		return push.Notice{}, 0, false
	}
	at, ok := p.shoots[shoot]
	switch {
	case !ok:
		return push.Notice{}, 0, false
	case now.Before(at):
		return push.Notice{}, at.Sub(now), false
	case p.asking >= mostOfProject:
		return push.Notice{}, again, false
	}
	p.asking++
	delete(p.shoots, shoot)
	return p.notice, 0, true
}

// end ends a turn of the project.
func (t *turns) end(project string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.projects[project].asking--
}

// forget removes the turn of a deleted Shoot, because another Shoot may get the same name.
func (t *turns) forget(shoot string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, p := range t.projects {
		delete(p.shoots, shoot)
	}
}
