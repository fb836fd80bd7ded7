// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"fmt"
	"slices"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const (
	// MostShoots is the maximum number of reported Shoots.
	MostShoots = 5000
	// longestMessage is the maximum length of a message in bytes, longestRevision of a revision of the source, and
	// longestText of any other text of a Shoot. Administrators of shoots can write longer revisions.
	longestMessage  = 200
	longestRevision = 256
	longestText     = 256
)

// Omitted describes the parts that are left out of a report because of its size. No part that is left out makes a Shoot
// count as ready.
type Omitted struct {
	// Details are the details that are left out, such as messages; empty if there are none.
	Details []string
	// Shoots is the number of Shoots that are left out.
	Shoots int
}

// IsEmpty returns true if nothing is left out.
func (o Omitted) IsEmpty() bool { return len(o.Details) == 0 && o.Shoots == 0 }

// reduction leaves a detail out of the report on a Shoot's baseline.
type reduction struct {
	detail string
	from   func(*ReportedBaseline)
}

// reductions returns all reductions in the order in which Encode applies them.
func reductions() []reduction {
	return []reduction{
		{"messages", func(b *ReportedBaseline) { b.Message = "" }},
		{"removed objects", func(b *ReportedBaseline) {
			if b.Removed != nil {
				b.Removed = &fluxv1alpha1.RemovedObjects{Unknown: "the report of the seed is too large to list them"}
			}
		}},
		// A Shoot that does not report these revisions counts as progressing.
		{"revisions of the source", func(b *ReportedBaseline) {
			b.AppliedRevision, b.AttemptedRevision = "", ""
			if b.State.IsReady() {
				b.State = fluxv1alpha1.ShootProgressing
			}
		}},
	}
}

// bounded returns a copy of the report in which all texts have their maximum length, and the number of Shoots that are
// left out. Shoots that have failed take precedence over others, so that a failure is never left out in favor of a
// success.
func (r SeedReport) bounded() (SeedReport, int) {
	shoots := slices.Clone(r.Shoots)
	leftOut := max(0, len(shoots)-MostShoots)
	if leftOut > 0 {
		slices.SortStableFunc(shoots, func(a, b ReportedShoot) int { return a.precedence() - b.precedence() })
		shoots = shoots[:MostShoots]
	}
	for i := range shoots {
		shoots[i].FluxVersion = text.Cut(shoots[i].FluxVersion, longestText)
		if shoots[i].Baseline == nil {
			continue
		}
		own := *shoots[i].Baseline
		own.Message, own.Revision = ShortMessage(own.Message), text.Cut(own.Revision, longestText)
		own.AppliedRevision, own.AttemptedRevision = text.Cut(own.AppliedRevision, longestRevision), text.Cut(own.AttemptedRevision, longestRevision)
		shoots[i].Baseline = &own
	}
	bounded := SeedReport{Shoots: shoots}
	bounded.Sort()
	return bounded, leftOut
}

// precedence returns 0 for a Shoot that has failed, 1 for one that is not ready, and 2 for any other.
func (s ReportedShoot) precedence() int {
	switch {
	case s.Failed || s.Baseline != nil && s.Baseline.State == fluxv1alpha1.ShootFailed:
		return 0
	case !s.Installed || s.Baseline != nil && !s.Baseline.State.IsReady():
		return 1
	}
	return 2
}

// Encode returns the binary data of the ConfigMap, and what is left out because of its size. The result depends only on
// the report.
func (r SeedReport) Encode() (map[string][]byte, Omitted, error) {
	report, leftOut := r.bounded()
	omitted := Omitted{Shoots: leftOut}
	content, _, err := reportLimits().Compress(report)
	for _, reduce := range reductions() {
		if !boundedjson.IsExceeded(err) {
			break
		}
		omitted.Details = append(omitted.Details, reduce.detail)
		for i := range report.Shoots {
			if own := report.Shoots[i].Baseline; own != nil {
				reduce.from(own)
			}
		}
		content, _, err = reportLimits().Compress(report)
	}
	if err != nil {
		return nil, omitted, fmt.Errorf("failed to encode the report of a seed: %w", err)
	}
	return map[string][]byte{keyReport: content}, omitted, nil
}
