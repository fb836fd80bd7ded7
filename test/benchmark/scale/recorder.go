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

// pollInterval is the time between two looks at what the recorder has noted, which costs no request.
const pollInterval = 20 * time.Millisecond

// recorder notes when something came about in the seed. It watches, past the gateways.
type recorder struct {
	// reports says whether an Extension tells of its shoot what it should.
	reports func(ex *extensionsv1alpha1.Extension) bool

	mutex sync.Mutex
	// since is when the operations of now were asked for.
	since time.Time
	// succeeded and reported are when that was seen first, by namespace, and written when the last ManagedResource came.
	succeeded, reported map[string]time.Time
	written             time.Time
}

// startRecorder starts to watch, until the context ends.
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
		// It ends with the context, and until then it tries again.
		_ = watched.Start(ctx)
	}()
	if !watched.WaitForCacheSync(ctx) {
		return nil, errors.New("the Extensions and ManagedResources of the seed cannot be watched")
	}
	return r, nil
}

// begin forgets what was noted. What counts from now on are operations that were asked for since then.
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
		// What stands in it says when it came: the stand-in for gardener-resource-manager writes it later.
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

// passed says how much time had passed until the operations on so many Extensions had succeeded, and until they told what they should.
func (r *recorder) passed(n int) (delivered, operations, wall time.Duration, done bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(r.succeeded) < n || len(r.reported) < n {
		return 0, 0, 0, false
	}
	return r.written.Sub(r.since), latest(r.succeeded).Sub(r.since), latest(r.reported).Sub(r.since), true
}

// hasSucceeded says whether, and after how much time, the operation on an Extension has.
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

// observed is what the providerStatus of an Extension tells of the shoot.
type observed struct {
	Shoot struct {
		Revision string `json:"appliedRevision"`
	} `json:"shoot"`
}

// reportsShoot says whether an Extension tells that Flux in its shoot has applied the first revision.
func reportsShoot(ex *extensionsv1alpha1.Extension) bool {
	var seen observed
	if status := ex.Status.ProviderStatus; status == nil || json.Unmarshal(status.Raw, &seen) != nil {
		return false
	}
	return seen.Shoot.Revision == simulation.Revision(1) && isTrue(ex, "FluxInstalled") && isTrue(ex, "FluxSourceReady") && isTrue(ex, "FluxKustomizationReady")
}

// reportsInstallation says whether an Extension tells that Flux is installed, for which no shoot has to be looked at.
func reportsInstallation(ex *extensionsv1alpha1.Extension) bool { return isTrue(ex, "FluxInstalled") }

func isTrue(ex *extensionsv1alpha1.Extension, kind gardencorev1beta1.ConditionType) bool {
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, kind)
	return condition != nil && condition.Status == gardencorev1beta1.ConditionTrue
}
