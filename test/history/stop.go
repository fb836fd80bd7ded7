// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package history

// Stop is the record of the operator's stop of all rollouts in ConfigMap garden/shoot-flux.
type Stop struct {
	// Number is higher for each stop and each end.
	Number  int64  `json:"number"`
	Stopped bool   `json:"stopped,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

// Key of a Stop.
func (*Stop) Key() string { return "stop" }
