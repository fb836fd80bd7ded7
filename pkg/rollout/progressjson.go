// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import "encoding/json"

// plainRing is a RingProgress without the fields whose names depend on the members.
type plainRing RingProgress

// shownRing has the names that users see. The members of a ring are either Shoots or seeds.
type shownRing struct {
	plainRing

	Shoots       *int     `json:"shoots,omitempty"`
	FailedShoots []string `json:"failedShoots,omitempty"`
	Seeds        *int     `json:"seeds,omitempty"`
	FailedSeeds  []string `json:"failedSeeds,omitempty"`
}

// MarshalJSON implements json.Marshaler. It writes members as shoots or seeds.
func (r RingProgress) MarshalJSON() ([]byte, error) {
	shown := shownRing{plainRing: plainRing(r)}
	if r.OfSeeds {
		shown.Seeds, shown.FailedSeeds = &r.Members, r.FailedMembers
	} else {
		shown.Shoots, shown.FailedShoots = &r.Members, r.FailedMembers
	}
	return json.Marshal(shown)
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *RingProgress) UnmarshalJSON(text []byte) error {
	shown := shownRing{}
	if err := json.Unmarshal(text, &shown); err != nil {
		return err
	}
	*r = RingProgress(shown.plainRing)
	if shown.Shoots != nil {
		r.Members = *shown.Shoots
	}
	r.FailedMembers = shown.FailedShoots
	if shown.Seeds != nil {
		r.Members, r.FailedMembers, r.OfSeeds = *shown.Seeds, shown.FailedSeeds, true
	}
	return nil
}
