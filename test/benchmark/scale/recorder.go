// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package scale

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// pollInterval is the interval at which the measurement checks the recorder. The checks cause no requests.
const pollInterval = 20 * time.Millisecond

// recorder records the times of events in the seed. Its watch bypasses the gateways.
type recorder struct {
	// reports returns whether an Extension has the expected report of its shoot.
	reports func(ex *extensionsv1alpha1.Extension) bool

	mutex sync.Mutex
	// since is the time when the current operations were requested.
	since time.Time
	// succeeded and reported contain the first time of each event by namespace. written is the time of the last change of
	// a ManagedResource.
	succeeded, reported map[string]time.Time
	written             time.Time
}

// startRecorder starts watching until the context ends.
func startRecorder(ctx context.Context, e *simulation.Environment, reports func(*extensionsv1alpha1.Extension) bool) (*recorder, error) {
	r := &recorder{reports: reports}
	r.begin(time.Now())
	watched, err := cache.New(e.Seed.Config, cache.Options{Scheme: gardenerkubernetes.SeedScheme})
	if err != nil {
		return nil, err
	}
	for _, object := range []client.Object{&extensionsv1alpha1.Extension{}, &resourcesv1alpha1.ManagedResource{}} {
		informer, err := watched.GetInformer(ctx, object, cache.BlockUntilSynced(false))
		if err != nil {
			return nil, fmt.Errorf("watching %T: %w", object, err)
		}
		if _, err := informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
			AddFunc:    r.note,
			UpdateFunc: func(_, object any) { r.note(object) },
		}); err != nil {
			return nil, err
		}
	}
	go func() {
		// Start retries until the context ends.
		_ = watched.Start(ctx)
	}()
	if !watched.WaitForCacheSync(ctx) {
		return nil, errors.New("the Extensions and ManagedResources of the seed cannot be watched")
	}
	return r, nil
}

// begin resets the recorder. It then considers only operations that were requested at this time or later.
func (r *recorder) begin(since time.Time) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.since, r.succeeded, r.reported, r.written = since, map[string]time.Time{}, map[string]time.Time{}, since
}

func (r *recorder) note(object any) {
	now := time.Now()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	switch object := object.(type) {
	case *resourcesv1alpha1.ManagedResource:
		// An outdated status identifies a write of the extension, because the simulated gardener-resource-manager updates the
		// status later.
		if object.Status.ObservedGeneration != object.Generation {
			r.written = now
		}
	case *extensionsv1alpha1.Extension:
		if !simulation.HasSucceeded(object, r.since) {
			return
		}
		if _, known := r.succeeded[object.Namespace]; !known {
			r.succeeded[object.Namespace] = now
		}
		if _, known := r.reported[object.Namespace]; !known && r.reports(object) {
			r.reported[object.Namespace] = now
		}
	}
}

// passed returns the times until all ManagedResources were written, until n operations had succeeded, and until n
// Extensions also had the expected report. done is false if this has not happened yet.
func (r *recorder) passed(n int) (delivered, operations, wall time.Duration, done bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(r.succeeded) < n || len(r.reported) < n {
		return 0, 0, 0, false
	}
	return r.written.Sub(r.since), latest(r.succeeded).Sub(r.since), latest(r.reported).Sub(r.since), true
}

// hasSucceeded reports whether the operation on an Extension has succeeded, and the time that the operation needed.
func (r *recorder) hasSucceeded(namespace string) (time.Duration, bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	at, known := r.succeeded[namespace]
	return at.Sub(r.since), known
}

func (r *recorder) progress() string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return fmt.Sprintf("%d operations have succeeded, %d Extensions report", len(r.succeeded), len(r.reported))
}

func latest(times map[string]time.Time) time.Time {
	var last time.Time
	for _, at := range times {
		if at.After(last) {
			last = at
		}
	}
	return last
}

// observed contains the used fields of an Extension's providerStatus.
type observed struct {
	Shoot struct {
		Revision string `json:"appliedRevision"`
	} `json:"shoot"`
}

// reportsShoot reports whether Flux in the shoot has applied the first revision, according to the Extension.
func reportsShoot(ex *extensionsv1alpha1.Extension) bool {
	var seen observed
	if status := ex.Status.ProviderStatus; status == nil || json.Unmarshal(status.Raw, &seen) != nil {
		return false
	}
	return seen.Shoot.Revision == simulation.Revision(1) && isTrue(ex, "FluxInstalled") && isTrue(ex, "FluxSourceReady") && isTrue(ex, "FluxKustomizationReady")
}

// reportsInstallation reports whether Flux is installed according to the Extension. The controller does not need to
// check the shoot for this condition.
func reportsInstallation(ex *extensionsv1alpha1.Extension) bool { return isTrue(ex, "FluxInstalled") }

func isTrue(ex *extensionsv1alpha1.Extension, kind gardencorev1beta1.ConditionType) bool {
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, kind)
	return condition != nil && condition.Status == gardencorev1beta1.ConditionTrue
}
