// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"fmt"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/utils/clock"
)

// Operations limits a wait for gardenlet by the progress of its operations of Shoots, as steps limit a start.
type Operations struct {
	clock clock.PassiveClock
	moved time.Time
	last  map[string]operation
}

// operation is the last operation of a Shoot that was observed.
type operation struct {
	gardencorev1beta1.LastOperation
	// most is its highest progress. A flow that fails begins again, and only what it has not reached before is progress.
	most int32
}

// NewOperations returns the limit of a wait that begins now.
func NewOperations(now clock.PassiveClock) *Operations {
	return &Operations{clock: now, moved: now.Now()}
}

// Observe records the operations of all Shoots that the wait is about. It returns an error if none of them has made
// progress for stepTimeout.
func (o *Operations) Observe(shoots []gardencorev1beta1.Shoot) error {
	observed := map[string]operation{}
	moved := len(shoots) < len(o.last) // One is deleted.
	for _, shoot := range shoots {
		var now operation
		if shoot.Status.LastOperation != nil {
			now.LastOperation = *shoot.Status.LastOperation
		}
		before, known := o.last[shoot.Name]
		if known && now.Type == before.Type && now.succeeded() == before.succeeded() {
			now.most = max(before.most, now.Progress)
			moved = moved || now.most > before.most
		} else {
			now.most, moved = now.Progress, true
		}
		observed[shoot.Name] = now
	}
	o.last = observed
	if moved {
		o.moved = o.clock.Now()
	}
	if o.clock.Since(o.moved) < stepTimeout {
		return nil
	}
	return fmt.Errorf("no operation of a Shoot has made progress for %s: %s", stepTimeout, o)
}

// String returns the last operation of each Shoot.
func (o *Operations) String() string {
	texts := []string{}
	for name, last := range o.last {
		texts = append(texts, fmt.Sprintf("%s: %s %s %d %%: %s", name, last.Type, last.State, last.Progress, last.Description))
	}
	slices.Sort(texts)
	return strings.Join(texts, "; ")
}

func (o operation) succeeded() bool {
	return o.State == gardencorev1beta1.LastOperationStateSucceeded
}
