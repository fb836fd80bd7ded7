// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Usage is the resource usage of a controller.
type Usage struct {
	// CPUSeconds is its processor time, including system time.
	CPUSeconds float64 `json:"cpuSeconds"`
	// RSSMiB is its resident memory, Goroutines and FileDescriptors their current numbers, and PeakRSSMiB its maximum
	// resident memory.
	RSSMiB          float64 `json:"rssMiB"`
	PeakRSSMiB      float64 `json:"peakRSSMiB"`
	Goroutines      int     `json:"goroutines"`
	FileDescriptors int     `json:"fileDescriptors"`
	// Reconciles are the reconciliations by controller, and Errors the failed ones.
	Reconciles map[string]int `json:"reconciles"`
	Errors     map[string]int `json:"errors,omitempty"`
}

// Controller is a process of the extension's controller.
type Controller struct {
	// Name is the name of the process.
	Name string
	// Started is the time of the start, and Ready the time when its probe succeeded.
	Started, Ready time.Time
	// Webhook is the address of its webhook server.
	Webhook string

	process *process.Process
	metrics string
	before  Usage
}

// StartController starts a process of the extension's controller, and waits until it is ready, even without
// leadership. Its arguments are the given ones and the arguments of the Deployment in the chart, with other ports and
// paths. Each running process has a unique name, which is also the name of its log in directory logs.
func (e *Environment) StartController(ctx context.Context, name string, arguments ...string) (*Controller, error) {
	dir := filepath.Join(e.options.Dir, "controllers", name)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	addresses := make([]string, 3)
	for i := range addresses {
		port, err := process.FreePort()
		if err != nil {
			return nil, err
		}
		addresses[i] = net.JoinHostPort(cluster.Loopback, strconv.Itoa(port))
	}
	webhook, metrics, health := addresses[0], addresses[1], addresses[2]
	config := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(config, []byte("apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n"), 0o600); err != nil {
		return nil, err
	}
	for target, g := range map[string]*Gateway{"seed": e.SeedGateway, "garden": e.GardenGateway} {
		if err := pki.WriteKubeconfig(filepath.Join(dir, target+".kubeconfig"), g.url, g.ca.Cert, pki.Credentials{Token: g.tokenOf(name)}); err != nil {
			return nil, err
		}
	}
	c := &Controller{Name: name, Started: time.Now(), Webhook: webhook, metrics: "http://" + metrics + "/metrics"}
	var err error
	c.process, err = e.group.Start(process.Spec{
		Name: "controller-" + name, Path: e.options.Executable, Args: slices.Concat(e.deployed, []string{
			"--kubeconfig=" + filepath.Join(dir, "seed.kubeconfig"),
			"--config=" + config,
			"--webhook-config-cert-dir=" + filepath.Join(dir, "webhook-certs"),
			"--webhook-config-server-host=" + cluster.Loopback,
			"--webhook-config-server-port=" + webhook[strings.LastIndex(webhook, ":")+1:],
			"--metrics-bind-address=" + metrics,
			"--health-bind-address=" + health,
		}, arguments),
		Env: append(os.Environ(), v1beta1constants.EnvGenericGardenKubeconfig+"="+filepath.Join(dir, "garden.kubeconfig"), v1beta1constants.EnvSeedName+"="+SeedName),
	})
	if err != nil {
		return nil, err
	}
	err = c.process.Until(ctx, "controller "+name, cluster.ProbeInterval, cluster.Probe("http://"+health+"/readyz", nil))
	c.Ready = time.Now()
	return c, err
}

// NewController returns a process of another command of the extension, with the address of its metrics.
func NewController(name string, started *process.Process, metricsAddress string) *Controller {
	return &Controller{Name: name, Started: time.Now(), process: started, metrics: "http://" + metricsAddress + "/metrics"}
}

// Stop terminates the process like the kubelet, and kills it after the grace period.
func (c *Controller) Stop(grace time.Duration) { c.process.Stop(grace) }

// Kill ends the process at once.
func (c *Controller) Kill() { c.process.Kill() }

// Done is closed when the process has ended.
func (c *Controller) Done() <-chan struct{} { return c.process.Done() }

// LogFile returns the path of the log of the process and of earlier processes with its name.
func (c *Controller) LogFile() string { return c.process.LogFile() }

// Leads returns whether the process leads.
func (c *Controller) Leads(ctx context.Context) (bool, error) {
	families, err := c.Metrics(ctx)
	if err != nil {
		return false, err
	}
	return single(families["leader_election_master_status"]) == 1, nil
}

// Take returns the usage since the last call or the start.
func (c *Controller) Take(ctx context.Context) (Usage, error) {
	now, err := c.usage(ctx)
	if err != nil {
		return Usage{}, err
	}
	since := now
	since.CPUSeconds = math.Round((now.CPUSeconds-c.before.CPUSeconds)*100) / 100
	since.Reconciles, since.Errors = difference(now.Reconciles, c.before.Reconciles), difference(now.Errors, c.before.Errors)
	c.before = now
	return since, nil
}

func difference(now, before map[string]int) map[string]int {
	result := maps.Clone(now)
	for name := range result {
		if result[name] -= before[name]; result[name] == 0 {
			delete(result, name)
		}
	}
	return result
}

// Metrics returns the metrics of the process.
func (c *Controller) Metrics(ctx context.Context) (_ map[string]*dto.MetricFamily, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.metrics, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("reading the metrics of controller %s: %w", c.Name, err)
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(response.Body)
	if err != nil {
		return nil, fmt.Errorf("reading the metrics of controller %s: %w", c.Name, err)
	}
	return families, nil
}

func (c *Controller) usage(ctx context.Context) (Usage, error) {
	families, err := c.Metrics(ctx)
	if err != nil {
		return Usage{}, err
	}
	usage := Usage{
		CPUSeconds:      single(families["process_cpu_seconds_total"]),
		RSSMiB:          mebibytes(single(families["process_resident_memory_bytes"])),
		Goroutines:      int(single(families["go_goroutines"])),
		FileDescriptors: int(single(families["process_open_fds"])),
		Reconciles:      map[string]int{}, Errors: map[string]int{},
	}
	for _, metric := range families["controller_runtime_reconcile_total"].GetMetric() {
		name, result := label(metric, "controller"), label(metric, "result")
		usage.Reconciles[name] += int(metric.GetCounter().GetValue())
		if result == "error" {
			usage.Errors[name] += int(metric.GetCounter().GetValue())
		}
	}
	peak, err := peakMemory(c.process.PID())
	usage.PeakRSSMiB = mebibytes(peak)
	return usage, err
}

// peakMemory returns the maximum resident memory of a process.
func peakMemory(pid int) (float64, error) {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "VmHWM:"); found {
			kibibytes, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
			return kibibytes * 1024, err
		}
	}
	return 0, fmt.Errorf("the kernel does not report the maximum memory of process %d", pid)
}

func mebibytes(bytes float64) float64 { return math.Round(bytes/(1<<20)*10) / 10 }

func label(metric *dto.Metric, name string) string {
	for _, pair := range metric.GetLabel() {
		if pair.GetName() == name {
			return pair.GetValue()
		}
	}
	return ""
}

// single returns the value of a metric with one time series, or 0 without one.
func single(family *dto.MetricFamily) float64 {
	if len(family.GetMetric()) == 0 {
		return 0
	}
	metric := family.GetMetric()[0]
	return metric.GetGauge().GetValue() + metric.GetCounter().GetValue()
}
