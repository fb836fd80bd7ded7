// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	authorizationv1 "k8s.io/api/authorization/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	rolloutcommand "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// rolloutPage is the page of a rollout. It excludes the progress, which the stream contains.
type rolloutPage struct {
	// Pending is the requested operation that the controller has not completed yet.
	Pending string `json:"pending,omitempty"`
	// Diff is what the change changes, as rollout diff shows it without a ring.
	Diff    *rolloutcommand.Diff `json:"diff"`
	History []rollout.Former     `json:"history"`
	// Executed lists the last executed operations, newest first.
	Executed []rollout.ExecutedOperation `json:"executed,omitempty"`
	// Calendar contains what rollout calendar lists.
	Calendar   shownCalendar    `json:"calendar"`
	Operations []shownOperation `json:"operations"`
	// Denied is the reason why the user cannot request an operation.
	Denied string `json:"denied,omitempty"`
}

// shownOperation is a button. About is RING, SHOOT or SEED if the operation requires an argument.
type shownOperation struct {
	Name  string `json:"name"`
	About string `json:"about,omitempty"`
	Short string `json:"short"`
	Next  string `json:"next"`
}

// pathRollout is the part of a request's path with the key of a rollout.
const pathRollout = "rollout"

// read returns the rollout in the request's path. If it fails, it writes an error response and returns nil.
func (s *server) read(w http.ResponseWriter, r *http.Request) *rolloutcommand.Rollout {
	key := r.PathValue(pathRollout)
	scope := scopeOf(key)
	current, _ := s.live.view()
	if current == nil || current.rollouts[key] == nil {
		refuse(w, http.StatusNotFound, "this dashboard does not have "+scope.Title)
		return nil
	}
	stored, err := scope.Read(r.Context(), s.garden)
	if err != nil {
		refuse(w, http.StatusBadGateway, err.Error())
		return nil
	}
	return stored
}

func (s *server) showRollout(w http.ResponseWriter, r *http.Request) {
	stored := s.read(w, r)
	if stored == nil {
		return
	}
	status, err := stored.Status()
	if err != nil {
		refuse(w, http.StatusBadGateway, err.Error())
		return
	}
	diff, err := stored.Diff("")
	if err != nil {
		refuse(w, http.StatusBadGateway, err.Error())
		return
	}
	scope := scopeOf(r.PathValue(pathRollout))
	page := rolloutPage{
		Pending: text.OneLine(stored.Pending()), Diff: bounded(diff, scope), History: stored.History(status.Phase), Executed: executed(stored.Operations()),
	}
	page.Calendar = s.calendarOf(stored, scope)
	for _, o := range operationsOf(scope) {
		page.Operations = append(page.Operations, shownOperation{Name: o.Name, About: o.Argument, Short: o.Short, Next: o.Next})
	}
	page.Denied = s.denied(r.Context(), scope, "You may see this rollout, but not change it")
	answer(w, page)
}

// operationsOf returns the operations of the page. An approval during freezes is another button than an approval.
func operationsOf(scope rolloutcommand.Scope) []rolloutcommand.Operation {
	operations := scope.Operations()
	approve := slices.IndexFunc(operations, func(o rolloutcommand.Operation) bool { return o.Name == fluxv1alpha1.RolloutApprove })
	return slices.Insert(operations, approve+1, operations[approve].DuringFreeze())
}

// executed returns the operations with one line each. Their number is limited where they are stored.
func executed(operations []rollout.ExecutedOperation) []rollout.ExecutedOperation {
	shown := make([]rollout.ExecutedOperation, len(operations))
	for i, o := range operations {
		shown[i] = rollout.ExecutedOperation{Value: note(o.Value), Time: o.Time, Note: note(o.Note)}
	}
	return shown
}

// longestDiff limits the shown part of a diff, in bytes. A browser gets slow with much longer ones.
const longestDiff = 64 << 10

// bounded returns the beginning of the diff, and names the command that shows the rest.
func bounded(d *rolloutcommand.Diff, scope rolloutcommand.Scope) *rolloutcommand.Diff {
	left := longestDiff
	for i := range d.Values {
		value := &d.Values[i]
		if len(value.Diff) > left {
			value.Diff = text.Cut(value.Diff, left)
			value.Note = fmt.Sprintf("the rest is left out; to see it, run: %s rollout diff %s %s", printer.Program, d.Ring, scope.Flag)
		}
		left = max(left-len(value.Diff), 0)
	}
	return d
}

// denied returns the reason and the missing permission if the user may not patch the ConfigMap whose annotation
// requests an operation, otherwise an empty string. If the garden does not answer the review, the request of an
// operation fails instead.
func (s *server) denied(ctx context.Context, scope rolloutcommand.Scope, reason string) string {
	allowed, err := garden.May(ctx, s.garden, authorizationv1.ResourceAttributes{Namespace: scope.Namespace, Verb: "patch", Resource: "configmaps", Name: scope.Annotated})
	if err != nil || allowed {
		return ""
	}
	ask := "Ask an administrator of the project for the role admin."
	if scope.Landscape != "" {
		ask = "Ask the operator of Gardener for it."
	}
	return fmt.Sprintf("%s: that needs the permission to patch ConfigMap %s in namespace %s. %s", reason, scope.Annotated, scope.Namespace, ask)
}

// requestOperation requests an operation in the same way as the CLI command for the operation.
func (s *server) requestOperation(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Operation string `json:"operation"`
		// About is the name of the ring, Shoot or seed if the operation requires an argument.
		About string `json:"about"`
	}
	if !decode(w, r, &request) {
		return
	}
	scope := scopeOf(r.PathValue(pathRollout))
	operations := operationsOf(scope)
	known := slices.IndexFunc(operations, func(o rolloutcommand.Operation) bool { return o.Name == request.Operation })
	if known < 0 || (operations[known].Argument == "") != (request.About == "") {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("there is no operation %q for %q", request.Operation, request.About))
		return
	}
	stored := s.read(w, r)
	if stored == nil {
		return
	}
	requested, err := stored.Request(r.Context(), s.garden, operations[known], request.About)
	if err != nil {
		refuse(w, http.StatusConflict, err.Error())
		return
	}
	fmt.Fprintf(s.log, "Requested %s for %s.\n", requested, scope.Title)
	answer(w, map[string]string{"requested": requested, "next": operations[known].Next})
}
