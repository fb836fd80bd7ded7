// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Rollout identifies a rollout that waits for checks.
type Rollout struct {
	// Controller is the name of the controller of the rollout, and Request the name of its request.
	Controller, Request string
	// Namespace is the namespace in the garden with the Secret for its checks.
	Namespace string
}

func (r Rollout) key() types.NamespacedName {
	return types.NamespacedName{Namespace: r.Namespace, Name: r.Controller}
}

// Ledger holds the questions of rollouts and their last answers. It is not stored: after a restart, everything is asked
// again. A nil Ledger holds nothing.
type Ledger struct {
	// Interval is the time between two requests of a check.
	Interval time.Duration

	mutex sync.Mutex
	// asking holds the rollouts with questions.
	asking map[types.NamespacedName]*asking
	// asked is called for rollouts with new questions. answered is called by the name of the controller of a rollout that
	// has got an answer.
	asked    func(types.NamespacedName)
	answered map[string]func(request string)
}

// asking is a rollout with questions.
type asking struct {
	of        Rollout
	questions map[string]*question
	// next is the earliest time of the next request for any of the questions.
	next time.Time
}

type question struct {
	rollout.Question

	answer rollout.Answer
	// next is the time of the next request.
	next time.Time
}

const (
	// share is the inverse of the maximum share of its time that a worker spends on one rollout.
	share = 20
	// mostInInterval is the maximum number of requests of a rollout in an interval.
	mostInInterval = 10
	// slack is the time by which the next answer may be late.
	slack = 30 * time.Second
)

// Ask replaces the questions of a rollout. Answers to other questions are forgotten.
func (l *Ledger) Ask(of Rollout, questions []rollout.Question) {
	if l == nil {
		return
	}
	if l.replace(of, questions) && l.asked != nil {
		l.asked(of.key())
	}
}

// replace returns whether there are new questions.
func (l *Ledger) replace(of Rollout, questions []rollout.Question) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own, known := l.asking[of.key()]
	if !known {
		own = &asking{of: of}
	}
	before, isNew := own.questions, false
	own.questions = map[string]*question{}
	for _, q := range questions {
		if last, is := before[q.ID]; is {
			own.questions[q.ID] = last
			continue
		}
		own.questions[q.ID], isNew = &question{Question: q}, true
	}
	if len(questions) == 0 {
		delete(l.asking, of.key())
		return false
	}
	if l.asking == nil {
		l.asking = map[types.NamespacedName]*asking{}
	}
	l.asking[of.key()] = own
	return isNew
}

// Answers returns the last answers to the questions of a rollout.
func (l *Ledger) Answers(of Rollout) []rollout.Answer {
	if l == nil {
		return nil
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own, known := l.asking[of.key()]
	if !known {
		return nil
	}
	var answers []rollout.Answer
	for _, q := range ordered.Map(own.questions) {
		if !q.answer.At.IsZero() {
			answers = append(answers, q.answer)
		}
	}
	return answers
}

// due returns the question that is asked next, and the time until then. It returns no question if there is none.
func (l *Ledger) due(key types.NamespacedName, now time.Time) (Rollout, *rollout.Question, time.Duration) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own, known := l.asking[key]
	if !known {
		return Rollout{}, nil, 0
	}
	var first *question
	for _, q := range ordered.Map(own.questions) {
		if first == nil || q.next.Before(first.next) {
			first = q
		}
	}
	at := first.next
	if own.next.After(at) {
		at = own.next
	}
	return own.of, &first.Question, at.Sub(now)
}

// record stores an answer unless the question was withdrawn meanwhile, and requests a decision on the rollout. A slow
// system is asked less often.
func (l *Ledger) record(of Rollout, id string, answer Answer, began, now time.Time) {
	l.mutex.Lock()
	own, known := l.asking[of.key()]
	if known {
		busy := share * now.Sub(began)
		own.next = now.Add(max(l.Interval/mostInInterval, busy))
		q, isAsked := own.questions[id]
		if known = isAsked; isAsked {
			q.next = now.Add(max(l.Interval, busy))
			late := l.Interval + time.Duration(len(own.questions))*(l.Interval/mostInInterval) + slack
			// The system may have given the answer when the request began.
			next := rollout.Answer{ID: id, At: began, Until: q.next.Add(late), Note: answer.Note}
			switch {
			case !answer.Good:
			case q.answer.GoodSince.IsZero(), began.After(q.answer.Until), began.Before(q.answer.At):
				next.GoodSince = began
			default:
				next.GoodSince = q.answer.GoodSince
			}
			q.answer = next
		}
	}
	answered := l.answered[of.Controller]
	l.mutex.Unlock()
	if known && answered != nil {
		answered(of.Request)
	}
}

// Answered returns a source with a request for each rollout of the controller that has got an answer.
func (l *Ledger) Answered(controller string) source.Source {
	return source.Func(func(_ context.Context, queue garden.Queue) error {
		if l == nil {
			return nil
		}
		l.mutex.Lock()
		defer l.mutex.Unlock()
		if l.answered == nil {
			l.answered = map[string]func(string){}
		}
		l.answered[controller] = func(request string) { queue.Add(garden.Request(request)) }
		return nil
	})
}

// questions returns a source with a request for each rollout with new questions.
func (l *Ledger) source() source.Source {
	return source.Func(func(_ context.Context, queue garden.Queue) error {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		l.asked = func(key types.NamespacedName) { queue.Add(reconcile.Request{NamespacedName: key}) }
		for key := range l.asking {
			l.asked(key)
		}
		return nil
	})
}
