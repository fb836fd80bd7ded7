// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// testExpiry limits the age of a request for test messages, so that a request is not repeated if the State is lost.
	testExpiry = 10 * time.Minute
	// testSkew is how far the clocks of clients may be ahead.
	testSkew = 5 * time.Minute
)

// TestRequest returns the value of annotation AnnotationNotificationTest for a request at the given time.
func TestRequest(at time.Time) string { return at.UTC().Format(time.RFC3339) }

// ParseTestRequest returns the time of the request in annotation AnnotationNotificationTest, and the zero time for
// anything else.
func ParseTestRequest(annotation string) time.Time {
	at, err := time.Parse(time.RFC3339, annotation)
	if err != nil {
		return time.Time{}
	}
	return at
}

// test adds the requested test message to the outbox. It removes the last problem of the receiver, so that the outcome
// of the test is that of the next attempt.
func (d *decision) test(notification *fluxv1alpha1.Notification, r *Receiver) {
	age := d.in.Now.Sub(d.in.Test)
	if d.in.Test.IsZero() || d.in.Test.Equal(r.Tested.Time) || age > testExpiry || age < -testSkew || r.isFull() {
		return
	}
	r.Tested, r.Problem, r.Misconfigured = metav1.NewTime(d.in.Test), "", false
	d.post(*notification.Name, r, "test/"+TestRequest(d.in.Test), Message{
		Reason: ReasonTest, Text: fmt.Sprintf("Receiver %s gets the messages of the project. Requested with 'kubectl shoot-flux notifications test -n %s'", *notification.Name, d.in.Project),
	})
}

// Outcome returns the outcome of a test: whether the message was sent, or the reason why it was not sent yet. Both are
// empty until the first attempt.
func (r *Receiver) Outcome(request time.Time) (sent bool, problem string) {
	switch {
	case r == nil || !request.Equal(r.Tested.Time):
		return false, ""
	case slices.ContainsFunc(r.Outbox, func(m Message) bool { return m.Reason == ReasonTest }):
		return false, r.Problem
	}
	return true, ""
}
