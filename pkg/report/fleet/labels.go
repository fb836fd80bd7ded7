// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"
	"strings"
)

// longestLabels is how many bytes the labels of a Shoot may have as JSON that are reported: all of them or none, because with some of them a selector would
// select other Shoots.
const longestLabels = 512

// IsReportedLabel returns whether a label of this name is part of the status of a Shoot. Those of Gardener are not: they change with the health of the Shoot, and
// with its seed.
func IsReportedLabel(name string) bool {
	domain, _, isQualified := strings.Cut(name, "/")
	return !isQualified || domain != "gardener.cloud" && !strings.HasSuffix(domain, ".gardener.cloud")
}

// LabelsOf returns the labels of a Shoot that are reported: nil if they are too large, and otherwise not nil.
func LabelsOf(labels map[string]string) map[string]string {
	reported := map[string]string{}
	for name, value := range labels {
		if IsReportedLabel(name) {
			reported[name] = value
		}
	}
	if text, err := json.Marshal(reported); err != nil || len(text) > longestLabels {
		return nil
	}
	return reported
}

// encodedLabels returns what is reported of the labels as text, which can be compared; empty if nothing is.
func encodedLabels(labels map[string]string) string {
	reported := LabelsOf(labels)
	text, err := json.Marshal(reported)
	if err != nil || reported == nil {
		return ""
	}
	return string(text)
}

// decodedLabels returns the labels in such a text.
func decodedLabels(text string) map[string]string {
	var labels map[string]string
	if text == "" || json.Unmarshal([]byte(text), &labels) != nil {
		return nil
	}
	return labels
}
