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

// Reasons of condition FluxObjectsReady. If objects fail, the condition has the reason of the first failing object.
const (
	reasonReady       = "ObjectsReady"
	reasonProgressing = "ObjectsProgressing"
	reasonTooMany     = "TooManyObjects"
	reasonNotRead     = "ObjectsNotRead"
)

// Damping prevents transient changes from toggling the condition.
type Damping struct {
	// Threshold is the minimum age of a failure before it is reported.
	Threshold time.Duration
	// Now is the current time.
	Now time.Time
	// Quiet is true if nothing has changed in the shoot for a while. In a quiet shoot, a short unready phase counts as a
	// repeated reconciliation unless the object is behind its source or has a new generation.
	Quiet bool
}

// Past is the result of earlier health checks.
type Past struct {
	// Marks are the records of objects that were not ready. They are empty after a restart.
	Marks map[ID]Mark
	// Reported is the last report. It is nil before the first report.
	Reported *fluxv1alpha1.ObservedObjects
}

// Judgement is the result of a health check.
type Judgement struct {
	// Verdict is the condition of all objects except the source and the root Kustomization, which have their own
	// conditions.
	Verdict health.Verdict
	// Observed is the entry for the providerStatus.
	Observed *fluxv1alpha1.ObservedObjects
	// Marks are the records for the next check. If there are any, the objects should be read again soon.
	Marks map[ID]Mark
}

// Judge judges the objects. sync identifies the source and the root Kustomization.
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
		RootID(sync),
	}
	// The conditions of the source and root Kustomization report neither a missing shard nor a root Kustomization that is
	// behind a source set by a patch.
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

// RootID returns the ID of the root Kustomization.
func RootID(sync observe.Sync) ID {
	return ID{Kind: kindKustomization, Namespace: sync.Root.Namespace, Name: sync.Root.Name}
}

// verdictOn returns condition FluxObjectsReady for all judged objects. first contains the objects that are root causes.
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
		return verdict.With(gardencorev1beta1.ConditionFalse, reasonTooMany, "The shoot has more Flux objects and workloads than the limit of %d. All checked objects are ready or progressing. "+
			"Ask the operator to raise --health-objects-limit, or apply fewer objects", len(all))
	case len(in[phaseProgressing])+len(in[phaseWaiting])+len(in[phaseFailing]) > 0:
		waiting := slices.Concat(in[phaseProgressing], in[phaseFailing], in[phaseWaiting])
		verdict = verdict.With(gardencorev1beta1.ConditionProgressing, reasonProgressing, "%d of %d objects are not ready yet: %s", unready, len(all), names(waiting))
		if message := waiting[0].Message; message != "" {
			verdict.Message += ". First object: " + message
		}
		return verdict
	case len(held) > 0:
		return verdict.With(gardencorev1beta1.ConditionProgressing, health.ReasonSuspended, "%d of %d objects are suspended in the shoot, and do not follow their sources: %s. %s", len(held), len(all), names(held), resume(held[0]))
	case len(all) == 0:
		return verdict.With(gardencorev1beta1.ConditionTrue, reasonReady, "The root Kustomization has applied no Flux objects and no workloads")
	}
	if suspended := in[phaseSuspended]; len(suspended) > 0 {
		return verdict.With(gardencorev1beta1.ConditionTrue, reasonReady, "All objects are ready except %d of %d, which are suspended: %s", len(suspended), len(all), names(suspended))
	}
	return verdict.With(gardencorev1beta1.ConditionTrue, reasonReady, "All %d objects of Flux below the root Kustomization, and workloads that they have applied, are ready", len(all))
}

// Outdated returns the verdict for a root Kustomization that has changed since the objects were read.
func Outdated() health.Verdict {
	return health.Verdict{
		Type: fluxv1alpha1.ConditionObjectsReady, Status: gardencorev1beta1.ConditionProgressing, Reason: reasonProgressing,
		Message: "Flux's objects have not been read since the root Kustomization reported another revision or status",
	}
}

// NotRead returns the verdict after a failed read. If lasts is true, the status is Unknown.
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

// reasonNoShard is the reason for an object with the label of a missing shard. No controller reconciles the object, so
// its own condition never changes.
const reasonNoShard = "ShardNotFound"

// shardFix is the fix for reasonNoShard.
const shardFix = "Set label " + fluxv1alpha1.LabelShard + " in the source to an existing shard, remove the label, or add the shard to flux.sharding.shards in ConfigMap " +
	fluxv1alpha1.ConfigMapName + " of the project namespace or in the Shoot's providerConfig"

// hasNoShard reports whether no controller reconciles the object because its label names a missing shard. If there are
// no shards, the label has no effect.
func (o Object) hasNoShard(shards []string) bool {
	return o.Sharded && len(shards) > 0 && !slices.Contains(shards, o.Shard)
}

// withoutShard replaces the outdated status of the object with a failure that reports the missing shard.
func (o Object) withoutShard(shards []string) Object {
	o.Status, o.Reason, o.Current, o.Static, o.Since = metav1.ConditionFalse, reasonNoShard, true, false, time.Time{}
	o.Message = fmt.Sprintf("no controller of the extension reconciles it, because shard %q in its label %s does not exist; the shards are %s",
		o.Shard, fluxv1alpha1.LabelShard, strings.Join(shards, ", "))
	return o
}

// chartFix is the fix for a HelmChart and a source that belong to different shards.
const chartFix = "The HelmChart and its source belong to different shards, so that source-controller does not find the source; set the same value on both in label " +
	fluxv1alpha1.LabelShard + ", or remove both labels. A HelmRelease sets the labels of its HelmChart in spec.chart.metadata.labels"

// isApart reports whether a HelmChart and its source belong to different shards. Each source-controller reads only the
// sources of its own shard.
func (o Object) isApart(shards []string, all map[ID]Object) bool {
	return len(shards) > 0 && o.Kind == kindHelmChart && slices.ContainsFunc(o.Targets, func(id ID) bool {
		source, ok := all[id]
		return ok && (source.Sharded != o.Sharded || source.Shard != o.Shard)
	})
}

// isLeft reports whether the object fails because its shard is missing.
func (o *judged) isLeft() bool {
	return o.Sharded && o.phase == phaseFailing && o.Reason == reasonNoShard
}
