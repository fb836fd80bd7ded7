// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
)

// RegistrationNote returns, from the annotations of the deploy key's Secret, how the key is registered at the Git host, and whether that is the
// desired state. It is empty for a key that is not to be registered.
func RegistrationNote(annotations map[string]string) (ok bool, message string) {
	record, recorded := deploykey.RegistrationOf(annotations)
	if !recorded || len(record.Keys) == 0 {
		return true, ""
	}
	ok = true
	var notes []string
	for _, fingerprint := range record.Fingerprints() {
		key := record.Keys[fingerprint]
		name := fingerprint
		if key.Next {
			name = "the next key " + fingerprint
		}
		switch {
		case key.State == deploykey.Failed:
			ok = false
			notes = append(notes, fmt.Sprintf("%s is not registered. %s", name, key.Message))
		case key.Message != "":
			ok = false
			notes = append(notes, fmt.Sprintf("%s is registered, but: %s", name, key.Message))
		case key.State == deploykey.Deregistered:
			notes = append(notes, fmt.Sprintf("%s was deregistered at %s on request", name, record.Host))
		default:
			notes = append(notes, fmt.Sprintf("%s is registered at %s as %q", name, record.Host, key.Title))
		}
	}
	return ok, "Registration: " + strings.Join(notes, "; ")
}
