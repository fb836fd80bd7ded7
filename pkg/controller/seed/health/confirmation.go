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
	if last.isAfter(ex) {
		return time.Time{}
	}
	return last.at
}

// isAfter reports whether the given Extension, for example from a cache, is older than the conditions.
func (c confirmation) isAfter(ex *extensionsv1alpha1.Extension) bool {
	order, err := resourceversion.CompareResourceVersion(ex.ResourceVersion, c.version)
	return err != nil || order < 0
}

// isLate reports whether the cache lacks conditions that this process has written.
func (r *Reconciler) isLate(ex *extensionsv1alpha1.Extension) bool {
	last, written := r.checked.Load(ex.Namespace)
	return written && last.isAfter(ex)
}

// confirm records that a health check has written the conditions. If it has not read the shoot, the time of the last
// one that has stays.
func (r *Reconciler) confirm(written *extensionsv1alpha1.Extension, started time.Time, isRead bool) {
	r.checked.Update(written.Namespace, func(last confirmation, _ bool) (confirmation, bool) {
		if last.version = written.ResourceVersion; isRead {
			last.at = started
		}
		return last, true
	})
}
