// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// FanOut gives the Shoots of a project their turns.
type FanOut struct {
	shoots         client.Reader
	hooks          *Hooks
	readsPerSecond int

	mutex sync.Mutex
	// rounds are those of each repository.
	rounds map[string]*push.Rounds
}

// NewFanOut returns a FanOut with Shoots from a cache, which bounds the reads of one repository.
func NewFanOut(shoots client.Reader, hooks *Hooks, readsPerSecond int) *FanOut {
	return &FanOut{shoots: shoots, hooks: hooks, readsPerSecond: readsPerSecond, rounds: map[string]*push.Rounds{}}
}

// group are the Shoots of a project on a seed.
type group struct{ project, seed string }

// Turns returns when the Shoots of a project on a seed are asked after a push, and false if none is; push.ErrNotKnown until the webhooks are known. A push to
// a repository is sent to all webhooks that it has: the Shoots of all projects that read it share its reads.
func (f *FanOut) Turns(ctx context.Context, project, seed string, pushedAt time.Time) (push.Turns, bool, error) {
	hook := f.hooks.of(project)
	switch {
	case hook == nil && f.hooks.AreKnown():
		return push.Turns{}, false, nil
	case hook == nil:
		return push.Turns{}, false, push.ErrNotKnown
	}
	counts := map[group]int{}
	for namespace, reader := range f.hooks.readers(hook) {
		if err := f.count(ctx, namespace, reader, counts); err != nil {
			return push.Turns{}, false, err
		}
	}
	mine := group{project, seed}
	if counts[mine] == 0 {
		return push.Turns{}, false, nil
	}
	groups := slices.SortedFunc(maps.Keys(counts), func(a, b group) int { return cmp.Or(cmp.Compare(a.project, b.project), cmp.Compare(a.seed, b.seed)) })
	numbers := make([]int, 0, len(groups))
	for _, each := range groups {
		numbers = append(numbers, counts[each])
	}
	spread, length := push.Spread(numbers, f.readsPerSecond)
	turns := spread[slices.Index(groups, mine)]
	turns.First = f.turnAfter(cmp.Or(hook.repository, project), pushedAt, turns.First, length, spread[0].First)
	return turns, true, nil
}

// turnAfter returns the time of a turn in the rounds of a repository, and forgets those that are over.
func (f *FanOut) turnAfter(repository string, pushedAt time.Time, first, length, notice time.Duration) time.Duration {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	rounds := f.rounds[repository]
	if rounds == nil {
		maps.DeleteFunc(f.rounds, func(_ string, r *push.Rounds) bool { return r.IsOver(pushedAt) })
		rounds = &push.Rounds{}
		f.rounds[repository] = rounds
	}
	return rounds.Turn(pushedAt, first, length, notice)
}

// count adds the Shoots of a project that are asked: those with Flux that are awake, and follow the branch.
func (f *FanOut) count(ctx context.Context, namespace string, hook *Hook, counts map[group]int) error {
	shoots := &gardencorev1beta1.ShootList{}
	if err := f.shoots.List(ctx, shoots, client.InNamespace(namespace), client.UnsafeDisableDeepCopy); err != nil {
		return fmt.Errorf("failed to list the Shoots of a project: %w", err)
	}
	for i := range shoots.Items {
		shoot := &shoots.Items[i]
		seed := cmp.Or(ptr.Deref(shoot.Status.SeedName, ""), ptr.Deref(shoot.Spec.SeedName, ""))
		hibernated := shoot.Spec.Hibernation != nil && ptr.Deref(shoot.Spec.Hibernation.Enabled, false)
		if seed == "" || hibernated || !garden.UsesFlux(shoot) || hook.follows != nil && !hook.follows(rollout.MemberOf(shoot)) {
			continue
		}
		counts[group{namespace, seed}]++
	}
	return nil
}
