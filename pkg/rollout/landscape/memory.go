// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const (
	// mostProjects is the maximum number of stored projects. A project that is not stored still counts.
	mostProjects = 1000
)

// Memory summarizes earlier reports of the seeds. It is stored beside the State of a rollout.
type Memory struct {
	// Observed is the time of the stored observation.
	Observed metav1.Time `json:"observed,omitzero"`
	// Unready lists the projects that are not ready, by ring and name.
	Unready []UnreadyProject `json:"unready,omitempty"`
	// Version is the Flux version that Lone and FailedBefore belong to; empty in the rollout of the baseline.
	Version string `json:"version,omitempty"`
	// Failed lists the Shoots that have failed with the target and have not been ready with it since.
	Failed []FailedShoot `json:"failed,omitempty"`
	// Commits lists the commits that the Shoots of the first ring have reported since a Shoot has failed with one, in the
	// order in which they were first seen. Of those that were seen at the same time, the commits of failures are last.
	Commits []string `json:"commits,omitempty"`
	// Lone lists the projects that have stopped a ring without failures of other projects, by ring and name.
	Lone []LoneProject `json:"lone,omitempty"`
	// FailedBefore lists the Shoots whose installation failed before they got the version. They do not count as failures.
	FailedBefore []types.UID `json:"failedBefore,omitempty"`
}

// UnreadyProject is a project that is not ready in a ring.
type UnreadyProject struct {
	// Ring is the name of the ring, and Project the namespace of the project.
	Ring    string `json:"ring"`
	Project string `json:"project"`
	// Unready is how long the project was observed and not ready.
	Unready metav1.Duration `json:"unready,omitzero"`
	// Late is true if Unready exceeds the time for which the ring waits.
	Late bool `json:"late,omitempty"`
	// Reported is true after an Event has reported that the project counts as a failure.
	Reported bool `json:"reported,omitempty"`
}

// FailedShoot is a Shoot that has failed. It counts while it is hibernated, is not reported, or is deleted. With a
// baseline that follows its source, it counts although the next commit fails as well.
type FailedShoot struct {
	// Seed is the name of its seed, and Project the namespace of its project. Name and UID identify the Shoot.
	Seed    string    `json:"seed"`
	Project string    `json:"project"`
	Name    string    `json:"name"`
	UID     types.UID `json:"uid"`
	// Revision is the ID of the revision that it has failed with, and Commit the commit if commits are promoted.
	Revision string `json:"revision"`
	Commit   string `json:"commit,omitempty"`
}

// LoneProject is a project that alone has stopped a ring.
type LoneProject struct {
	// Ring is the name of the ring, and Project the namespace of the project.
	Ring    string `json:"ring"`
	Project string `json:"project"`
	// Held is how long the project has stopped the ring in total. Stops is true if it stopped the ring in the stored
	// observation.
	Held  metav1.Duration `json:"held,omitzero"`
	Stops bool            `json:"stops,omitempty"`
}

// at returns the updated entry of an unready project. begun is the time when its seed began with a change; zero if the
// seed has passed it. unobserved is the time since the last decision that does not count.
func (m Memory) at(ring, project string, begun, now metav1.Time, unobserved time.Duration) UnreadyProject {
	own := UnreadyProject{Ring: ring, Project: project}
	if i := slices.IndexFunc(m.Unready, func(u UnreadyProject) bool { return u.Ring == ring && u.Project == project }); i >= 0 {
		own = m.Unready[i]
		own.Unready.Duration += rollout.Step(m.Observed.Time, now.Time)
	}
	if !begun.IsZero() {
		own.Unready.Duration = max(0, now.Sub(begun.Time)-unobserved)
	}
	return own
}

// heldBy returns the total time until now for which a project has stopped a ring without failures of other projects.
func (m Memory) heldBy(ring, project string, now metav1.Time) time.Duration {
	for _, own := range m.Lone {
		if own.Ring == ring && own.Project == project {
			if own.Stops {
				return own.Held.Duration + rollout.Step(m.Observed.Time, now.Time)
			}
			return own.Held.Duration
		}
	}
	return 0
}

// add adds an unready project, up to the maximum number.
func (m *Memory) add(own UnreadyProject) {
	if len(m.Unready) < mostProjects {
		m.Unready = append(m.Unready, own)
	}
}

// orStored returns the stored Memory if only measured times differ, and these need not be stored yet.
func (m Memory) orStored(stored Memory) Memory {
	isSame := func(a, b UnreadyProject) bool {
		return a.Ring == b.Ring && a.Project == b.Project && a.Late == b.Late && a.Reported == b.Reported
	}
	isLone := func(a, b LoneProject) bool {
		return a.Ring == b.Ring && a.Project == b.Project && a.Stops == b.Stops
	}
	measures := slices.ContainsFunc(m.Unready, func(u UnreadyProject) bool { return !u.Late }) || slices.ContainsFunc(m.Lone, func(p LoneProject) bool { return p.Stops })
	since := m.Observed.Sub(stored.Observed.Time)
	switch {
	case !slices.EqualFunc(m.Unready, stored.Unready, isSame) || !slices.EqualFunc(m.Lone, stored.Lone, isLone) || !slices.Equal(m.FailedBefore, stored.FailedBefore) ||
		!slices.Equal(m.Failed, stored.Failed) || !slices.Equal(m.Commits, stored.Commits) || m.Version != stored.Version:
		return m
	case !measures || since >= 0 && since < rollout.RecordStep:
		return stored
	}
	return m
}

// memoryLimits returns the limits of an encoded Memory.
func memoryLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 1 << 20, Elements: 25 * mostProjects, Entries: mostFailedBefore, Text: 256}
}

// Encode returns the Memory as JSON, compressed with gzip; nil if it is empty.
func (m Memory) Encode() ([]byte, error) {
	if m.Version == "" && len(m.Unready)+len(m.Failed) == 0 {
		return nil, nil
	}
	value, _, err := memoryLimits().Compress(m)
	if err != nil {
		return nil, fmt.Errorf("failed to encode the projects that are not ready: %w", err)
	}
	return value, nil
}

// DecodeMemory reads an encoded Memory. It ignores a damaged one: deadlines begin again, and failures count.
func DecodeMemory(value []byte) Memory {
	var m Memory
	if _, err := memoryLimits().Decompress(value, &m); len(value) == 0 || err != nil {
		return Memory{}
	}
	return m
}
