// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Shoot contains the fields of a Shoot that its status depends on.
type Shoot struct {
	Namespace, Name string
	UID             types.UID
	// Deleted is the time when the deletion of the Shoot was requested, or zero if it was not.
	Deleted metav1.Time
	// Hibernated is true if the hibernation of the Shoot is requested.
	Hibernated bool
	// SeedName is the name of the seed that the Shoot specifies.
	SeedName string
	// Generation is the generation of the specification.
	Generation int64
	// Labels are the reported labels, or nil if they are too large.
	Labels map[string]string
}

// ReadShoot decodes the Shoot in a Cluster. It returns false if the Cluster has no valid Shoot.
func ReadShoot(raw []byte) (Shoot, bool) {
	var shoot struct {
		Metadata metav1.ObjectMeta `json:"metadata"`
		Spec     struct {
			SeedName    string `json:"seedName"`
			Hibernation struct {
				Enabled bool `json:"enabled"`
			} `json:"hibernation"`
		} `json:"spec"`
	}
	if json.Unmarshal(raw, &shoot) != nil || shoot.Metadata.UID == "" || shoot.Metadata.Namespace == "" {
		return Shoot{}, false
	}
	read := Shoot{
		Namespace: shoot.Metadata.Namespace, Name: shoot.Metadata.Name, UID: shoot.Metadata.UID, Generation: shoot.Metadata.Generation,
		Hibernated: shoot.Spec.Hibernation.Enabled, SeedName: shoot.Spec.SeedName, Labels: LabelsOf(shoot.Metadata.Labels),
	}
	if shoot.Metadata.DeletionTimestamp != nil {
		read.Deleted = *shoot.Metadata.DeletionTimestamp
	}
	return read, true
}

// longestLabels is the maximum size of a Shoot's reported labels as JSON, in bytes. If the labels are larger, none are
// reported, because a selector could have a different result with only some of the labels.
const longestLabels = 512

// IsReportedLabel returns whether the status of a Shoot includes the label. Labels of Gardener are excluded,
// because they change with the health and the seed of the Shoot.
func IsReportedLabel(name string) bool {
	domain, _, isQualified := strings.Cut(name, "/")
	return !isQualified || domain != "gardener.cloud" && !strings.HasSuffix(domain, ".gardener.cloud")
}

// LabelsOf returns the reported labels of a Shoot. It returns nil only if they are too large.
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
