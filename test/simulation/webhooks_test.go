// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"testing"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// Flux polls once a minute. A commit that the Git host announces is read within seconds by each Shoot that follows the
// source, also if one of the seeds has heard of it late.
func TestPushIsReadInSeconds(t *testing.T) {
	p := play(t, 35, at(10, 0, whatPush, repositoryOf(scheduled), "good"), at(20, 20, whatDelay, seedPrefix+"gamma", "20s"), at(20, 30, whatPush, repositoryOf(scheduled), "good"))
	for _, push := range []struct{ at, within time.Duration }{{10 * time.Minute, 10 * time.Second}, {20*time.Minute + 30*time.Second, 20 * time.Second}} {
		pushed, read := "", map[string]bool{}
		for _, seen := range p.observations {
			since := seen.At.Sub(simulatedBegin())
			if since < push.at || since > push.at+push.within {
				continue
			}
			switch fact := seen.Fact().(type) {
			case *history.GitRef:
				pushed = fact.Commit
			case *history.FluxObject:
				if pushed != "" && fact.Role == history.RoleRoot && fact.Artifact == branch+"@sha1:"+pushed {
					read[fact.Shoot] = true
				}
			}
		}
		if len(read) != 4 {
			t.Errorf("%d of 4 Shoots have read the commit %s after the push at %s: %v", len(read), push.within, push.at, read)
		}
	}
}
