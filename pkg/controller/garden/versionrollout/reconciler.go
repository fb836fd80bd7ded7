// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package versionrollout

import (
	"context"
	"fmt"
	"reflect"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// restFactor is how many times longer than else the time between two decisions is when all Shoots may have the version: then only the counts change, for
// which the status of all projects is read. Another version comes with another process.
const restFactor = 10

// Reconciler has the rollout of the default Flux version go on. There is one for the whole landscape, in the ConfigMap with the name of the notice boards
// in the namespace garden; the names of requests do not count.
type Reconciler struct {
	// Garden reads Shoots from a cache, and writes the ConfigMap.
	Garden client.Client
	// Live reads from the API server.
	Live client.Reader
	// Projects has the configurations of the projects.
	Projects garden.StateWatcher
	// Rollout is the defaulted configuration; nil if there is none. Target is the default Flux version.
	Rollout *configv1alpha1.VersionRollout
	Target  string
	// Clock is the clock.
	Clock clock.PassiveClock
	// Interval is the time between two decisions while a version is being rolled out.
	Interval time.Duration
	// Settled gets the version that all Shoots of the landscape may have, if there is a rollout.
	Settled *Settled
	// Phase exports the phase.
	Phase *Phase
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile gathers what is known of the landscape, decides, and delivers the decision. A state that cannot be read is left as it is: what was released stays,
// and nothing else is.
func (r *Reconciler) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	o, err := r.observe(ctx)
	if err != nil {
		return reconcile.Result{}, err
	}
	if r.Rollout == nil {
		return reconcile.Result{}, r.remove(ctx, o)
	}
	decided := versionrollout.Decide(o.before, o.input)
	if err := r.deliver(ctx, o, decided); err != nil {
		return reconcile.Result{}, err
	}
	r.report(ctx, o, decided)
	if decided.Phase == versionrollout.PhaseComplete {
		return reconcile.Result{RequeueAfter: restFactor * r.Interval}, nil
	}
	return reconcile.Result{RequeueAfter: r.Interval}, nil
}

// deliver writes the state, unless nothing but the time of the decision is new.
func (r *Reconciler) deliver(ctx context.Context, o observation, decided *versionrollout.State) error {
	if o.before != nil {
		same := *decided
		same.Decided = o.before.Decided
		if reflect.DeepEqual(&same, o.before) {
			return nil
		}
	}
	text, err := decided.Encode()
	if err != nil {
		return err
	}
	return r.write(ctx, map[string]string{versionrollout.Key: text})
}

// remove takes back the state of a rollout that is not configured any more. The ConfigMap stays, with what others have put on it.
func (r *Reconciler) remove(ctx context.Context, o observation) error {
	if o.stored == nil || o.stored.Data[versionrollout.Key] == "" {
		return nil
	}
	return r.write(ctx, nil)
}

func (r *Reconciler) write(ctx context.Context, data map[string]string) error {
	desired := corev1ac.ConfigMap(fluxv1alpha1.NoticeBoardName, v1beta1constants.GardenNamespace).WithData(data)
	if err := r.Garden.Apply(ctx, desired, client.ForceOwnership, client.FieldOwner(garden.FieldOwner)); err != nil {
		return fmt.Errorf("failed to write the rollout of the default Flux version: %w", err)
	}
	return nil
}

func (r *Reconciler) report(ctx context.Context, o observation, decided *versionrollout.State) {
	r.Settled.set(decided.From)
	r.Phase.set(decided.Phase)
	if o.before == nil || o.before.Phase != decided.Phase || o.before.Version != decided.Version {
		logf.FromContext(ctx).Info("The rollout of the default Flux version has another phase", "version", decided.Version, "phase", decided.Phase, "note", decided.Note)
	}
}
