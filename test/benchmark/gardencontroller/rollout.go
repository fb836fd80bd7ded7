// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
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

	mutex sync.Mutex
	// shoots are the Shoots by name.
	shoots map[string]*member
	writes int
	// head is the newest commit of the repository. host is the Git host, which counts statuses of commits.
	head string
	host *statusHost
}

// member is a simulated Shoot.
type member struct {
	rollout.Member
	seed string
	// given is the last delivered state, has the applied state, and reported the reported state. since is the time of the
	// delivery.
	given, has, reported wanted
	since                time.Time
}

// wanted is the desired state of a Shoot: the content of flux-config, a commit and, if the project has a rollout, a
// revision.
type wanted struct{ revision, content, commit string }

// rollOutLatency is the minimum time until a Shoot has applied a delivery, and rollOutSpread the maximum additional
// time.
const (
	rollOutLatency = 5 * time.Second
	rollOutSpread  = 10 * time.Second
	// statusInterval is the interval at which a seed writes ConfigMap flux-status. It is the same as in the chart.
	statusInterval = 10 * time.Second
)

// RunRollouts measures a change of a project with and without rings. It prints a line of JSON for each case.
func RunRollouts(ctx context.Context, options Options) error {
	l, err := startLandscape(ctx, options)
	if err != nil {
		return err
	}
	defer l.Stop()
	r := &rollouts{measurement: measurement{estate: &estate{garden: l.Garden}, options: options}, shoots: map[string]*member{}, head: commit(0), host: startStatusHost()}
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
		go r.report(reporting, seed)
	}
	for _, phase := range []struct {
		name string
		run  func(context.Context, *Result) error
	}{
		{"start", func(ctx context.Context, _ *Result) error { return r.change(ctx, "start", "") }},
		{"without rings", func(ctx context.Context, _ *Result) error { return r.change(ctx, "without", "") }},
		{"rings are added", func(ctx context.Context, _ *Result) error { return r.change(ctx, "without", rings("100%", "")) }},
		{"three rings", func(ctx context.Context, _ *Result) error { return r.change(ctx, "three", rings("100%", "")) }},
		{"three rings, a quarter at a time", func(ctx context.Context, _ *Result) error { return r.change(ctx, "quarter", rings("25%", "")) }},
		{"complete", func(ctx context.Context, _ *Result) error { return pause(ctx, time.Minute) }},
		{"promotion of commits is added", func(ctx context.Context, _ *Result) error {
			return r.change(ctx, "promote", rings("100%", "source: Promote, "))
		}},
		{"a commit", func(ctx context.Context, _ *Result) error { return r.push(ctx, 1) }},
		{"statuses of commits are added", func(ctx context.Context, _ *Result) error {
			return r.change(ctx, "statuses", rings("100%", "source: Promote, ")+r.host.commitStatus())
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

// rings returns setting project with a rollout in three rings. settings are further settings of the rollout.
func rings(maxConcurrent, settings string) string {
	text := "project:\n  rollout: {" + settings + "rings: ["
	for _, name := range []string{"canary", "staging", "production"} {
		text += fmt.Sprintf("{name: %s, shoots: {matchLabels: {ring: %s}}, soak: 0s, maxConcurrent: %s}, ", name, name, maxConcurrent)
	}
	return text + "]}\n"
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
		ring := "production"
		switch {
		case i%100 == 0:
			ring = "canary"
		case i%5 == 0:
			ring = "staging"
		}
		seed := r.seeds[i%len(r.seeds)]
		shoot := garden.NewShoot(project(0), shootName(i), seed)
		shoot.Labels = map[string]string{"ring": ring}
		if err := r.garden.Client.Create(ctx, shoot); err != nil {
			return err
		}
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.shoots[shoot.Name] = &member{Member: rollout.Member{Name: shoot.Name, UID: shoot.UID, Labels: shoot.Labels}, seed: seed}
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

// commit returns the ID of a commit.
func commit(number int) string { return fmt.Sprintf("sha1:%040x", number+1) }

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

func (r *rollouts) all(accepts func(reported wanted) bool) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, shoot := range r.shoots {
		if !accepts(shoot.reported) {
			return false
		}
	}
	return true
}

// report simulates a seed.
func (r *rollouts) report(ctx context.Context, seed string) {
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
		entries := corev1ac.ConfigMap(fluxv1alpha1.StatusConfigMapName, namespaceOf(0)).WithData(r.entries(seed))
		if err := r.garden.Client.Apply(ctx, entries, client.ForceOwnership, client.FieldOwner(fluxv1alpha1.StatusFieldManagerPrefix+seed)); err != nil && ctx.Err() == nil {
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

// follow delivers the desired state to the Shoots of a seed, and completes earlier deliveries. It reports whether the
// seed has a change to report.
func (r *rollouts) follow(seed string, state *rollout.State, config string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	changed := false
	for _, shoot := range r.shoots {
		if shoot.seed != seed {
			continue
		}
		want := wanted{content: config}
		if state != nil {
			permit := state.Permit(shoot.Member)
			want = wanted{revision: permit.Revision, content: permit.Content.Data[fluxv1alpha1.KeyConfig], commit: permit.Commit}
		}
		want.commit = cmp.Or(want.commit, r.head)
		if want != shoot.given {
			shoot.given, shoot.since = want, time.Now().Add(rollOutLatency+rand.N(rollOutSpread))
		}
		if time.Now().After(shoot.since) {
			shoot.has = shoot.given
		}
		changed = changed || shoot.has != shoot.reported
	}
	return changed
}

// entries returns the entries of a seed in ConfigMap flux-status.
func (r *rollouts) entries(seed string) map[string]string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	entries := map[string]string{}
	for _, shoot := range r.shoots {
		if shoot.seed != seed {
			continue
		}
		shoot.reported = shoot.has
		// Encoding cannot fail, because entries contain only strings and times.
		entry, _ := json.Marshal(fluxv1alpha1.ShootStatus{
			UID: shoot.UID, Seed: seed, Ready: true, RootReady: true, State: fluxv1alpha1.ShootReady, Reason: "ReconciliationSucceeded", Message: strings.Repeat("m", 200),
			AppliedRevision: "main@" + shoot.has.commit, AttemptedRevision: "main@" + shoot.has.commit, FluxVersion: "v2.9.3", Revision: shoot.has.revision, Ring: shoot.Labels["ring"], ObservedAt: metav1.Now(),
			Removed: &fluxv1alpha1.RemovedObjects{Before: 50},
		})
		entries[shoot.Name] = string(entry)
	}
	return entries
}
