// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// syncOf names what Flux syncs from; nil if it syncs nothing.
func syncOf(recorded extensionstatus.State) *observe.Sync {
	if !recorded.Sync {
		return nil
	}
	keySecret := ""
	if recorded.Bootstrapped {
		keySecret = recorded.KeySecret
	}
	var keys []types.NamespacedName
	for _, key := range recorded.SourceKeys.All() {
		keys = append(keys, key.Source)
	}
	var shards []string
	if !recorded.Bootstrapped {
		shards = recorded.ShardNames()
	}
	return &observe.Sync{
		SourceKind: recorded.SourceKind, Source: extensionstatus.Named(recorded.Source), Root: extensionstatus.Named(recorded.Root),
		DeployKey: recorded.DeployKey, KeySecret: extensionstatus.Named(keySecret), SourceKeys: keys,
		Namespace: recorded.Namespace, Components: recorded.Components, Shards: shards, Commit: recorded.Observed.Commit,
		SourceSuspension: recorded.SourceSuspension, RootSuspension: recorded.RootSuspension,
	}
}

// syncIn also names the project's Secret with which the source is read.
func syncIn(cluster *extensionscontroller.Cluster, recorded extensionstatus.State) *observe.Sync {
	sync := syncOf(recorded)
	if sync == nil || recorded.SourceSecret == "" || cluster.Shoot == nil {
		return sync
	}
	for _, resource := range cluster.Shoot.Spec.Resources {
		if resource.Name == recorded.SourceSecret && resource.ResourceRef.Kind == "Secret" {
			sync.ProjectSecret = resource.ResourceRef.Name
		}
	}
	return sync
}
