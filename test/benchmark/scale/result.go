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

// Result is the result of a measurement with one number of Extensions. Unless specified otherwise, requests are
// requests to the seed per Extension.
type Result struct {
	// N is the number of Extensions.
	N int `json:"n"`
	// WallSeconds is the time from the creation of the first Extension until all operations have succeeded and all
	// Extensions have their conditions. DeliveredSeconds is the time until all ManagedResources are written, and
	// OperationsSeconds the time until all operations have succeeded.
	WallSeconds       float64 `json:"wall_s"`
	DeliveredSeconds  float64 `json:"delivered_s"`
	OperationsSeconds float64 `json:"operations_s"`
	// CPUMilliseconds is the CPU time of the controller per Extension during WallSeconds, including system time.
	CPUMilliseconds float64 `json:"cpu_ms_per_extension"`
	// RequestsFirst is the number of requests during WallSeconds. RequestsRepeat is the number of requests for a further
	// reconciliation of each Extension without changes, and WritesRepeat the number of writes among them.
	RequestsFirst  float64 `json:"requests_first"`
	RequestsRepeat float64 `json:"requests_repeat"`
	WritesRepeat   float64 `json:"writes_repeat"`
	// RSSMiB is the resident memory of the controller after all Extensions are delivered and idle, and PeakRSSMiB the
	// maximum until then.
	RSSMiB     float64 `json:"rss_mib"`
	PeakRSSMiB float64 `json:"rss_peak_mib"`
	// EtcdBytesPerShoot is the size of the data that the extension causes in the seed's etcd per shoot.
	EtcdBytesPerShoot float64 `json:"etcd_bytes_per_shoot"`
	// CPUMillisecondsRepeat is the CPU time of the controller per Extension for repeated reconciliations.
	CPUMillisecondsRepeat float64 `json:"cpu_ms_per_repeat"`
	// BoundCPURatio, BoundWallRatio and BoundEtcdRatio are the ratios between the extension and the stand-in for
	// CPUMilliseconds, for the time until all ManagedResources are written and all operations have succeeded, and for
	// EtcdBytesPerShoot. They are omitted, like Bound, if the stand-in was not measured.
	BoundCPURatio  float64 `json:"bound_cpu_ratio,omitempty"`
	BoundWallRatio float64 `json:"bound_wall_ratio,omitempty"`
	BoundEtcdRatio float64 `json:"bound_etcd_ratio,omitempty"`
	// Bound is the cost of the stand-in.
	Bound *Bound `json:"bound,omitempty"`
	// Details are additional figures.
	Details Details `json:"details"`
	// Conditions are the conditions of the measurement.
	Conditions Conditions `json:"conditions"`
}

// Details contains additional figures of a Result.
type Details struct {
	// First, Settle, Rest, Repeat, StartUp and FanOut are the measured periods, in this order except for the last two.
	First   Span `json:"first"`
	Settle  Span `json:"settle"`
	Rest    Span `json:"rest"`
	Repeat  Span `json:"repeat"`
	FanOut  Span `json:"fan_out"`
	StartUp Span `json:"start_up"`
	// GardenRequestsPerProjectAndMinute is the rate of requests to the garden from the creation of the first Extension
	// until all Extensions are idle.
	GardenRequestsPerProjectAndMinute float64 `json:"garden_requests_per_project_and_minute"`
	// EtcdBytes is the size of stored data per shoot by kind. For an Extension, only the growth since its creation counts.
	EtcdBytes map[string]float64 `json:"etcd_bytes"`
	// EtcdObjects is the number of stored objects per shoot by kind.
	EtcdObjects map[string]float64 `json:"etcd_objects"`
	// FanOutShoots is the number of shoots in the project whose configuration was changed.
	FanOutShoots int `json:"fan_out_shoots"`
	// ReadySeconds is the time from a start of the controller with existing Extensions until it is ready.
	// FirstReconcileSeconds is the time until it has reconciled an Extension whose operation was requested before the
	// start. SeenSeconds is the time until it has checked all shoots, or 0 if there are no shoots.
	ReadySeconds          float64 `json:"start_up_ready_s"`
	FirstReconcileSeconds float64 `json:"start_up_first_reconcile_s"`
	SeenSeconds           float64 `json:"start_up_seen_s"`
}

// Span is the measurement of a period.
type Span struct {
	// Seconds is the duration.
	Seconds float64 `json:"s"`
	// Requests is the number of requests to the seed, without watches and requests for Leases. Writes is the number of
	// writes among them.
	Requests int `json:"requests"`
	Writes   int `json:"writes"`
	// Seed, Garden and Shoots are the numbers of all requests by verb and resource. Failed are the failed requests to the
	// seed.
	Seed   map[string]int `json:"seed,omitempty"`
	Garden map[string]int `json:"garden,omitempty"`
	Shoots map[string]int `json:"shoots,omitempty"`
	Failed map[string]int `json:"failed,omitempty"`
	// BusiestSecond is the maximum number of requests to the seed within a second.
	BusiestSecond int `json:"busiest_second"`
	// Controller is the resource usage of the controller.
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

// isCounted reports whether requests with this verb and resource count as requests for Extensions. Requests for Leases
// and watches do not depend on the number of Extensions.
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
