// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package question holds the questions of rollouts to other systems: the checks that they wait for, and their answers.
package question

import (
	"context"
	"strings"
	"sync"
	"time"
	"unicode"

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
	// asking holds the rollouts that have had questions.
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
	// next is the time of the next request. isSlow is true if it is later than after the interval, because the last one
	// took long. noted is the time since which the answer has its note.
	next, noted time.Time
	isSlow      bool
}

const (
	// share is the inverse of the maximum share of its time that a worker spends on one rollout.
	share = 20
	// mostInInterval is the maximum number of requests of a rollout in an interval.
	mostInInterval = 10
	// longest is the maximum duration of a request, and slack the time by which an answer may be late in addition.
	longest, slack = 10 * time.Second, 30 * time.Second
	// renewed is the time after which a note with other numbers replaces the last one, because each note is a write.
	renewed = 5 * time.Minute
)

// Ask replaces the questions of a rollout. Answers to other questions are forgotten.
func (l *Ledger) Ask(of Rollout, questions []rollout.Question) {
	if l == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own, known := l.asking[of.key()]
	if !known {
		own = &asking{of: of}
	}
	if own.replace(questions) && l.asked != nil {
		l.asked(of.key())
	}
	if l.asking == nil {
		l.asking = map[types.NamespacedName]*asking{}
	}
	if l.asking[of.key()] = own; len(questions) == 0 && own.next.IsZero() {
		delete(l.asking, of.key())
	}
}

// replace returns whether there are new questions. A question that is withdrawn and comes again does not let a slow
// system be asked more often.
func (a *asking) replace(questions []rollout.Question) (isNew bool) {
	before := a.questions
	a.questions = map[string]*question{}
	for _, q := range questions {
		if last, is := before[q.ID]; is {
			a.questions[q.ID] = last
			continue
		}
		a.questions[q.ID], isNew = &question{Question: q}, true
	}
	for id, q := range before {
		if _, remains := a.questions[id]; !remains && q.isSlow && q.next.After(a.next) {
			a.next = q.next
		}
	}
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

// Due returns the question that is asked next, and the time until then. It returns no question if there is none.
func (l *Ledger) Due(key types.NamespacedName, now time.Time) (Rollout, *rollout.Question, time.Duration) {
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
	if first == nil {
		return own.of, nil, 0
	}
	at := first.next
	if own.next.After(at) {
		at = own.next
	}
	return own.of, &first.Question, at.Sub(now)
}

// Record stores whether an answer was good, with its note, unless the question was withdrawn meanwhile, and requests a
// decision on the rollout. A slow system is asked less often.
func (l *Ledger) Record(of Rollout, id string, isGood bool, note string, began, now time.Time) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own, known := l.asking[of.key()]
	if !known {
		return
	}
	count := time.Duration(max(1, len(own.questions)))
	busy := share * count * now.Sub(began)
	q, isAsked := own.questions[id]
	if own.next = now.Add(l.Interval / mostInInterval); !isAsked {
		own.next = now.Add(max(l.Interval/mostInInterval, busy))
		return
	}
	q.next, q.isSlow = now.Add(max(l.Interval, busy)), busy > l.Interval
	// Each of the other questions may be asked before.
	late := l.Interval + count*(l.Interval/mostInInterval+longest) + slack
	q.count(rollout.Answer{ID: id, At: began, Until: q.next.Add(late), Note: note}, isGood, now)
	if answered := l.answered[of.Controller]; answered != nil {
		answered(of.Request)
	}
}

// count stores an answer. Its time is the one at which the request began, because the system may have answered then.
func (q *question) count(next rollout.Answer, isGood bool, now time.Time) {
	last := q.answer
	switch isUninterrupted := !last.GoodSince.IsZero() && !next.At.After(last.Until) && !next.At.Before(last.At); {
	case isGood && isUninterrupted:
		next.GoodSince = last.GoodSince
	case isGood:
		next.GoodSince = next.At
	case last.GoodSince.IsZero() && now.Sub(q.noted) < renewed && withoutDigits(last.Note) == withoutDigits(next.Note):
		next.Note = last.Note
	default:
		q.noted = now
	}
	q.answer = next
}

func withoutDigits(note string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, note)
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

// Asked returns a source with a request for each rollout with new questions. The request has the key for Due.
func (l *Ledger) Asked() source.Source {
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
