// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"fmt"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

const (
	// emptyRounds is the number of consecutive reads that skip a kind without objects.
	emptyRounds = 3
	// costFactor multiplies the duration of the last read. The product is the minimum time until the next read.
	costFactor = 20
	// changeFactor replaces costFactor after a change of the root Kustomization, because the Shoot is not ready until
	// the next read, and until the objects are recorded, because its ring holds the next commit until then.
	changeFactor = 4
)

// Objects configures the reads of Flux's objects in a shoot.
type Objects struct {
	// Period is the time between two reads of a ready shoot without changes.
	Period time.Duration
	// Limit is the maximum number of objects that are read.
	Limit int
	// Kinds returns the kinds of a Flux version.
	Kinds func(version string) ([]schema.GroupVersionKind, error)
}

// objectsReport is the report on Flux's objects.
type objectsReport struct {
	verdicts []health.Verdict
	owned    []gardencorev1beta1.ConditionType
	// read is true if this health check has read the objects.
	read bool
	// observed and cause are the results of the read.
	observed *fluxv1alpha1.ObservedObjects
	cause    fluxv1alpha1.Cause
	// inventories are the objects that Kustomizations have applied.
	inventories tree.Inventories
}

// checkObjects returns the report on Flux's objects. If no read is due, it repeats the earlier report. After a
// delivery, a read is due until the delivery is reported.
func (r *Reconciler) checkObjects(ctx context.Context, ex *extensionsv1alpha1.Extension, recorded extensionstatus.State, observation health.Observation, delivered bool) (objectsReport, error) {
	if observation.Sync == nil {
		return objectsReport{owned: []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionObjectsReady}}, nil
	}
	var unchanged objectsReport
	if observation.ShootError != nil || observation.ShootDying || observation.Shoot.Kustomization == nil || len(observation.ManagedResources) == 0 {
		return unchanged, nil
	}
	now := r.Clock.Now()
	remembered, _ := r.memory.Load(ex.Namespace)
	objects := remembered.objects
	before := extensionstatus.ReadProviderStatus(ex.Status.ProviderStatus).Shoot
	objects.follow(observation, before, now)
	if delivered {
		// A delivery may add objects of kinds that were empty, and they may take a while to become ready.
		objects.changedAt = now
	}
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionObjectsReady)
	if !objects.isProven() && health.Is(condition, gardencorev1beta1.ConditionTrue) {
		// Condition True describes the previous revision of the root Kustomization, so it must not be reported with the new
		// revision.
		unchanged.verdicts = []health.Verdict{tree.Outdated()}
	}
	if !delivered && !r.areObjectsDue(objects, condition, now) {
		return unchanged, nil
	}
	kinds, err := r.Objects.Kinds(recorded.Version)
	if err != nil {
		return objectsReport{}, fmt.Errorf("failed to read the kinds of Flux %s: %w", recorded.Version, err)
	}
	read, err := r.readObjects(ctx, ex.Namespace, kinds, objects.isQuiet(condition, now), &objects)
	defer func() {
		remembered.objects = objects
		r.memory.Store(ex.Namespace, remembered)
	}()
	if err != nil {
		if objects.failedSince.IsZero() {
			objects.failedSince = now
		}
		if lasts := now.Sub(objects.failedSince) >= r.Threshold; lasts || condition == nil {
			unchanged.verdicts = []health.Verdict{tree.NotRead(err, lasts)}
		}
		return unchanged, nil
	}
	if root := observation.Shoot.Kustomization; read.Inventories.HasChanged(tree.RootID(*observation.Sync), root.Generation, root.Status.LastAppliedRevision) {
		// Flux has applied another revision since the root Kustomization was read. The next health check reads all together.
		objects.changedAt = now
		if condition == nil || health.Is(condition, gardencorev1beta1.ConditionTrue) {
			unchanged.verdicts = []health.Verdict{tree.Outdated()}
		}
		return unchanged, nil
	}
	read = read.Outside(recorded.Baseline.Namespace)
	objects.failedSince = time.Time{}
	past := tree.Past{Marks: objects.marks}
	if before != nil {
		past.Reported = before.Objects
	}
	objects.prove(read.Print(), now)
	judged := tree.Damping{Threshold: r.Threshold, Now: now, Quiet: objects.isQuiet(condition, now)}.Judge(read, *observation.Sync, past)
	objects.marks = judged.Marks
	return objectsReport{read: true, verdicts: []health.Verdict{judged.Verdict}, observed: judged.Observed, cause: judged.Verdict.Cause, inventories: read.Inventories}, nil
}

// readObjects reads the objects. In a quiet shoot, it skips kinds that were empty in the last few reads.
func (r *Reconciler) readObjects(ctx context.Context, namespace string, kinds []schema.GroupVersionKind, quiet bool, objects *objectsMemory) (tree.Objects, error) {
	kinds = append(tree.Workloads(), kinds...)
	skipped := objects.empty
	if !quiet || objects.rounds >= emptyRounds {
		skipped = nil
	}
	start := r.Clock.Now()
	var read tree.Objects
	err := r.Shoots.Ask(ctx, namespace, func(ctx context.Context, shoot client.Reader) error {
		var err error
		read, err = tree.Read(ctx, shoot, tree.Without(kinds, skipped), r.Objects.Limit)
		return err
	})
	objects.readAt = r.Clock.Now()
	objects.took = objects.readAt.Sub(start)
	if err != nil {
		return tree.Objects{}, err
	}
	if objects.rounds++; skipped == nil {
		objects.rounds, objects.empty = 0, read.Empty
	}
	return read, nil
}

// areObjectsDue reports whether to read the objects now. In a ready shoot, reads are rare. After a change of the root
// Kustomization, and while objects are unready, the objects are read in each health check at first.
func (r *Reconciler) areObjectsDue(objects objectsMemory, condition *gardencorev1beta1.Condition, now time.Time) bool {
	since, factor := now.Sub(objects.readAt), time.Duration(costFactor)
	if !objects.isProven() || objects.isRecordedSoon(r.Threshold, now) {
		factor = changeFactor
	}
	switch {
	case objects.readAt.IsZero() || condition == nil:
		return true
	case since < factor*objects.took:
		return false
	case objects.unrecorded, objects.readAt.Before(objects.changedAt), now.Sub(objects.changedAt) < r.Threshold, len(objects.marks) > 0 && condition.Status == gardencorev1beta1.ConditionTrue:
		return true
	case condition.Status != gardencorev1beta1.ConditionTrue:
		return since >= min(max(r.SettlePeriod, now.Sub(condition.LastTransitionTime.Time)/backoffDivisor), 2*r.SyncPeriod)
	}
	return since >= max(r.Objects.Period, r.SyncPeriod)
}
