// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"encoding/json"
	"errors"
	"fmt"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// BaselineRelease is the baseline that a seed may deliver. The notice board of the seed contains it.
type BaselineRelease struct {
	// Target is the revision of the baseline, and the commit that its source is pinned to; without a commit, the Shoots
	// follow the source.
	rollout.Target `json:",inline"`
	// Baseline is the content of the revision; nil if it is unknown, or if no baseline was released for the seed yet.
	// The Shoots then stay unchanged.
	Baseline *configv1alpha1.Baseline `json:"baseline,omitempty"`
	// Passed is the target that the ring of the seed has passed last. Removed objects are compared with it.
	Passed rollout.Target `json:"passed,omitzero"`
	// Promotes is true if commits are promoted.
	Promotes bool `json:"promotes,omitempty"`
	// Guard defines the objects that the removal guard protects.
	Guard *fluxv1alpha1.Guard `json:"guard,omitempty"`
	// Held is the newest revision if the seed may not deliver it yet; empty otherwise. Ring is the ring of the seed.
	Held string `json:"held,omitempty"`
	Ring string `json:"ring,omitempty"`
}

// BaselineReleaseFor returns the release for a seed.
func BaselineReleaseFor(state *rollout.State, seed rollout.Identity) BaselineRelease {
	permit := state.Permit(seed)
	release := BaselineRelease{Target: permit.Target, Passed: state.PassedBy(seed), Promotes: *state.Rollout.Source == fluxv1alpha1.RolloutSourcePromote, Guard: state.Rollout.Guard, Held: permit.Held, Ring: permit.Ring}
	if permit.Content != nil {
		// A revision without a readable baseline is like an unknown one: the Shoots stay unchanged.
		release.Baseline, _ = baselineIn(*permit.Content)
	}
	return release
}

// releaseLimits returns the limits of an encoded release.
func releaseLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 256 << 10, Elements: 20_000}
}

// Encode returns the release as text. It returns an error for a release that exceeds the limits, because no seed could
// read it.
func (r BaselineRelease) Encode() (string, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("failed to encode the release of the baseline: %w", err)
	}
	if err := releaseLimits().Check(raw); err != nil {
		return "", fmt.Errorf("the release of the baseline is too large: %w", err)
	}
	return string(raw), nil
}

// ReadBaselineRelease reads a release, or returns nil without one. It returns an error for a release that is damaged or
// has a field that a newer version of the extension has written, such as a selector: a seed that ignored it could
// deliver the baseline to Shoots that must not have it.
func ReadBaselineRelease(text string) (*BaselineRelease, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // nothing is released
	}
	limits, release := releaseLimits(), &BaselineRelease{}
	limits.Strict = true
	if err := limits.Unmarshal([]byte(text), release); err != nil {
		return nil, fmt.Errorf("the release of the baseline cannot be read: %w", err)
	}
	if release.Revision == "" {
		return nil, errors.New("the release of the baseline has no revision")
	}
	return release, nil
}
