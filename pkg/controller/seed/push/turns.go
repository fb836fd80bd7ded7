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
	// again is the time after which a Shoot is taken up again while others of its project are asked.
	again = 200 * time.Millisecond
	// longestDelay is how long after their turn Shoots are still asked, after the garden or this process was away.
	longestDelay = 10 * time.Minute
)

// turns are when Shoots are asked, by project and by the namespaces of their control planes.
type turns struct {
	mutex    sync.Mutex
	projects map[string]*projectTurns
}

// projectTurns are those of one project.
type projectTurns struct {
	// notice is the last push.
	notice push.Notice
	// next is the time of the first turn that is not taken.
	next time.Time
	// shoots are the Shoots that wait, or were asked and are checked after a while.
	shoots map[string]turn
	asking int
}

// turn is that of one Shoot.
type turn struct {
	at    time.Time
	asked bool
}

func newTurns() *turns { return &turns{projects: map[string]*projectTurns{}} }

// give gives turns to the Shoots of a project after a push, and returns them; none if the push was there before. A Shoot that waits keeps its own.
func (t *turns) give(project string, notice push.Notice, shoots func() []string, now time.Time) map[string]time.Time {
	t.mutex.Lock()
	defer t.mutex.Unlock()
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
		return nil // They have polled since.
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

// step is what a Shoot is due for.
type step int

const (
	// nothing is a Shoot without a turn.
	nothing step = iota
	// wait is a Shoot whose turn comes later.
	wait
	// ask is a Shoot that is asked now. Then asked has to be called.
	ask
	// check is a Shoot that was asked, and in which the source was read by now.
	check
)

// take returns what a Shoot is due for, with the push or the time to wait.
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

// asked ends the turn of a Shoot, which is checked at that time; never if it is zero.
func (t *turns) asked(project, shoot string, checkAt time.Time) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	p := t.projects[project]
	p.asking--
	if _, waits := p.shoots[shoot]; !waits && !checkAt.IsZero() {
		p.shoots[shoot] = turn{at: checkAt, asked: true}
	}
}

// forget ends the turn of a Shoot that is gone. One with its name may come.
func (t *turns) forget(shoot string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, p := range t.projects {
		delete(p.shoots, shoot)
	}
}
