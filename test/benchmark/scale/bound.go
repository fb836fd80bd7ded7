// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package scale

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
)

// Bound is the cost of the stand-in, which only writes three ManagedResources per Extension (test/benchmark/cmd/bound).
// It is measured in the same way as the extension. Each value is the mean of a run before and a run after the run of
// the extension.
type Bound struct {
	// WallSeconds is the time from the creation of the first Extension until all ManagedResources are written and all
	// operations have succeeded. The stand-in sets no conditions.
	WallSeconds float64 `json:"wall_s"`
	// CPUMilliseconds is the CPU time per Extension for first reconciliations, and CPUMillisecondsRepeat the CPU time for
	// repeated ones.
	CPUMilliseconds       float64 `json:"cpu_ms_per_extension"`
	CPUMillisecondsRepeat float64 `json:"cpu_ms_per_repeat"`
	// RequestsFirst and RequestsRepeat are the requests per Extension for first and repeated reconciliations.
	RequestsFirst  float64 `json:"requests_first"`
	RequestsRepeat float64 `json:"requests_repeat"`
	// RSSMiB is the resident memory after the first reconciliations.
	RSSMiB float64 `json:"rss_mib"`
	// EtcdBytesPerShoot is the size of the data that the stand-in stores per shoot.
	EtcdBytesPerShoot float64 `json:"etcd_bytes_per_shoot"`
}

// BuildBound builds the stand-in into a directory.
func BuildBound(ctx context.Context, projectDir, dir string) (executable string, err error) {
	executable = filepath.Join(dir, "bound")
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", executable, "./cmd/bound")
	command.Dir = filepath.Join(projectDir, "test", "benchmark")
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-buildvcs=false")
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the stand-in: %w\n%s", err, output)
	}
	return executable, nil
}

// RunWithBound measures the stand-in, the extension, and the stand-in again, and compares them. Each run has its own
// environment in a subdirectory of options.Dir.
func RunWithBound(ctx context.Context, options Options, executable string) (Result, error) {
	before, err := runBound(ctx, options, executable, "bound-before")
	if err != nil {
		return Result{}, err
	}
	extension := options
	extension.Dir = filepath.Join(options.Dir, "extension")
	result, err := Run(ctx, extension)
	if err != nil {
		return Result{}, err
	}
	after, err := runBound(ctx, options, executable, "bound-after")
	if err != nil {
		return Result{}, err
	}
	result.relate(before.mean(after))
	return result, nil
}

func runBound(ctx context.Context, options Options, executable, name string) (Bound, error) {
	options.Executable, options.Dir, options.ControllerArgs = executable, filepath.Join(options.Dir, name), nil
	result, err := run(ctx, options, func(m *measurement) []step {
		// The stand-in sets no conditions to wait for.
		m.reports = func(*extensionsv1alpha1.Extension) bool { return true }
		return []step{
			{"prepare, for the stand-in", m.prepare},
			{"first reconciles by the stand-in", m.first},
			{"what the stand-in has stored", m.stored},
			{"repeated reconciles by the stand-in", m.repeat},
		}
	})
	return Bound{
		WallSeconds:           deliveredAndSucceeded(result),
		CPUMilliseconds:       result.CPUMilliseconds,
		CPUMillisecondsRepeat: result.CPUMillisecondsRepeat,
		RequestsFirst:         result.RequestsFirst,
		RequestsRepeat:        result.RequestsRepeat,
		RSSMiB:                result.Details.First.Controller.RSSMiB,
		EtcdBytesPerShoot:     result.EtcdBytesPerShoot,
	}, err
}

// deliveredAndSucceeded returns the time until all ManagedResources are written and all operations have succeeded. Only
// this time can be compared, because the stand-in sets no conditions.
func deliveredAndSucceeded(result Result) float64 {
	return max(result.OperationsSeconds, result.DeliveredSeconds)
}

func (b Bound) mean(other Bound) Bound {
	mean := func(a, b float64) float64 { return rounded((a + b) / 2) }
	return Bound{
		WallSeconds:           mean(b.WallSeconds, other.WallSeconds),
		CPUMilliseconds:       mean(b.CPUMilliseconds, other.CPUMilliseconds),
		CPUMillisecondsRepeat: mean(b.CPUMillisecondsRepeat, other.CPUMillisecondsRepeat),
		RequestsFirst:         mean(b.RequestsFirst, other.RequestsFirst),
		RequestsRepeat:        mean(b.RequestsRepeat, other.RequestsRepeat),
		RSSMiB:                mean(b.RSSMiB, other.RSSMiB),
		EtcdBytesPerShoot:     mean(b.EtcdBytesPerShoot, other.EtcdBytesPerShoot),
	}
}

// relate sets the ratios between the costs of the extension and of the stand-in.
func (r *Result) relate(bound Bound) {
	r.Bound = &bound
	r.BoundCPURatio = rounded(r.CPUMilliseconds / bound.CPUMilliseconds)
	r.BoundWallRatio = rounded(deliveredAndSucceeded(*r) / bound.WallSeconds)
	r.BoundEtcdRatio = rounded(r.EtcdBytesPerShoot / bound.EtcdBytesPerShoot)
}
