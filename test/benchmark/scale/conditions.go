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

// Conditions are those under which something was measured.
type Conditions struct {
	// Date is the day.
	Date string `json:"date"`
	// Extension is the commit of the extension, Go the version that has compiled it, Kubernetes and Etcd those of the API servers and of
	// what they store in.
	Extension  string `json:"extension"`
	Go         string `json:"go"`
	Kubernetes string `json:"kubernetes"`
	Etcd       string `json:"etcd"`
	// CPU is the processor's name, CPUs how many the machine has, MemoryGiB its memory, and Load its load average of a minute before the
	// controller was started.
	CPU       string  `json:"cpu"`
	CPUs      int     `json:"cpus"`
	MemoryGiB float64 `json:"memory_gib"`
	Load      float64 `json:"load"`
	// Projects is how many there are, LargestProject the one with most shoots.
	Projects       int    `json:"projects"`
	LargestProject string `json:"largest_project"`
	// WithoutShoots says that there is no shoot at which the controller could look.
	WithoutShoots bool `json:"without_shoots,omitempty"`
	// ControllerArgs are arguments of the controller beside those of its chart.
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
	// Only in the output: what cannot be found out stays empty.
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
				// A module of v1.36.4 has version v0.36.4.
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

// field is the value of a field in a file of the kernel.
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
