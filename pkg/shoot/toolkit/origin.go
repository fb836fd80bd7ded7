// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"strings"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// origin returns the name of the ManagedResource of this shoot for which gardener-resource-manager has created the object;
// empty if it has not. An object that names another shoot was copied from there, by a backup for example, and has no origin here.
// The seed before the colon is no part of it, because a shoot may move.
func (s *Shoot) origin(object client.Object) string {
	origin := object.GetAnnotations()[resourcesv1alpha1.OriginAnnotation]
	if _, key, found := strings.Cut(origin, ":"); found {
		origin = key
	}
	technicalID, name, _ := strings.Cut(origin, "/")
	if technicalID != s.technicalID {
		return ""
	}
	return name
}
