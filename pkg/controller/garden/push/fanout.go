// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// FanOut gives the Shoots of a project their turns.
type FanOut struct {
	shoots         client.Reader
	hooks          *Hooks
	readsPerSecond int
	clock          clock.PassiveClock

	mutex sync.Mutex
	// rounds are those of each repository.
	rounds map[string]*push.Rounds
}

// NewFanOut returns a FanOut with Shoots from a cache, which bounds the reads of one repository.
func NewFanOut(shoots client.Reader, hooks *Hooks, readsPerSecond int, now clock.PassiveClock) *FanOut {
	return &FanOut{shoots: shoots, hooks: hooks, readsPerSecond: readsPerSecond, clock: now, rounds: map[string]*push.Rounds{}}
}

// Turns returns when the Shoots of a project on a seed are asked after a push, and false if none is; push.ErrNotKnown while that is not known. A push to a
// repository is sent to all webhooks that it has: the projects that read it share its reads, each of them alike.
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

// turns returns the turns of a group in the rounds of its repository, and forgets rounds that are over.
func (f *FanOut) turns(hook *Hook, group push.Group, count int, pushedAt time.Time) (push.Turns, bool) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	now := f.clock.Now()
	repository := cmp.Or(hook.repository, hook.Namespace)
	rounds := f.rounds[repository]
	if rounds == nil {
		maps.DeleteFunc(f.rounds, func(_ string, r *push.Rounds) bool { return r.AreOver(now) })
		rounds = push.NewRounds(f.readsPerSecond)
		f.rounds[repository] = rounds
	}
	return rounds.Turns(group, count, f.hooks.readers(hook), pushedAt, now)
}

// count returns how many Shoots of a project on a seed are asked: those with Flux that are awake, and follow the branch.
func (f *FanOut) count(ctx context.Context, hook *Hook, seed string) (int, error) {
	shoots := &gardencorev1beta1.ShootList{}
	if err := f.shoots.List(ctx, shoots, client.InNamespace(hook.Namespace), client.UnsafeDisableDeepCopy); err != nil {
		return 0, fmt.Errorf("failed to list the Shoots of a project: %w", err)
	}
	count := 0
	for i := range shoots.Items {
		shoot := &shoots.Items[i]
		on := cmp.Or(ptr.Deref(shoot.Status.SeedName, ""), ptr.Deref(shoot.Spec.SeedName, ""))
		hibernated := shoot.Spec.Hibernation != nil && ptr.Deref(shoot.Spec.Hibernation.Enabled, false)
		if on == seed && !hibernated && garden.UsesFlux(shoot) && (hook.follows == nil || hook.follows(rollout.MemberOf(shoot))) {
			count++
		}
	}
	return count, nil
}
