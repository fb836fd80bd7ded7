// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Shoot is the part of a Shoot on which its status depends. Two of them can be compared.
type Shoot struct {
	// Namespace is that of the project, and Name is that of the Shoot.
	Namespace, Name string
	// UID is that of the Shoot.
	UID types.UID
	// Deleted is when its deletion was requested; zero if it was not.
	Deleted metav1.Time
	// Hibernated is true if its hibernation is requested.
	Hibernated bool
	// SeedName is the name of the seed on which its control plane is to be.
	SeedName string
	// Labels are those that are reported, as JSON; empty if none are.
	Labels string
}

// ReadShoot returns the Shoot in a Cluster, and false if there is none.
func ReadShoot(raw []byte) (Shoot, bool) {
	var shoot struct {
		Metadata struct {
			Namespace         string       `json:"namespace"`
			Name              string       `json:"name"`
			UID               types.UID    `json:"uid"`
			DeletionTimestamp *metav1.Time `json:"deletionTimestamp"`

			Labels map[string]string `json:"labels"`
		} `json:"metadata"`
		Spec struct {
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
		Namespace: shoot.Metadata.Namespace, Name: shoot.Metadata.Name, UID: shoot.Metadata.UID,
		Hibernated: shoot.Spec.Hibernation.Enabled, SeedName: shoot.Spec.SeedName, Labels: encodedLabels(shoot.Metadata.Labels),
	}
	if shoot.Metadata.DeletionTimestamp != nil {
		read.Deleted = *shoot.Metadata.DeletionTimestamp
	}
	return read, true
}
