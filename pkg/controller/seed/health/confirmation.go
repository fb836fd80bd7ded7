// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
)

// confirmation records a health check that has read the shoot and written the conditions.
type confirmation struct {
	at time.Time
	// version is the resourceVersion of the Extension with these conditions.
	version string
}

// Checked returns the time of the last complete health check of the shoot since the start of the process. The time is
// zero if there was none, or if the given Extension, for example from a cache, is older than the conditions of this
// check.
func (r *Reconciler) Checked(ex *extensionsv1alpha1.Extension) time.Time {
	last, checked := r.checked.Load(ex.Namespace)
	if !checked {
		return time.Time{}
	}
	if order, err := resourceversion.CompareResourceVersion(ex.ResourceVersion, last.version); err != nil || order < 0 {
		return time.Time{}
	}
	return last.at
}
