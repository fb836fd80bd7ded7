// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// HealthyOptions configures a measurement from a push until all Shoots are reported as ready with the commit.
type HealthyOptions struct {
	// ProjectDir is the root of the extension's repository.
	ProjectDir string
	// Executable is the program of the extension. If it is empty, the program is built.
	Executable string
	// Dir is an empty directory for all data.
	Dir string
	// Shoots is the number of Shoots, all in one project on one seed.
	Shoots int
	// Rounds is the number of pushes in each phase.
	Rounds int
	// Phases are the names of the phases to run, PhaseFollow and PhasePromote. If it is empty, both are run.
	Phases []string
	// ReadsPerSecond is the operator's limit on reads of the repository.
	ReadsPerSecond int
	// Fetch is the time in which Flux in a shoot reads the source, and Apply the time in which it applies a commit.
	Fetch, Apply time.Duration
	// Rest is the time between the end of a round and the next push.
	Rest time.Duration
	// Patience is the timeout of each wait.
	Patience time.Duration
	// ControllerArgs are additional arguments of the extension's controller.
	ControllerArgs []string
	// Conditions describes the run in the results.
	Conditions string
	// Out receives a line of JSON for each round, and Progress a line for each step.
	Out, Progress io.Writer
}

// The phases: all Shoots follow the branch, or only those of the first of three rings, which promotes its commit.
const (
	PhaseFollow  = "Follow"
	PhasePromote = "Promote"
)

// canaries is the number of Shoots of which one is in the first ring.
const canaries = 100

// pushed measures pushes to a project, with the real controllers of seed and garden and simulated shoots.
type pushed struct {
	*simulation.Environment

	options          HealthyOptions
	controller       *simulation.Controller
	gardenController *simulation.Controller
	address, url     string
	namespace        string
	// head is the number of the newest commit.
	head  atomic.Int64
	times *times
}

// RunHealthy measures the time from a push until all Shoots are reported as ready with its commit, and prints a line of
// JSON for each push. No process remains when it returns.
func RunHealthy(ctx context.Context, options HealthyOptions) error {
	if options.Shoots < 1 || options.Rounds < 1 {
		return errors.New("there must be at least one Shoot and one round")
	}
	e, err := simulation.Start(ctx, simulation.Options{
		ProjectDir: options.ProjectDir, Executable: options.Executable, Dir: options.Dir, Progress: options.Progress,
		Operator: fmt.Sprintf("apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\npush: {host: %s, readsPerSecond: %d}\n", pushHost, options.ReadsPerSecond),
	})
	if err != nil {
		return err
	}
	defer e.Stop()
	p := &pushed{Environment: e, options: options, namespace: simulation.ProjectNamespace(simulation.LargestProject)}
	p.head.Store(1)
	if err := p.prepare(ctx); err != nil {
		return err
	}
	for _, phase := range []struct{ name, config string }{
		{PhaseFollow, healthyConfig("")},
		{PhasePromote, healthyConfig(rings("100%", "source: Promote, ", ""))},
	} {
		if !(Options{Phases: options.Phases}).runs(phase.name) {
			continue
		}
		if err := p.run(ctx, phase.name, phase.config); err != nil {
			return fmt.Errorf("%s: %w", phase.name, err)
		}
	}
	return nil
}

// healthyConfig returns the configuration of the project. project contains further settings.
func healthyConfig(project string) string {
	push := "project: {push: {type: github}}\n"
	if project != "" {
		push = project + "  push: {type: github}\n"
	}
	return simulation.Config[1:] + push
}

// prepare creates project and Shoots, starts the controllers, and waits until all Shoots are ready.
func (p *pushed) prepare(ctx context.Context) error {
	err := p.Populate(ctx, simulation.Population{
		Shoots: p.options.Shoots, Trees: true, ShootsInGarden: true, Config: healthyConfig(""),
		Labels: func(i int) map[string]string { return ringOf(i, canaries) },
	})
	if err != nil {
		return err
	}
	token := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: p.namespace, Name: fluxv1alpha1.PushSecretName},
		StringData: map[string]string{fluxv1alpha1.SecretKeyToken: pushToken},
	}
	if err := p.GardenClient.Create(ctx, token); err != nil {
		return err
	}
	repository := &simulation.Repository{
		Head: func() string { return simulation.Revision(int(p.head.Load())) }, Fetch: p.options.Fetch, Apply: p.options.Apply,
	}
	for _, s := range p.Shoots() {
		s.Follow(repository)
	}
	port, err := process.FreePort()
	if err != nil {
		return err
	}
	p.address = net.JoinHostPort(cluster.Loopback, strconv.Itoa(port))
	if p.gardenController, err = p.StartGardenController(ctx, "--push-bind-address="+p.address); err != nil {
		return err
	}
	if p.times, err = watchTimes(ctx, p); err != nil {
		return err
	}
	if p.controller, err = p.StartController(ctx, "only", p.options.ControllerArgs...); err != nil {
		return err
	}
	if err := p.CreateExtensions(ctx, p.Shoots()...); err != nil {
		return err
	}
	if err := p.await(ctx, "the first report of all Shoots", func() (int, error) { return p.times.unreported(simulation.Revision(1)), nil }); err != nil {
		return err
	}
	return p.await(ctx, "the URL of the webhook", func() (int, error) {
		config := &corev1.ConfigMap{}
		if err := p.GardenClient.Get(ctx, client.ObjectKey{Namespace: p.namespace, Name: fluxv1alpha1.ConfigMapName}, config); err != nil {
			return 0, err
		}
		if p.url = config.Annotations[fluxv1alpha1.AnnotationPushURL]; p.url == "" {
			return 1, nil
		}
		return 0, nil
	})
}

// run configures the project, and measures pushes.
func (p *pushed) run(ctx context.Context, phase, config string) error {
	if err := p.SetConfig(ctx, simulation.LargestProject, config); err != nil {
		return err
	}
	if phase == PhasePromote {
		if err := p.await(ctx, "the rollout", func() (int, error) { return p.times.outsideRollout(), nil }); err != nil {
			return err
		}
	}
	for range p.options.Rounds {
		if err := p.rest(ctx); err != nil {
			return err
		}
		if err := p.round(ctx, phase); err != nil {
			return err
		}
	}
	return nil
}

// round measures one push.
func (p *pushed) round(ctx context.Context, phase string) error {
	if _, err := p.take(ctx); err != nil {
		return err
	}
	revision := simulation.Revision(int(p.head.Add(1)))
	p.times.begin(revision)
	began := time.Now()
	if _, err := sendPush(ctx, p.address, p.url, revision); err != nil {
		return err
	}
	if err := p.await(ctx, "all Shoots with "+revision, func() (int, error) { return p.times.unreported(revision), nil }); err != nil {
		return err
	}
	cost, err := p.take(ctx)
	if err != nil {
		return err
	}
	result := p.times.result(began, p.Shoots())
	result.Date, result.Phase, result.Shoots = began.UTC().Format(time.DateOnly), phase, p.options.Shoots
	result.ReadsPerSecond, result.Conditions = p.options.ReadsPerSecond, p.options.Conditions
	result.Cost = cost
	return json.NewEncoder(p.options.Out).Encode(result)
}

// take returns what the controllers have taken since the last call.
func (p *pushed) take(ctx context.Context) (Cost, error) {
	garden, shoots := p.GardenGateway.Take(time.Second), p.ShootRequests.Take(time.Second)
	p.SeedGateway.Take(time.Second)
	p.GardenControllerGateway.Take(time.Second)
	extension, err := p.controller.Take(ctx)
	if err != nil {
		return Cost{}, err
	}
	gardenController, err := p.gardenController.Take(ctx)
	if err != nil {
		return Cost{}, err
	}
	cost := Cost{ExtensionCPUSeconds: rounded(extension.CPUSeconds), GardenControllerCPUSeconds: rounded(gardenController.CPUSeconds)}
	for _, verb := range []string{"create", "update", "patch", "apply"} {
		cost.StatusWrites += garden.Requests[verb+" configmaps "+simulation.StatusName].Count
	}
	cost.HealthChecks = shoots.Requests["get kustomizations"].Count
	return cost, nil
}

// rest waits between two rounds.
func (p *pushed) rest(ctx context.Context) error {
	until := time.Now().Add(p.options.Rest)
	return p.await(ctx, "the next round", func() (int, error) { return max(0, int(time.Until(until)/time.Millisecond)), nil })
}

// await waits until nothing is missing, and fails when a component has ended.
func (p *pushed) await(ctx context.Context, what string, missing func() (int, error)) error {
	began := time.Now()
	for told := began; ; {
		left, err := missing()
		if err != nil || left == 0 {
			return err
		}
		if now := time.Now(); now.Sub(told) > 15*time.Second {
			told = now
			fmt.Fprintf(p.options.Progress, "%s waiting for %s: %d missing\n", now.Format(time.TimeOnly), what, left)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-p.Failed():
			return p.FailedBecause()
		case <-p.controllersDone():
			return errors.New("a controller has ended")
		case <-time.After(50 * time.Millisecond):
		}
		if time.Since(began) > p.options.Patience {
			return fmt.Errorf("%s: %d are missing after %s", what, left, p.options.Patience)
		}
	}
}

// controllersDone returns a channel that is closed if a controller has ended.
func (p *pushed) controllersDone() <-chan struct{} {
	if p.controller == nil {
		return p.gardenController.Done()
	}
	return p.controller.Done()
}
