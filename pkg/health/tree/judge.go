// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Reasons of condition FluxObjectsReady. If objects fail, the first one provides the reason.
const (
	reasonReady       = "ObjectsReady"
	reasonProgressing = "ObjectsProgressing"
	reasonTooMany     = "TooManyObjects"
	reasonNotRead     = "ObjectsNotRead"
)

// Damping keeps transient changes from toggling the condition.
type Damping struct {
	// Threshold is the age of a failure before it is reported.
	Threshold time.Duration
	// Now is the current time.
	Now time.Time
	// Quiet is true if nothing changed in the shoot for a while. A short unready phase is then a repeated
	// reconciliation, unless the object is behind its source, or has another generation.
	Quiet bool
}

// Past is the earlier knowledge about a shoot.
type Past struct {
	// Marks of objects that were not ready; empty after a restart.
	Marks map[ID]Mark
	// Reported is the last report; nil without one.
	Reported *fluxv1alpha1.ObservedObjects
}

// Judgement is the result for a shoot.
type Judgement struct {
	// Verdict on all objects except the source and the root Kustomization, which have their own conditions.
	Verdict health.Verdict
	// Observed goes into the providerStatus.
	Observed *fluxv1alpha1.ObservedObjects
	// Marks for the next check. If there are any, the objects should be read again soon.
	Marks map[ID]Mark
}

// Judge judges the objects. Sync identifies the source and the root Kustomization.
func (d Damping) Judge(objects Objects, sync observe.Sync, past Past) Judgement {
	rules := damping{Damping: d, marks: past.Marks}
	if past.Reported != nil && len(past.Marks) == 0 {
		rules.reported = past.Reported.Failing
	}
	byID := make(map[ID]Object, len(objects.All))
	for _, o := range objects.All {
		byID[o.ID] = o
	}
	marks := map[ID]Mark{}
	all := make([]judged, 0, len(objects.All))
	for _, o := range objects.All {
		if o.hasNoShard(sync.Shards) {
			o = o.withoutShard(sync.Shards)
		}
		o.Apart = o.isApart(sync.Shards, byID)
		one, mark := rules.judge(o, byID)
		all = append(all, one)
		if mark != nil && len(marks) < mostMarks {
			marks[o.ID] = *mark
		}
	}
	own := []ID{
		{Kind: sync.SourceKind, Namespace: sync.Source.Namespace, Name: sync.Source.Name},
		{Kind: kindKustomization, Namespace: sync.Root.Namespace, Name: sync.Root.Name},
	}
	// Their own conditions do not show a missing shard, nor a root that lags behind a source set by a patch.
	hasOwn := func(o *judged) bool { return slices.Contains(own, o.ID) && !o.isLeft() && o.Reason != reasonBehind }
	first := slices.DeleteFunc(newChain(all).resolve(all), hasOwn)
	below := slices.DeleteFunc(slices.Clone(all), func(o judged) bool { return hasOwn(&o) })
	return Judgement{
		Verdict: verdictOn(below, first, objects.Exceeded),
		Observed: &fluxv1alpha1.ObservedObjects{
			Counts: countsOf(all), Failing: failingOf(first), Tree: linesOf(all), Incomplete: objects.Exceeded,
		},
		Marks: marks,
	}
}

// verdictOn returns the condition. The objects in first fail by themselves.
func verdictOn(all []judged, first []*judged, exceeded bool) health.Verdict {
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionObjectsReady}
	in := map[phase][]*judged{}
	for i := range all {
		in[all[i].phase] = append(in[all[i].phase], &all[i])
	}
	unready := len(all) - len(in[phaseReady]) - len(in[phaseSuspended])
	held := slices.DeleteFunc(slices.Clone(in[phaseSuspended]), func(o *judged) bool { return !o.isHeld() })
	switch {
	case len(first) > 0:
		reason, _ := words(first[0])
		verdict.Cause = cmp.Or(causeOf(first[0]), fluxv1alpha1.CauseOther)
		return verdict.With(gardencorev1beta1.ConditionFalse, reason, "%d of %d objects are not ready. %s", unready, len(all), sentence(first, len(in[phaseWaiting])))
	case exceeded:
		verdict.Cause = fluxv1alpha1.CauseTooManyObjects
		return verdict.With(gardencorev1beta1.ConditionFalse, reasonTooMany, "The shoot has more objects of Flux and workloads than the %d that are checked, all of which are ready or progressing. "+
			"Ask the operator to raise --health-objects-limit, or apply fewer objects", len(all))
	case len(in[phaseProgressing])+len(in[phaseWaiting])+len(in[phaseFailing]) > 0:
		waiting := slices.Concat(in[phaseProgressing], in[phaseFailing], in[phaseWaiting])
		verdict = verdict.With(gardencorev1beta1.ConditionProgressing, reasonProgressing, "%d of %d objects are not ready yet: %s", unready, len(all), names(waiting))
		if message := waiting[0].Message; message != "" {
			verdict.Message += ". Of the first: " + message
		}
		return verdict
	case len(held) > 0:
		return verdict.With(gardencorev1beta1.ConditionProgressing, health.ReasonSuspended, "%d of %d objects are suspended in the shoot, and do not follow their sources: %s. %s", len(held), len(all), names(held), resume(held[0]))
	case len(all) == 0:
		return verdict.With(gardencorev1beta1.ConditionTrue, reasonReady, "There are no objects of Flux below the root Kustomization, and no workloads that it has applied")
	}
	if suspended := in[phaseSuspended]; len(suspended) > 0 {
		return verdict.With(gardencorev1beta1.ConditionTrue, reasonReady, "All objects are ready except %d of %d, which are suspended: %s", len(suspended), len(all), names(suspended))
	}
	return verdict.With(gardencorev1beta1.ConditionTrue, reasonReady, "All %d objects of Flux below the root Kustomization, and workloads that they have applied, are ready", len(all))
}

// Outdated returns the verdict if the root Kustomization has changed since the objects were read.
func Outdated() health.Verdict {
	return health.Verdict{
		Type: fluxv1alpha1.ConditionObjectsReady, Status: gardencorev1beta1.ConditionProgressing, Reason: reasonProgressing,
		Message: "Flux's objects have not been read since the root Kustomization reported another revision or status",
	}
}

// NotRead returns the verdict for objects that could not be read: Unknown if that lasts.
func NotRead(err error, lasts bool) health.Verdict {
	status := gardencorev1beta1.ConditionProgressing
	if lasts {
		status = gardencorev1beta1.ConditionUnknown
	}
	return health.Verdict{
		Type: fluxv1alpha1.ConditionObjectsReady, Status: status, Reason: reasonNotRead,
		Message: "failed to read Flux's objects in the shoot: " + text.Clean(err.Error(), longestMessage),
	}
}

// reasonNoShard is the reason for an object whose label names a missing shard. No controller reconciles it,
// so its own condition never changes.
const reasonNoShard = "ShardNotFound"

// shardFix is the fix for it.
const shardFix = "Give label " + fluxv1alpha1.LabelShard + " the name of a shard in the source, remove it there, or add the shard to flux.sharding.shards in ConfigMap " +
	fluxv1alpha1.ConfigMapName + " of the project namespace or in the Shoot's providerConfig"

// hasNoShard reports whether no controller reconciles the object because of its label. Without shards, the
// label has no effect.
func (o Object) hasNoShard(shards []string) bool {
	return o.Sharded && len(shards) > 0 && !slices.Contains(shards, o.Shard)
}

// withoutShard returns the object with that failure in place of its own outdated status.
func (o Object) withoutShard(shards []string) Object {
	o.Status, o.Reason, o.Current, o.Static, o.Since = metav1.ConditionFalse, reasonNoShard, true, false, time.Time{}
	o.Message = fmt.Sprintf("no controller that the extension has installed reconciles it, because there is no shard %q, which its label %s names; the shards are %s",
		o.Shard, fluxv1alpha1.LabelShard, strings.Join(shards, ", "))
	return o
}

// chartFix is the fix for a HelmChart whose source belongs to another shard.
const chartFix = "It and its source belong to different shards, so that its source-controller does not find the source: give both the same value of label " +
	fluxv1alpha1.LabelShard + ", or none. A HelmRelease has that of its HelmChart in spec.chart.metadata.labels"

// isApart reports whether a HelmChart and its source belong to different shards: a source-controller only
// knows sources of its own shard.
func (o Object) isApart(shards []string, all map[ID]Object) bool {
	return len(shards) > 0 && o.Kind == kindHelmChart && slices.ContainsFunc(o.Targets, func(id ID) bool {
		source, known := all[id]
		return known && (source.Sharded != o.Sharded || source.Shard != o.Shard)
	})
}

// isLeft reports whether the object names a missing shard.
func (o *judged) isLeft() bool {
	return o.Sharded && o.phase == phaseFailing && o.Reason == reasonNoShard
}
