// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

const (
	pushHost  = "push.garden.local"
	pushToken = "6c6f6e6720656e6f756768"
)

// PushResult is the result of a phase.
type PushResult struct {
	Phase          string `json:"phase"`
	Shoots         int    `json:"shoots"`
	Seeds          int    `json:"seeds"`
	ReadsPerSecond int    `json:"readsPerSecond"`
	// Pushes is the number of pushes. The seconds are the median and maximum time until the response to a push.
	Pushes              int     `json:"pushes"`
	AnswerMedianSeconds float64 `json:"answerMedianSeconds"`
	AnswerMaxSeconds    float64 `json:"answerMaxSeconds"`
	// Reads is the number of reads requested from Shoots, and MostReadsInASecond the maximum per second.
	Reads              int `json:"reads"`
	MostReadsInASecond int `json:"mostReadsInASecond"`
	// FirstSeconds and LastSeconds are the times from the first push to the first and to the last read.
	FirstSeconds float64 `json:"firstSeconds,omitempty"`
	LastSeconds  float64 `json:"lastSeconds,omitempty"`
	// Wrong is the number of responses to invalid requests by status. Status 0 counts connections without a response.
	Wrong map[int]int `json:"wrong,omitempty"`
	// Seconds is the duration of the phase.
	Seconds    float64          `json:"seconds"`
	Controller simulation.Usage `json:"controller"`
}

// pushes measures a project with a webhook. The seeds of the project run the push controller with simulated shoots.
type pushes struct {
	*estate

	options        Options
	readsPerSecond int
	address, url   string
	reads          *reads
	controller     *simulation.Controller
}

// RunPushes measures pushes to a project and invalid requests to the endpoint. It prints a line of JSON for each phase.
func RunPushes(ctx context.Context, options Options, readsPerSecond int, floods bool) error {
	l, err := startLandscape(ctx, options)
	if err != nil {
		return err
	}
	defer l.Stop()
	p := &pushes{estate: &estate{garden: l.Garden}, options: options, readsPerSecond: readsPerSecond, reads: &reads{}}
	if err := p.populate(ctx); err != nil {
		return fmt.Errorf("populating the garden: %w", err)
	}
	running, end := context.WithCancel(ctx)
	defer end()
	for _, seed := range p.seeds {
		if err := p.startSeed(running, seed); err != nil {
			return fmt.Errorf("seed %s: %w", seed, err)
		}
	}
	group := process.NewGroup(filepath.Join(options.Dir, "logs"))
	defer group.StopAll(10 * time.Second)
	if err := p.start(ctx, group, l.Extension); err != nil {
		return err
	}
	for _, phase := range p.phases() {
		if phase.wrong != nil && !floods {
			continue
		}
		fmt.Fprintln(options.Progress, phase.name)
		if err := p.measure(ctx, phase); err != nil {
			return fmt.Errorf("%s: %w", phase.name, err)
		}
	}
	return nil
}

// pushPhase is a phase with periodic pushes and concurrent invalid requests.
type pushPhase struct {
	name     string
	pushes   int
	interval time.Duration
	wrong    func(context.Context) (map[int]int, error)
}

func (p *pushes) phases() []pushPhase {
	unknown := func(i int) string { return fmt.Sprintf("/hook/%064x", i) }
	known := func(int) string { return strings.TrimPrefix(p.url, "https://"+pushHost) }
	minute := func(f flood) func(context.Context) (map[int]int, error) {
		return func(ctx context.Context) (map[int]int, error) { return f.run(ctx, p.address, time.Minute) }
	}
	return []pushPhase{
		{name: "one push", pushes: 1},
		{name: "twenty pushes, one every three seconds", pushes: 20, interval: 3 * time.Second},
		{name: "guessed paths", pushes: 20, interval: 3 * time.Second, wrong: minute(flood{connections: 64, perSecond: 10000, path: unknown, body: 1 << 10})},
		{name: "guessed paths on new connections", pushes: 20, interval: 3 * time.Second, wrong: minute(flood{connections: 64, perSecond: 10000, path: unknown, alone: true})},
		{name: "bodies of 25 MiB to guessed paths", pushes: 20, interval: 3 * time.Second, wrong: minute(flood{connections: 64, perSecond: 1000, path: unknown, body: 25 << 20})},
		{name: "slow bodies to guessed paths", pushes: 20, interval: 3 * time.Second, wrong: minute(flood{connections: 2000, perSecond: 10000, path: unknown, body: 1 << 10, slow: true})},
		{name: "wrong signatures to the project's path", pushes: 20, interval: 3 * time.Second, wrong: minute(flood{connections: 64, perSecond: 10000, path: known, body: 1 << 10})},
	}
}

// populate creates the project with its webhook, and distributes the Shoots of the project over the seeds.
func (p *pushes) populate(ctx context.Context) error {
	namespace, err := p.garden.CreateProject(ctx, project(0))
	if err != nil {
		return err
	}
	config := "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {push: {type: github}}\n" +
		"source: {template: {spec: {url: 'https://git.example.com/fleet', ref: {branch: main}}}}\n"
	for _, object := range []client.Object{
		&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.PushSecretName}, StringData: map[string]string{fluxv1alpha1.SecretKeyToken: pushToken}},
		&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, Data: map[string]string{fluxv1alpha1.KeyConfig: config}},
	} {
		if err := p.garden.Client.Create(ctx, object); err != nil {
			return err
		}
	}
	for i := range p.options.Seeds {
		p.seeds = append(p.seeds, fmt.Sprintf("s%02d", i))
		if err := p.garden.CreateSeed(ctx, p.seeds[i]); err != nil {
			return err
		}
	}
	return each(ctx, p.options.Shoots, func(ctx context.Context, i int) error {
		return p.garden.Client.Create(ctx, garden.NewShoot(project(0), shootName(i), p.seeds[i%len(p.seeds)]))
	})
}

// start starts the garden controller, and waits for the URL of the webhook.
func (p *pushes) start(ctx context.Context, group *process.Group, executable string) error {
	path := filepath.Join(p.options.Dir, "operator.yaml")
	operator := fmt.Sprintf("apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\npush: {host: %s, readsPerSecond: %d}\n", pushHost, p.readsPerSecond)
	if err := os.WriteFile(path, []byte(operator), 0o600); err != nil {
		return err
	}
	port, err := process.FreePort()
	if err != nil {
		return err
	}
	p.address = net.JoinHostPort(cluster.Loopback, strconv.Itoa(port))
	if p.controller, err = startController(ctx, group, executable, p.garden.Cluster, "--config="+path, "--push-bind-address="+p.address); err != nil {
		return err
	}
	return process.Until(ctx, "the URL of the webhook", 100*time.Millisecond, func(ctx context.Context) error {
		configMap := &corev1.ConfigMap{}
		if err := p.garden.Client.Get(ctx, client.ObjectKey{Namespace: namespaceOf(0), Name: fluxv1alpha1.ConfigMapName}, configMap); err != nil {
			return err
		}
		if p.url = configMap.Annotations[fluxv1alpha1.AnnotationPushURL]; p.url == "" {
			return fmt.Errorf("there is none: %s", configMap.Annotations[fluxv1alpha1.AnnotationPushError])
		}
		return nil
	})
}

// measure runs a phase, waits until all reads are complete, and prints the result.
func (p *pushes) measure(ctx context.Context, phase pushPhase) error {
	if _, err := p.controller.Take(ctx); err != nil {
		return err
	}
	p.reads.take()
	result := PushResult{Phase: phase.name, Shoots: p.options.Shoots, Seeds: p.options.Seeds, ReadsPerSecond: p.readsPerSecond, Pushes: phase.pushes}
	began := time.Now()
	type ended struct {
		wrong map[int]int
		err   error
	}
	flooded := make(chan ended, 1)
	go func() {
		if phase.wrong == nil {
			flooded <- ended{}
			return
		}
		wrong, err := phase.wrong(ctx)
		flooded <- ended{wrong, err}
	}()
	answers := make([]float64, 0, phase.pushes)
	for i := range phase.pushes {
		if err := pause(ctx, time.Until(began.Add(time.Duration(i)*phase.interval))); err != nil {
			return err
		}
		took, err := p.push(ctx, fmt.Sprintf("%s %d", phase.name, i))
		if err != nil {
			return err
		}
		answers = append(answers, rounded(took.Seconds()))
	}
	end := <-flooded
	if end.err != nil {
		return end.err
	}
	result.Wrong = end.wrong
	var err error
	if result.Controller, err = p.controller.Take(ctx); err != nil {
		return err
	}
	result.Seconds = rounded(time.Since(began).Seconds())
	slices.Sort(answers)
	result.AnswerMedianSeconds, result.AnswerMaxSeconds = answers[len(answers)/2], answers[len(answers)-1]
	if err := p.reads.quiet(ctx, 10*time.Second, p.options.Patience); err != nil {
		return err
	}
	result.count(p.reads.take(), began)
	return json.NewEncoder(p.options.Out).Encode(result)
}

func (r *PushResult) count(reads []time.Time, began time.Time) {
	slices.SortFunc(reads, time.Time.Compare)
	r.Reads = len(reads)
	for i, j := 0, 0; i < len(reads); i++ {
		for reads[i].Sub(reads[j]) >= time.Second {
			j++
		}
		r.MostReadsInASecond = max(r.MostReadsInASecond, i-j+1)
	}
	if len(reads) > 0 {
		r.FirstSeconds, r.LastSeconds = rounded(reads[0].Sub(began).Seconds()), rounded(reads[len(reads)-1].Sub(began).Seconds())
	}
}

// push sends a push event, and returns the time until it is stored.
func (p *pushes) push(ctx context.Context, body string) (time.Duration, error) {
	return sendPush(ctx, p.address, p.url, body)
}

// sendPush sends a push event like GitHub's on a new connection, and returns the time until the event is stored. address
// is the address of the endpoint, and url the URL of the webhook.
func sendPush(ctx context.Context, address, url, body string) (time.Duration, error) {
	request, err := newRequest(ctx, address, strings.TrimPrefix(url, "https://"+pushHost), strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	sign(request, body)
	began := time.Now()
	response, err := newClient(true).Do(request)
	if err != nil {
		return 0, fmt.Errorf("a push: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("the response to a push has status %s", response.Status)
	}
	return time.Since(began), nil
}
