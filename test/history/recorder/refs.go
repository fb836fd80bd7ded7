// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// confirmAfter is the time after which an unchanged branch or tag is confirmed.
const confirmAfter = 8 * time.Second

// refs writes the branches and tags of repositories.
type refs struct {
	sink  *sink
	now   func() time.Time
	known map[ref]string
	// confirmed is the time of the last confirmation.
	confirmed time.Time
}

type ref struct{ repository, name string }

func newRefs(to *sink, now func() time.Time) *refs {
	return &refs{sink: to, now: now, known: map[ref]string{}, confirmed: now()}
}

// take writes the changes since the last call.
func (r *refs) take(found map[string]map[string]string) {
	confirm := r.now().Sub(r.confirmed) >= confirmAfter
	if confirm {
		r.confirmed = r.now()
	}
	for repository, commits := range found {
		for name, commit := range commits {
			fact := &history.GitRef{Repository: repository, Name: name, Commit: commit}
			switch before, has := r.known[ref{repository, name}]; {
			case !has || before != commit:
				r.known[ref{repository, name}] = commit
				r.sink.write(history.Observation{Observer: "git " + repository, Facts: factsOf(fact)})
			case confirm:
				r.sink.write(history.Observation{Observer: "git " + repository, Same: fact.Key()})
			}
		}
	}
	for known := range r.known {
		if _, has := found[known.repository][known.name]; !has {
			delete(r.known, known)
			fact := &history.GitRef{Repository: known.repository, Name: known.name}
			r.sink.write(history.Observation{Observer: "git " + known.repository, Gone: fact.Key()})
		}
	}
}
