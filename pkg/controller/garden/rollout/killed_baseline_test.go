// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// mortalLandscape is a landscape whose garden controller ends once.
type mortalLandscape struct {
	*estate

	mortal  mortal
	change  func(*configv1alpha1.Rollouts)
	last    []string
	changes []string
}

func newMortalLandscape(ctx context.Context, k kill, change func(*configv1alpha1.Rollouts)) *mortalLandscape {
	GinkgoHelper()
	m := &mortalLandscape{estate: newEstate(ctx), mortal: mortal{kill: k}, change: change}
	m.configure("./first")
	return m
}

// configure is a process of the garden controller with another baseline.
func (m *mortalLandscape) configure(path string) {
	GinkgoHelper()
	rollouts := canaryFirst()
	rollouts.Baseline.MaxFailures = new(int32)
	for i := range rollouts.Rings {
		rollouts.Rings[i].Soak = &metav1.Duration{Duration: 4 * time.Second}
	}
	if m.change != nil {
		m.change(rollouts)
	}
	m.start(m.mortal.writer(m.garden), baselineWith(path), rollouts)
}

// passes advances the time: the garden controller decides, and restarts if it has ended; then each seed delivers what
// is released for it and reports.
func (m *mortalLandscape) passes(ctx context.Context, ticks int) {
	GinkgoHelper()
	for range ticks {
		if _, err := m.run(ctx, 2*time.Second); m.mortal.restarts(err) {
			m.start(m.mortal.writer(m.garden), m.method.Baseline, m.method.Rollouts)
		}
		if now := m.deliver(ctx); !slices.Equal(now, m.last) {
			m.last, m.changes = now, append(m.changes, now...)
		}
	}
}

var _ = Describe("Reconciler of the baseline that is killed at any write", func() {
	manual := func(r *configv1alpha1.Rollouts) { r.Rings[0].Approval = fluxv1alpha1.ApprovalManual }

	DescribeTable("leads to the same result after",
		func(ctx SpecContext, reason string, change func(*configv1alpha1.Rollouts), story func(ctx context.Context, m *mortalLandscape)) {
			expectSurvival(reason, func(k kill) (*mortal, end, []string) {
				m := newMortalLandscape(ctx, k, change)
				m.passes(ctx, 12)
				m.mortal.armed, m.changes = true, nil
				story(ctx, m)
				m.passes(ctx, 20)
				return &m.mortal, endOf(m.changes, m.state(ctx), m.stored(ctx).Annotations), recorded(m.recorder)
			})
		},
		Entry("a change", "RolloutComplete", nil, func(_ context.Context, m *mortalLandscape) { m.configure("./second") }),
		Entry("a pause that is resumed", "RolloutPaused", nil, func(ctx context.Context, m *mortalLandscape) {
			m.configure("./second")
			m.passes(ctx, 2)
			m.ask(ctx, "pause")
			m.passes(ctx, 12)
			m.ask(ctx, "resume")
		}),
		Entry("an approval", "RolloutApproved", manual, func(ctx context.Context, m *mortalLandscape) {
			m.configure("./second")
			m.passes(ctx, 12)
			m.ask(ctx, "approve=canary")
		}),
		Entry("a requested rollback", "RolloutRolledBack", nil, func(ctx context.Context, m *mortalLandscape) {
			m.configure("./second")
			m.passes(ctx, 2)
			m.ask(ctx, "rollback")
		}),
		Entry("a skipped seed", "RolloutShootSkipped", nil, func(ctx context.Context, m *mortalLandscape) {
			m.configure("./bad")
			m.passes(ctx, 12)
			m.ask(ctx, "skip=canary")
		}),
	)
})

var _ = Describe("Operations", func() {
	// played is a rollout of each Method.
	type played struct {
		mortal *mortal
		ask    func(operation string)
		passes func(ticks int)
		end    func() end
	}
	methods := map[string]func(ctx context.Context, k kill) played{
		"a project": func(ctx context.Context, k kill) played {
			m := newMortalProject(ctx, k, newResolver(), rings)
			return played{&m.mortal, func(o string) { m.ask(ctx, o) }, func(ticks int) { m.passes(ctx, ticks) }, func() end {
				return endOf(nil, m.state(ctx), m.configMap(ctx, "flux-config").Annotations)
			}}
		},
		"the baseline": func(ctx context.Context, k kill) played {
			m := newMortalLandscape(ctx, k, nil)
			return played{&m.mortal, func(o string) { m.ask(ctx, o) }, func(ticks int) { m.passes(ctx, ticks) }, func() end {
				return endOf(nil, m.state(ctx), m.stored(ctx).Annotations)
			}}
		},
	}
	values := func(e end) (values []string) {
		for _, operation := range e.State.Operations {
			values = append(values, operation.Value)
		}
		return values
	}

	for name, begin := range methods {
		It("of "+name+" are each executed once, in whatever moment the next one is requested", func(ctx SpecContext) {
			reference := begin(ctx, kill{})
			reference.passes(12)
			reference.mortal.armed = true
			reference.ask("pause")
			reference.passes(3)
			Expect(values(reference.end())).To(Equal([]string{"pause"}))
			writes := reference.mortal.writes
			for at := range writes + 1 {
				for _, k := range []kill{{}, {write: at + 1, before: true}, {write: at + 1}} {
					p := begin(ctx, k)
					p.passes(12)
					p.mortal.armed = true
					p.mortal.meanwhile = func(write int) {
						if write == at+1 {
							p.ask("resume")
						}
					}
					p.ask("pause")
					p.passes(3)
					if p.mortal.writes <= at {
						p.ask("resume")
					}
					p.passes(6)
					found := p.end()
					Expect(found.Asked).To(BeFalse(), "%d %+v", at, k)
					Expect(found.State.Paused).To(BeFalse(), "%d %+v", at, k)
					Expect(values(found)).To(Or(Equal([]string{"resume", "pause"}), Equal([]string{"resume"})), "%d %+v: the operator has replaced the request, or it was executed", at, k)
				}
			}
		})

		It("of "+name+" can be requested again as soon as the annotation is gone", func(ctx SpecContext) {
			p := begin(ctx, kill{})
			p.passes(12)
			asked := 0
			again := func(int) {
				if asked < 3 && !p.end().Asked {
					asked++
					p.ask("approve=canary")
				}
			}
			p.mortal.armed, p.mortal.meanwhile = true, again
			for range 8 {
				again(0)
				p.passes(1)
			}
			Expect(values(p.end())).To(Equal([]string{"approve=canary", "approve=canary", "approve=canary"}))
		})
	}
})
