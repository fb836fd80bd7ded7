// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// groupNotification is the API group of notification-controller.
const groupNotification = "notification.toolkit.fluxcd.io"

// lost returns the reason to hold back a change that would lose content, or an empty string. An API server drops the
// fields that the storage version lacks from each object that is written, and does not return them in that version.
func (c Change) lost(target map[string]API) string {
	var lost []string
	for name, api := range target {
		if api.Fields == nil {
			continue
		}
		for field, objects := range c.Installed.Kinds[name].Fields {
			if slices.Contains(api.Fields, field) || isUnused(api.GroupKind, field) {
				continue
			}
			for _, object := range objects {
				lost = append(lost, fmt.Sprintf("spec.%s of %s %s%s", field, api.Kind, object, replacement(api.GroupKind, field)))
			}
		}
	}
	if len(lost) == 0 {
		return ""
	}
	slices.Sort(lost)
	what := fmt.Sprintf("Flux%s is not upgraded to %s yet, because %[2]s", Spaced(c.From), c.To)
	if c.From == c.To {
		what = fmt.Sprintf("The components of Flux %s are not changed yet, because the new ones", c.To)
	}
	return fmt.Sprintf("%s would drop fields of objects in the shoot: %s. Remove these fields from the objects and in Git; "+
		"the upgrade continues with the next reconciliation of the Shoot", what, text.List(lost, mostObjectsNamed))
}

// isUnused returns whether the field had no effect before Flux removed it (notification-controller/api: v1beta3).
func isUnused(kind schema.GroupKind, field string) bool {
	return kind == schema.GroupKind{Group: groupNotification, Kind: "Provider"} && field == "interval"
}

// replacement returns the fix for a field that has a successor in the present API version, for a message.
func replacement(kind schema.GroupKind, field string) string {
	if kind.Group != groupNotification {
		return ""
	}
	switch kind.Kind + "." + field {
	case "Provider.proxy":
		return ", to be replaced by spec.proxySecretRef"
	case "Alert.summary":
		return ", to be replaced by spec.eventMetadata.summary"
	}
	return ""
}
