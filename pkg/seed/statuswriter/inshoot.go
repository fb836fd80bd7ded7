// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package statuswriter

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// reportInShoot has the condition that gardenlet makes part of one of the Shoot follow the recorded state and the other conditions, with
// whatever is written: it never contradicts them, and is gone with the write that records that it is not to be reported any more.
// gardenlet does not remember it. An Extension that is being deleted reports nothing.
func (w *Writer) reportInShoot(ex *extensionsv1alpha1.Extension) error {
	state, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	var verdicts []health.Verdict
	if state.ReportInShoot && ex.DeletionTimestamp == nil {
		verdicts = health.JudgeInShoot(ex.Status.Conditions)
	}
	ex.Status.Conditions = w.apply(ex.Status.Conditions, verdicts, []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionInShoot})
	return nil
}
