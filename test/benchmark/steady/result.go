// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package steady

import (
	"math"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// Line names a program and an API server it sends requests to.
type Line string

// Program names a program whose CPU time is measured.
type Program string

// The lines and programs of a result.
const (
	ExtensionToSeed          Line = "extensionToSeed"
	ExtensionToGarden        Line = "extensionToGarden"
	ExtensionToShoots        Line = "extensionToShoots"
	GardenControllerToGarden Line = "gardenControllerToGarden"

	Extension        Program = "extension"
	GardenController Program = "gardenController"
)

// Result is the result of a measurement. All Rates are per Shoot and hour.
type Result struct {
	// Date is the date of the measurement.
	Date     string `json:"date"`
	Shoots   int    `json:"shoots"`
	Projects int    `json:"projects"`
	// Seconds is the length of the period.
	Seconds float64 `json:"seconds"`
	// CPUMilliseconds is the CPU time per Shoot and hour, by program.
	CPUMilliseconds map[Program]float64 `json:"cpuMillisecondsPerShootAndHour"`
	// Traffic contains the requests by line.
	Traffic map[Line]Traffic `json:"perShootAndHour"`
	// Usage is the resource usage in the period, by program.
	Usage map[Program]simulation.Usage `json:"usage"`
}

// Traffic is the traffic of one line.
type Traffic struct {
	// Rate is the sum of all requests, including watches.
	Rate
	// Requests contains the requests by verb and resource, without watches. Watches contains watches, which are counted
	// when they are opened, and bytes of watches opened before.
	Requests map[string]Rate `json:"byKind"`
	Watches  map[string]Rate `json:"watches,omitempty"`
	// Handshakes is the number of TLS handshakes.
	Handshakes float64 `json:"handshakes"`
	// Failed is the number of failed requests in the period, by status, verb and resource.
	Failed map[string]int `json:"failedInPeriod,omitempty"`
}

// Rate is a number of requests and the bytes of their bodies.
type Rate struct {
	Requests float64 `json:"requests"`
	Sent     float64 `json:"sentBytes"`
	Received float64 `json:"receivedBytes"`
}

const verbWatch = "watch "

func newResult(
	shoots int, passed time.Duration, traffic map[Line]simulation.Traffic, usage map[Program]simulation.Usage,
) Result {
	result := Result{
		Date: time.Now().UTC().Format(time.DateOnly), Shoots: shoots, Seconds: rounded(passed.Seconds()),
		CPUMilliseconds: map[Program]float64{}, Traffic: map[Line]Traffic{}, Usage: usage,
	}
	each := func(value float64) float64 { return rounded(value / float64(shoots) / passed.Hours()) }
	rate := func(r simulation.Requests) Rate {
		return Rate{Requests: each(float64(r.Count)), Sent: each(float64(r.Sent)), Received: each(float64(r.Received))}
	}
	for program, used := range usage {
		result.CPUMilliseconds[program] = each(used.CPUSeconds * 1000)
	}
	for line, counted := range traffic {
		t := Traffic{
			Requests: map[string]Rate{}, Watches: map[string]Rate{},
			Handshakes: each(float64(counted.Handshakes)), Failed: counted.Failed,
		}
		var sum simulation.Requests
		for kind, requests := range counted.Requests {
			sum.Count += requests.Count
			sum.Sent += requests.Sent
			sum.Received += requests.Received
			if resource, is := strings.CutPrefix(kind, verbWatch); is {
				t.Watches[resource] = rate(requests)
			} else {
				t.Requests[kind] = rate(requests)
			}
		}
		t.Rate = rate(sum)
		result.Traffic[line] = t
	}
	return result
}

func rounded(value float64) float64 { return math.Round(value*1000) / 1000 }
