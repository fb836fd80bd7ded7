// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"encoding/json"
	"net/http"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// largestRequest bounds what the page sends, in bytes.
const largestRequest = 4 << 10

// decode reads a small request, or refuses it and returns false.
func decode(w http.ResponseWriter, r *http.Request, into any) bool {
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, largestRequest))
	decoder.DisallowUnknownFields()
	if r.Header.Get("Content-Type") != "application/json" || decoder.Decode(into) != nil {
		refuse(w, http.StatusBadRequest, "the request is not the JSON that the page sends")
		return false
	}
	return true
}

func answer(w http.ResponseWriter, content any) {
	w.Header().Set("Content-Type", "application/json")
	// A tab that is gone needs no answer.
	_ = json.NewEncoder(w).Encode(content)
}

func refuse(w http.ResponseWriter, status int, reason string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": printer.OneLine(reason)})
}
