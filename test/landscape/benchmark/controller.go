// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package benchmark

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Usage is what the controller takes of the machine, as it says itself.
type Usage struct {
	// CPUSeconds is its processor time in the phase.
	CPUSeconds float64 `json:"cpuSeconds"`
	// RSSMiB is its memory, Goroutines and FileDescriptors how many it has, at the end of the phase.
	RSSMiB          float64 `json:"rssMiB"`
	Goroutines      int     `json:"goroutines"`
	FileDescriptors int     `json:"fileDescriptors"`
	// Reconciles are those of the phase by controller, and Errors how many of them failed.
	Reconciles map[string]int `json:"reconciles"`
	Errors     map[string]int `json:"errors,omitempty"`
}

// program is the running controller.
type program struct {
	process *process.Process
	metrics string
	before  Usage
}

// startController starts the extension's controller with the arguments of its Deployment, which only ports and paths differ from.
func startController(ctx context.Context, group *process.Group, executable, dir string, deployed, extra []string, seed, garden *gateway) (*program, error) {
	ports := make([]string, 3)
	for i := range ports {
		port, err := process.FreePort()
		if err != nil {
			return nil, err
		}
		ports[i] = strconv.Itoa(port)
	}
	config := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(config, []byte("apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n"), 0o600); err != nil {
		return nil, err
	}
	for name, g := range map[string]*gateway{"seed": seed, "garden": garden} {
		if err := pki.WriteKubeconfig(filepath.Join(dir, name+".kubeconfig"), g.url, g.ca.Cert, pki.Credentials{Token: g.token}); err != nil {
			return nil, err
		}
	}
	address := func(port string) string { return net.JoinHostPort(cluster.Loopback, port) }
	arguments := append(append([]string{}, deployed...),
		"--kubeconfig="+filepath.Join(dir, "seed.kubeconfig"),
		"--config="+config,
		"--webhook-config-cert-dir="+filepath.Join(dir, "webhook-certs"),
		"--webhook-config-server-host="+cluster.Loopback,
		"--webhook-config-server-port="+ports[0],
		"--metrics-bind-address="+address(ports[1]),
		"--health-bind-address="+address(ports[2]),
	)
	started, err := group.Start(process.Spec{
		Name: "controller", Path: executable, Args: append(arguments, extra...),
		Env: append(os.Environ(), v1beta1constants.EnvGenericGardenKubeconfig+"="+filepath.Join(dir, "garden.kubeconfig"), v1beta1constants.EnvSeedName+"="+seedName),
	})
	if err != nil {
		return nil, err
	}
	p := &program{process: started, metrics: "http://" + address(ports[1]) + "/metrics"}
	return p, started.Until(ctx, "the controller", cluster.ProbeInterval, cluster.Probe("http://"+address(ports[2])+"/readyz", nil))
}

// take returns what the controller has used since it was asked last.
func (p *program) take(ctx context.Context) (Usage, error) {
	now, err := p.read(ctx)
	if err != nil {
		return Usage{}, err
	}
	since := now
	since.CPUSeconds = rounded(now.CPUSeconds - p.before.CPUSeconds)
	since.Reconciles, since.Errors = difference(now.Reconciles, p.before.Reconciles), difference(now.Errors, p.before.Errors)
	p.before = now
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

func (p *program) read(ctx context.Context) (usage Usage, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.metrics, http.NoBody)
	if err != nil {
		return Usage{}, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return Usage{}, fmt.Errorf("reading the controller's metrics: %w", err)
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(response.Body)
	if err != nil {
		return Usage{}, fmt.Errorf("reading the controller's metrics: %w", err)
	}
	usage = Usage{
		CPUSeconds:      single(families["process_cpu_seconds_total"]),
		RSSMiB:          rounded(single(families["process_resident_memory_bytes"]) / (1 << 20)),
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
	return usage, nil
}

func label(metric *dto.Metric, name string) string {
	for _, pair := range metric.GetLabel() {
		if pair.GetName() == name {
			return pair.GetValue()
		}
	}
	return ""
}

// single is the value of a metric without labels; 0 if there is none.
func single(family *dto.MetricFamily) float64 {
	if len(family.GetMetric()) == 0 {
		return 0
	}
	metric := family.GetMetric()[0]
	return metric.GetGauge().GetValue() + metric.GetCounter().GetValue()
}
