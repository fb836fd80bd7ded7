// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// world is a project whose receivers accept messages at once, unless they are dead.
type world struct {
	state  *notification.State
	in     notification.Input
	timing notification.Timing
	dead   map[string]bool
	// taken are the messages of each receiver in order.
	taken   map[string][]notification.Message
	givenUp []notification.GivenUp
}

func newWorld(receivers ...fluxv1alpha1.Notification) *world {
	for i := range receivers {
		fluxv1alpha1.SetDefaults_Notification(&receivers[i])
	}
	return &world{
		in: notification.Input{
			Project: "garden-shop", Notifications: receivers, Now: time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC),
		},
		timing: notification.DefaultTiming(time.Minute), dead: map[string]bool{}, taken: map[string][]notification.Message{},
	}
}

func webhook() fluxv1alpha1.Notification {
	return fluxv1alpha1.Notification{Type: fluxv1alpha1.NotificationTypeWebhook}
}

// shoot adds a ready Shoot.
func (w *world) shoot(name string) {
	w.in.Shoots = append(w.in.Shoots, notification.Shoot{Identity: rollout.Identity{Name: name, UID: types.UID(name + "-0000-0000"), Labels: map[string]string{"name": name}}})
	w.report(name, fluxv1alpha1.ShootReady, "")
}

func (w *world) find(name string) *notification.Shoot {
	GinkgoHelper()
	for i := range w.in.Shoots {
		if w.in.Shoots[i].Name == name {
			return &w.in.Shoots[i]
		}
	}
	Fail("no Shoot " + name)
	return nil
}

// report changes the state of a Shoot.
func (w *world) report(name string, state fluxv1alpha1.ShootState, cause fluxv1alpha1.Cause) {
	GinkgoHelper()
	w.find(name).Status = &fluxv1alpha1.ShootStatus{
		UID: w.find(name).UID, State: state, Cause: cause, Message: "message of " + name, Since: metav1.NewTime(w.in.Now),
	}
}

// decide decides, stores, and sends.
func (w *world) decide() notification.Decision {
	GinkgoHelper()
	decision := notification.Decide(w.state, w.in, w.timing)
	w.state = decision.State
	w.givenUp = append(w.givenUp, decision.GivenUp...)
	for _, receiver := range w.in.Notifications {
		name := *receiver.Name
		for len(w.state.Receivers[name].Outbox) > 0 && !w.dead[name] {
			message := w.state.Receivers[name].Outbox[0]
			w.taken[name] = append(w.taken[name], message)
			w.state = w.state.Succeeded(name, message.ID, w.in.Now)
		}
	}
	return decision
}

// stored returns a state as after a restart.
func stored(state *notification.State) *notification.State {
	GinkgoHelper()
	_, values, err := state.Encode()
	Expect(err).NotTo(HaveOccurred())
	read, err := notification.Decode(&corev1.ConfigMap{BinaryData: values})
	Expect(err).NotTo(HaveOccurred())
	return read
}

// pass lets time pass with a decision and a restart every ten seconds, or every minute of a long time.
func (w *world) pass(during time.Duration) {
	GinkgoHelper()
	step := 10 * time.Second
	if during > 10*time.Minute {
		step = time.Minute
	}
	for end := w.in.Now.Add(during); w.in.Now.Before(end); {
		w.in.Now = w.in.Now.Add(step)
		w.decide()
	}
	w.state = stored(w.state)
}

// titles returns the titles of the messages to a receiver.
func (w *world) titles(receiver string) []string {
	titles := []string{}
	for _, message := range w.taken[receiver] {
		titles = append(titles, message.Title())
	}
	return titles
}

func (w *world) shoots(count int) {
	for i := range count {
		w.shoot(fmt.Sprintf("s%03d", i))
	}
}

func atLeast(state fluxv1alpha1.NotificationState) fluxv1alpha1.Notification {
	n := webhook()
	n.MinimumState = ptr.To(state)
	return n
}
