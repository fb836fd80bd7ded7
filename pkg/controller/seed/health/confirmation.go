// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
)

// confirmation is the last health check that has read a shoot and written the conditions.
type confirmation struct {
	at time.Time
	// version is the resourceVersion of the Extension with these conditions.
	version string
}

// Checked returns the time of the last complete health check of the shoot since the start of the process. It is zero if
// there was none, or if the given Extension is older than its conditions: a cache may still have those of the check
// before.
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
