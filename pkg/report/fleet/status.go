// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package fleet computes the report to a project about its Shoots on a seed: the status of each Shoot, which is derived
// from Extension and Cluster, the entries of ConfigMap flux-status, within the size limits, and the Events about
// changes.
//
// The package is pure: it must not read or write objects, and gets the current time as an argument.
package fleet

import (
	"encoding/json"
	"slices"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/hold"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/operation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Maximum lengths of texts from other controllers, in bytes. All Shoots of a project share one ConfigMap.
const (
	longestMessage  = 1024
	longestPending  = 256
	longestBaseline = 256
	longestWord     = 128
)

// suspended is the reason in conditions about suspended objects.
const suspended = "Suspended"

// operationFailed is the reason for a failed operation on the Extension.
const operationFailed = "OperationFailed"

// observation contains the observed Extension and Shoot on a seed.
type observation struct {
	ex        *extensionsv1alpha1.Extension
	shoot     Shoot
	delivered extensionstatus.State
	unread    bool
	// moving is true if the Shoot moves away from the seed or to it.
	moving bool
	status fluxv1alpha1.FluxStatus
}

// StatusOf returns the status of the Extension's Shoot for the report of the named seed. The result, including all
// times, depends only on the arguments.
func StatusOf(ex *extensionsv1alpha1.Extension, shoot Shoot, seed string) fluxv1alpha1.ShootStatus {
	o := observe(ex, shoot)
	o.moving = isMoving(ex) || seed != "" && shoot.SeedName != "" && shoot.SeedName != seed
	v := o.judge()
	status := fluxv1alpha1.ShootStatus{
		UID: shoot.UID, Seed: seed, Generation: shoot.Generation, Ready: v.state.IsReady(), RootReady: o.isRootReady(v.state), State: v.state, Cause: v.cause,
		Reason: text.Cut(v.reason, longestWord), Message: text.Cut(text.RedactURLs(v.message), longestMessage),
		FluxVersion: o.delivered.Version, Hibernated: shoot.Hibernated, Labels: shoot.Labels, Since: v.since, ObservedAt: o.observedAt(v),
	}
	if o.status.Shoot != nil {
		status.AppliedRevision = revision.Cut(o.status.Shoot.AppliedRevision, revision.Longest)
		status.AttemptedRevision = revision.Cut(o.status.Shoot.AttemptedRevision, revision.Longest)
		status.AppliedAfterPush = o.status.Shoot.AppliedAfterPush
		status.Objects = o.objects()
		status.Removed = guard.Bound(o.status.Shoot.Removed)
		status.Hold = hold.Bound(o.status.Shoot.Hold)
	}
	status.Ring, status.Revision = o.delivered.Observed.Ring, o.revision()
	status.Configuration, status.Pending = o.configuration(), o.pending()
	status.Baseline = o.baseline()
	status.Requested = text.Cut(o.delivered.Observed.Requested, longestWord)
	if v.state != fluxv1alpha1.ShootDeleting && v.state != fluxv1alpha1.ShootRemoving {
		status.DeployKeyFingerprint = text.Cut(o.fingerprint(), longestWord)
		if status.Hibernated && status.DeployKeyFingerprint != "" {
			status.DeployKeyRotation = text.Cut(o.rotation(), longestWord)
		}
		status.SourceKeys = o.sourceKeys()
		if o.delivered.DeployKey && o.status.DeployKey != nil {
			status.DeployKeyPhase = o.status.DeployKey.Phase
		}
	}
	return status
}

// observe decodes the Extension. It ignores content that it cannot decode, because the controller for Extensions
// reports it.
func observe(ex *extensionsv1alpha1.Extension, shoot Shoot) observation {
	o := observation{ex: ex, shoot: shoot}
	if ex.Status.State != nil {
		var err error
		o.delivered, err = extensionstatus.DecodeState(ex.Status.State.Raw)
		o.unread = err != nil
	}
	if ex.Status.ProviderStatus != nil && json.Unmarshal(ex.Status.ProviderStatus.Raw, &o.status) != nil {
		o.status = fluxv1alpha1.FluxStatus{}
	}
	return o
}

// revision returns the revision of the project's configuration that the status refers to. For a configuration error, it
// is the attempted revision. Otherwise it is the revision of the last health check, because later deliveries have not
// affected the conditions yet.
func (o observation) revision() string {
	switch {
	case o.delivered.Observed.Ring == "":
		return ""
	case is(o.condition(fluxv1alpha1.ConditionConfigured), gardencorev1beta1.ConditionFalse):
		return o.delivered.Observed.Revision
	case o.status.Shoot == nil:
		return ""
	}
	return text.Cut(o.status.Shoot.Revision, longestWord)
}

// configuration identifies the configuration that the status refers to, as revision does.
func (o observation) configuration() string {
	switch {
	case is(o.condition(fluxv1alpha1.ConditionConfigured), gardencorev1beta1.ConditionFalse):
		return text.Cut(o.delivered.Observed.Config, longestWord)
	case o.status.Shoot == nil:
		return ""
	}
	return text.Cut(o.status.Shoot.Configuration, longestWord)
}

// pending returns the reason why the Shoot does not have the present configuration, or nil if it has it.
func (o observation) pending() *fluxv1alpha1.PendingConfiguration {
	condition := o.condition(fluxv1alpha1.ConditionUpToDate)
	if condition == nil || condition.Status == gardencorev1beta1.ConditionTrue {
		return nil
	}
	return &fluxv1alpha1.PendingConfiguration{
		Reason: fluxv1alpha1.PendingReason(text.Cut(condition.Reason, longestWord)), Message: text.Cut(text.RedactURLs(condition.Message), longestPending),
	}
}

// fingerprint returns the fingerprint of the observed deploy key. It returns DeployKeyUnknown if the shoot may have an
// old key, so that a rotation waits.
func (o observation) fingerprint() string {
	switch {
	case o.unread, (o.moving || operation.IsRestoring(o.ex.Status.LastOperation)) && o.ex.Status.State == nil:
		// The state from the other seed is not restored yet.
		return fluxv1alpha1.DeployKeyUnknown
	case !o.delivered.DeployKey:
		return ""
	case o.status.Shoot == nil || o.status.Shoot.DeployKeyFingerprint == "":
		return fluxv1alpha1.DeployKeyUnknown
	}
	return o.status.Shoot.DeployKeyFingerprint
}

// sourceKeys returns the fingerprints of the deploy keys of additional sources. For a hibernated Shoot, these are the
// delivered keys, and otherwise the observed ones.
func (o observation) sourceKeys() map[string]string {
	keys := map[string]string{}
	for _, key := range o.delivered.SourceKeys.All() {
		fingerprint := fluxv1alpha1.DeployKeyUnknown
		switch {
		case o.shoot.Hibernated && !isRetried(o.ex) && key.Fingerprint != "":
			fingerprint = key.Fingerprint
		case !o.shoot.Hibernated && o.status.Shoot != nil && o.status.Shoot.SourceKeys[key.Source.Name] != "":
			fingerprint = o.status.Shoot.SourceKeys[key.Source.Name]
		}
		keys[key.Source.Name] = text.Cut(fingerprint, longestWord)
	}
	if len(keys) == 0 {
		return nil
	}
	return keys
}

// rotation returns the rotation of the delivered deploy key, which a hibernated Shoot applies when it wakes up. It
// returns DeployKeyUnknown if the delivery may have failed after it was recorded.
func (o observation) rotation() string {
	if !o.delivered.DeployKey || isRetried(o.ex) {
		return fluxv1alpha1.DeployKeyUnknown
	}
	return o.delivered.Observed.Rotation
}

// expected returns the conditions that must be true for a ready Shoot. It includes ObjectsReady only after the first
// observation of objects.
func (o observation) expected() []gardencorev1beta1.ConditionType {
	kinds := o.withoutObjects()
	if o.delivered.Sync && o.condition(fluxv1alpha1.ConditionObjectsReady) != nil {
		kinds = append(kinds, fluxv1alpha1.ConditionObjectsReady)
	}
	return kinds
}

func (o observation) withoutObjects() []gardencorev1beta1.ConditionType {
	kinds := []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionConfigured}
	if configured := o.condition(fluxv1alpha1.ConditionConfigured); configured != nil && configured.Reason == fluxv1alpha1.ReasonNotConfigured {
		return kinds
	}
	kinds = append(kinds, fluxv1alpha1.ConditionInstalled)
	if o.delivered.Sync {
		kinds = append(kinds, synced()...)
	}
	return kinds
}

func synced() []gardencorev1beta1.ConditionType {
	return []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionSourceReady, fluxv1alpha1.ConditionKustomizationReady}
}

func (o observation) condition(kind gardencorev1beta1.ConditionType) *gardencorev1beta1.Condition {
	return v1beta1helper.GetCondition(o.ex.Status.Conditions, kind)
}

// observedCause returns the cause that was observed in the shoot for the condition, or the cause otherwise if there is
// no valid one.
func (o observation) observedCause(kind gardencorev1beta1.ConditionType, otherwise fluxv1alpha1.Cause) fluxv1alpha1.Cause {
	if o.status.Shoot == nil {
		return otherwise
	}
	cause := fluxv1alpha1.Cause("")
	switch kind {
	case fluxv1alpha1.ConditionSourceReady:
		cause = o.status.Shoot.SourceCause
	case fluxv1alpha1.ConditionKustomizationReady:
		cause = o.status.Shoot.KustomizationCause
	case fluxv1alpha1.ConditionObjectsReady:
		cause = o.status.Shoot.ObjectsCause
	}
	if slices.Contains(fluxv1alpha1.Causes(), cause) {
		return cause
	}
	return otherwise
}

// observedAt returns the time of the last observation: the later of the last update of a condition and the start of the
// state.
func (o observation) observedAt(v verdict) metav1.Time {
	if v.state == fluxv1alpha1.ShootDeleting {
		return v.since
	}
	at := v.since
	for _, condition := range o.ex.Status.Conditions {
		if strings.HasPrefix(string(condition.Type), "Flux") && at.Before(&condition.LastUpdateTime) {
			at = condition.LastUpdateTime
		}
	}
	if at.IsZero() {
		return o.ex.CreationTimestamp
	}
	return at
}
