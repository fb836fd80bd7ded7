// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	gardenrollout "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// rollOut changes the content of flux-config in several projects at once, and waits until all rings have the change.
func (s *scale) rollOut(ctx context.Context, result *Result) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	changed := s.sample()
	has := s.hasOtherTarget(changed)
	if err := each(ctx, len(changed), func(ctx context.Context, i int) error {
		_, err := s.writeConfig(ctx, changed[i], "second")
		return err
	}); err != nil {
		return err
	}
	times, err := s.seeds.await(ctx, changed, func(project int, _ *corev1.ConfigMap, state *rollout.State) bool {
		return has(project, state) && isComplete(state)
	})
	if err == nil {
		result.report(times)
	}
	return err
}

// hasOtherTarget returns whether the rollout of a project has another target than it has now.
func (s *scale) hasOtherTarget(projects []int) func(project int, state *rollout.State) bool {
	before := map[int]string{}
	for _, project := range projects {
		if _, state := s.seeds.of(project); state != nil {
			before[project] = state.Target
		}
	}
	return func(project int, state *rollout.State) bool { return state != nil && state.Target != before[project] }
}

// push sends a push to several projects at once, and waits until the notice boards contain the pushes.
func (s *scale) push(ctx context.Context, result *Result) error {
	var mutex sync.Mutex
	times, err := s.atOnce(ctx, s.sample(), func(ctx context.Context, i int) (time.Duration, error) {
		config, _ := s.seeds.of(i)
		began := time.Now()
		took, err := sendPush(ctx, s.pushAddress, config.Annotations[fluxv1alpha1.AnnotationPushURL], "a push to "+project(i))
		if err != nil {
			return 0, err
		}
		mutex.Lock()
		result.AnswerMaxSeconds = max(result.AnswerMaxSeconds, rounded(took.Seconds()))
		mutex.Unlock()
		err = s.boards.await(ctx, s.seedsOf(i), func(board *noticeboard.Board) bool {
			_, has := board.Pushes()[namespaceOf(i)]
			return has
		})
		return time.Since(began), err
	})
	result.report(times)
	return err
}

// notify has seeds report a failed Shoot in several projects, and waits until their receivers have a message. The last
// project has no failure, because its rollout is measured later.
func (s *scale) notify(ctx context.Context, result *Result) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	projects := s.first(min(s.options.Changes, s.options.Projects-1))
	began, before := time.Now(), s.receiver.count()
	for _, i := range projects {
		s.fleets[i].fail(shootName(0))
	}
	missing, times := slices.Clone(projects), []float64{}
	for len(missing) > 0 {
		missing = slices.DeleteFunc(missing, func(i int) bool {
			at := s.receiver.first(namespaceOf(i))
			if at.IsZero() {
				return false
			}
			times = append(times, at.Sub(began).Seconds())
			return true
		})
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return fmt.Errorf("%d projects have no message: %w", len(missing), err)
		}
	}
	result.report(times)
	result.Messages = s.receiver.count() - before
	return nil
}

// restart stops the garden controller, changes a project, and starts the garden controller again. It waits until the
// notice boards are current and the rollouts of all projects are decided on.
func (s *scale) restart(ctx context.Context, result *Result) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	s.controller.Stop(10 * time.Second)
	s.requests = 0
	changed := s.options.Projects - 1
	has := s.hasOtherTarget([]int{changed})
	version, err := s.writeConfig(ctx, changed, "third")
	if err != nil {
		return err
	}
	// The boards are compared with what the seeds watch.
	if _, err := s.seeds.await(ctx, []int{changed}, func(_ int, config *corev1.ConfigMap, _ *rollout.State) bool { return config.ResourceVersion == version }); err != nil {
		return err
	}
	began := time.Now()
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error {
		_, err := s.seeds.await(groupCtx, []int{changed}, func(_ int, _ *corev1.ConfigMap, state *rollout.State) bool { return has(changed, state) })
		result.DecisionSeconds = rounded(time.Since(began).Seconds())
		return err
	})
	group.Go(func() error {
		if err := s.start(groupCtx, result); err != nil {
			return err
		}
		return process.Until(groupCtx, "the decisions on all rollouts", 200*time.Millisecond, s.hasDecided)
	})
	err = group.Wait()
	result.Seconds = rounded(time.Since(began).Seconds())
	return err
}

// hasDecided returns an error until the controller has decided on the rollout of each project since its start.
func (s *scale) hasDecided(ctx context.Context) error {
	families, err := s.controller.Metrics(ctx)
	if err != nil {
		return err
	}
	decided := 0
	for _, metric := range families["controller_runtime_reconcile_total"].GetMetric() {
		for _, label := range metric.GetLabel() {
			if label.GetName() == "controller" && label.GetValue() == gardenrollout.ProjectController {
				decided += int(metric.GetCounter().GetValue())
			}
		}
	}
	for _, metric := range families["workqueue_depth"].GetMetric() {
		for _, label := range metric.GetLabel() {
			if label.GetName() == "name" && label.GetValue() == gardenrollout.ProjectController && metric.GetGauge().GetValue() > 0 {
				return errors.New("the queue is not empty")
			}
		}
	}
	if decided < s.options.Projects {
		return fmt.Errorf("there are %d decisions", decided)
	}
	return nil
}
