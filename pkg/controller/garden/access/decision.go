// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"slices"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// seedNamespacePrefix precedes the name of a seed in that of its namespace in the garden.
const seedNamespacePrefix = gardenerutils.SeedNamespaceNamePrefix

// grants are the seeds that have access to a project. The value is when a seed was first seen without a Shoot that needs it; the zero time
// for those with one.
type grants map[string]time.Time

// decision is what has to be the case for a project.
type decision struct {
	// grants are those that are desired.
	grants grants
	// expired are the seeds, sorted, whose access is to be taken away now.
	expired []string
	// ignored are names of seeds, sorted, that no Seed can have.
	ignored []string
	// again is the time after which the decision has to be taken again although nothing has changed; 0 for never.
	again time.Duration
}

// decide returns which seeds may have access to a project with these Shoots. A seed has it from the moment at which a Shoot with Flux is
// scheduled for it, until the grace period after there is none that is scheduled for it or has its control plane there. A Shoot whose
// specification is not applied yet can still have its Extension: it keeps the access of its seed, and gives none.
func decide(shoots []gardencorev1beta1.Shoot, present grants, now time.Time, grace time.Duration) decision {
	needed, ignored := neededBy(shoots, garden.UsesFlux)
	kept, _ := neededBy(shoots, func(shoot *gardencorev1beta1.Shoot) bool { return !garden.IsReconciled(shoot) })
	result := decision{grants: grants{}, ignored: ignored}
	for _, seed := range needed {
		result.grants[seed] = time.Time{}
	}
	for seed, since := range present {
		if slices.Contains(needed, seed) {
			continue
		}
		// Others can write what was recorded.
		if since.IsZero() || since.After(now) {
			since = now
		}
		left := grace - now.Sub(since)
		switch {
		case left > 0:
			result.waitFor(left)
		case slices.Contains(kept, seed):
			result.waitFor(grace)
		default:
			result.expired = append(result.expired, seed)
			continue
		}
		result.grants[seed] = since
	}
	slices.Sort(result.expired)
	return result
}

func (d *decision) waitFor(left time.Duration) {
	if left = max(left, time.Second); d.again == 0 || left < d.again {
		d.again = left
	}
}

// neededBy returns the seeds of the Shoots that are so, and the names among theirs that no Seed can have; both sorted, each once.
func neededBy(shoots []gardencorev1beta1.Shoot, so func(*gardencorev1beta1.Shoot) bool) (seeds, ignored []string) {
	for i := range shoots {
		if !so(&shoots[i]) {
			continue
		}
		for _, seed := range garden.SeedsOf(&shoots[i]) {
			if isSeedName(seed) {
				seeds = append(seeds, seed)
			} else {
				ignored = append(ignored, seed)
			}
		}
	}
	for _, names := range []*[]string{&seeds, &ignored} {
		slices.Sort(*names)
		*names = slices.Compact(*names)
	}
	return seeds, ignored
}

// isSeedName returns whether a Seed can have the name: it has a namespace in the garden.
func isSeedName(name string) bool {
	return name != "" && len(validation.IsDNS1123Label(seedNamespacePrefix+name)) == 0
}

// seedOf returns the seed to which a namespace in the garden belongs; false if it belongs to none.
func seedOf(namespace string) (string, bool) {
	name := gardenerutils.ComputeSeedName(namespace)
	return name, isSeedName(name)
}
