// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ProgressOf returns the progress of a stored rollout with the current reports on the members. It takes no step of the
// rollout, and does not modify the State.
func ProgressOf(s *State, in Input) Progress {
	in.Subject = cmp.Or(in.Subject, Shoots())
	d := &decision{in: in, state: s.clone(), now: metav1.NewTime(in.Now.UTC().Truncate(time.Second))}
	d.rings = d.state.views(in.Members)
	d.setHolds()
	return d.progress()
}
