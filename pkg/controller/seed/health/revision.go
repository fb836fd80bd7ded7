// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// deliveredRevision is the revision of the project's configuration that a health check is about.
type deliveredRevision struct {
	revision, before string
	// isNew is whether nothing that was observed has been reported with it yet.
	isNew bool
}

// revisionOf returns the revision that was delivered when the Extension was read, at the beginning of a health check. It is recorded before it is
// delivered, so that an operation under way proves nothing; nor does one in which not all was delivered. The revision stays that of the last check then.
func revisionOf(ex *extensionsv1alpha1.Extension, before *fluxv1alpha1.ObservedShoot) (deliveredRevision, error) {
	var d deliveredRevision
	if before != nil {
		d.before = before.Revision
	}
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil {
		return d, err
	}
	configured := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionConfigured)
	complete := seed.LastOperationSucceeded(ex) && configured != nil && configured.Status == gardencorev1beta1.ConditionTrue
	d.revision = d.before
	if complete || recorded.Observed.Ring == "" {
		d.revision = recorded.Observed.Revision
	}
	d.isNew = d.revision != "" && d.revision != d.before
	return d, nil
}

// observed returns the revision to report. A new one is reported with what was observed of the objects after its delivery.
func (d deliveredRevision) observed(complete bool) string {
	if d.isNew && !complete {
		return d.before
	}
	return d.revision
}
