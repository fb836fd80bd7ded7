// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/status"
)

// Operations of a Shoot. The second one is offered while a Shoot waits for its maintenance time window.
const (
	reconcileOperation     = "reconcile"
	outsideWindowOperation = "reconcile outside the window"
)

// shootOperations returns the operations of a Shoot.
func shootOperations() []shownOperation {
	const next = "The status shows when the Shoot has the configuration."
	return []shownOperation{
		{Name: reconcileOperation, Short: "Deliver the pending configuration as far as rings and time windows allow, and have Flux fetch and apply now", Next: next},
		{Name: outsideWindowOperation, Short: "Deliver the pending configuration now, outside the maintenance time window of the Shoot, and have Flux fetch and apply", Next: next},
	}
}

// requestReconcile requests a reconciliation of the Shoot in the same way as the command reconcile.
func (s *server) requestReconcile(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Operation string `json:"operation"`
	}
	if !decode(w, r, &request) {
		return
	}
	if request.Operation != reconcileOperation && request.Operation != outsideWindowOperation {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("there is no operation %q", request.Operation))
		return
	}
	shoot := s.shoot(w, r)
	if shoot == nil {
		return
	}
	err := status.RequestReconcile(r.Context(), s.garden, shoot.Namespace, reconcilerequest.Request{
		At: metav1.NewTime(s.clock.Now()), Shoots: []string{shoot.Name}, OutsideWindow: request.Operation == outsideWindowOperation,
	})
	if err != nil {
		refuse(w, http.StatusConflict, err.Error())
		return
	}
	fmt.Fprintf(s.log, "Requested %s of Shoot %s.\n", request.Operation, keyOf(shoot.Namespace, shoot.Name))
	answer(w, map[string]string{"requested": request.Operation, "next": shootOperations()[0].Next})
}
