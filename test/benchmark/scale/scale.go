// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package scale

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

const (
	progressInterval = 15 * time.Second
	stopGrace        = 20 * time.Second
	// changedPath is the path in the configuration change that is propagated immediately to the shoots of a project.
	changedPath   = "./clusters/changed"
	kustomization = "/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux-system/kustomizations/flux-system"
)

// Options configures a measurement.
type Options struct {
	// ProjectDir is the root of the extension's repository.
	ProjectDir string
	// Executable is the program of the extension. If it is empty, the program is built.
	Executable string
	// Dir is an empty directory for all data.
	Dir string
	// N is the number of Extensions.
	N int
	// WithoutShoots omits the simulated shoots, so that the controller cannot check them.
	WithoutShoots bool
	// Settle is the duration of the idle period after all Extensions are delivered, and of the subsequent idle
	// measurement.
	Settle time.Duration
	// Patience is the timeout of each wait.
	Patience time.Duration
	// ControllerArgs are arguments of the controller in addition to those in the chart.
	ControllerArgs []string
	// Progress receives a line for each step.
	Progress io.Writer
}

// measurement is a measurement in progress.
type measurement struct {
	*simulation.Environment

	options    Options
	controller *simulation.Controller
	recorder   *recorder
	// created is the size in etcd of an Extension as created by gardenlet.
	created int64
	began   time.Time
	result  Result
	// population describes the shoots. reports returns whether an Extension has the expected report of its shoot.
	population simulation.Population
	reports    func(*extensionsv1alpha1.Extension) bool
}

// prepare creates all objects except the Extensions, and starts the controller.
func (m *measurement) prepare(ctx context.Context) error {
	if err := m.Populate(ctx, m.population); err != nil {
		return err
	}
	if err := m.measureCreated(ctx); err != nil {
		return err
	}
	var err error
	if m.recorder, err = startRecorder(ctx, m.Environment, m.reports); err != nil {
		return err
	}
	if err := m.startController(ctx); err != nil {
		return err
	}
	_, err = m.take(ctx)
	return err
}

// measureCreated measures the size of an Extension that no controller has reconciled, and deletes it.
func (m *measurement) measureCreated(ctx context.Context) error {
	shoot := m.Shoots()[0]
	if err := m.CreateExtensions(ctx, shoot); err != nil {
		return err
	}
	before, err := readStored(ctx, m.Environment)
	if err != nil {
		return err
	}
	m.created = before.bytes["extensions"]
	return m.SeedClient.Delete(ctx, shoot.Extension())
}

// startController starts the only controller, and waits until it is the leader.
func (m *measurement) startController(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, m.options.Patience)
	defer cancel()
	var err error
	if m.controller, err = m.StartController(ctx, "only", m.options.ControllerArgs...); err != nil {
		return err
	}
	return process.Until(ctx, "the controller to lead", pollInterval, func(ctx context.Context) error {
		leads, err := m.controller.Leads(ctx)
		if err == nil && !leads {
			err = fmt.Errorf("it does not")
		}
		return err
	})
}

// begin starts a period.
func (m *measurement) begin() {
	m.began = time.Now()
	m.recorder.begin(m.began)
}

// take ends a period and returns its measurement.
func (m *measurement) take(ctx context.Context) (Span, error) {
	passed := time.Since(m.began)
	seed, garden, shoots := m.SeedGateway.Take(passed), m.GardenGateway.Take(passed), m.ShootRequests.Take(passed)
	usage, err := m.controller.Take(ctx)
	m.began = time.Now()
	return newSpan(passed, seed, garden, shoots, usage), err
}

// first creates all Extensions while the controller is running, like gardenlet.
func (m *measurement) first(ctx context.Context) error {
	m.begin()
	if err := m.CreateExtensions(ctx, m.Shoots()...); err != nil {
		return err
	}
	delivered, operations, wall, err := m.awaitAll(ctx)
	if err != nil {
		return err
	}
	span, err := m.take(ctx)
	if err != nil {
		return err
	}
	m.result.WallSeconds, m.result.OperationsSeconds, m.result.DeliveredSeconds = rounded(wall.Seconds()), rounded(operations.Seconds()), rounded(delivered.Seconds())
	m.result.CPUMilliseconds = rounded(span.Controller.CPUSeconds * 1000 / float64(m.options.N))
	m.result.RequestsFirst = span.perExtension(m.options.N)
	m.result.Details.First = span
	return nil
}

func (m *measurement) awaitAll(ctx context.Context) (delivered, operations, wall time.Duration, err error) {
	err = m.until(ctx, func() bool {
		var done bool
		delivered, operations, wall, done = m.recorder.passed(m.options.N)
		return done
	})
	return delivered, operations, wall, err
}

// until waits until done returns true, and prints the progress.
func (m *measurement) until(ctx context.Context, done func() bool) error {
	ctx, cancel := context.WithTimeoutCause(ctx, m.options.Patience, fmt.Errorf("not done within %s", m.options.Patience))
	defer cancel()
	poll, tell := time.NewTicker(pollInterval), time.NewTicker(progressInterval)
	defer poll.Stop()
	defer tell.Stop()
	for !done() {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %s", context.Cause(ctx), m.recorder.progress())
		case <-m.controller.Done():
			return fmt.Errorf("the controller has ended, see %s", m.controller.LogFile())
		case <-tell.C:
			m.progress("%s", m.recorder.progress())
		case <-poll.C:
		}
	}
	return nil
}

// rest measures the idle controller.
func (m *measurement) rest(ctx context.Context) error {
	projects := float64(m.result.Conditions.Projects)
	for _, span := range []*Span{&m.result.Details.Settle, &m.result.Details.Rest} {
		timer := time.NewTimer(m.options.Settle)
		if err := m.until(ctx, func() bool {
			select {
			case <-timer.C:
				return true
			default:
				return false
			}
		}); err != nil {
			return err
		}
		var err error
		if *span, err = m.take(ctx); err != nil {
			return err
		}
	}
	details := &m.result.Details
	requests := 0
	for _, span := range []Span{details.First, details.Settle} {
		for kind, count := range span.Garden {
			if isCounted(kind) {
				requests += count
			}
		}
	}
	minutes := (details.First.Seconds + details.Settle.Seconds) / 60
	details.GardenRequestsPerProjectAndMinute = rounded(float64(requests) / projects / minutes)
	m.result.RSSMiB, m.result.PeakRSSMiB = details.Rest.Controller.RSSMiB, details.Rest.Controller.PeakRSSMiB
	return nil
}

func (m *measurement) stored(ctx context.Context) error {
	all, err := readStored(ctx, m.Environment)
	if err != nil {
		return err
	}
	details := &m.result.Details
	details.EtcdBytes, details.EtcdObjects, m.result.EtcdBytesPerShoot = all.perShoot(m.options.N, m.created)
	_, err = m.take(ctx)
	return err
}

// repeat reconciles each Extension again.
func (m *measurement) repeat(ctx context.Context) error {
	m.begin()
	if err := m.Reconcile(ctx, m.Shoots()...); err != nil {
		return err
	}
	if _, _, _, err := m.awaitAll(ctx); err != nil {
		return err
	}
	span, err := m.take(ctx)
	m.result.Details.Repeat = span
	m.result.RequestsRepeat = span.perExtension(m.options.N)
	m.result.CPUMillisecondsRepeat = rounded(span.Controller.CPUSeconds * 1000 / float64(m.options.N))
	m.result.WritesRepeat = rounded(float64(span.Writes) / float64(m.options.N))
	return err
}

// fanOut changes the configuration of the largest project, which propagates changes immediately.
func (m *measurement) fanOut(ctx context.Context) error {
	var waiting []*simulation.Shoot
	for _, shoot := range m.Shoots() {
		if shoot.Project == m.result.Conditions.LargestProject {
			waiting = append(waiting, shoot)
		}
	}
	m.result.Details.FanOutShoots = len(waiting)
	m.begin()
	changed := strings.Replace(simulation.Config, "./clusters/default", changedPath, 1) + "project: {propagation: Immediate}\n"
	if err := m.SetConfig(ctx, m.result.Conditions.LargestProject, changed); err != nil {
		return err
	}
	if err := m.until(ctx, func() bool {
		for len(waiting) > 0 && hasChanged(waiting[0]) {
			waiting = waiting[1:]
		}
		return len(waiting) == 0
	}); err != nil {
		return fmt.Errorf("%d shoots have not got it: %w", len(waiting), err)
	}
	var err error
	m.result.Details.FanOut, err = m.take(ctx)
	return err
}

func hasChanged(shoot *simulation.Shoot) bool {
	object := shoot.Delivered(kustomization)
	if object == nil {
		return false
	}
	spec, _ := object.Object["spec"].(map[string]any)
	return spec["path"] == changedPath
}

// startUp restarts the controller with existing Extensions. For one of them, an operation was requested while the
// controller was stopped.
func (m *measurement) startUp(ctx context.Context) error {
	m.controller.Stop(stopGrace)
	shoots := m.Shoots()
	asked := shoots[len(shoots)-1]
	// Discard the last requests of the previous controller.
	passed := time.Since(m.began)
	m.SeedGateway.Take(passed)
	m.GardenGateway.Take(passed)
	m.ShootRequests.Take(passed)
	m.begin()
	if err := m.Reconcile(ctx, asked); err != nil {
		return err
	}
	if err := m.startController(ctx); err != nil {
		return err
	}
	details := &m.result.Details
	before := m.controller.Started.Sub(m.began)
	var took time.Duration
	if err := m.until(ctx, func() (done bool) {
		took, done = m.recorder.hasSucceeded(asked.TechnicalID)
		return done
	}); err != nil {
		return err
	}
	details.ReadySeconds = rounded(m.controller.Ready.Sub(m.controller.Started).Seconds())
	details.FirstReconcileSeconds = rounded((took - before).Seconds())
	if !m.options.WithoutShoots {
		if err := m.until(ctx, func() bool { return m.ShootRequests.Objects("get kustomizations") == m.options.N }); err != nil {
			return fmt.Errorf("not all shoots were looked at: %w", err)
		}
		details.SeenSeconds = rounded(time.Since(m.controller.Started).Seconds())
	}
	var err error
	details.StartUp, err = m.take(ctx)
	return err
}

func (m *measurement) progress(format string, arguments ...any) {
	fmt.Fprintf(m.options.Progress, "%s "+format+"\n", append([]any{time.Now().Format(time.TimeOnly)}, arguments...)...)
}
