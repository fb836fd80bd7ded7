// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// LabelShard is the label by which an object of Flux belongs to a shard. Its name is Flux's own.
const LabelShard = "sharding.fluxcd.io/key"

// Sharding has further controllers reconcile a part of Flux's objects.
type Sharding struct {
	// Shards are the names of the shards, which are the values of label sharding.fluxcd.io/key of the objects that they reconcile: lower-case letters,
	// digits and '-', at most 32 characters. Each shard has a source-controller, a kustomize-controller and a helm-controller of its own, of those that
	// are installed, and objects without the label stay with the controllers that there are without shards. At most 5 shards, or as many as the operator
	// allows. An empty list has none.
	// +optional
	// +kubebuilder:validation:items:MaxLength=32
	// +kubebuilder:validation:items:Pattern=`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`
	Shards []string `json:"shards,omitempty"`
}

// ShardNames are the names of the shards; none without sharding.
func (flux *FluxInstallation) ShardNames() []string {
	if flux.Sharding == nil {
		return nil
	}
	return flux.Sharding.Shards
}

// IsComponent returns whether a controller of Flux has the name.
func IsComponent(name string) bool {
	return slices.Contains([]Component{
		ComponentSource, ComponentKustomize, ComponentHelm, ComponentNotification, ComponentImageReflector, ComponentImageAutomation, ComponentSourceWatcher,
	}, Component(name))
}

// IsSharded returns whether a controller is there once for each shard. The others reconcile all objects of their kinds, whatever their labels are.
func (c Component) IsSharded() bool {
	return slices.Contains([]Component{ComponentSource, ComponentKustomize, ComponentHelm}, c)
}

// IsShardedKind returns whether the objects of a kind are reconciled by the controllers of their shard.
func IsShardedKind(kind schema.GroupKind) bool {
	switch kind.Group {
	case "source.toolkit.fluxcd.io":
		// What an ExternalArtifact holds comes from another controller than source-controller.
		return slices.Contains([]string{"GitRepository", "OCIRepository", "Bucket", "HelmRepository", "HelmChart"}, kind.Kind)
	case "kustomize.toolkit.fluxcd.io":
		return kind.Kind == "Kustomization"
	case "helm.toolkit.fluxcd.io":
		return kind.Kind == "HelmRelease"
	}
	return false
}

// OfShard is the name of the controller of a shard.
func (c Component) OfShard(shard string) string { return string(c) + "-" + shard }

// ShardedController takes the name of the controller of a shard apart. It returns false for another name.
func ShardedController(name string) (of Component, shard string, is bool) {
	for _, component := range []Component{ComponentSource, ComponentKustomize, ComponentHelm} {
		if shard, is := strings.CutPrefix(name, component.OfShard("")); is && shard != "" {
			return component, shard, true
		}
	}
	return "", "", false
}

// ControllerNames are the names of the Deployments of components and of the shards of them.
func ControllerNames(components, shards []string) []string {
	names := slices.Clone(components)
	for _, component := range components {
		for _, shard := range shards {
			if c := Component(component); c.IsSharded() {
				names = append(names, c.OfShard(shard))
			}
		}
	}
	return names
}
