// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

// checkShards checks which shards the objects belong to that are delivered.
func (b *builder) checkShards() {
	shards := b.result.Flux.ShardNames()
	var errs field.ErrorList
	if source := b.result.Source; source != nil {
		errs = append(errs, validation.ValidateShardOfRoot(field.NewPath("source", "template", "metadata", "labels"), source.Object.GetLabels(), shards)...)
	}
	if root := b.result.Kustomization; root != nil {
		errs = append(errs, validation.ValidateShardOfRoot(field.NewPath("kustomization", "template", "metadata", "labels"), root.Object.GetLabels(), shards)...)
	}
	for _, source := range b.result.AdditionalSources {
		errs = append(errs, validation.ValidateShard(source.Path.Child("template", "metadata", "labels"), source.Object.GetLabels(), shards)...)
	}
	b.refuse(b.checks().Certain(errs)...)
}
