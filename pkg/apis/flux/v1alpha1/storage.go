// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"crypto/sha256"
	"encoding/hex"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/utils/ptr"
)

// Storage is the persistent volume of source-controller; each shard has one of its own. With another size or class, it gets another volume, and the one before is deleted:
// a volume holds only what source-controller can fetch again.
type Storage struct {
	// Size is the size of the volume, from 1Gi to 1Ti, or to what the operator allows. What is smallest for the infrastructure may be more.
	// +optional
	Size *resource.Quantity `json:"size,omitempty"`
	// Class is the StorageClass of the volume. Defaults to the default class of the shoot.
	// +optional
	Class *string `json:"class,omitempty"`
}

// lengthOfClaimHash is the number of digits that tell claims apart.
const lengthOfClaimHash = 8

// ClaimName is the name of the PersistentVolumeClaim of source-controller, or of that of a shard, whose name it begins with. Each size and class has its
// own: hardly anything of a claim can be changed. It must stay the same from version to version, or all volumes are replaced.
func (s *Storage) ClaimName(controller string) string {
	sum := sha256.Sum256([]byte(s.Size.String() + " " + ptr.Deref(s.Class, "")))
	return controller + "-" + hex.EncodeToString(sum[:])[:lengthOfClaimHash]
}
