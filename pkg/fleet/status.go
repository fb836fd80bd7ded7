// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"slices"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Bounds of what is repeated, in bytes: somebody else has written it, and all Shoots of a project share one ConfigMap.
const (
	longestMessage = 1024
	longestWord    = 128
)

// suspended is the reason of conditions about what is suspended: whether it failed before is not what matters then.
const suspended = "Suspended"

// operationFailed is the reason if an operation on the Extension has failed.
const operationFailed = "OperationFailed"

// facts are what is known of a Shoot on its seed.
type facts struct {
	ex        *extensionsv1alpha1.Extension
	shoot     Shoot
	delivered extensionstatus.State
	unread    bool
	// moving says that the Shoot leaves the seed, or has not arrived on it yet.
	moving bool
	status fluxv1alpha1.FluxStatus
}

// verdict is how it stands with a Shoot, and since when, which may be unknown.
type verdict struct {
	state           fluxv1alpha1.ShootState
	cause           fluxv1alpha1.Cause
	reason, message string
	since           metav1.Time
}

// StatusOf returns what there is to tell of the Shoot of the Extension, which the seed of that name tells. The same Extension and
// Shoot give the same: all times come from them.
func StatusOf(ex *extensionsv1alpha1.Extension, shoot Shoot, seed string) fluxv1alpha1.ShootStatus {
	f := factsOf(ex, shoot)
	f.moving = isMoving(ex) || seed != "" && shoot.SeedName != "" && shoot.SeedName != seed
	v := f.judge()
	status := fluxv1alpha1.ShootStatus{
		UID: shoot.UID, Seed: seed, Ready: v.state.IsReady(), State: v.state, Cause: v.cause,
		Reason: cut(v.reason, longestWord), Message: cut(redaction.URLs(v.message), longestMessage),
		FluxVersion: f.delivered.Version, Hibernated: shoot.Hibernated, Since: v.since, ObservedAt: f.observedAt(v),
	}
	if f.status.Shoot != nil {
		status.AppliedRevision = cut(f.status.Shoot.AppliedRevision, longestWord)
		status.AttemptedRevision = cut(f.status.Shoot.AttemptedRevision, longestWord)
	}
	if v.state != fluxv1alpha1.ShootDeleting && v.state != fluxv1alpha1.ShootRemoving {
		status.DeployKeyFingerprint = cut(f.fingerprint(), longestWord)
		if f.delivered.DeployKey && f.status.DeployKey != nil {
			status.DeployKeyPhase = f.status.DeployKey.Phase
		}
	}
	return status
}

// factsOf reads what can be read. What cannot be read was written by nobody of ours; the controller for Extensions says so.
func factsOf(ex *extensionsv1alpha1.Extension, shoot Shoot) facts {
	f := facts{ex: ex, shoot: shoot}
	if ex.Status.State != nil {
		var err error
		f.delivered, err = extensionstatus.DecodeState(ex.Status.State.Raw)
		f.unread = err != nil
	}
	if ex.Status.ProviderStatus != nil && json.Unmarshal(ex.Status.ProviderStatus.Raw, &f.status) != nil {
		f.status = fluxv1alpha1.FluxStatus{}
	}
	return f
}

// fingerprint is that of the deploy key which was seen in the shoot. Where it is not known whether the shoot has an old one, a
// rotation waits.
func (f facts) fingerprint() string {
	switch {
	case f.unread, (f.moving || isRestoring(f.ex.Status.LastOperation)) && f.ex.Status.State == nil:
		// What the seed has handed over that the Shoot comes from is not there yet, and nobody knows what it is.
		return fluxv1alpha1.DeployKeyUnknown
	case !f.delivered.DeployKey:
		return ""
	case f.status.Shoot == nil || f.status.Shoot.DeployKeyFingerprint == "":
		return fluxv1alpha1.DeployKeyUnknown
	}
	return f.status.Shoot.DeployKeyFingerprint
}

// judge comes to the state: the first that holds.
func (f facts) judge() verdict {
	configured := f.condition(fluxv1alpha1.ConditionConfigured)
	switch {
	case !f.shoot.Deleted.IsZero():
		return verdict{state: fluxv1alpha1.ShootDeleting, reason: "ShootDeletion", message: "The Shoot is being deleted", since: f.shoot.Deleted}
	case f.ex.DeletionTimestamp != nil && !isLeaving(f.ex):
		return f.removing()
	case f.moving:
		return f.migrating()
	case f.shoot.Hibernated && !is(configured, gardencorev1beta1.ConditionFalse):
		return verdict{state: fluxv1alpha1.ShootHibernated, reason: "Hibernated", message: "The Shoot is hibernated. Its earlier status applies again when it has been woken up"}
	}
	for _, look := range []func() (verdict, bool){f.failed, f.unreachable, f.suspended, f.retrying, f.progressing} {
		if found, holds := look(); holds {
			return found
		}
	}
	return f.ready()
}

// migrating began with the operation that moves the Shoot, as far as there is one.
func (f facts) migrating() verdict {
	v := verdict{state: fluxv1alpha1.ShootMigrating, reason: "Migrating", message: "The control plane of the Shoot moves to another seed"}
	if isMovedBy(f.ex.Status.LastOperation) {
		v.since = f.ex.Status.LastOperation.LastUpdateTime
	}
	return v
}

func (f facts) removing() verdict {
	v := verdict{state: fluxv1alpha1.ShootRemoving, reason: "Removal", message: "The extension is being removed from the Shoot", since: *f.ex.DeletionTimestamp}
	if installed := f.condition(fluxv1alpha1.ConditionInstalled); installed != nil {
		v.reason, v.message = installed.Reason, installed.Message
	}
	return v
}

// failed looks for what somebody has to do something about.
func (f facts) failed() (verdict, bool) {
	for _, check := range []struct {
		condition gardencorev1beta1.ConditionType
		cause     func(*gardencorev1beta1.Condition) fluxv1alpha1.Cause
	}{
		{fluxv1alpha1.ConditionConfigured, causeOfConfiguration},
		{fluxv1alpha1.ConditionInstalled, func(*gardencorev1beta1.Condition) fluxv1alpha1.Cause { return fluxv1alpha1.CauseInstallation }},
	} {
		if condition := f.condition(check.condition); is(condition, gardencorev1beta1.ConditionFalse) {
			return told(fluxv1alpha1.ShootFailed, check.cause(condition), condition), true
		}
	}
	if last := f.ex.Status.LastError; last != nil && slices.ContainsFunc(last.Codes, isConfigurationProblem) {
		return verdict{
			state: fluxv1alpha1.ShootFailed, cause: fluxv1alpha1.CauseConfigurationInvalid, reason: operationFailed, message: last.Description,
		}, true
	}
	for _, kind := range synced() {
		if condition := f.condition(kind); is(condition, gardencorev1beta1.ConditionFalse) && condition.Reason != suspended {
			return told(fluxv1alpha1.ShootFailed, f.observedCause(kind, fluxv1alpha1.CauseOther), condition), true
		}
	}
	// As long as Flux reads the source, the matter is one of the Git host's housekeeping, of which the condition tells.
	works := is(f.condition(fluxv1alpha1.ConditionSourceReady), gardencorev1beta1.ConditionTrue)
	if key := f.condition(fluxv1alpha1.ConditionDeployKey); is(key, gardencorev1beta1.ConditionFalse) && !works {
		return told(fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseOther, key), true
	}
	return verdict{}, false
}

func (f facts) unreachable() (verdict, bool) {
	for _, kind := range f.expected() {
		if condition := f.condition(kind); is(condition, gardencorev1beta1.ConditionUnknown) {
			return told(fluxv1alpha1.ShootUnreachable, "", condition), true
		}
	}
	return verdict{}, false
}

func (f facts) suspended() (verdict, bool) {
	for _, kind := range synced() {
		if condition := f.condition(kind); condition != nil && condition.Reason == suspended {
			return told(fluxv1alpha1.ShootSuspended, "", condition), true
		}
	}
	return verdict{}, false
}

// retrying looks for an operation that fails for a reason which may pass, and is tried again. Between two attempts it is told of too.
func (f facts) retrying() (verdict, bool) {
	if !isRetried(f.ex) {
		return verdict{}, false
	}
	message := f.ex.Status.LastOperation.Description
	if failure := f.ex.Status.LastError; failure != nil {
		message = failure.Description
	}
	return verdict{state: fluxv1alpha1.ShootProgressing, reason: operationFailed, message: message}, true
}

// progressing leaves the deploy key aside: a rotation may take days, and the phase tells of it.
func (f facts) progressing() (verdict, bool) {
	for _, kind := range f.expected() {
		condition := f.condition(kind)
		if condition == nil {
			return verdict{state: fluxv1alpha1.ShootProgressing, reason: "Pending", message: string(kind) + " was not reported yet"}, true
		}
		if condition.Status != gardencorev1beta1.ConditionTrue {
			return told(fluxv1alpha1.ShootProgressing, f.observedCause(kind, ""), condition), true
		}
	}
	return verdict{}, false
}

// ready is told with the last of the conditions, since the time when the last one became true.
func (f facts) ready() verdict {
	state, decisive := fluxv1alpha1.ShootReady, fluxv1alpha1.ConditionKustomizationReady
	if !f.delivered.Sync {
		state, decisive = fluxv1alpha1.ShootNoRepository, fluxv1alpha1.ConditionConfigured
	}
	v := told(state, "", f.condition(decisive))
	for _, kind := range f.expected() {
		if condition := f.condition(kind); v.since.Before(&condition.LastTransitionTime) {
			v.since = condition.LastTransitionTime
		}
	}
	return v
}

// expected are the conditions that a Shoot of which all is well has.
func (f facts) expected() []gardencorev1beta1.ConditionType {
	kinds := []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionConfigured, fluxv1alpha1.ConditionInstalled}
	if f.delivered.Sync {
		kinds = append(kinds, synced()...)
	}
	return kinds
}

func synced() []gardencorev1beta1.ConditionType {
	return []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionSourceReady, fluxv1alpha1.ConditionKustomizationReady}
}

func (f facts) condition(kind gardencorev1beta1.ConditionType) *gardencorev1beta1.Condition {
	return v1beta1helper.GetCondition(f.ex.Status.Conditions, kind)
}

// observedCause is what was seen in the shoot to be the cause of the condition: source and root Kustomization may each have their own.
func (f facts) observedCause(kind gardencorev1beta1.ConditionType, otherwise fluxv1alpha1.Cause) fluxv1alpha1.Cause {
	if f.status.Shoot == nil {
		return otherwise
	}
	cause := fluxv1alpha1.Cause("")
	switch kind {
	case fluxv1alpha1.ConditionSourceReady:
		cause = f.status.Shoot.SourceCause
	case fluxv1alpha1.ConditionKustomizationReady:
		cause = f.status.Shoot.KustomizationCause
	}
	if slices.Contains(fluxv1alpha1.Causes(), cause) {
		return cause
	}
	return otherwise
}

// observedAt is when that was known which is told: at the last change of a condition, or of what has led to the state.
func (f facts) observedAt(v verdict) metav1.Time {
	if v.state == fluxv1alpha1.ShootDeleting {
		return v.since
	}
	at := v.since
	for _, condition := range f.ex.Status.Conditions {
		if strings.HasPrefix(string(condition.Type), "Flux") && at.Before(&condition.LastUpdateTime) {
			at = condition.LastUpdateTime
		}
	}
	if at.IsZero() {
		return f.ex.CreationTimestamp
	}
	return at
}

// told is a verdict that repeats the condition.
func told(state fluxv1alpha1.ShootState, cause fluxv1alpha1.Cause, condition *gardencorev1beta1.Condition) verdict {
	return verdict{state: state, cause: cause, reason: condition.Reason, message: condition.Message, since: condition.LastTransitionTime}
}

func is(condition *gardencorev1beta1.Condition, status gardencorev1beta1.ConditionStatus) bool {
	return condition != nil && condition.Status == status
}

func causeOfConfiguration(condition *gardencorev1beta1.Condition) fluxv1alpha1.Cause {
	if condition.Reason == "ConfigurationMissing" {
		return fluxv1alpha1.CauseConfigurationMissing
	}
	return fluxv1alpha1.CauseConfigurationInvalid
}

func isConfigurationProblem(code gardencorev1beta1.ErrorCode) bool {
	return code == gardencorev1beta1.ErrorConfigurationProblem || code == gardencorev1beta1.ErrorRetryableConfigurationProblem
}

// cut bounds a text, and keeps it text.
func cut(text string, longest int) string {
	const more = "…"
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest-len(more)], "") + more
}
