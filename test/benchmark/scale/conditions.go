// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package scale

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// Conditions describes the conditions of a measurement.
type Conditions struct {
	// Date is the date of the measurement.
	Date string `json:"date"`
	// Extension is the commit of the extension. Go is the version of the compiler, and Kubernetes and Etcd are the
	// versions of the API servers and their storage.
	Extension  string `json:"extension"`
	Go         string `json:"go"`
	Kubernetes string `json:"kubernetes"`
	Etcd       string `json:"etcd"`
	// CPU is the name of the processor, CPUs the number of CPUs, and MemoryGiB the memory of the machine. Load is the load
	// average over one minute before the controller was started.
	CPU       string  `json:"cpu"`
	CPUs      int     `json:"cpus"`
	MemoryGiB float64 `json:"memory_gib"`
	Load      float64 `json:"load"`
	// Projects is the number of projects, and LargestProject the project with the most shoots.
	Projects       int    `json:"projects"`
	LargestProject string `json:"largest_project"`
	// WithoutShoots is true if there are no simulated shoots that the controller could check.
	WithoutShoots bool `json:"without_shoots,omitempty"`
	// ControllerArgs are arguments of the controller in addition to those in the chart.
	ControllerArgs []string `json:"controller_args,omitempty"`
}

func describe(ctx context.Context, options Options, population simulation.Population) Conditions {
	conditions := Conditions{
		Date: time.Now().UTC().Format(time.DateOnly), Go: runtime.Version(), CPUs: runtime.NumCPU(),
		CPU:      field("/proc/cpuinfo", "model name"),
		Projects: population.Projects + 1, LargestProject: simulation.LargestProject,
		WithoutShoots: options.WithoutShoots, ControllerArgs: options.ControllerArgs,
	}
	if population.Largest == 0 {
		conditions.Projects, conditions.LargestProject = population.Projects, simulation.ProjectName(1)
	}
	// The commit is only informative, so it stays empty after an error.
	command := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty", "--abbrev=12")
	command.Dir = options.ProjectDir
	if output, err := command.Output(); err == nil {
		conditions.Extension = strings.TrimSpace(string(output))
	}
	if kibibytes, err := strconv.ParseFloat(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB"), 64); err == nil {
		conditions.MemoryGiB = rounded(kibibytes / (1 << 20))
	}
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		conditions.Load, _ = strconv.ParseFloat(strings.Fields(string(load))[0], 64)
	}
	if info, found := debug.ReadBuildInfo(); found {
		for _, module := range info.Deps {
			switch module.Path {
			case "k8s.io/apiserver":
				// Module version v0.36.4 belongs to Kubernetes v1.36.4.
				conditions.Kubernetes = strings.Replace(moduleVersion(module), "v0.", "v1.", 1)
			case "go.etcd.io/etcd/client/v3":
				conditions.Etcd = moduleVersion(module)
			}
		}
	}
	return conditions
}

func moduleVersion(module *debug.Module) string {
	if module.Replace != nil {
		return module.Replace.Version
	}
	return module.Version
}

// field returns the value of a field in a file of the kernel. It is empty after an error.
func field(path, name string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(content)) {
		if key, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
