// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"cmp"
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
	// CPUSeconds is the CPU time, including system time.
	CPUSeconds float64 `json:"cpuSeconds"`
	// RSSMiB is the resident memory, and PeakRSSMiB its maximum. Goroutines and FileDescriptors are the current numbers.
	RSSMiB          float64 `json:"rssMiB"`
	PeakRSSMiB      float64 `json:"peakRSSMiB"`
	Goroutines      int     `json:"goroutines"`
	FileDescriptors int     `json:"fileDescriptors"`
	// Reconciles contains the number of reconciliations by controller, and Errors the number of failed ones.
	Reconciles map[string]int `json:"reconciles"`
	Errors     map[string]int `json:"errors,omitempty"`
}

// Controller is a process of the extension's controller.
type Controller struct {
	// Name is the name of the process.
	Name string
	// Started is the start time, and Ready the time when the readiness probe succeeded.
	Started, Ready time.Time
	// Webhook is the address of the webhook server.
	Webhook string

	process *process.Process
	metrics string
	before  Usage
}

// StartController starts a process of the extension's controller, and waits until it is ready. A process is ready even
// if it is not the leader. The arguments are those of the Deployment in the chart, with different ports and paths, and
// the given additional ones. Running processes must have unique names. The name is also the name of the log in
// directory logs.
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
	config, err := e.writeOperator(dir)
	if err != nil {
		return nil, err
	}
	for target, g := range map[string]*Gateway{"seed": e.SeedGateway, "garden": e.GardenGateway} {
		if err := pki.WriteKubeconfig(filepath.Join(dir, target+".kubeconfig"), g.url, g.ca.Cert, pki.Credentials{Token: g.tokenOf(name)}); err != nil {
			return nil, err
		}
	}
	c := &Controller{Name: name, Started: time.Now(), Webhook: webhook, metrics: "http://" + metrics + "/metrics"}
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

// writeOperator writes the configuration of the controllers, and returns the path of the file.
func (e *Environment) writeOperator(dir string) (string, error) {
	path := filepath.Join(dir, "config.yaml")
	text := cmp.Or(e.options.Operator, "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n")
	return path, os.WriteFile(path, []byte(text), 0o600)
}

// NewController returns a Controller for a process of a different command of the extension. metricsAddress is the
// address of its metrics.
func NewController(name string, started *process.Process, metricsAddress string) *Controller {
	return &Controller{Name: name, Started: time.Now(), process: started, metrics: "http://" + metricsAddress + "/metrics"}
}

// Stop terminates the process like a kubelet, and kills it after the grace period.
func (c *Controller) Stop(grace time.Duration) { c.process.Stop(grace) }

// Kill kills the process immediately.
func (c *Controller) Kill() { c.process.Kill() }

// Done returns a channel that is closed when the process has ended.
func (c *Controller) Done() <-chan struct{} { return c.process.Done() }

// LogFile returns the path of the log. The log also contains the output of earlier processes with the same name.
func (c *Controller) LogFile() string { return c.process.LogFile() }

// Leads reports whether the process is the leader.
func (c *Controller) Leads(ctx context.Context) (bool, error) {
	families, err := c.Metrics(ctx)
	if err != nil {
		return false, err
	}
	return single(families["leader_election_master_status"]) == 1, nil
}

// Take returns the resource usage since the last call, or since the start.
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

// peakMemory returns the maximum resident memory of a process in MiB.
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

// single returns the value of a metric that has one time series. It returns 0 if there is none.
func single(family *dto.MetricFamily) float64 {
	if len(family.GetMetric()) == 0 {
		return 0
	}
	metric := family.GetMetric()[0]
	return metric.GetGauge().GetValue() + metric.GetCounter().GetValue()
}
