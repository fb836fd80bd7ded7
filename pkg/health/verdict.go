// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Observation is what was observed of one shoot. Nothing in it is a private key.
type Observation struct {
	// ManagedResources are those of the extension that exist in the seed, in the order of delivery.
	ManagedResources []*resourcesv1alpha1.ManagedResource
	// ShootDying is true if the shoot is being deleted.
	ShootDying bool
	// LeftAlone is true if Flux, the source and the root Kustomization are not managed any more: they were installed once.
	LeftAlone bool
	// Controllers are those of Flux that are not available, as far as the shoot could be asked.
	Controllers []observe.Controller
	// Sync names the source and the root Kustomization that were delivered; nil if none were.
	Sync *observe.Sync
	// Shoot is what was observed in the shoot; nothing is known of the shoot if ShootError is set.
	Shoot observe.Shoot
	// ShootError is why the shoot could not be read; nil if it was.
	ShootError error
	// UnreachableSince is since when it could not be read.
	UnreachableSince time.Time
}

// Verdict is one condition of the Extension.
type Verdict struct {
	// Type is the type of the condition.
	Type gardencorev1beta1.ConditionType
	// Status is its status.
	Status gardencorev1beta1.ConditionStatus
	// Reason is one word in CamelCase.
	Reason string
	// Message is what was found and, where it is known, what to do.
	Message string
	// Code is Gardener's code of the error; empty if it has none.
	Code gardencorev1beta1.ErrorCode
	// Cause is why the status is not True, as far as it is known.
	Cause fluxv1alpha1.Cause

	attempt attempt
}

// Types are the conditions that Judge gives; one that it does not give for an observation does not apply.
func Types() []gardencorev1beta1.ConditionType {
	return []gardencorev1beta1.ConditionType{
		fluxv1alpha1.ConditionInstalled,
		fluxv1alpha1.ConditionSourceReady,
		fluxv1alpha1.ConditionKustomizationReady,
	}
}

// Judge comes to a verdict on the observation.
func Judge(o Observation) []Verdict {
	if len(o.ManagedResources) == 0 {
		return nil
	}
	verdicts := []Verdict{judgeInstalled(o)}
	if o.Sync != nil {
		verdicts = append(verdicts, judgeSource(o), judgeKustomization(o))
	}
	return verdicts
}

// unknownNamespace is how gardener-resource-manager's client refuses a namespace outside its cache
// (controller-runtime: multiNamespaceCache).
const unknownNamespace = "unknown namespace for the cache"

func judgeInstalled(o Observation) Verdict {
	verdict := judgeDelivery(o)
	if verdict.Status == gardencorev1beta1.ConditionFalse {
		verdict.Cause = fluxv1alpha1.CauseInstallation
	}
	return verdict
}

func judgeDelivery(o Observation) Verdict {
	verdict := Verdict{Type: fluxv1alpha1.ConditionInstalled}
	if judgePaused(o, &verdict) {
		return verdict
	}
	for _, check := range []gardencorev1beta1.ConditionType{resourcesv1alpha1.ResourcesApplied, resourcesv1alpha1.ResourcesHealthy} {
		for _, resource := range o.ManagedResources {
			condition := v1beta1helper.GetCondition(resource.Status.Conditions, check)
			current := resource.Status.ObservedGeneration == resource.Generation
			switch {
			case condition != nil && strings.Contains(condition.Message, unknownNamespace):
				verdict.Status, verdict.Reason = gardencorev1beta1.ConditionFalse, "NamespaceNotManaged"
				namespace := unmanagedNamespace(condition.Message)
				verdict.Message = fmt.Sprintf("gardener-resource-manager of this shoot does not manage namespace %s: its Deployment lacks --extra-target-namespace=%s, "+
					"which the webhook of this extension adds. Check that MutatingWebhookConfiguration %s exists in the seed and is served, then reconcile the Shoot. "+
					"gardener-resource-manager reports for ManagedResource %s: %s",
					namespace, namespace, fluxv1alpha1.ExtensionName, resource.Name, managedResourceMessage(condition.Message))
				return verdict
			case condition != nil && current && condition.Status == gardencorev1beta1.ConditionTrue:
				continue
			case condition != nil && current && condition.Status == gardencorev1beta1.ConditionFalse:
				verdict.Status, verdict.Reason = gardencorev1beta1.ConditionFalse, condition.Reason
				verdict.Message = fmt.Sprintf("ManagedResource %s: %s", resource.Name, managedResourceMessage(condition.Message))
				// So it is called as well while a Deployment is being rolled out, or while the shoot's API server gives no answer.
				verdict.attempt = attempt{passing: passingFailure, since: condition.LastTransitionTime.Time}
				if why := OfControllers(o.Controllers); why != nil && resource.Name == fluxv1alpha1.ManagedResourceControllers && check == resourcesv1alpha1.ResourcesHealthy {
					verdict.Reason, verdict.attempt.vague = why.Reason, why.Vague
					verdict.Message = why.Text() + ". " + verdict.Message
				}
				return verdict
			default:
				verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, "WaitingForResourceManager"
				verdict.Message = fmt.Sprintf("gardener-resource-manager of this shoot has not reported %s for ManagedResource %s yet", check, resource.Name)
				return verdict
			}
		}
	}
	if o.LeftAlone {
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionTrue, reasonBootstrapped
		verdict.Message = "Flux is installed in the shoot and is not managed since its bootstrap. Credentials, copies and the shoot info variables are applied"
		return verdict
	}
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionTrue, "FluxRunning"
	verdict.Message = "Flux is applied to the shoot and its controllers are running"
	return verdict
}

// managedResourceMessage bounds what gardener-resource-manager reports, which repeats what the shoot's API server has answered.
func managedResourceMessage(message string) string {
	return text.Cut(text.RedactURLs(text.Cut(message, text.LongestReported)), text.LongestMessage)
}

// unmanagedObject is how gardener-resource-manager's client names the object that it refuses
// (controller-runtime: multiNamespaceCache).
var unmanagedObject = regexp.MustCompile(`unable to get: ([a-z0-9-]+)/`)

func unmanagedNamespace(message string) string {
	if found := unmanagedObject.FindStringSubmatch(message); found != nil {
		return found[1]
	}
	return fluxv1alpha1.FluxNamespace
}

func judgeSource(o Observation) Verdict {
	verdict := Verdict{Type: fluxv1alpha1.ConditionSourceReady}
	if unreachable(o, &verdict) {
		return verdict
	}
	source := o.Shoot.Source
	name := o.Sync.SourceKind + " " + o.Sync.Source.String()
	if source == nil {
		return absent(verdict, name, o.LeftAlone)
	}
	return judgeReady(verdict, reported{
		name: name, generation: source.Generation, observedGeneration: source.ObservedGeneration, conditions: source.Conditions, patience: source.Timeout,
		suspended: suspension(source.Suspended, o.LeftAlone, o.Sync.SourceSuspension),
		cause:     SourceCause,
		fix: func(cause fluxv1alpha1.Cause, message string) string {
			return WithLocation(SourceFix(cause, message, *o.Sync, o.Shoot), o.LeftAlone)
		},
		hangs: func(since time.Time) string { return HangingFix(since, source) },
	})
}

func judgeKustomization(o Observation) Verdict {
	verdict := Verdict{Type: fluxv1alpha1.ConditionKustomizationReady}
	if unreachable(o, &verdict) {
		return verdict
	}
	root := o.Shoot.Kustomization
	name := "Kustomization " + o.Sync.Root.String()
	if root == nil {
		return absent(verdict, name, o.LeftAlone)
	}
	verdict = judgeReady(verdict, reported{
		name: name, generation: root.Generation, observedGeneration: root.Status.ObservedGeneration, conditions: root.Status.Conditions, patience: root.GetTimeout(),
		revision:  root.Status.LastAttemptedRevision,
		suspended: suspension(root.Spec.Suspend, o.LeftAlone, o.Sync.RootSuspension),
		behind:    lagOf(o),
		cause:     KustomizationCause,
		fix: func(cause fluxv1alpha1.Cause, message string) string {
			return WithLocation(cmp.Or(ComponentFix(cause, message, *o.Sync, o.LeftAlone), KustomizationFix(cause, message, root, *o.Sync)), o.LeftAlone)
		},
	})
	if note := ComponentsInSource(root, *o.Sync, o.LeftAlone); note != "" && verdict.Status == gardencorev1beta1.ConditionTrue {
		verdict.Message = strings.TrimRight(verdict.Message, ".") + ". " + note
	}
	return verdict
}

func unreachable(o Observation, verdict *Verdict) bool {
	if o.ShootError == nil {
		return false
	}
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionUnknown, reasonUnreachable
	verdict.Message = "failed to read from the shoot's API server: " + text.Clean(o.ShootError.Error(), text.LongestMessage)
	verdict.attempt = attempt{passing: passingSilence, since: o.UnreachableSince}
	return true
}

func absent(verdict Verdict, name string, leftAlone bool) Verdict {
	if leftAlone {
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionTrue, reasonLeftAlone
		verdict.Message = name + " does not exist in the shoot any more. It is not managed since its bootstrap: if it was replaced by another object in the shoot, that one is not reported"
		return verdict
	}
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, reasonNotApplied
	verdict.Message = name + " is not in the shoot yet"
	return verdict
}
