// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
)

// longestAnnotation bounds the value of an annotation, in bytes.
const longestAnnotation = 1024

// takeEntries takes labels, annotations or a node selector. Existing entries must be unchanged. allowed returns
// the problem of a new entry; empty if it is allowed.
func takeEntries(at string, was map[string]string, is *map[string]string, allowed func(key, value string) string) *refusal {
	for _, key := range slices.Sorted(maps.Keys(was)) {
		if value, has := (*is)[key]; !has || value != was[key] {
			return &refusal{field: fmt.Sprintf("%s[%s]", at, key), text: "must not be changed by a patch; remove it"}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(*is)) {
		if _, had := was[key]; had {
			continue
		}
		if text := invalidEntry(at, key, (*is)[key]); text != "" {
			return &refusal{field: fmt.Sprintf("%s[%s]", at, key), text: text}
		}
		if text := allowed(key, (*is)[key]); text != "" {
			return &refusal{field: fmt.Sprintf("%s[%s]", at, key), text: text}
		}
	}
	*is = was
	return nil
}

// invalidEntry returns why an API server would reject a label or an annotation.
func invalidEntry(at, key, value string) string {
	annotation := strings.HasSuffix(at, "annotations")
	name := key
	if annotation {
		name = strings.ToLower(key)
	}
	switch {
	case len(utilvalidation.IsQualifiedName(name)) > 0:
		return "must have a name such as team or example.com/team: letters, digits, '-', '_' and '.', at most 63 characters after the slash"
	case annotation && len(value) > longestAnnotation:
		return fmt.Sprintf("must have at most %d bytes; shorten it", longestAnnotation)
	case !annotation && len(utilvalidation.IsValidLabelValue(value)) > 0:
		return "must be letters, digits, '-', '_' and '.', at most 63 characters, with a letter or digit at both ends"
	}
	return ""
}

// nodeLabel allows every label in a node selector.
func nodeLabel(string, string) string { return "" }

// podKey returns why a Deployment or its pods may not have a label or annotation. One of an unknown domain might
// make a webhook or a controller in the shoot change the pod.
func podKey(key, value string) string {
	domain, _, has := strings.Cut(key, "/")
	switch {
	case !has, domain == "prometheus.io":
		return ""
	case slices.Contains([]string{"cluster-autoscaler.kubernetes.io/safe-to-evict", "azure.workload.identity/use", "iam.amazonaws.com/role"}, key):
		return ""
	case key == "sidecar.istio.io/inject":
		if value == "false" {
			return ""
		}
		return "must be false: the controllers run alone in their pods"
	case key == "linkerd.io/inject":
		if value == "disabled" {
			return ""
		}
		return "must be disabled: the controllers run alone in their pods"
	}
	return "must not be set by a patch; remove it, or use a name without a domain"
}

// accountKey returns why a ServiceAccount may not have a label or annotation.
func accountKey(key, _ string) string {
	domain, _, has := strings.Cut(key, "/")
	if !has || slices.Contains([]string{"eks.amazonaws.com", "azure.workload.identity", "iam.gke.io"}, domain) {
		return ""
	}
	return "must not be set by a patch; remove it, or use a name without a domain, eks.amazonaws.com, azure.workload.identity or iam.gke.io"
}
