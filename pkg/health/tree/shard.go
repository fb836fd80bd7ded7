// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// reasonNoShard is that of an object whose label names a shard that there is not. Neither the controllers without a shard nor those of another one
// reconcile it, so that its own condition stays as it was for ever.
const reasonNoShard = "ShardNotFound"

// shardFix is what to do about it.
const shardFix = "Give label " + fluxv1alpha1.LabelShard + " the name of a shard in the source, remove it there, or add the shard to flux.sharding.shards in ConfigMap " +
	fluxv1alpha1.ConfigMapName + " of the project namespace or in the Shoot's providerConfig"

// hasNoShard reports whether no controller reconciles the object because of its label. Where there are no shards, the label means nothing.
func (o Object) hasNoShard(shards []string) bool {
	return o.Sharded && len(shards) > 0 && !slices.Contains(shards, o.Shard)
}

// withoutShard is such an object: what it reports itself is without meaning.
func (o Object) withoutShard(shards []string) Object {
	o.Status, o.Reason, o.Current, o.Static, o.Since = metav1.ConditionFalse, reasonNoShard, true, false, time.Time{}
	o.Message = fmt.Sprintf("no controller that the extension has installed reconciles it, because there is no shard %q, which its label %s names; the shards are %s",
		o.Shard, fluxv1alpha1.LabelShard, strings.Join(shards, ", "))
	return o
}

// chartFix is what to do about a HelmChart that belongs to another shard than its source.
const chartFix = "It and its source belong to different shards, so that its source-controller does not find the source: give both the same value of label " +
	fluxv1alpha1.LabelShard + ", or none. A HelmRelease has that of its HelmChart in spec.chart.metadata.labels"

// isApart reports whether a HelmChart belongs to another shard than its source: a source-controller knows no sources of others.
func (o Object) isApart(shards []string, all map[ID]Object) bool {
	return len(shards) > 0 && o.Kind == kindHelmChart && slices.ContainsFunc(o.Targets, func(id ID) bool {
		source, known := all[id]
		return known && (source.Sharded != o.Sharded || source.Shard != o.Shard)
	})
}

// isLeft reports whether that was found of an object.
func (o *judged) isLeft() bool {
	return o.Sharded && o.phase == phaseFailing && o.Reason == reasonNoShard
}
