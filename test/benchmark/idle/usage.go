// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package idle

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// controller is a running controller.
type controller struct {
	// metrics is the URL of the controller's metrics.
	metrics string
	taken   Controller
}

// usage is the resource usage of a controller since its start.
type usage struct{ cpuSeconds, rssBytes, requests float64 }

func (c *controller) usage(ctx context.Context) (_ usage, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.metrics, http.NoBody)
	if err != nil {
		return usage{}, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return usage{}, fmt.Errorf("reading the metrics of %s: %w", c.taken.Name, err)
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(response.Body)
	if err != nil {
		return usage{}, fmt.Errorf("reading the metrics of %s: %w", c.taken.Name, err)
	}
	return usage{
		cpuSeconds: sum(families["process_cpu_seconds_total"]), rssBytes: sum(families["process_resident_memory_bytes"]),
		requests: sum(families["rest_client_requests_total"]),
	}, nil
}

// fileMemory returns the resident pages of the program's file, in MiB. The argument with the address of the metrics
// identifies the process.
func (c *controller) fileMemory() (float64, error) {
	address := strings.TrimSuffix(strings.TrimPrefix(c.metrics, "http://"), "/metrics")
	processes, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return 0, err
	}
	for _, file := range processes {
		arguments, err := os.ReadFile(file) // #nosec G304 -- of a process
		if err != nil || !slices.Contains(strings.Split(string(arguments), "\x00"), "--metrics-addr="+address) {
			continue // The process may have ended.
		}
		status, err := os.ReadFile(filepath.Join(filepath.Dir(file), "status")) // #nosec G304 -- of a process
		if err != nil {
			return 0, fmt.Errorf("reading the memory of %s: %w", c.taken.Name, err)
		}
		for line := range strings.Lines(string(status)) {
			var kibibytes float64
			if _, err := fmt.Sscanf(line, "RssFile: %f kB", &kibibytes); err == nil {
				return rounded(kibibytes / 1024), nil
			}
		}
	}
	return 0, fmt.Errorf("found no process of %s with address %s", c.taken.Name, address)
}

// sum returns the sum of all time series of a counter or gauge.
func sum(family *dto.MetricFamily) float64 {
	total := 0.0
	for _, metric := range family.GetMetric() {
		total += metric.GetCounter().GetValue() + metric.GetGauge().GetValue()
	}
	return total
}

func rounded(value float64) float64 { return math.Round(value*10) / 10 }
