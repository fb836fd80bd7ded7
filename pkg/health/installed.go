// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// unknownNamespace is part of the error that gardener-resource-manager's client returns for a namespace outside its
// cache (controller-runtime: multiNamespaceCache).
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
	if paused, is := judgePaused(verdict, o); is {
		return paused
	}
	for _, check := range []gardencorev1beta1.ConditionType{resourcesv1alpha1.ResourcesApplied, resourcesv1alpha1.ResourcesHealthy} {
		for _, resource := range o.ManagedResources {
			condition := v1beta1helper.GetCondition(resource.Status.Conditions, check)
			current := resource.Status.ObservedGeneration == resource.Generation
			switch {
			case condition != nil && strings.Contains(condition.Message, unknownNamespace) && o.Leaving:
				return verdict.With(gardencorev1beta1.ConditionProgressing, "Removing", "the extension is being removed: gardener-resource-manager of this shoot no longer manages Flux's namespaces; "+
					"if the Shoot still has the extension, reconcile it")
			case condition != nil && strings.Contains(condition.Message, unknownNamespace):
				namespace := unmanagedNamespace(condition.Message)
				return verdict.With(gardencorev1beta1.ConditionFalse, "NamespaceNotManaged", "gardener-resource-manager of this shoot does not manage namespace %s: its Deployment lacks --extra-target-namespace=%s, "+
					"which the webhook of this extension adds; check that MutatingWebhookConfiguration %s exists in the seed and is served, then reconcile the Shoot. "+
					"gardener-resource-manager reports for ManagedResource %s: %s",
					namespace, namespace, fluxv1alpha1.ExtensionName, resource.Name, managedResourceMessage(condition.Message))
			case current && Is(condition, gardencorev1beta1.ConditionTrue):
				continue
			case current && Is(condition, gardencorev1beta1.ConditionFalse):
				verdict = verdict.With(gardencorev1beta1.ConditionFalse, condition.Reason, "ManagedResource %s: %s", resource.Name, managedResourceMessage(condition.Message))
				// gardener-resource-manager also reports this while a Deployment is rolled out or the API server does not respond.
				verdict.attempt = attempt{passing: passingFailure, since: condition.LastTransitionTime.Time}
				if why := OfControllers(o.Controllers); why != nil && resource.Name == fluxv1alpha1.ManagedResourceControllers && check == resourcesv1alpha1.ResourcesHealthy {
					verdict.Reason, verdict.attempt.vague = why.Reason, why.Vague
					verdict.Message = why.Text() + ". " + verdict.Message
				}
				return verdict
			default:
				return verdict.With(gardencorev1beta1.ConditionProgressing, "WaitingForResourceManager",
					"gardener-resource-manager of this shoot has not reported %s for ManagedResource %s yet", check, resource.Name)
			}
		}
	}
	if o.Bootstrapped {
		return verdict.With(gardencorev1beta1.ConditionTrue, reasonBootstrapped,
			"Flux is installed in the shoot and has not been managed since its bootstrap. Credentials, copies and the shoot info variables are applied")
	}
	return verdict.With(gardencorev1beta1.ConditionTrue, "FluxRunning", "Flux is applied to the shoot and its controllers are running")
}

// managedResourceMessage redacts URLs in a message of gardener-resource-manager and limits its length. The message
// contains responses of the shoot's API server.
func managedResourceMessage(message string) string {
	return text.Cut(text.RedactURLs(text.Cut(message, text.LongestReported)), text.LongestMessage)
}

// unmanagedObject matches the object in an error that contains unknownNamespace.
var unmanagedObject = regexp.MustCompile(`unable to get: ([a-z0-9-]+)/`)

func unmanagedNamespace(message string) string {
	if found := unmanagedObject.FindStringSubmatch(message); found != nil {
		return found[1]
	}
	return fluxv1alpha1.FluxNamespace
}

// IsPaused reports whether gardener-resource-manager ignores the ManagedResource. An ignored ManagedResource is
// reported as healthy.
func IsPaused(resource *resourcesv1alpha1.ManagedResource) bool {
	paused, err := strconv.ParseBool(resource.Annotations[resourcesv1alpha1.Ignore])
	return err == nil && paused
}

// IsPausedByExtension reports whether the ManagedResource has the annotation that the extension sets when it pauses the
// resource before a removal.
func IsPausedByExtension(resource *resourcesv1alpha1.ManagedResource) bool {
	return resource.Annotations[fluxv1alpha1.AnnotationPaused] == "true"
}

// judgePaused returns the verdict on paused ManagedResources, and true if at least one is paused.
func judgePaused(verdict Verdict, o Observation) (Verdict, bool) {
	var own, others []string
	for _, resource := range o.ManagedResources {
		switch {
		case !IsPaused(resource):
		case IsPausedByExtension(resource):
			own = append(own, resource.Name)
		default:
			others = append(others, resource.Name)
		}
	}
	if len(own)+len(others) == 0 {
		return verdict, false
	}
	if o.ShootDying {
		return verdict.With(gardencorev1beta1.ConditionProgressing, "ShootDeletion", "The shoot is being deleted. Flux is suspended, so that it does not recreate the objects that Gardener deletes"), true
	}
	var texts []string
	if len(others) > 0 {
		texts = append(texts, pausedText(others)+"The extension did not set the annotation and does not remove it; remove it from the ManagedResource in the seed, so that Flux follows its configuration again")
	}
	if len(own) > 0 {
		texts = append(texts, pausedText(own)+"The annotation is left from an interrupted removal of the extension. Reconcile the Shoot to remove it")
	}
	return verdict.With(gardencorev1beta1.ConditionFalse, "Paused", "%s", strings.Join(texts, ". ")), true
}

func pausedText(names []string) string {
	return fmt.Sprintf("ManagedResource %s has the annotation %s=true: gardener-resource-manager does not apply it, and still reports it as healthy. ",
		strings.Join(names, ", "), resourcesv1alpha1.Ignore)
}
