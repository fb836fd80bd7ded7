// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"regexp"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Observation is what was seen of one shoot. Nothing in it is a private key.
type Observation struct {
	// ManagedResources are those of the extension that exist in the seed, in the order of delivery.
	ManagedResources []*resourcesv1alpha1.ManagedResource
	// Synced says that a source and a root Kustomization were handed over.
	Synced bool
	// Shoot is what was seen in the shoot; nothing is known of the shoot if ShootError is set.
	Shoot ShootObservation
	// ShootError says why the shoot could not be asked.
	ShootError error
}

// ShootObservation is what was seen in the shoot; a nil object does not exist there.
type ShootObservation struct {
	// Source is the GitRepository.
	Source *sourcev1.GitRepository
	// Kustomization is the root Kustomization.
	Kustomization *kustomizev1.Kustomization
	// PublicKey is the public key with which the source authenticates; empty if it reads anonymously.
	PublicKey string
}

// Verdict is one condition of the Extension.
type Verdict struct {
	// Type is the type of the condition.
	Type gardencorev1beta1.ConditionType
	// Status is its status.
	Status gardencorev1beta1.ConditionStatus
	// Reason is one word in CamelCase.
	Reason string
	// Message says what is the matter and, where it is known, what to do.
	Message string
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
	verdicts := []Verdict{judgeInstalled(o.ManagedResources)}
	if o.Synced {
		verdicts = append(verdicts, judgeSource(o), judgeKustomization(o))
	}
	return verdicts
}

// unknownNamespace is how gardener-resource-manager's client refuses a namespace outside its cache
// (controller-runtime: multiNamespaceCache).
const unknownNamespace = "unknown namespace for the cache"

func judgeInstalled(resources []*resourcesv1alpha1.ManagedResource) Verdict {
	verdict := Verdict{Type: fluxv1alpha1.ConditionInstalled}
	for _, check := range []gardencorev1beta1.ConditionType{resourcesv1alpha1.ResourcesApplied, resourcesv1alpha1.ResourcesHealthy} {
		for _, resource := range resources {
			condition := v1beta1helper.GetCondition(resource.Status.Conditions, check)
			current := resource.Status.ObservedGeneration == resource.Generation
			switch {
			case condition != nil && strings.Contains(condition.Message, unknownNamespace):
				verdict.Status, verdict.Reason = gardencorev1beta1.ConditionFalse, "NamespaceNotManaged"
				verdict.Message = fmt.Sprintf("gardener-resource-manager of this shoot does not manage namespace %s: its Deployment lacks --extra-target-namespace=%s, "+
					"which the webhook of this extension adds. Check that MutatingWebhookConfiguration %s exists in the seed and is served, then reconcile the Shoot. "+
					"gardener-resource-manager says of ManagedResource %s: %s",
					fluxv1alpha1.FluxNamespace, fluxv1alpha1.FluxNamespace, fluxv1alpha1.ExtensionName, resource.Name, condition.Message)
				return verdict
			case condition != nil && current && condition.Status == gardencorev1beta1.ConditionTrue:
				continue
			case condition != nil && current && condition.Status == gardencorev1beta1.ConditionFalse:
				verdict.Status, verdict.Reason = gardencorev1beta1.ConditionFalse, condition.Reason
				verdict.Message = fmt.Sprintf("ManagedResource %s: %s", resource.Name, condition.Message)
				return verdict
			default:
				verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, "WaitingForResourceManager"
				verdict.Message = fmt.Sprintf("gardener-resource-manager of this shoot has not reported %s for ManagedResource %s yet", check, resource.Name)
				return verdict
			}
		}
	}
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionTrue, "FluxRunning"
	verdict.Message = "Flux is applied to the shoot and its controllers are running"
	return verdict
}

func judgeSource(o Observation) Verdict {
	verdict := Verdict{Type: fluxv1alpha1.ConditionSourceReady}
	if unreachable(o, &verdict) {
		return verdict
	}
	source := o.Shoot.Source
	if source == nil {
		return absent(verdict, "GitRepository")
	}
	verdict = judgeReady(verdict, "GitRepository", source.Generation, source.Spec.Suspend, source.Status.Conditions)
	if verdict.Status == gardencorev1beta1.ConditionFalse {
		if remedy := sourceRemedy(verdict.Message, source.Spec.URL, o.Shoot.PublicKey); remedy != "" {
			verdict.Message += ". " + remedy
		}
	}
	return verdict
}

func judgeKustomization(o Observation) Verdict {
	verdict := Verdict{Type: fluxv1alpha1.ConditionKustomizationReady}
	if unreachable(o, &verdict) {
		return verdict
	}
	kustomization := o.Shoot.Kustomization
	if kustomization == nil {
		return absent(verdict, "Kustomization")
	}
	return judgeReady(verdict, "Kustomization", kustomization.Generation, kustomization.Spec.Suspend, kustomization.Status.Conditions)
}

// sourceAddress is the part of a network error that differs with each try: the port from which it was tried.
var sourceAddress = regexp.MustCompile(`[^ ]+->`)

func unreachable(o Observation, verdict *Verdict) bool {
	if o.ShootError == nil {
		return false
	}
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionUnknown, "ShootUnreachable"
	verdict.Message = "the shoot's API server could not be asked: " + sourceAddress.ReplaceAllString(o.ShootError.Error(), "")
	return true
}

func absent(verdict Verdict, kind string) Verdict {
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, "NotApplied"
	verdict.Message = fmt.Sprintf("%s %s/%s is not in the shoot yet", kind, fluxv1alpha1.FluxNamespace, fluxv1alpha1.SyncName)
	return verdict
}

// judgeReady repeats Flux's condition Ready, if it speaks of the object's current generation. For a suspended object it
// is the last one, whatever its generation: suspending raises the generation, and Flux does not look at it any more.
func judgeReady(verdict Verdict, kind string, generation int64, suspended bool, conditions []metav1.Condition) Verdict {
	name := fmt.Sprintf("%s %s/%s", kind, fluxv1alpha1.FluxNamespace, fluxv1alpha1.SyncName)
	ready := apimeta.FindStatusCondition(conditions, meta.ReadyCondition)
	if ready == nil || (ready.ObservedGeneration != generation && !suspended) {
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, "WaitingForFlux"
		verdict.Message = name + ": Flux has not reported on it yet"
		return verdict
	}

	verdict.Status, verdict.Reason, verdict.Message = gardencorev1beta1.ConditionProgressing, ready.Reason, name+": "+ready.Message
	if ready.Status == metav1.ConditionTrue || ready.Status == metav1.ConditionFalse {
		verdict.Status = gardencorev1beta1.ConditionStatus(ready.Status)
	}
	if suspended {
		verdict.Reason = "Suspended"
		verdict.Message = name + " is suspended in the shoot, nothing new is reconciled until it is resumed. Last: " + ready.Message
	}
	return verdict
}
