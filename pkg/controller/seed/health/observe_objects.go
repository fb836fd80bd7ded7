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
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
)

const (
	// emptyRounds is how many times a kind of which there are no objects is left out before it is read again.
	emptyRounds = 3
	// backoffDivisor sets the time between health checks, and reads, of a shoot that is not ready: this part of the time for which it has not been.
	backoffDivisor = 6
	// costFactor is how many times as long as the objects of a shoot took to be read nothing is read again.
	costFactor = 20
	// changeFactor is that factor if they were not read since the root Kustomization has applied something else: the Shoot is not ready until then.
	changeFactor = 4
)

// Objects is how often, and how many, of Flux's objects in a shoot are read.
type Objects struct {
	// Period is the time between two reads of a shoot in which all is ready and nothing has changed.
	Period time.Duration
	// Limit is how many objects are read.
	Limit int
	// Kinds returns the kinds that a version of Flux has.
	Kinds func(version string) ([]schema.GroupVersionKind, error)
}

// objectsChecker reads and judges Flux's objects when that is due.
type objectsChecker struct {
	Objects
	shoots *connection.Clients
	clock  clock.PassiveClock
	// settle and longest are the times between two reads of a shoot in which not all is ready, at first and in the end.
	settle, longest time.Duration
	threshold       time.Duration
	memory          *memory
}

// objectsReport is what is written on objects.
type objectsReport struct {
	verdicts []health.Verdict
	owned    []gardencorev1beta1.ConditionType
	// read is whether they were read now.
	read bool
	// apply changes what was observed, of which it gets the earlier state too; nil if that stays as it was.
	apply func(before, after *fluxv1alpha1.ObservedShoot)
}

// check returns what is to be written. While nothing is due, what was reported stays; after a delivery of which nothing is reported yet, it is due.
func (c objectsChecker) check(ctx context.Context, ex *extensionsv1alpha1.Extension, observation health.Observation, delivered bool) (objectsReport, error) {
	if observation.Sync == nil {
		return objectsReport{owned: []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionObjectsReady}}, nil
	}
	unchanged := objectsReport{apply: keepObjects}
	if observation.ShootError != nil || observation.ShootDying || observation.Shoot.Kustomization == nil || len(observation.ManagedResources) == 0 {
		return unchanged, nil
	}
	now := c.clock.Now()
	remembered, _ := c.memory.Load(ex.Namespace)
	objects := remembered.objects
	before := extensionstatus.ReadProviderStatus(ex.Status.ProviderStatus).Shoot
	objects.follow(observation, before, now)
	if delivered {
		// It may bring kinds of which there was nothing, and what it brings may take a while.
		objects.changedAt = now
	}
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionObjectsReady)
	if !objects.isProven() && condition != nil && condition.Status == gardencorev1beta1.ConditionTrue {
		// True is about what the root Kustomization had applied before. It must not be reported with the revision that it has applied since.
		unchanged.verdicts = []health.Verdict{tree.Outdated()}
	}
	if !delivered && !c.isDue(objects, condition, now) {
		return unchanged, nil
	}
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil {
		return objectsReport{}, err
	}
	kinds, err := c.Kinds(recorded.Version)
	if err != nil {
		return objectsReport{}, fmt.Errorf("failed to find out which kinds Flux %s has: %w", recorded.Version, err)
	}
	read, err := c.read(ctx, ex.Namespace, kinds, objects.isQuiet(condition, now), &objects)
	defer func() {
		remembered.objects = objects
		c.memory.Store(ex.Namespace, remembered)
	}()
	if err != nil {
		if objects.failedSince.IsZero() {
			objects.failedSince = now
		}
		if lasts := now.Sub(objects.failedSince) >= c.threshold; lasts || condition == nil {
			unchanged.verdicts = []health.Verdict{tree.NotRead(err, lasts)}
		}
		return unchanged, nil
	}
	objects.failedSince = time.Time{}
	past := tree.Past{Marks: objects.marks}
	if before != nil {
		past.Reported = before.Objects
	}
	objects.prove(read.Print(), now)
	judged := tree.Damping{Threshold: c.threshold, Now: now, Quiet: objects.isQuiet(condition, now)}.Judge(read, *observation.Sync, past)
	objects.marks = judged.Marks
	return objectsReport{read: true, verdicts: []health.Verdict{judged.Verdict}, apply: func(_, after *fluxv1alpha1.ObservedShoot) {
		after.Objects, after.ObjectsCause = judged.Observed, judged.Verdict.Cause
	}}, nil
}

func keepObjects(before, after *fluxv1alpha1.ObservedShoot) {
	if before != nil {
		after.Objects, after.ObjectsCause = before.Objects, before.ObjectsCause
	}
}

// read reads the objects, without the kinds of which there were none the last few times.
func (c objectsChecker) read(ctx context.Context, namespace string, kinds []schema.GroupVersionKind, quiet bool, objects *objectsMemory) (tree.Objects, error) {
	kinds = append(tree.Workloads(), kinds...)
	skipped := objects.empty
	if !quiet || objects.rounds >= emptyRounds {
		skipped = nil
	}
	start := c.clock.Now()
	var read tree.Objects
	err := c.shoots.Ask(ctx, namespace, func(ctx context.Context, shoot client.Reader) error {
		var err error
		read, err = tree.Read(ctx, shoot, tree.Without(kinds, skipped), c.Limit)
		return err
	})
	objects.readAt = c.clock.Now()
	objects.took = objects.readAt.Sub(start)
	if err != nil {
		return tree.Objects{}, err
	}
	if objects.rounds++; skipped == nil {
		objects.rounds, objects.empty = 0, read.Empty
	}
	return read, nil
}

// isDue reports whether the objects are to be read now. A shoot in which all is ready is read rarely; one in which the root Kustomization has
// applied something else, or not all is ready, with each health check at first.
func (c objectsChecker) isDue(objects objectsMemory, condition *gardencorev1beta1.Condition, now time.Time) bool {
	since, factor := now.Sub(objects.readAt), time.Duration(costFactor)
	if !objects.isProven() {
		factor = changeFactor
	}
	switch {
	case objects.readAt.IsZero() || condition == nil:
		return true
	case since < factor*objects.took:
		return false
	case objects.readAt.Before(objects.changedAt), now.Sub(objects.changedAt) < c.threshold, len(objects.marks) > 0 && condition.Status == gardencorev1beta1.ConditionTrue:
		return true
	case condition.Status != gardencorev1beta1.ConditionTrue:
		return since >= min(max(c.settle, now.Sub(condition.LastTransitionTime.Time)/backoffDivisor), c.longest)
	}
	return since >= max(c.Period, c.longest/2)
}
