// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package idle

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/go-logr/logr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
)

// Options configure a measurement.
type Options struct {
	// ProjectDir is the root of the extension's repository, Dir an empty directory for all data.
	ProjectDir, Dir string
	// Settle is the time between the availability of all controllers and the measurement, and Period the length of
	// the measurement.
	Settle, Period time.Duration
	// Settings are the names of the settings to measure. If it is empty, all are measured.
	Settings []string
	// Out receives the results, and Progress the steps.
	Out, Progress io.Writer
}

// Result contains the resource usage of all controllers with one setting.
type Result struct {
	// Setting is a value of flux.size, the name of another setting, or empty for Flux's defaults.
	Setting     string       `json:"setting"`
	Seconds     float64      `json:"seconds"`
	Controllers []Controller `json:"controllers"`
}

// Controller contains the resource usage of one controller.
type Controller struct {
	Name string `json:"name"`
	// RequestedCPU, RequestedMemory, LimitCPU and LimitMemory are the container's requests and limits in Kubernetes
	// notation.
	RequestedCPU    string `json:"requested_cpu"`
	RequestedMemory string `json:"requested_memory"`
	LimitCPU        string `json:"limit_cpu"`
	LimitMemory     string `json:"limit_memory"`
	// CPUMillicores is the CPU usage in thousandths of a CPU.
	CPUMillicores float64 `json:"cpu_millicores"`
	// RSSMiB is the resident memory at the end. FileMiB is the part of it that consists of pages of the program's file,
	// which the kernel can drop.
	RSSMiB  float64 `json:"rss_mib"`
	FileMiB float64 `json:"file_mib"`
	// RequestsPerMinute is the rate of requests to the shoot's API server.
	RequestsPerMinute float64 `json:"requests_per_minute"`
}

// patience is the timeout of a step.
const patience = 3 * time.Minute

// Run measures each setting, and prints a line of JSON for each of them.
func Run(ctx context.Context, options Options) error {
	executables, err := landscape.Build(ctx, options.ProjectDir, filepath.Join(options.Dir, "bin"), options.Progress)
	if err != nil {
		return err
	}
	l, err := landscape.Start(ctx, landscape.Options{
		Dir: filepath.Join(options.Dir, "landscape"), ProjectDir: options.ProjectDir, Executables: executables, Log: logr.Discard(),
		Seeds: []string{seedName}, Progress: func(step string) { fmt.Fprintln(options.Progress, step) },
	})
	if err != nil {
		return err
	}
	defer l.Stop()
	// Some settings are patches, which the operator must allow.
	if err := l.Configure(ctx, map[string]any{"limits": map[string]any{"patches": []any{"Deployment"}}}); err != nil {
		return err
	}
	shoot, err := createShoot(ctx, l)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(options.Out)
	for _, s := range settings() {
		if len(options.Settings) > 0 && !slices.Contains(options.Settings, s.name) {
			continue
		}
		result, err := measure(ctx, shoot, s, options)
		if err != nil {
			return fmt.Errorf("setting %q: %w", s.name, err)
		}
		if err := encoder.Encode(result); err != nil {
			return err
		}
	}
	return nil
}

func measure(ctx context.Context, shoot *shoot, s setting, options Options) (Result, error) {
	fmt.Fprintf(options.Progress, "setting %q: until all controllers have it\n", s.name)
	if err := shoot.configure(ctx, s); err != nil {
		return Result{}, err
	}
	fmt.Fprintf(options.Progress, "setting %q: measured in %s\n", s.name, options.Settle+options.Period)
	if err := rest(ctx, options.Settle); err != nil {
		return Result{}, err
	}
	controllers, err := shoot.controllers(ctx)
	if err != nil {
		return Result{}, err
	}
	result := Result{Setting: s.name}
	before := make([]usage, len(controllers))
	for i := range controllers {
		if before[i], err = controllers[i].usage(ctx); err != nil {
			return Result{}, err
		}
	}
	began := time.Now()
	if err := rest(ctx, options.Period); err != nil {
		return Result{}, err
	}
	result.Seconds = rounded(time.Since(began).Seconds())
	for i, controller := range controllers {
		after, err := controller.usage(ctx)
		if err != nil {
			return Result{}, err
		}
		controller.taken.CPUMillicores = rounded((after.cpuSeconds - before[i].cpuSeconds) * 1000 / result.Seconds)
		controller.taken.RSSMiB = rounded(after.rssBytes / (1 << 20))
		if controller.taken.FileMiB, err = controller.fileMemory(); err != nil {
			return Result{}, err
		}
		controller.taken.RequestsPerMinute = rounded((after.requests - before[i].requests) * 60 / result.Seconds)
		result.Controllers = append(result.Controllers, controller.taken)
	}
	return result, nil
}

func rest(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
