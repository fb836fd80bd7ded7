// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// kill is when the garden controller ends: at its write of this number, before it, or after it without having
// learnt of it.
type kill struct {
	write  int
	before bool
}

var errKilled = errors.New("the process has ended")

// mortal is a garden controller that ends once. It counts its writes since it is armed.
type mortal struct {
	kill        kill
	armed, dead bool
	writes      int
	// meanwhile is called before each write.
	meanwhile func(write int)
}

// writer returns the client of the garden controller.
func (m *mortal) writer(garden client.WithWatch) client.Client {
	wrap := func(do func() error) error {
		if !m.armed {
			return do()
		}
		m.writes++
		if m.meanwhile != nil {
			m.meanwhile(m.writes)
		}
		if m.writes != m.kill.write {
			return do()
		}
		m.dead = true
		if !m.kill.before {
			if err := do(); !apierrors.IsConflict(err) {
				Expect(err).NotTo(HaveOccurred())
			}
		}
		return errKilled
	}
	return interceptor.NewClient(garden, interceptor.Funcs{
		Apply: func(ctx context.Context, c client.WithWatch, o runtime.ApplyConfiguration, opts ...client.ApplyOption) error {
			return wrap(func() error { return c.Apply(ctx, o, opts...) })
		},
		Update: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.UpdateOption) error {
			return wrap(func() error { return c.Update(ctx, o, opts...) })
		},
		Patch: func(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch, opts ...client.PatchOption) error {
			return wrap(func() error { return c.Patch(ctx, o, p, opts...) })
		},
		Delete: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.DeleteOption) error {
			return wrap(func() error { return c.Delete(ctx, o, opts...) })
		},
	})
}

// restarts returns whether the process has ended since the last call, and expects no other error.
func (m *mortal) restarts(err error) bool {
	GinkgoHelper()
	if err != nil {
		Expect(err).To(MatchError(ContainSubstring(errKilled.Error())))
	}
	defer func() { m.dead = false }()
	return m.dead
}

// end is all that a kill must not change.
type end struct {
	// Changes are the targets that members got, in this order.
	Changes []string
	Exists  bool
	State   rollout.State
	Asked   bool
}

func endOf(changes []string, state *rollout.State, annotations map[string]string) end {
	e := end{Changes: changes, Asked: annotations[fluxv1alpha1.AnnotationRollout] != ""}
	if state == nil {
		return e
	}
	e.Exists, e.State = true, *state
	e.State.Since, e.State.Decided, e.State.History = metav1.Time{}, metav1.Time{}, nil
	for name, record := range e.State.Members {
		record.Started = metav1.Time{}
		e.State.Members[name] = record
	}
	for i := range e.State.Rings {
		e.State.Rings[i].ReadySince = metav1.Time{}
		for j := range e.State.Rings[i].Failures {
			e.State.Rings[i].Failures[j].At = metav1.Time{}
		}
	}
	for i := range e.State.Operations {
		e.State.Operations[i].Time = metav1.Time{}
	}
	return e
}

// expectSurvival plays a story without a kill, and then with one before and after each write. Each has the same end,
// and no Event more often.
func expectSurvival(reason string, play func(k kill) (m *mortal, e end, events []string)) {
	GinkgoHelper()
	reference, expected, recorded := play(kill{})
	Expect(reference.writes).To(BeNumerically(">", 1))
	Expect(expected.Asked).To(BeFalse())
	Expect(recorded).To(ContainElement(HaveSuffix(reason)), "what the story is about has happened")
	for write := range reference.writes {
		for _, before := range []bool{true, false} {
			k := kill{write: write + 1, before: before}
			m, found, reported := play(k)
			Expect(m.writes).To(BeNumerically(">=", k.write))
			Expect(found.Changes).To(Equal(expected.Changes), "%+v", k)
			Expect(found).To(Equal(expected), "%+v", k)
			for _, reason := range reported {
				Expect(count(reported, reason)).To(BeNumerically("<=", count(recorded, reason)), "%+v: %s", k, reason)
			}
		}
	}
	GinkgoWriter.Printf("%d writes, Events %v\n", reference.writes, recorded)
}

func count(all []string, one string) int {
	return len(slices.DeleteFunc(slices.Clone(all), func(each string) bool { return each != one }))
}
