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
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/configuration"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Observation is what was seen of one shoot. Nothing in it is a private key.
type Observation struct {
	// ManagedResources are those of the extension that exist in the seed, in the order of delivery.
	ManagedResources []*resourcesv1alpha1.ManagedResource
	// ShootDying says that the shoot is being deleted.
	ShootDying bool
	// Sync names the source and the root Kustomization that were handed over; nil if none were.
	Sync *Sync
	// Shoot is what was seen in the shoot; nothing is known of the shoot if ShootError is set.
	Shoot ShootObservation
	// ShootError says why the shoot could not be asked.
	ShootError error
	// Asleep says that the shoot was not asked, because it is hibernated.
	Asleep bool
}

// Sync names the source and the root Kustomization in the shoot.
type Sync struct {
	// SourceKind is the kind of the source.
	SourceKind string
	// Source and Root are the namespaces and names of the source and of the root Kustomization.
	Source, Root types.NamespacedName
	// DeployKey says that the source is read with the project's deploy key.
	DeployKey bool
	// SourceSuspension and RootSuspension say whether they are suspended as far as the extension knows, and whose wish that is.
	SourceSuspension, RootSuspension configuration.Suspension
}

// Source is what was seen of a source, whatever its kind.
type Source struct {
	// Generation is that of its metadata.
	Generation int64
	// URL is where it reads from.
	URL string
	// Suspended says that Flux leaves it alone.
	Suspended bool
	// Conditions are those of its status.
	Conditions []metav1.Condition
	// SecretName is the name of the Secret with its credentials; empty if it has none.
	SecretName string
}

// ShootObservation is what was seen in the shoot; a nil object does not exist there.
type ShootObservation struct {
	// Source is the source.
	Source *Source
	// Kustomization is the root Kustomization.
	Kustomization *kustomizev1.Kustomization
	// PublicKey is the public half of the project's deploy key; empty if the source is not read with it.
	PublicKey string
	// HostKeys are types and fingerprints of the keys by which Flux recognizes the host of a source that is read with the project's
	// deploy key.
	HostKeys []string
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
					"gardener-resource-manager says of ManagedResource %s: %s",
					namespace, namespace, fluxv1alpha1.ExtensionName, resource.Name, condition.Message)
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
		return absent(verdict, name)
	}
	verdict = judgeReady(verdict, name, source.Generation, source.Conditions, suspension(source.Suspended, o.Sync.SourceSuspension))
	if verdict.Status == gardencorev1beta1.ConditionFalse {
		if remedy := sourceRemedy(verdict.Message, o.Shoot, o.Sync.DeployKey); remedy != "" {
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
	name := "Kustomization " + o.Sync.Root.String()
	if kustomization == nil {
		return absent(verdict, name)
	}
	return judgeReady(verdict, name, kustomization.Generation, kustomization.Status.Conditions, suspension(kustomization.Spec.Suspend, o.Sync.RootSuspension))
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

func absent(verdict Verdict, name string) Verdict {
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, "NotApplied"
	verdict.Message = name + " is not in the shoot yet"
	return verdict
}

// suspension says whose wish it is that an object is suspended; empty if it is not.
func suspension(suspended bool, known configuration.Suspension) string {
	switch {
	case !suspended:
		return ""
	case !known.Suspended:
		return "is suspended in the shoot, which is not taken over yet: until it is, Gardener may resume it"
	case known.Held == configuration.HeldSuspended:
		return "is suspended in the shoot, and stays so until somebody resumes it there"
	}
	return "is suspended, as configured"
}

// judgeReady repeats Flux's condition Ready, if it speaks of the object's current generation. For a suspended object it
// is the last one, whatever its generation: suspending raises the generation, and Flux does not look at it any more.
func judgeReady(verdict Verdict, name string, generation int64, conditions []metav1.Condition, suspended string) Verdict {
	ready := apimeta.FindStatusCondition(conditions, meta.ReadyCondition)
	if ready == nil || (ready.ObservedGeneration != generation && suspended == "") {
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, "WaitingForFlux"
		verdict.Message = name + ": Flux has not reported on it yet"
		return verdict
	}

	verdict.Status, verdict.Reason, verdict.Message = gardencorev1beta1.ConditionProgressing, ready.Reason, name+": "+ready.Message
	if ready.Status == metav1.ConditionTrue || ready.Status == metav1.ConditionFalse {
		verdict.Status = gardencorev1beta1.ConditionStatus(ready.Status)
	}
	if suspended != "" {
		verdict.Reason = "Suspended"
		verdict.Message = fmt.Sprintf("%s %s. Last: %s", name, suspended, ready.Message)
	}
	return verdict
}
