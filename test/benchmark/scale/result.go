// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package scale

import (
	"maps"
	"math"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// Result is what was measured with one number of Extensions. Requests are those to the seed and counted for one Extension, if nothing
// else is said.
type Result struct {
	// N is the number of Extensions.
	N int `json:"n"`
	// WallSeconds is the time from the creation of the first Extension until all operations had succeeded and all conditions stood on the
	// Extensions. DeliveredSeconds is that until all ManagedResources were written, OperationsSeconds that until all operations had
	// succeeded.
	WallSeconds       float64 `json:"wall_s"`
	DeliveredSeconds  float64 `json:"delivered_s"`
	OperationsSeconds float64 `json:"operations_s"`
	// CPUMilliseconds is the processor time of the controller for one Extension in WallSeconds, that of the system for it included.
	CPUMilliseconds float64 `json:"cpu_ms_per_extension"`
	// RequestsFirst are all requests in WallSeconds, RequestsRepeat those of one further reconcile of each Extension with which nothing
	// has changed, and WritesRepeat those of them that write.
	RequestsFirst  float64 `json:"requests_first"`
	RequestsRepeat float64 `json:"requests_repeat"`
	WritesRepeat   float64 `json:"writes_repeat"`
	// RSSMiB is the controller's memory after all is delivered and settled, PeakRSSMiB the most that it had until then.
	RSSMiB     float64 `json:"rss_mib"`
	PeakRSSMiB float64 `json:"rss_peak_mib"`
	// EtcdBytesPerShoot is what is stored for a shoot in the etcd of the seed that would not be there without the extension.
	EtcdBytesPerShoot float64 `json:"etcd_bytes_per_shoot"`
	// CPUMillisecondsRepeat is the processor time of the controller for one Extension in the repeated reconciles.
	CPUMillisecondsRepeat float64 `json:"cpu_ms_per_repeat"`
	// BoundCPURatio, BoundWallRatio and BoundEtcdRatio say how many times as much as the stand-in the extension takes of CPUMilliseconds,
	// of the time until all ManagedResources are written and all operations have succeeded, and of EtcdBytesPerShoot; they are left out, as
	// Bound is, if the stand-in was not measured.
	BoundCPURatio  float64 `json:"bound_cpu_ratio,omitempty"`
	BoundWallRatio float64 `json:"bound_wall_ratio,omitempty"`
	BoundEtcdRatio float64 `json:"bound_etcd_ratio,omitempty"`
	// Bound is what the stand-in costs.
	Bound *Bound `json:"bound,omitempty"`
	// Details say more of each.
	Details Details `json:"details"`
	// Conditions are those under which it was measured.
	Conditions Conditions `json:"conditions"`
}

// Details are the figures behind those of a Result.
type Details struct {
	// First, Settle, Rest, Repeat, StartUp and FanOut are the times in which something was measured, in this order but for the last two.
	First   Span `json:"first"`
	Settle  Span `json:"settle"`
	Rest    Span `json:"rest"`
	Repeat  Span `json:"repeat"`
	FanOut  Span `json:"fan_out"`
	StartUp Span `json:"start_up"`
	// GardenRequestsPerProjectAndMinute are the requests to the garden from the first Extension on until all had settled.
	GardenRequestsPerProjectAndMinute float64 `json:"garden_requests_per_project_and_minute"`
	// EtcdBytes are those of a shoot by what they are: an Extension counts by how much it has grown.
	EtcdBytes map[string]float64 `json:"etcd_bytes"`
	// EtcdObjects is the number of objects that were counted, for one shoot.
	EtcdObjects map[string]float64 `json:"etcd_objects"`
	// FanOutShoots is the number of shoots of the project whose configuration was changed.
	FanOutShoots int `json:"fan_out_shoots"`
	// ReadySeconds is the time from the start of a controller that finds all Extensions as they are until it is ready, FirstReconcileSeconds
	// that until it has reconciled one for which an operation was asked before the start, and SeenSeconds that until it has looked at all
	// shoots; 0 if there are none to look at.
	ReadySeconds          float64 `json:"start_up_ready_s"`
	FirstReconcileSeconds float64 `json:"start_up_first_reconcile_s"`
	SeenSeconds           float64 `json:"start_up_seen_s"`
}

// Span is what was measured in a time.
type Span struct {
	// Seconds is how long it took.
	Seconds float64 `json:"s"`
	// Requests is the number of requests to the seed without watches and without those for Leases, Writes that of those which write.
	Requests int `json:"requests"`
	Writes   int `json:"writes"`
	// Seed, Garden and Shoots are all requests, by verb and resource, and Failed those to the seed that got no success.
	Seed   map[string]int `json:"seed,omitempty"`
	Garden map[string]int `json:"garden,omitempty"`
	Shoots map[string]int `json:"shoots,omitempty"`
	Failed map[string]int `json:"failed,omitempty"`
	// BusiestSecond is the largest number of requests to the seed in a second.
	BusiestSecond int `json:"busiest_second"`
	// Controller is what the controller has used.
	Controller simulation.Usage `json:"controller"`
}

func newSpan(passed time.Duration, seed, garden, shoots simulation.Traffic, usage simulation.Usage) Span {
	span := Span{
		Seconds: rounded(passed.Seconds()), Seed: counts(seed), Garden: counts(garden), Shoots: counts(shoots),
		Failed: seed.Failed, BusiestSecond: seed.BusiestSecond, Controller: usage,
	}
	for kind, count := range span.Seed {
		if !isCounted(kind) {
			continue
		}
		span.Requests += count
		if isWrite(kind) {
			span.Writes += count
		}
	}
	return span
}

func counts(traffic simulation.Traffic) map[string]int {
	result := map[string]int{}
	for kind, requests := range traffic.Requests {
		result[kind] = requests.Count
	}
	maps.DeleteFunc(result, func(_ string, count int) bool { return count == 0 })
	return result
}

// isCounted says whether requests of a kind, a verb and a resource, are counted for Extensions. Leases are renewed however many Extensions
// there are, and a watch is one for all.
func isCounted(kind string) bool {
	verb, resource, _ := strings.Cut(kind, " ")
	return verb != "watch" && resource != "leases"
}

func isWrite(kind string) bool {
	switch verb, _, _ := strings.Cut(kind, " "); verb {
	case "create", "update", "patch", "apply", "delete", "deletecollection":
		return true
	}
	return false
}

func (s Span) perExtension(n int) float64 { return rounded(float64(s.Requests) / float64(n)) }

func rounded(value float64) float64 { return math.Round(value*100) / 100 }
