// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Holds exports when the windows open and the freezes end for which the rings of all rollouts wait. A time in the past
// means that no decision was made when a hold ended. Only the leader has these numbers; other replicas export zeros.
type Holds struct {
	end, endless prometheus.Gauge

	mutex    sync.Mutex
	rollouts map[string]ends
}

// ends are the ends of the holds of a rollout: the earliest one, and whether a hold has no known end.
type ends struct {
	first   time.Time
	endless bool
}

// NewHolds registers the metrics.
func NewHolds(registry prometheus.Registerer) *Holds {
	gauge := func(name, help string) prometheus.Gauge {
		return promauto.With(registry).NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	}
	return &Holds{
		end:      gauge("shoot_flux_rollout_hold_end_timestamp_seconds", "Earliest time at which a window opens or a freeze ends for which a ring of a rollout waits; 0 if none waits. Only the leader exports it."),
		endless:  gauge("shoot_flux_rollout_holds_without_end", "Rollouts with a ring that waits for a window or freeze without a known end. Only the leader counts them."),
		rollouts: map[string]ends{},
	}
}

// set records the progress of a rollout; nil if the rollout does not exist. Without Holds, it records nothing.
func (h *Holds) set(key string, progress *rollout.Progress) {
	if h == nil {
		return
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	delete(h.rollouts, key)
	if progress != nil {
		if own, waits := endsOf(progress.Rings); waits {
			h.rollouts[key] = own
		}
	}
	first, endless := time.Time{}, 0
	for _, own := range h.rollouts {
		first = earlier(first, own.first)
		if own.endless {
			endless++
		}
	}
	h.endless.Set(float64(endless))
	if h.end.Set(0); !first.IsZero() {
		h.end.Set(float64(first.Unix()))
	}
}

// endsOf returns the ends of the holds of the rings, and whether a ring waits for one.
func endsOf(rings []rollout.RingProgress) (own ends, waits bool) {
	for _, ring := range rings {
		if !slices.Contains([]rollout.Phase{rollout.PhaseWaitingForWindow, rollout.PhaseFrozen}, ring.Phase) {
			continue
		}
		waits = true
		own.first, own.endless = earlier(own.first, ring.Until.Time), own.endless || ring.Until.IsZero()
	}
	return own, waits
}

// earlier returns the earlier time. The zero time is none.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
