// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// change is a change of a Shoot to report.
type change struct {
	shoot *Shoot
	// state is the problem. It is empty for a recovery.
	state fluxv1alpha1.ShootState
	cause fluxv1alpha1.Cause
	// due is the time when the state has lasted for the settle time. returns is the number of recurrences of the problem.
	due     time.Time
	returns int
}

// key returns the same text for changes that share a message.
func (c change) key() string {
	return string(reasonOf(c.state)) + "/" + string(c.cause)
}

// reportShoots reports changes of the Shoots that the receiver selects, and removes previous reports about other
// Shoots.
func (d *decision) reportShoots(notification *fluxv1alpha1.Notification, r *Receiver) {
	selected := d.selected(notification)
	kept := map[string]Report{}
	alike := map[string][]change{}
	for _, shoot := range selected {
		report, ok := r.Shoots[shoot.Name]
		if ok = ok && report.UID == shortUID(shoot.UID); ok {
			kept[shoot.Name] = report
		}
		c, changed := d.changeOf(shoot, report, ok, severity(fluxv1alpha1.ShootState(*notification.MinimumState)))
		if !changed {
			if ok && report.State == "" && d.in.Now.Sub(report.At.Time) >= d.timing.Flapping {
				delete(kept, shoot.Name)
			}
			continue
		}
		if wait := c.due.Sub(d.in.Now); wait > 0 {
			d.next(wait)
			continue
		}
		alike[c.key()] = append(alike[c.key()], c)
	}
	r.Shoots = kept
	for key, group := range ordered.Map(alike) {
		d.fold(*notification.Name, r, key, group)
	}
	if len(r.Shoots) == 0 {
		r.Shoots = nil
	}
}

// selected returns the Shoots that the receiver selects, sorted by name.
func (d *decision) selected(notification *fluxv1alpha1.Notification) []*Shoot {
	selector := labels.Everything()
	if notification.Shoots != nil {
		var err error
		if selector, err = metav1.LabelSelectorAsSelector(notification.Shoots); err != nil {
			selector = labels.Nothing()
		}
	}
	var selected []*Shoot
	for i := range d.in.Shoots {
		shoot := &d.in.Shoots[i]
		if hasRing(notification, shoot.Ring) && selector.Matches(labels.Set(shoot.Labels)) {
			selected = append(selected, shoot)
		}
	}
	slices.SortFunc(selected, func(a, b *Shoot) int { return cmp.Compare(a.Name, b.Name) })
	return selected
}

func hasRing(notification *fluxv1alpha1.Notification, ring string) bool {
	return len(notification.Rings) == 0 || slices.Contains(notification.Rings, ring)
}

// changeOf returns the change of a Shoot that has to be reported: a new problem, a more severe problem, or a recovery.
// It returns false if there is no such change.
func (d *decision) changeOf(shoot *Shoot, report Report, has bool, least int) (change, bool) {
	if shoot.Status == nil {
		return change{}, false
	}
	c := change{shoot: shoot, state: shoot.Status.State, returns: report.Returns}
	switch now := severity(c.state); {
	case now >= least && now > severity(report.State):
		if c.cause = shoot.Status.Cause; c.cause != "" && !slices.Contains(fluxv1alpha1.Causes(), c.cause) {
			c.cause = fluxv1alpha1.CauseOther
		}
		if has && report.State == "" {
			c.returns++
		}
	case c.state.IsReady() && report.State != "":
		c.state = ""
	default:
		return change{}, false
	}
	since := cmp.Or(shoot.Status.Since, shoot.Status.ObservedAt)
	c.due = since.Add(d.timing.settle(c.state, c.returns))
	return c, true
}

// fold adds one message about changes with the same key to the outbox. It does nothing while the message has to wait
// for further changes or for the minimum interval, or while the outbox is full.
func (d *decision) fold(name string, r *Receiver, key string, changes []change) {
	first := slices.MinFunc(changes, func(a, b change) int { return a.due.Compare(b.due) })
	at := first.due.Add(d.timing.Fold)
	if last, ok := r.Last[key]; ok && last.Add(d.timing.FollowUp).After(at) {
		at = last.Add(d.timing.FollowUp)
	}
	if wait := at.Sub(d.in.Now); wait > 0 {
		d.next(wait)
		return
	}
	if r.isFull() {
		return // The next decision follows after a message is sent or dropped.
	}
	names := make([]string, len(changes))
	for i, c := range changes {
		names[i] = c.shoot.Name
		r.Shoots[c.shoot.Name] = Report{UID: shortUID(c.shoot.UID), State: c.state, At: metav1.NewTime(d.in.Now), Returns: min(c.returns, mostReturns)}
	}
	first = changes[0]
	message := Message{Reason: reasonOf(first.state), Cause: first.cause, Count: len(changes), Shoots: names[:min(len(names), mostNamed)]}
	switch problem := plain(first.shoot.Status.Message); {
	case first.state == "" && len(changes) == 1:
	case first.state == "":
		message.Text = text.List(names, mostNamed)
	case len(changes) == 1:
		message.Text = problem
	default:
		message.Text = fmt.Sprintf("%s. Of %s: %s", text.List(names, mostNamed), names[0], problem)
	}
	d.remember(r, key)
	d.post(name, r, key, message)
}
