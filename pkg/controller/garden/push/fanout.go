// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"cmp"
	"context"
	"maps"
	"sync"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// FanOut schedules the Shoots of a project after a push.
type FanOut struct {
	shoots client.Reader
	hooks  *Hooks
	clock  clock.PassiveClock

	mutex sync.Mutex
	// rounds contains the rounds of each repository.
	rounds map[string]*push.Rounds
}

// NewFanOut returns a FanOut that reads Shoots from a cache.
func NewFanOut(shoots client.Reader, hooks *Hooks, now clock.PassiveClock) *FanOut {
	return &FanOut{shoots: shoots, hooks: hooks, clock: now, rounds: map[string]*push.Rounds{}}
}

// Turns returns the turns of a project's Shoots on a seed after a push. It returns false if no Shoot has a turn, and
// push.ErrNotKnown until the webhooks are known. A Git host sends a push to all webhooks of a repository: the projects
// that read this repository share its rate equally.
func (f *FanOut) Turns(ctx context.Context, project, seed string, pushedAt time.Time) (push.Turns, bool, error) {
	hook := f.hooks.of(project)
	switch {
	case hook == nil && f.hooks.AreKnown():
		return push.Turns{}, false, nil
	case hook == nil:
		return push.Turns{}, false, push.ErrNotKnown
	}
	count, err := f.count(ctx, hook, seed)
	if err != nil || count == 0 {
		return push.Turns{}, false, err
	}
	turns, are := f.turns(hook, push.Group{Project: project, Seed: seed}, count, pushedAt)
	if !are {
		return push.Turns{}, false, push.ErrNotKnown
	}
	return turns, true, nil
}

// turns returns the turns of a group in the rounds of its repository. Before it adds a repository, it removes completed
// rounds.
func (f *FanOut) turns(hook *Hook, group push.Group, count int, pushedAt time.Time) (push.Turns, bool) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	now := f.clock.Now()
	repository := cmp.Or(hook.repository, hook.Namespace)
	rounds := f.rounds[repository]
	if rounds == nil {
		maps.DeleteFunc(f.rounds, func(_ string, r *push.Rounds) bool { return r.AreOver(now) })
		rounds = push.NewRounds(hook.readsPerSecond)
		f.rounds[repository] = rounds
	}
	return rounds.Turns(group, count, f.hooks.readers(hook), pushedAt, now)
}

// count returns the number of a project's Shoots on a seed that use Flux, are not hibernated, and follow the branch.
func (f *FanOut) count(ctx context.Context, hook *Hook, seed string) (int, error) {
	shoots, err := garden.ListShoots(ctx, f.shoots, hook.Namespace)
	count := 0
	for i := range shoots {
		shoot := &shoots[i]
		on := cmp.Or(ptr.Deref(shoot.Status.SeedName, ""), ptr.Deref(shoot.Spec.SeedName, ""))
		if on == seed && !v1beta1helper.HibernationIsEnabled(shoot) && garden.UsesFlux(shoot) && (hook.follows == nil || hook.follows(rollout.IdentityOf(shoot))) {
			count++
		}
	}
	return count, err
}
