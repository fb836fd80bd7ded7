// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/keys"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	rolloutcommand "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// mostEvents limits the number of shown Events. The latest are shown.
	mostEvents = 50
	// longestNote limits the shown text of an Event or a condition, in characters.
	longestNote = 2048
)

// shownShoot is the page of a Shoot. Problems contains the errors of parts that could not be read.
type shownShoot struct {
	Status     *garden.Shoot    `json:"status"`
	Message    message          `json:"message"`
	Source     *shownSource     `json:"source,omitempty"`
	Conditions []shownCondition `json:"conditions,omitempty"`
	Key        *keys.Key        `json:"key,omitempty"`
	Events     []shownEvent     `json:"events,omitempty"`
	Operations []shownOperation `json:"operations"`
	// Denied is the reason why the user cannot request an operation.
	Denied   string   `json:"denied,omitempty"`
	Problems []string `json:"problems,omitempty"`
}

type shownCondition struct {
	Type    string      `json:"type"`
	Status  string      `json:"status"`
	Reason  string      `json:"reason,omitempty"`
	Message string      `json:"message,omitempty"`
	Since   metav1.Time `json:"since,omitzero"`
}

type shownEvent struct {
	Type   string      `json:"type"`
	Reason string      `json:"reason"`
	Note   string      `json:"note"`
	Last   metav1.Time `json:"last,omitzero"`
	Count  int32       `json:"count,omitempty"`
}

// shoot returns the Shoot in the request's path. If the view has no such Shoot, it writes an error response and returns
// nil.
func (s *server) shoot(w http.ResponseWriter, r *http.Request) *garden.Shoot {
	key := keyOf(r.PathValue("namespace"), r.PathValue("name"))
	current, _ := s.live.view()
	if current == nil || current.shoots[key] == nil {
		refuse(w, http.StatusNotFound, "this dashboard has no Shoot "+key)
		return nil
	}
	return current.shoots[key]
}

func (s *server) showShoot(w http.ResponseWriter, r *http.Request) {
	shoot := s.shoot(w, r)
	if shoot == nil {
		return
	}
	shown := &shownShoot{
		Status: shoot, Message: messageOf(shoot), Operations: shootOperations(),
		Denied: s.denied(r.Context(), rolloutcommand.OfProject(shoot.Namespace), "You may see this Shoot, but not request its reconciliation"),
	}
	for _, read := range []func(context.Context, *server, string, string) error{shown.readShoot, shown.readEvents, shown.readKey} {
		if err := read(r.Context(), s, shoot.Namespace, shoot.Name); err != nil {
			shown.Problems = append(shown.Problems, text.OneLine(err.Error()))
		}
	}
	answer(w, shown)
}

// readShoot reads the conditions and constraints of the Shoot, and its configured source.
func (s *shownShoot) readShoot(ctx context.Context, from *server, namespace, name string) error {
	shoot := &gardencorev1beta1.Shoot{}
	if err := from.garden.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, shoot); err != nil {
		return err
	}
	for _, c := range slices.Concat(shoot.Status.Conditions, shoot.Status.Constraints) {
		s.Conditions = append(s.Conditions, shownCondition{
			Type: word(string(c.Type)), Status: word(string(c.Status)), Reason: word(c.Reason), Message: note(c.Message), Since: c.LastTransitionTime,
		})
	}
	var err error
	s.Source, err = from.readSource(ctx, shoot)
	return err
}

// readEvents reads the Events of the Shoot.
func (s *shownShoot) readEvents(ctx context.Context, from *server, namespace, name string) error {
	events := &corev1.EventList{}
	about := fields.Set{"involvedObject.kind": "Shoot", "involvedObject.name": name}.AsSelector().String()
	if err := from.garden.List(ctx, namespace, events, metav1.ListOptions{FieldSelector: about}); err != nil {
		return err
	}
	for i := range events.Items {
		s.Events = append(s.Events, eventOf(&events.Items[i]))
	}
	slices.SortStableFunc(s.Events, func(a, b shownEvent) int { return b.Last.Compare(a.Last.Time) })
	s.Events = s.Events[:min(len(s.Events), mostEvents)]
	return nil
}

// eventOf converts an Event. The field for its time depends on the API that the recorder uses.
func eventOf(e *corev1.Event) shownEvent {
	last, count := e.LastTimestamp, e.Count
	switch {
	case e.Series != nil:
		last, count = metav1.NewTime(e.Series.LastObservedTime.Time), e.Series.Count
	case last.IsZero() && !e.EventTime.IsZero():
		last = metav1.NewTime(e.EventTime.Time)
	case last.IsZero():
		last = e.CreationTimestamp
	}
	return shownEvent{Type: word(e.Type), Reason: word(e.Reason), Note: note(e.Message), Last: last, Count: cmp.Or(count, 1)}
}

// readKey reads the public part of the project's deploy key, if the Shoot uses it.
func (s *shownShoot) readKey(ctx context.Context, from *server, namespace, _ string) error {
	if s.Status.DeployKeyFingerprint == "" {
		return nil
	}
	key, err := keys.Read(ctx, from.garden, namespace, "")
	if err != nil {
		return err
	}
	key.Shoots = nil
	s.Key = key
	return nil
}

func word(value string) string { return printer.Truncate(text.OneLine(value), 128) }

func note(value string) string { return printer.Truncate(text.OneLine(value), longestNote) }
