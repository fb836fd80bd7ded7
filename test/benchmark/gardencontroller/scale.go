// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// scale measures a garden with many projects. Each project has a rollout in three rings, a webhook and a receiver of
// messages.
type scale struct {
	measurement

	boards   *boards
	seeds    *seeds
	receiver *receiver
	// system is the system that checks ask.
	system *checked
	// launch starts the garden controller.
	launch func(context.Context) error
	// pushAddress is the address of the endpoint for webhooks.
	pushAddress string
}

// Run measures all phases, and prints a line for each of them. No process remains when it returns.
func Run(ctx context.Context, options Options) error {
	l, err := startLandscape(ctx, options)
	if err != nil {
		return err
	}
	defer l.Stop()
	s := &scale{receiver: startReceiver(), system: startChecked()}
	defer s.receiver.Close()
	defer s.system.Close()
	s.measurement = measurement{options: options, estate: &estate{garden: l.Garden, settings: projectSettings(rings("100%", "", "")), secrets: func(namespace string) []*corev1.Secret {
		return []*corev1.Secret{
			{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.PushSecretName}, StringData: map[string]string{fluxv1alpha1.SecretKeyToken: pushToken}},
			s.receiver.secret(namespace),
			s.system.secret(namespace),
		}
	}}}
	if err := s.populate(ctx, options); err != nil {
		return fmt.Errorf("populating the garden: %w", err)
	}
	running, end := context.WithCancel(ctx)
	defer end()
	if s.boards, err = watchBoards(running, l.Garden.Cluster.Config); err != nil {
		return err
	}
	if s.seeds, err = startSeeds(running, s.estate, l.Garden.Cluster.Config, func(err error) { fmt.Fprintln(options.Progress, "a seed:", err) }); err != nil {
		return err
	}
	if err := s.awaitReports(ctx); err != nil {
		return err
	}
	group := process.NewGroup(filepath.Join(options.Dir, "logs"))
	defer group.StopAll(10 * time.Second)
	if err := s.prepare(group, l.Extension); err != nil {
		return err
	}
	for _, phase := range s.phases() {
		if !options.runs(phase.name) {
			continue
		}
		if err := s.measure(ctx, phase.name, phase.run); err != nil {
			return fmt.Errorf("%s: %w", phase.name, err)
		}
	}
	return nil
}

// scalePhase is a phase with its name.
type scalePhase struct {
	name string
	run  func(context.Context, *Result) error
}

// projectSettings returns setting project with the settings of the rollout, a webhook and a receiver of messages.
func projectSettings(settings string) string {
	return settings + "  push: {type: github}\n  notifications: [{type: webhook}]\n"
}

func (s *scale) phases() []scalePhase {
	return slices.Concat([]scalePhase{
		{"start", s.start},
		{"rollouts begin", s.begin},
		{"settle", func(ctx context.Context, _ *Result) error { return pause(ctx, s.options.Settle) }},
		{"rest", func(ctx context.Context, _ *Result) error { return pause(ctx, s.options.Rest) }},
		{"flux-config, one after the other", s.changeConfigs},
		{"flux-config, all at once", s.changeAllConfigs},
		{"status of Shoots", s.changeShoots},
		{"rollout", s.rollOut},
		{"push", s.push},
	}, s.checkPhases(), []scalePhase{
		{"notifications", s.notify},
		{"restart", s.restart},
	})
}

// awaitReports waits until the seeds have reported all Shoots.
func (s *scale) awaitReports(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	for _, f := range s.fleets {
		for !f.all(func(reported wanted) bool { return reported != wanted{} }) {
			if err := pause(ctx, 100*time.Millisecond); err != nil {
				return fmt.Errorf("waiting for the reports of project %s: %w", f.namespace, err)
			}
		}
	}
	fmt.Fprintln(s.options.Progress, "all Shoots are reported")
	return nil
}

// prepare writes the operator's configuration, and sets how the garden controller is started.
func (s *scale) prepare(group *process.Group, executable string) error {
	config := filepath.Join(s.options.Dir, "operator.yaml")
	interval := ""
	if every := s.options.CheckInterval; every > 0 {
		interval = ", interval: " + every.String()
	}
	content := fmt.Sprintf("apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\npush: {host: %s}\nnotifications: {hosts: [%q]}\nchecks: {hosts: [%q]%s}\n",
		pushHost, s.receiver.address(), s.system.address(), interval)
	if err := os.WriteFile(config, []byte(content), 0o600); err != nil {
		return err
	}
	port, err := process.FreePort()
	if err != nil {
		return err
	}
	s.pushAddress = net.JoinHostPort(cluster.Loopback, strconv.Itoa(port))
	s.launch = func(ctx context.Context) error {
		var err error
		s.controller, err = startController(ctx, group, executable, s.garden.Cluster, "--config="+config, "--push-bind-address="+s.pushAddress)
		return err
	}
	return nil
}

// start starts the garden controller, and waits until it is ready and all notice boards are current.
func (s *scale) start(ctx context.Context, result *Result) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	began := time.Now()
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error {
		err := s.launch(groupCtx)
		result.ReadySeconds = rounded(time.Since(began).Seconds())
		return err
	})
	group.Go(func() error {
		for i := range s.fleets {
			if err := s.boards.await(groupCtx, s.seedsOf(i), s.isCurrent(i)); err != nil {
				return err
			}
		}
		result.NoticeSeconds = rounded(time.Since(began).Seconds())
		return nil
	})
	return group.Wait()
}

// isCurrent returns whether a board has the current version of a project's flux-config.
func (s *scale) isCurrent(project int) func(*noticeboard.Board) bool {
	return func(board *noticeboard.Board) bool {
		config, _ := s.seeds.of(project)
		return config != nil && board.Of(namespaceOf(project)).Config == config.ResourceVersion
	}
}

// begin waits until all projects have the URL of their webhook and a complete rollout, whose revision all Shoots report.
func (s *scale) begin(ctx context.Context, result *Result) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	times, err := s.seeds.await(ctx, s.first(s.options.Projects), func(i int, config *corev1.ConfigMap, state *rollout.State) bool {
		return config.Annotations[fluxv1alpha1.AnnotationPushURL] != "" && isComplete(state) &&
			s.fleets[i].all(func(reported wanted) bool { return reported.revision != "" })
	})
	if err == nil {
		result.report(times)
	}
	return err
}

// first returns the first projects, and sample returns as many as are changed, in random order.
func (s *scale) first(n int) []int {
	projects := make([]int, 0, n)
	for i := range min(n, s.options.Projects) {
		projects = append(projects, i)
	}
	return projects
}

func (s *scale) sample() []int {
	return rand.Perm(s.options.Projects)[:min(s.options.Changes, s.options.Projects)]
}

// changeConfigs changes the annotations of flux-config in several projects, so that no rollout begins. It waits after
// each change until the notice boards contain the change.
func (s *scale) changeConfigs(ctx context.Context, result *Result) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	times := make([]float64, 0, s.options.Changes)
	for _, i := range s.sample() {
		took, err := s.changeConfig(ctx, i)
		if err != nil {
			return err
		}
		times = append(times, took.Seconds())
	}
	result.report(times)
	return nil
}

// changeAllConfigs changes the annotations of flux-config in all projects at once.
func (s *scale) changeAllConfigs(ctx context.Context, result *Result) error {
	times, err := s.atOnce(ctx, s.first(s.options.Projects), s.changeConfig)
	result.report(times)
	return err
}

// atOnce calls a function for several projects at the same time, and returns the times that it returns.
func (s *scale) atOnce(ctx context.Context, projects []int, do func(ctx context.Context, project int) (time.Duration, error)) ([]float64, error) {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	times := make([]float64, len(projects))
	group, groupCtx := errgroup.WithContext(ctx)
	for i, project := range projects {
		group.Go(func() error {
			took, err := do(groupCtx, project)
			times[i] = took.Seconds()
			return err
		})
	}
	return times, group.Wait()
}

func (s *scale) changeConfig(ctx context.Context, i int) (time.Duration, error) {
	began := time.Now()
	version, err := s.writeConfig(ctx, i, firstValue)
	if err != nil {
		return 0, err
	}
	err = s.boards.await(ctx, s.seedsOf(i), func(board *noticeboard.Board) bool {
		return board.Of(namespaceOf(i)).Config == version
	})
	return time.Since(began), err
}

// changeShoots changes the status of all Shoots, as gardenlet does, and waits until the controller is idle.
func (s *scale) changeShoots(ctx context.Context, result *Result) error {
	result.Changes = s.options.Shoots
	if err := each(ctx, s.options.Shoots, s.progressShoot); err != nil {
		return err
	}
	return pause(ctx, 5*time.Second)
}
