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
	// mostOfProject is the number of Shoots of one project that are asked at a time: some do not answer.
	mostOfProject = 8
	// again is the time to the next attempt of a Shoot while others of its project are asked.
	again = 200 * time.Millisecond
	// longestDelay is the longest delay of a turn after an outage of the garden or of this process.
	longestDelay = 10 * time.Minute
)

// turns are the turns of Shoots, by project and by the namespace of their control plane. The zero value has none.
type turns struct {
	mutex    sync.Mutex
	projects map[string]*projectTurns
}

// projectTurns are the turns of one project.
type projectTurns struct {
	// notice is the last push.
	notice push.Notice
	// next is the time of the next free turn.
	next time.Time
	// shoots are the Shoots that wait for their turn, or for the check after it.
	shoots map[string]turn
	asking int
}

// turn is the turn of one Shoot, or the check after it.
type turn struct {
	at    time.Time
	asked bool
}

// give gives turns to the Shoots of a project after a new push, and returns them. A Shoot that waits keeps its turn.
func (t *turns) give(project string, notice push.Notice, shoots func() []string, now time.Time) map[string]time.Time {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.projects == nil {
		t.projects = map[string]*projectTurns{}
	}
	p := t.projects[project]
	if p == nil {
		p = &projectTurns{shoots: map[string]turn{}}
		t.projects[project] = p
	}
	if p.notice.PushedAt.Equal(notice.PushedAt) {
		return nil
	}
	p.notice = notice
	all := shoots()
	if now.Sub(notice.PushedAt) > longestDelay+notice.First+time.Duration(len(all))*notice.Period {
		return nil // Flux has polled since.
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
		if before, has := p.shoots[shoot]; has && !before.asked {
			continue
		}
		p.shoots[shoot], given[shoot] = turn{at: start}, start
		start = start.Add(notice.Period)
	}
	p.next = start
	return given
}

// step is the next step for a Shoot.
type step int

const (
	// nothing means that the Shoot has no turn.
	nothing step = iota
	// wait means that the turn comes later.
	wait
	// ask means that the Shoot is asked now. The caller then has to call asked.
	ask
	// check means that the Shoot was asked, and that Flux has read the source by now.
	check
)

// take returns the next step for a Shoot, with the push or the time to wait.
func (t *turns) take(project, shoot string, now time.Time) (step, push.Notice, time.Duration) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	p := t.projects[project]
	if p == nil {
		return nothing, push.Notice{}, 0
	}
	mine, has := p.shoots[shoot]
	switch {
	case !has:
		return nothing, push.Notice{}, 0
	case now.Before(mine.at):
		return wait, push.Notice{}, mine.at.Sub(now)
	case mine.asked:
		delete(p.shoots, shoot)
		return check, push.Notice{}, 0
	case p.asking >= mostOfProject:
		return wait, push.Notice{}, again
	}
	p.asking++
	delete(p.shoots, shoot)
	return ask, p.notice, 0
}

// asked ends the turn of a Shoot, and schedules its check unless checkAt is zero.
func (t *turns) asked(project, shoot string, checkAt time.Time) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	p := t.projects[project]
	p.asking--
	if _, waits := p.shoots[shoot]; !waits && !checkAt.IsZero() {
		p.shoots[shoot] = turn{at: checkAt, asked: true}
	}
}

// forget ends the turn of a deleted Shoot. Another Shoot may get its name.
func (t *turns) forget(shoot string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, p := range t.projects {
		delete(p.shoots, shoot)
	}
}
