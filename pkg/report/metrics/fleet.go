// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Key is the state of a project's deploy key.
type Key struct {
	// Phase is the phase of the key's rotation.
	Phase fluxv1alpha1.DeployKeyPhase
	// Since is the time when the key was generated.
	Since time.Time
}

// Fleet collects the metrics of the shoots on this seed, and of the deploy keys of their projects. It is stateless, and
// reads from caches at each scrape. Only the leader exposes these metrics, so that each shoot is counted once.
type Fleet struct {
	// Seed reads Extensions and Clusters from a cache.
	Seed client.Reader
	// StatusOf returns the status of a shoot and the namespace of its project. The argument shoot is the encoded Shoot
	// from the Cluster, or nil if the Cluster does not exist; the namespace is then empty. StatusOf must not change its
	// arguments.
	StatusOf func(ex *extensionsv1alpha1.Extension, shoot []byte) (status fluxv1alpha1.ShootStatus, project string)
	// KeysOf returns the states of the deploy keys that a project uses, including the keys of additional sources. It must
	// not send requests.
	KeysOf func(ctx context.Context, project string) ([]Key, error)
	// Versions are the Flux versions that the extension can install.
	Versions []string
	Clock    clock.PassiveClock
	Log      logr.Logger
	// Timeout is the maximum duration of a scrape.
	Timeout time.Duration

	// Elected is closed when this process becomes the leader.
	Elected <-chan struct{}
}

var _ prometheus.Collector = &Fleet{}

const (
	// versionNone is the label value for shoots without a delivery, and versionOther for shoots with a version that the
	// extension can no longer install.
	versionNone  = "none"
	versionOther = "other"
	// ageOlder is the label value for keys that are older than the last of keyAges.
	ageOlder = "older"
)

const day = 24 * time.Hour

// keyAges are the label values for the age of keys, in days. A key is counted with the first value that is not
// exceeded.
var keyAges = []int{30, 90, 180, 365}

var (
	shootsDesc   = newDesc("shoots", "Shoots with the extension on this seed, by state.", "state")
	failedDesc   = newDesc("failed_shoots", "Shoots in state Failed, by cause.", "cause")
	degradedDesc = newDesc("degraded_shoots", "Shoots in state Degraded, by cause.", "cause")
	pendingDesc  = newDesc("pending_shoots", "Shoots that do not have the present configuration of their project, by reason.", "reason")
	baselineDesc = newDesc("baseline_shoots", "Shoots with the operator's baseline on this seed, by its state.", "state")
	fluxDesc     = newDesc("shoots_by_flux_version", "Shoots with the extension on this seed, by the version of Flux that was delivered.", "version")
	keysDesc     = newDesc("deploy_keys", "Deploy keys of the projects that have Shoots on this seed, by the phase of their rotation.", "phase")
	agesDesc     = newDesc("deploy_keys_by_age", "Deploy keys of the projects that have Shoots on this seed, by their maximum age in days.", "days")
	oldestDesc   = newDesc("deploy_key_oldest_seconds", "Age of the oldest deploy key of the projects that have Shoots on this seed; 0 if there is none.")
)

func newDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prefix+"_"+name, help, labels, nil)
}

// Describe implements prometheus.Collector.
func (f *Fleet) Describe(descs chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{shootsDesc, failedDesc, degradedDesc, pendingDesc, baselineDesc, fluxDesc, keysDesc, agesDesc, oldestDesc} {
		descs <- desc
	}
}

// Collect implements prometheus.Collector. It computes the metrics from the current state. After an error, it sends no
// metrics, because zeros would be wrong.
func (f *Fleet) Collect(metrics chan<- prometheus.Metric) {
	select {
	case <-f.Elected:
	default:
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), f.Timeout) //nolint:forbidigo // a Collector has no context
	defer cancel()
	counts, err := f.count(ctx)
	if err != nil {
		f.Log.Error(err, "Failed to determine the status of the shoots, their metrics are missing")
		return
	}
	for desc, byValue := range counts.byValue {
		for value, count := range byValue {
			metrics <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(count), value)
		}
	}
	metrics <- prometheus.MustNewConstMetric(oldestDesc, prometheus.GaugeValue, counts.oldest.Seconds())
}

// counts contains the values of the metrics. The inner maps of byValue have all label values as keys.
type counts struct {
	byValue map[*prometheus.Desc]map[string]int
	oldest  time.Duration
}

func (f *Fleet) newCounts() counts {
	// A seed counts only the Shoots that it reports.
	states := slices.DeleteFunc(fluxv1alpha1.ShootStates(), func(state fluxv1alpha1.ShootState) bool { return state == fluxv1alpha1.ShootNotReported })
	c := counts{byValue: map[*prometheus.Desc]map[string]int{
		shootsDesc:   zeros(states...),
		failedDesc:   zeros(fluxv1alpha1.Causes()...),
		degradedDesc: zeros(fluxv1alpha1.Causes()...),
		pendingDesc:  zeros(append(fluxv1alpha1.PendingReasons(), fluxv1alpha1.PendingReason(fluxv1alpha1.CauseOther))...),
		baselineDesc: zeros(fluxv1alpha1.BaselineStates()...),
		fluxDesc:     zeros(slices.Concat(f.Versions, []string{versionNone, versionOther})...),
		keysDesc:     zeros(fluxv1alpha1.DeployKeyPhaseInUse, fluxv1alpha1.DeployKeyPhasePrepared, fluxv1alpha1.DeployKeyPhaseCompleting),
		agesDesc:     zeros(ageOlder),
	}}
	for _, days := range keyAges {
		c.byValue[agesDesc][strconv.Itoa(days)] = 0
	}
	return c
}

func zeros[T ~string](values ...T) map[string]int {
	counts := map[string]int{}
	for _, value := range values {
		counts[string(value)] = 0
	}
	return counts
}

func (f *Fleet) count(ctx context.Context) (counts, error) {
	c := f.newCounts()
	all, err := seed.Extensions(ctx, f.Seed)
	if err != nil {
		return c, err
	}
	projects := map[string]bool{}
	for _, ex := range all {
		if err := ctx.Err(); err != nil {
			return c, fmt.Errorf("it takes too long: %w", err)
		}
		shoot, err := f.shootOf(ctx, ex)
		if err != nil {
			return c, err
		}
		status, project := f.StatusOf(ex, shoot)
		if project != "" {
			projects[project] = true
		}
		c.addShoot(status)
	}
	for project := range ordered.Map(projects) {
		keys, err := f.KeysOf(ctx, project)
		if err != nil {
			return c, fmt.Errorf("failed to get the deploy keys of a project: %w", err)
		}
		for _, key := range keys {
			c.addKey(key, f.Clock.Since(key.Since))
		}
	}
	return c, nil
}

// shootOf returns the encoded Shoot from the Cluster of the Extension, or nil if the Cluster does not exist.
func (f *Fleet) shootOf(ctx context.Context, ex *extensionsv1alpha1.Extension) ([]byte, error) {
	cluster := &extensionsv1alpha1.Cluster{}
	if err := f.Seed.Get(ctx, client.ObjectKey{Name: ex.Namespace}, cluster, client.UnsafeDisableDeepCopy); client.IgnoreNotFound(err) != nil {
		return nil, fmt.Errorf("failed to get a Cluster: %w", err)
	}
	return cluster.Spec.Shoot.Raw, nil
}

func (c *counts) addShoot(status fluxv1alpha1.ShootStatus) {
	c.byValue[shootsDesc][string(status.State)]++
	switch status.State {
	case fluxv1alpha1.ShootFailed:
		c.add(failedDesc, string(status.Cause), string(fluxv1alpha1.CauseOther))
	case fluxv1alpha1.ShootDegraded:
		c.add(degradedDesc, string(status.Cause), string(fluxv1alpha1.CauseOther))
	}
	if status.Pending != nil {
		c.add(pendingDesc, string(status.Pending.Reason), string(fluxv1alpha1.CauseOther))
	}
	if status.Baseline != nil {
		c.byValue[baselineDesc][string(status.Baseline.State)]++
	}
	c.add(fluxDesc, cmp.Or(status.FluxVersion, versionNone), versionOther)
}

func (c *counts) addKey(key Key, age time.Duration) {
	c.byValue[keysDesc][string(key.Phase)]++
	class := ageOlder
	for _, days := range slices.Backward(keyAges) {
		if age <= time.Duration(days)*day {
			class = strconv.Itoa(days)
		}
	}
	c.byValue[agesDesc][class]++
	c.oldest = max(c.oldest, age)
}

// add increments the count for a label value. Unknown values are counted under the value of the argument otherwise,
// because the state of an Extension may contain any value.
func (c *counts) add(desc *prometheus.Desc, value, otherwise string) {
	if _, ok := c.byValue[desc][value]; !ok {
		value = otherwise
	}
	c.byValue[desc][value]++
}
