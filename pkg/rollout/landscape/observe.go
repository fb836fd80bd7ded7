// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Observation is the input of a decision about a rollout of the operator, with the data that is stored and shown
// beside it.
type Observation struct {
	// Input is the input of the decision, without the operation.
	Input rollout.Input
	// Memory is stored with the State.
	Memory Memory
	// Failing lists the projects that count as failures.
	Failing []FailingProject
	// Events report projects that have begun to count as failures.
	Events []rollout.Event

	isPaused   bool
	unobserved time.Duration
	// waiting are stored after the projects that fail, if there is space: they may be many.
	waiting []UnreadyProject
}

// subject is what one of the rollouts of the operator rolls out.
type subject struct {
	input rollout.Input
	// most is the number of projects of a ring that may fail. patience is how long a ring waits for a project. If limit
	// is not 0, and a project has stopped a ring for this time without failures of other projects, the failures of the
	// project do not count.
	most            int
	patience, limit func(soak time.Duration) time.Duration
	// fold derives the status of a seed from the reports on its Shoots.
	fold func(Seed) *fold
	// keeps returns whether a seed without Shoots stays a member.
	keeps func(Seed) bool
	// lead finds the commit that the projects of the first ring have to report; nil if they may report any.
	lead func(*ring)
}

// observe derives the status of the seeds from their reports. before is the stored State, or nil.
//
// A seed is ready if at least one of its projects is ready, and at most maxFailures projects of the ring are not ready.
// Therefore a single project cannot hold a ring, and counts once in a ring, regardless of the seeds of its Shoots.
func (l Landscape) observe(of subject, before *rollout.State) Observation {
	configured := of.input.Rollout
	ringOf := rollout.RingOf(*configured)
	rings := map[string]*ring{}
	for _, config := range configured.Rings {
		soak := config.Soak.Duration
		rings[config.Name] = &ring{name: config.Name, most: of.most, deadline: of.patience(soak), limit: of.limit(soak)}
	}
	var folded []*fold
	for _, seed := range l.Seeds {
		if len(seed.Shoots) == 0 && !l.Memory.hasFailedOn(seed.Name) && !of.keeps(seed) {
			continue
		}
		f := of.fold(seed)
		folded = append(folded, f)
		own := rings[ringOf(seed.Identity())]
		own.seeds = append(own.seeds, f)
	}
	first := rings[configured.Rings[0].Name]
	if of.lead != nil {
		of.lead(first)
	}
	failed := l.Memory.stillFailed(folded, before, of.lead != nil, first.lead)
	o := Observation{Input: of.input, isPaused: l.IsStopped || before != nil && before.Paused, unobserved: before.Unobserved(l.Now)}
	o.Memory.Failed, o.Memory.Commits = failed, l.Memory.commitsSeen(first, failed)
	o.Input.Now, o.Memory.Observed = l.Now, metav1.NewTime(l.Now.UTC().Truncate(time.Second))
	for _, config := range configured.Rings {
		if own := rings[config.Name]; len(own.seeds) > 0 {
			own.judge(l.Memory, &o)
		}
	}
	for _, own := range o.waiting {
		o.Memory.add(own)
	}
	for _, f := range folded {
		o.Input.Members = append(o.Input.Members, f.member(rings[ringOf(f.seed.Identity())]))
	}
	if before == nil && slices.ContainsFunc(folded, func(f *fold) bool { return f.delivered }) {
		assumeOther(o.Input.Members)
	}
	return o
}

// configure returns the configuration for package rollout. Its rings select labels of seeds.
func configure(rollouts *configv1alpha1.Rollouts, soakOf func(configv1alpha1.SeedRing) time.Duration, configured fluxv1alpha1.Rollout) *fluxv1alpha1.Rollout {
	for _, ring := range rollouts.Rings {
		configured.Rings = append(configured.Rings, fluxv1alpha1.Ring{
			Name: ring.Name, ShootSelector: fluxv1alpha1.ShootSelector{Shoots: ring.Seeds}, Soak: &metav1.Duration{Duration: soakOf(ring)}, Approval: &ring.Approval, Windows: ring.Windows, Checks: ring.Checks,
		})
	}
	configured.Freezes = rollouts.Freezes
	fluxv1alpha1.SetDefaults_Rollout(&configured)
	return &configured
}
