// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"slices"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// MostShards is how many shards the operator may allow at most, and usualShards is how many there may be if nothing else is configured.
	MostShards  = 20
	usualShards = 5
	// longestShard leaves room in the names of what a shard has, of which labels and Services admit 63 characters.
	longestShard = 32
)

// validateSharding checks the shards. Without a limit of the operator, there may be the usual number.
func validateSharding(path *field.Path, sharding *fluxv1alpha1.Sharding, allowed *int32) field.ErrorList {
	if sharding == nil {
		return nil
	}
	path = path.Child("shards")
	most := min(int(ptr.Deref(allowed, usualShards)), MostShards)
	if count := len(sharding.Shards); count > most {
		if most == 0 {
			return field.ErrorList{field.Forbidden(path, "the operator allows no shards; remove flux.sharding, or ask the operator to set limits.shards")}
		}
		return field.ErrorList{field.Invalid(path, field.OmitValueType{}, fmt.Sprintf(
			"has %d shards, and may have at most %d; remove some, or ask the operator to raise limits.shards, which may be %d", count, most, MostShards))}
	}
	var errs field.ErrorList
	for i, shard := range sharding.Shards {
		switch at := path.Index(i); {
		case shard == "":
			errs = append(errs, field.Required(at, "write the name of a shard, such as shard1, or remove the entry"))
		case len(shard) > longestShard || len(utilvalidation.IsDNS1123Label(shard)) > 0:
			errs = append(errs, field.Invalid(at, shard, fmt.Sprintf("must be the name of a shard: lower-case letters, digits and '-', at most %d characters", longestShard)))
		case slices.Index(sharding.Shards, shard) < i:
			errs = append(errs, field.Invalid(at, shard, "is there twice; remove one"))
		}
	}
	return errs
}

// ValidateShardOfRoot refuses the label of a shard on the source of the root Kustomization and on that itself. They stay with the controllers that
// there are without shards: what is removed with a shard must not be what everything else comes from.
func ValidateShardOfRoot(path *field.Path, labels map[string]string, shards []string) field.ErrorList {
	value, has := labels[fluxv1alpha1.LabelShard]
	if !has || len(shards) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(path.Key(fluxv1alpha1.LabelShard), value,
		"must not be set, because the source of the root Kustomization and the root Kustomization belong to no shard; remove the label")}
}

// ValidateShard refuses the label of a shard that there is not: no controller would reconcile the object. Without shards, the label means nothing.
func ValidateShard(path *field.Path, labels map[string]string, shards []string) field.ErrorList {
	value, has := labels[fluxv1alpha1.LabelShard]
	if !has || len(shards) == 0 || slices.Contains(shards, value) {
		return nil
	}
	err := field.NotSupported(path.Key(fluxv1alpha1.LabelShard), value, shards)
	err.Detail += "; write one of flux.sharding.shards, add it there, or remove the label"
	return field.ErrorList{err}
}
