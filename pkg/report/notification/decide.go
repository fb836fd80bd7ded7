// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

// Decide returns what is to be stored after the State before, which may be nil, and which is not changed.
func Decide(before *State, in Input, timing Timing) Decision {
	d := &decision{in: in, timing: timing}
	stored := before.clone()
	d.State = &State{Receivers: map[string]*Receiver{}}
	for i := range in.Notifications {
		notification := &in.Notifications[i]
		r := stored.Receivers[*notification.Name]
		if r == nil {
			r = &Receiver{}
		}
		d.State.Receivers[*notification.Name] = r
		d.giveUp(*notification.Name, r)
		d.reportRollout(notification, r)
		if in.Reported {
			d.reportShoots(notification, r)
		}
	}
	return d.Decision
}

// giveUp removes the messages that could not be sent for too long.
func (d *decision) giveUp(name string, r *Receiver) {
	for len(r.Outbox) > 0 {
		age := d.in.Now.Sub(r.Outbox[0].At.Time)
		if age < d.timing.GiveUp {
			d.next(d.timing.GiveUp - age)
			return
		}
		d.GivenUp = append(d.GivenUp, GivenUp{Receiver: name, Problem: r.Problem, Message: r.Outbox[0]})
		r.Outbox = r.Outbox[1:]
	}
}
