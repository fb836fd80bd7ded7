// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const (
	// ReportConfigMapName is the name of the ConfigMap in the namespace of the seed.
	ReportConfigMapName = "shoot-flux-report"
	// keyReport is the key of the report as JSON, compressed with gzip.
	keyReport = "report"
)

// SeedReport contains the Shoots on a seed that have the extension, sorted by namespace and name.
type SeedReport struct {
	Shoots []ReportedShoot `json:"shoots"`
}

// ReportedShoot is the report on a Shoot.
type ReportedShoot struct {
	// Namespace is the namespace of the project, and Project the name of the project.
	Namespace string `json:"namespace"`
	Project   string `json:"project,omitempty"`
	// Name and UID identify the Shoot.
	Name string    `json:"name"`
	UID  types.UID `json:"uid"`
	// FluxVersion is the delivered Flux version; empty without a delivery.
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Failed is true if the installation of Flux has failed, and Installed is true if Flux is known to run.
	Failed    bool `json:"failed,omitempty"`
	Installed bool `json:"installed,omitempty"`
	// ReportedBaseline is the report on the operator's baseline; nil if the shoot has none.
	Baseline *ReportedBaseline `json:"baseline,omitempty"`
}

// ReportedBaseline is the report on the operator's baseline in a shoot.
type ReportedBaseline struct {
	// State is Ready, Progressing, Failed or Unreachable. Since is the time of the last change of the state, and Message
	// the reason for a failure.
	State   fluxv1alpha1.ShootState `json:"state"`
	Since   metav1.Time             `json:"since,omitzero"`
	Message string                  `json:"message,omitempty"`
	// Revision identifies the baseline that was delivered, or refused because of a configuration error.
	Revision string `json:"revision,omitempty"`
	// AppliedRevision and AttemptedRevision are the last revisions of the source that the Kustomization has applied and
	// attempted.
	AppliedRevision   string `json:"appliedRevision,omitempty"`
	AttemptedRevision string `json:"attemptedRevision,omitempty"`
	// Unwell is true if the baseline was not ready before the present change and has not become ready since.
	Unwell bool `json:"unwell,omitempty"`
	// Removed summarizes the objects that the baseline no longer applies since the ring of the seed has last passed a
	// change; nil without a guard.
	Removed *fluxv1alpha1.RemovedObjects `json:"removed,omitempty"`
}

// Sort sorts the Shoots by namespace and name.
func (r SeedReport) Sort() {
	slices.SortFunc(r.Shoots, func(a, b ReportedShoot) int {
		return cmp.Or(strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name))
	})
}

// reportLimits returns the limits of an encoded report. An API server accepts ConfigMaps of up to 1 MiB.
func reportLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 8 << 20, Compressed: 1000 << 10, Elements: 400_000, Entries: MostShoots, Text: 4 << 10}
}

// ReadReport reads the report in a ConfigMap.
func ReadReport(configMap *corev1.ConfigMap) (SeedReport, error) {
	var r SeedReport
	if _, err := reportLimits().Decompress(configMap.BinaryData[keyReport], &r); err != nil {
		return SeedReport{}, fmt.Errorf("ConfigMap %s/%s is damaged: %w", configMap.Namespace, configMap.Name, err)
	}
	return r, nil
}

// ShortMessage shortens a message for a report.
func ShortMessage(message string) string { return text.Line(message, longestMessage) }
