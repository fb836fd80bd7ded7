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
	Diff       *rolloutcommand.Diff `json:"diff"`
	History    []rollout.Former     `json:"history"`
	Operations []shownOperation     `json:"operations"`
	// Denied is the reason why the user cannot request an operation.
	Denied string `json:"denied,omitempty"`
}

// shownOperation is a button. About is RING or SHOOT if the operation requires an argument.
type shownOperation struct {
	Name  string `json:"name"`
	About string `json:"about,omitempty"`
	Short string `json:"short"`
	Next  string `json:"next"`
}

// read returns the rollout of the project in the request's path. If it fails, it writes an error response and returns
// nil.
func (s *server) read(w http.ResponseWriter, r *http.Request) *rolloutcommand.Rollout {
	namespace := r.PathValue("namespace")
	current, _ := s.live.view()
	if current == nil || current.rollouts[namespace] == nil {
		refuse(w, http.StatusNotFound, "this dashboard has no rollout of namespace "+namespace)
		return nil
	}
	project, err := rolloutcommand.OfProject(namespace).Read(r.Context(), s.garden)
	if err != nil {
		refuse(w, http.StatusBadGateway, err.Error())
		return nil
	}
	return project
}

func (s *server) showRollout(w http.ResponseWriter, r *http.Request) {
	project := s.read(w, r)
	if project == nil {
		return
	}
	status, err := project.Status()
	if err != nil {
		refuse(w, http.StatusBadGateway, err.Error())
		return
	}
	diff, err := project.Diff("")
	if err != nil {
		refuse(w, http.StatusBadGateway, err.Error())
		return
	}
	page := rolloutPage{Pending: printer.OneLine(project.Pending()), Diff: bounded(diff, r.PathValue("namespace")), History: project.History(status.Phase)}
	for _, o := range rolloutcommand.OfProject(r.PathValue("namespace")).Operations() {
		page.Operations = append(page.Operations, shownOperation{Name: o.Name, About: o.Argument, Short: o.Short, Next: o.Next})
	}
	page.Denied = s.denied(r.Context(), r.PathValue("namespace"), "You may see this rollout, but not change it")
	answer(w, page)
}

// longestDiff limits the shown part of a diff, in bytes. A browser gets slow with much longer ones.
const longestDiff = 64 << 10

// bounded returns the beginning of the diff, and names the command that shows the rest.
func bounded(d *rolloutcommand.Diff, namespace string) *rolloutcommand.Diff {
	left := longestDiff
	for i := range d.Values {
		value := &d.Values[i]
		if len(value.Diff) > left {
			value.Diff = text.Cut(value.Diff, left)
			value.Note = fmt.Sprintf("the rest is left out; to see it, run: %s rollout diff %s -n %s", printer.Program, d.Ring, namespace)
		}
		left = max(left-len(value.Diff), 0)
	}
	return d
}

// denied returns the reason and the missing permission if the user may not patch flux-config, otherwise an empty
// string. If the garden does not answer the review, the request of an operation fails instead.
func (s *server) denied(ctx context.Context, namespace, reason string) string {
	allowed, err := garden.May(ctx, s.garden, authorizationv1.ResourceAttributes{Namespace: namespace, Verb: "patch", Resource: "configmaps", Name: fluxv1alpha1.ConfigMapName})
	if err != nil || allowed {
		return ""
	}
	return fmt.Sprintf("%s: that needs the permission to patch ConfigMap %s in namespace %s. Ask an administrator of the project for the role admin.", reason, fluxv1alpha1.ConfigMapName, namespace)
}

// requestOperation requests an operation in the same way as the CLI command for the operation.
func (s *server) requestOperation(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Operation string `json:"operation"`
		// About is the name of the ring or Shoot if the operation requires an argument.
		About string `json:"about"`
	}
	if !decode(w, r, &request) {
		return
	}
	operations := rolloutcommand.OfProject(r.PathValue("namespace")).Operations()
	known := slices.IndexFunc(operations, func(o rolloutcommand.Operation) bool { return o.Name == request.Operation })
	if known < 0 || (operations[known].Argument == "") != (request.About == "") {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("there is no operation %q for %q", request.Operation, request.About))
		return
	}
	project := s.read(w, r)
	if project == nil {
		return
	}
	requested, err := project.Request(r.Context(), s.garden, operations[known], request.About)
	if err != nil {
		refuse(w, http.StatusConflict, err.Error())
		return
	}
	fmt.Fprintf(s.log, "Requested %s in namespace %s.\n", requested, r.PathValue("namespace"))
	answer(w, map[string]string{"requested": requested, "next": operations[known].Next})
}
