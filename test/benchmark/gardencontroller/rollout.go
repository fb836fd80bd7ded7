// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// rollouts measures a project with Shoots in three rings on simulated seeds. Each seed reads the revision for its
// Shoots, and reports the Shoots as ready after a while.
type rollouts struct {
	measurement
	*fleet

	writes int
	// host is the Git host, which counts statuses of commits.
	host *statusHost
}

// RunRollouts measures a change of a project with and without rings. It prints a line of JSON for each case.
func RunRollouts(ctx context.Context, options Options) error {
	l, err := startLandscape(ctx, options)
	if err != nil {
		return err
	}
	defer l.Stop()
	r := &rollouts{measurement: measurement{estate: &estate{garden: l.Garden}, options: options}, fleet: newFleet(namespaceOf(0)), host: startStatusHost()}
	defer r.host.Close()
	if err := r.populate(ctx); err != nil {
		return fmt.Errorf("populating the garden: %w", err)
	}
	group := process.NewGroup(filepath.Join(options.Dir, "logs"))
	defer group.StopAll(10 * time.Second)
	config, err := r.host.operatorConfig(options.Dir)
	if err != nil {
		return err
	}
	if r.controller, err = startController(ctx, group, l.Extension, l.Garden.Cluster, "--config="+config); err != nil {
		return err
	}
	reporting, end := context.WithCancel(ctx)
	defer end()
	for _, seed := range r.seeds {
		go r.simulate(reporting, seed)
	}
	for _, phase := range []struct {
		name string
		run  func(context.Context, *Result) error
	}{
		{"start", func(ctx context.Context, _ *Result) error { return r.change(ctx, "start", "") }},
		{"without rings", func(ctx context.Context, _ *Result) error { return r.change(ctx, "without", "") }},
		{"rings are added", func(ctx context.Context, _ *Result) error { return r.change(ctx, "without", rings("100%", "", "")) }},
		{"three rings", func(ctx context.Context, _ *Result) error { return r.change(ctx, "three", rings("100%", "", "")) }},
		{"three rings, a quarter at a time", func(ctx context.Context, _ *Result) error { return r.change(ctx, "quarter", rings("25%", "", "")) }},
		{"complete", func(ctx context.Context, _ *Result) error { return pause(ctx, time.Minute) }},
		{"promotion of commits is added", func(ctx context.Context, _ *Result) error {
			return r.change(ctx, "promote", rings("100%", "source: Promote, ", ""))
		}},
		{"a commit", func(ctx context.Context, _ *Result) error { return r.push(ctx, 1) }},
		{"statuses of commits are added", func(ctx context.Context, _ *Result) error {
			return r.change(ctx, "statuses", rings("100%", "source: Promote, ", "")+r.host.commitStatus())
		}},
		{"a commit with statuses", func(ctx context.Context, result *Result) error { return r.pushWithStatuses(ctx, 2, result) }},
		{"complete, with statuses", func(ctx context.Context, _ *Result) error { return pause(ctx, time.Minute) }},
	} {
		if !options.runs(phase.name) {
			continue
		}
		if err := r.measure(ctx, phase.name, phase.run); err != nil {
			return fmt.Errorf("%s: %w", phase.name, err)
		}
	}
	return nil
}

// populate creates the project, and distributes its Shoots over the seeds. A hundredth of the Shoots are in the first
// ring, and a fifth in the second.
func (r *rollouts) populate(ctx context.Context) error {
	for i := range r.options.Seeds {
		r.seeds = append(r.seeds, fmt.Sprintf("s%02d", i))
		if err := r.garden.CreateSeed(ctx, r.seeds[i]); err != nil {
			return err
		}
	}
	namespace, err := r.garden.CreateProject(ctx, project(0))
	if err != nil {
		return err
	}
	err = r.garden.Client.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, Data: map[string]string{}})
	if err != nil {
		return err
	}
	if err := r.garden.Client.Create(ctx, r.host.secret(namespace)); err != nil {
		return err
	}
	return each(ctx, r.options.Shoots, func(ctx context.Context, i int) error {
		seed := r.seeds[i%len(r.seeds)]
		shoot := garden.NewShoot(project(0), shootName(i), seed)
		shoot.Labels = ringOf(i, 100)
		if err := r.garden.Client.Create(ctx, shoot); err != nil {
			return err
		}
		r.add(shoot)
		return nil
	})
}

// change writes flux-config, and waits until all Shoots report the change.
func (r *rollouts) change(ctx context.Context, value, rings string) error {
	ctx, cancel := context.WithTimeout(ctx, r.options.Patience)
	defer cancel()
	text := "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nflux: {nodeSelector: {value: " + value + "}}\n" + r.host.source() + rings
	patch, err := json.Marshal(map[string]any{"data": map[string]string{fluxv1alpha1.KeyConfig: text}})
	if err != nil {
		return err
	}
	config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespaceOf(0), Name: fluxv1alpha1.ConfigMapName}}
	if err := r.garden.Client.Patch(ctx, config, client.RawPatch(types.MergePatchType, patch)); err != nil {
		return err
	}
	return r.await(ctx, value, func(reported wanted) bool {
		return strings.Contains(reported.content, value) && (rings == "" || reported.revision != "")
	})
}

// push adds a commit to the repository, and waits until all Shoots report it.
func (r *rollouts) push(ctx context.Context, number int) error {
	r.mutex.Lock()
	r.head = commit(number)
	r.mutex.Unlock()
	return r.await(ctx, commit(number), func(reported wanted) bool { return reported.commit == commit(number) })
}

// await waits until the states that all Shoots report are accepted.
func (r *rollouts) await(ctx context.Context, what string, accepts func(reported wanted) bool) error {
	began := time.Now()
	r.mutex.Lock()
	r.writes = 0
	r.mutex.Unlock()
	for !r.all(accepts) {
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
	fmt.Fprintf(r.options.Progress, "%s: all Shoots have it after %s; flux-rollout was written %d times\n", what, time.Since(began).Round(100*time.Millisecond), r.writes)
	return nil
}

// simulate simulates a seed.
func (r *rollouts) simulate(ctx context.Context, seed string) {
	version, last := "", time.Time{}
	for pause(ctx, time.Second) == nil {
		state, config, read, err := r.read(ctx)
		if err != nil {
			continue
		}
		if read != version && seed == r.seeds[0] {
			r.mutex.Lock()
			r.writes++
			r.mutex.Unlock()
		}
		version = read
		if !r.follow(seed, state, config) || time.Since(last) < statusInterval {
			continue
		}
		last = time.Now()
		if err := r.apply(ctx, r.garden.Client, seed); err != nil && ctx.Err() == nil {
			fmt.Fprintln(r.options.Progress, "seed", seed, err)
		}
	}
}

// read returns the rollout, the content of flux-config, and the resource version of ConfigMap flux-rollout. The rollout
// is nil if there is none.
func (r *rollouts) read(ctx context.Context) (*rollout.State, string, string, error) {
	config, stored := &corev1.ConfigMap{}, &corev1.ConfigMap{}
	if err := r.garden.Client.Get(ctx, client.ObjectKey{Namespace: namespaceOf(0), Name: fluxv1alpha1.ConfigMapName}, config); err != nil {
		return nil, "", "", err
	}
	err := r.garden.Client.Get(ctx, client.ObjectKey{Namespace: namespaceOf(0), Name: fluxv1alpha1.RolloutConfigMapName}, stored)
	if err != nil {
		return nil, config.Data[fluxv1alpha1.KeyConfig], "", client.IgnoreNotFound(err)
	}
	state, err := rollout.Decode(stored)
	return state, config.Data[fluxv1alpha1.KeyConfig], stored.ResourceVersion, err
}
