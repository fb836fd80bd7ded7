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
	"strings"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// fleet contains the simulated Shoots of a project. A simulated seed reads the revision for its Shoots, and reports the
// Shoots as ready after a while.
type fleet struct {
	namespace string

	mutex sync.Mutex
	// shoots are the Shoots by name.
	shoots map[string]*member
	// head is the newest commit of the repository.
	head string
}

// member is a simulated Shoot.
type member struct {
	rollout.Identity
	seed string
	// given is the last delivered state, has the applied state, and reported the reported state. since is the time of the
	// delivery.
	given, has, reported wanted
	since                time.Time
	// failed is the time since which the Shoot is reported as failed; zero if it is reported as ready.
	failed metav1.Time
}

// wanted is the desired state of a Shoot: the content of flux-config, a commit and, if the project has a rollout, a
// revision.
type wanted struct{ revision, content, commit string }

// rollOutLatency is the minimum time until a Shoot has applied a delivery, and rollOutSpread the maximum additional
// time.
const (
	rollOutLatency = 5 * time.Second
	rollOutSpread  = 10 * time.Second
	// statusInterval is the interval at which a seed writes ConfigMap flux-status, and statusRefresh the interval at which
	// it does so without a change. They are the same as in the chart.
	statusInterval = 10 * time.Second
	statusRefresh  = 10 * time.Minute
)

func newFleet(namespace string) *fleet {
	return &fleet{namespace: namespace, shoots: map[string]*member{}, head: commit(0)}
}

// commit returns the ID of a commit.
func commit(number int) string { return fmt.Sprintf("sha1:%040x", number+1) }

// ringOf returns the label for the ring of a Shoot. One in canaries Shoots is in the first ring, and one in five of the
// others is in the second.
func ringOf(i, canaries int) map[string]string {
	ring := "production"
	switch {
	case i%canaries == 0:
		ring = "canary"
	case i%5 == 0:
		ring = "staging"
	}
	return map[string]string{"ring": ring}
}

// rings returns setting project with a rollout in three rings. settings are further settings of the rollout, and first
// of the first ring. A ring may be empty, because projects may have few Shoots.
func rings(maxConcurrent, settings, first string) string {
	text := "project:\n  rollout: {" + settings + "rings: ["
	for _, name := range []string{"canary", "staging", "production"} {
		text += fmt.Sprintf("{name: %s, shoots: {matchLabels: {ring: %s}}, soak: 0s, allowEmpty: true, maxConcurrent: %s, %s}, ", name, name, maxConcurrent, first)
		first = ""
	}
	return text + "]}\n"
}

// add adds a Shoot that exists in the garden.
func (f *fleet) add(shoot *gardencorev1beta1.Shoot) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.shoots[shoot.Name] = &member{Identity: rollout.Identity{Name: shoot.Name, UID: shoot.UID, Labels: shoot.Labels}, seed: *shoot.Spec.SeedName}
}

// fail has the seed of a Shoot report the Shoot as failed.
func (f *fleet) fail(shoot string) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	// The seed has to report the Shoot again.
	f.shoots[shoot].failed, f.shoots[shoot].reported = metav1.Now(), wanted{}
}

// all returns whether the states that all Shoots report are accepted.
func (f *fleet) all(accepts func(reported wanted) bool) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, shoot := range f.shoots {
		if !accepts(shoot.reported) {
			return false
		}
	}
	return true
}

// follow delivers the desired state to the Shoots of a seed, and completes earlier deliveries. It reports whether the
// seed has a change to report.
func (f *fleet) follow(seed string, state *rollout.State, config string) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	changed := false
	for _, shoot := range f.shoots {
		if shoot.seed != seed {
			continue
		}
		want := wanted{content: config}
		if state != nil {
			permit := state.Permit(shoot.Identity)
			if permit.Content == nil {
				continue // A seed leaves a Shoot as it is if its revision is unknown.
			}
			want = wanted{revision: permit.Revision, content: permit.Content.Data[fluxv1alpha1.KeyConfig], commit: permit.Commit}
		}
		want.commit = cmp.Or(want.commit, f.head)
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

// apply writes the entries of a seed into ConfigMap flux-status. After an error, follow reports that they are to be
// written.
func (f *fleet) apply(ctx context.Context, garden client.Client, seed string) error {
	entries := corev1ac.ConfigMap(fluxv1alpha1.StatusConfigMapName, f.namespace).WithData(f.entries(seed))
	err := garden.Apply(ctx, entries, client.ForceOwnership, client.FieldOwner(fluxv1alpha1.StatusFieldManagerPrefix+seed))
	if err != nil {
		f.mutex.Lock()
		defer f.mutex.Unlock()
		for _, shoot := range f.shoots {
			if shoot.seed == seed {
				shoot.reported = wanted{}
			}
		}
	}
	return err
}

// entries returns the entries of a seed in ConfigMap flux-status.
func (f *fleet) entries(seed string) map[string]string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	entries := map[string]string{}
	for _, shoot := range f.shoots {
		if shoot.seed != seed {
			continue
		}
		shoot.reported = shoot.has
		// Encoding cannot fail, because entries contain only strings and times.
		entry, _ := json.Marshal(shoot.status())
		entries[shoot.Name] = string(entry)
	}
	return entries
}

func (m *member) status() fluxv1alpha1.ShootStatus {
	status := fluxv1alpha1.ShootStatus{
		UID: m.UID, Seed: m.seed, Ready: true, RootReady: true, State: fluxv1alpha1.ShootReady, Reason: "ReconciliationSucceeded", Message: strings.Repeat("m", 200),
		AppliedRevision: "main@" + m.has.commit, AttemptedRevision: "main@" + m.has.commit, FluxVersion: "v2.9.3", Revision: m.has.revision, Ring: m.Labels["ring"], ObservedAt: metav1.Now(),
		Removed: &fluxv1alpha1.RemovedObjects{Before: 50},
	}
	if !m.failed.IsZero() {
		status.Ready, status.RootReady, status.State, status.Reason = false, false, fluxv1alpha1.ShootFailed, "InstallFailed"
		status.Cause, status.Since = fluxv1alpha1.CauseInstallation, m.failed
	}
	return status
}
