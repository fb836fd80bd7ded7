// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package baselinerollout

import (
	"fmt"
	"math"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const (
	// longestStep is the maximum time between two decisions that counts for the deadline of a project, because nobody
	// observes it without a garden controller. storedStep is the time after which the time of a decision is stored.
	longestStep, storedStep = 5 * time.Minute, 2 * time.Minute
	// mostProjects is the maximum number of stored projects.
	mostProjects = 1000
)

// Projects contains the projects that are not ready in a ring.
type Projects struct {
	// Observed is the time of the stored observation.
	Observed metav1.Time `json:"observed,omitzero"`
	// Unready lists the projects by ring and name.
	Unready []UnreadyProject `json:"unready,omitempty"`
}

// UnreadyProject is a project that is not ready in a ring.
type UnreadyProject struct {
	// Ring is the name of the ring, and Project the namespace of the project.
	Ring    string `json:"ring"`
	Project string `json:"project"`
	// Unready is the time for which the project was observed and not ready.
	Unready metav1.Duration `json:"unready,omitzero"`
	// Reported is true after an Event has reported that the project counts as a failure.
	Reported bool `json:"reported,omitempty"`
}

// at returns the entry of an unready project at the present time. begun is the time when its seed began with a change;
// zero if the seed has passed it.
func (p Projects) at(ring, project string, begun, now metav1.Time) UnreadyProject {
	step := rollout.Step(p.Observed.Time, now.Time, longestStep)
	own := UnreadyProject{Ring: ring, Project: project}
	if i := slices.IndexFunc(p.Unready, func(u UnreadyProject) bool { return u.Ring == ring && u.Project == project }); i >= 0 {
		own = p.Unready[i]
		own.Unready.Duration += step
	}
	if !begun.IsZero() {
		unobserved := rollout.Step(p.Observed.Time, now.Time, math.MaxInt64) - step
		own.Unready.Duration = max(0, now.Sub(begun.Time)-unobserved)
	}
	return own
}

// add adds an entry, up to the maximum number.
func (p *Projects) add(own UnreadyProject) {
	if len(p.Unready) < mostProjects {
		p.Unready = append(p.Unready, own)
	}
}

// orStored returns the stored Projects if they differ from the present ones only by a short time.
func (p Projects) orStored(stored Projects) Projects {
	isSame := func(a, b UnreadyProject) bool {
		return a.Ring == b.Ring && a.Project == b.Project && a.Reported == b.Reported
	}
	since := p.Observed.Sub(stored.Observed.Time)
	switch {
	case len(p.Unready) == 0:
		return Projects{}
	case slices.EqualFunc(p.Unready, stored.Unready, isSame) && since >= 0 && since < storedStep:
		return stored
	}
	return p
}

// projectLimits returns the limits of encoded Projects.
func projectLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 512 << 10, Elements: 10 * mostProjects, Entries: mostProjects, Text: 256}
}

// Encode returns the Projects as JSON, compressed with gzip; nil if there are none.
func (p Projects) Encode() ([]byte, error) {
	if len(p.Unready) == 0 {
		return nil, nil
	}
	value, _, err := projectLimits().Compress(p)
	if err != nil {
		return nil, fmt.Errorf("failed to encode the projects that are not ready: %w", err)
	}
	return value, nil
}

// DecodeProjects reads encoded Projects. Damaged ones are forgotten: their deadlines begin again.
func DecodeProjects(value []byte) Projects {
	var p Projects
	if _, err := projectLimits().Decompress(value, &p); len(value) == 0 || err != nil {
		return Projects{}
	}
	return p
}
