// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// takeEntries validates changes of labels, annotations or a node selector, and resets them in is. Entries may be added,
// but existing entries must be unchanged. allowed returns a description of the problem with a new entry, or an empty
// string if the entry is allowed.
func takeEntries(at string, was map[string]string, is *map[string]string, allowed func(key, value string) string) *refusal {
	for key, entry := range ordered.Map(was) {
		if value, ok := (*is)[key]; !ok || value != entry {
			return &refusal{field: fmt.Sprintf("%s[%s]", at, key), text: "must not be changed by a patch; remove it"}
		}
	}
	for key, value := range ordered.Map(*is) {
		if _, ok := was[key]; ok {
			continue
		}
		if text := cmp.Or(invalidEntry(at, key, value), allowed(key, value)); text != "" {
			return &refusal{field: fmt.Sprintf("%s[%s]", at, key), text: text}
		}
	}
	*is = was
	return nil
}

// invalidEntry returns why an API server would reject a label or annotation, or an empty string if it is valid.
func invalidEntry(at, key, value string) string {
	if strings.HasSuffix(at, "annotations") {
		key, value = strings.ToLower(key), "" // An annotation may have any value.
	}
	for _, err := range validation.ValidateLabels(nil, map[string]string{key: value}) {
		return "is invalid: " + err.Detail
	}
	return ""
}

// nodeLabel allows every label in a node selector.
func nodeLabel(string, string) string { return "" }

// podKey returns why a patch must not add the label or annotation to a Deployment or its pods, or an empty string if it
// is allowed. Unknown domains are forbidden, because they could make a webhook or controller in the shoot change the
// pod.
func podKey(key, value string) string {
	domain, _, has := strings.Cut(key, "/")
	uninjected := map[string]string{"sidecar.istio.io/inject": "false", "linkerd.io/inject": "disabled"}
	switch only, ok := uninjected[key]; {
	case !has, domain == "prometheus.io", ok && value == only,
		slices.Contains([]string{"cluster-autoscaler.kubernetes.io/safe-to-evict", "azure.workload.identity/use", "iam.amazonaws.com/role"}, key):
		return ""
	case ok:
		return fmt.Sprintf("must be %s: the controllers run alone in their pods", only)
	}
	return "must not be set by a patch; remove it, or use a name without a domain"
}

// accountKey returns why a patch must not add the label or annotation to a ServiceAccount, or an empty string if it is
// allowed.
func accountKey(key, _ string) string {
	domain, _, has := strings.Cut(key, "/")
	if !has || slices.Contains([]string{"eks.amazonaws.com", "azure.workload.identity", "iam.gke.io"}, domain) {
		return ""
	}
	return "must not be set by a patch; remove it, or use a name without a domain, eks.amazonaws.com, azure.workload.identity or iam.gke.io"
}
