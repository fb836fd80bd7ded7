// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// HasUnhealthyControllers reports whether gardener-resource-manager reports Flux's controllers as unhealthy. If so, the
// health check reads the cause from the shoot.
func HasUnhealthyControllers(o Observation) bool {
	return !o.ShootDying && !o.Bootstrapped && slices.ContainsFunc(o.ManagedResources, func(resource *resourcesv1alpha1.ManagedResource) bool {
		healthy := v1beta1helper.GetCondition(resource.Status.Conditions, resourcesv1alpha1.ResourcesHealthy)
		return resource.Name == fluxv1alpha1.ManagedResourceControllers && !IsPaused(resource) &&
			Is(healthy, gardencorev1beta1.ConditionFalse) && resource.Status.ObservedGeneration == resource.Generation
	})
}

// ExplainPods returns a reason and a message with the pod, container and image of the first explained failure. Both are
// empty if there is nothing for a user to correct.
func ExplainPods(namespace string, pods []observe.Pod) (reason, message string) {
	found := OfController(observe.Controller{Namespace: namespace, Pods: pods})
	if found == nil || found.Reason == reasonContainerNotReady {
		return "", ""
	}
	return found.Reason, text.Format(found.Subject, found.Message, "")
}

// Reasons why a controller of Flux does not run.
const (
	reasonPodsRefused         = "PodsRefused"
	reasonPodsNotScheduled    = "PodsNotScheduled"
	reasonImagePullFailed     = "ImagePullFailed"
	reasonContainerNotCreated = "ContainerNotCreated"
	reasonContainerCrashes    = "ContainerCrashes"
	reasonContainerNotReady   = "ContainerNotReady"
)

// Obstacle explains why a controller of Flux does not run.
type Obstacle struct {
	// Reason is in CamelCase.
	Reason string
	// Subject names the pod, container and image. Message describes the failure, and fix suggests a correction.
	Subject, Message, fix string
	// Vague is true if the kubelet reports only a back-off and not its cause.
	Vague bool
}

// OfControllers explains the first controller with a known failure, and names the other controllers in its fix. It
// returns nil if no failure is known.
func OfControllers(controllers []observe.Controller) *Obstacle {
	for i, c := range controllers {
		found := OfController(c)
		if found == nil {
			continue
		}
		var others []string
		for _, other := range append(controllers[:i:i], controllers[i+1:]...) {
			others = append(others, other.Name)
		}
		if len(others) > 0 {
			found.fix += ". Also unavailable: " + text.List(others, mostControllers)
		}
		return found
	}
	return nil
}

// Text returns the message for a condition.
func (o Obstacle) Text() string {
	if o.Message == "" {
		return o.Subject + ". " + o.fix
	}
	return text.Format(o.Subject, o.Message, o.fix)
}

// OfController explains why a controller does not run. It returns nil if the reason is unknown.
func OfController(c observe.Controller) *Obstacle {
	if c.Refused != "" {
		return &Obstacle{Reason: reasonPodsRefused, Subject: fmt.Sprintf("Pods of Deployment %s/%s cannot be created", c.Namespace, c.Name), Message: c.Refused, fix: refusalFix(c.Namespace, c.Refused)}
	}
	for _, pod := range c.Pods {
		subject := fmt.Sprintf("Pod %s/%s", c.Namespace, pod.Name)
		if pod.NotScheduled != "" {
			return &Obstacle{Reason: reasonPodsNotScheduled, Subject: subject + " cannot be scheduled", Message: pod.NotScheduled, fix: schedulingFix(c.Namespace, pod.NotScheduled)}
		}
		for _, container := range pod.Containers {
			if found := obstacleIn(container, subject); found != nil {
				return found
			}
		}
	}
	return nil
}

func obstacleIn(c observe.Container, pod string) *Obstacle {
	subject := fmt.Sprintf("%s, container %s", pod, c.Name)
	switch c.Waiting {
	case "ErrImagePull", "ImagePullBackOff", "ErrImageNeverPull", "InvalidImageName", "ImageInspectError", "RegistryUnavailable", "SignatureValidationFailed":
		// The words are empty if the cause is unknown.
		words := strings.TrimSpace(waitsToPull.ReplaceAllString(c.WaitingMessage, ""))
		o := &Obstacle{Reason: reasonImagePullFailed, Subject: fmt.Sprintf("%s: image %s cannot be pulled", subject, c.Image), Message: words, fix: pullFix(c, words)}
		if o.Vague = words == ""; o.Vague {
			o.Message = c.Waiting
		}
		return o
	case "CreateContainerConfigError", "CreateContainerError", "RunContainerError", "PreCreateHookError", "PreStartHookError", "PostStartHookError":
		return &Obstacle{
			Reason: reasonContainerNotCreated, Subject: fmt.Sprintf("%s with image %s cannot be created (%s)", subject, c.Image, c.Waiting), Message: c.WaitingMessage,
			fix: "Reconcile the Shoot if a Secret or ConfigMap of Flux was deleted in the shoot; otherwise check for a policy or webhook in the shoot that changes the pods of Flux",
		}
	}
	switch {
	case c.Ended != "" && !c.Running:
		return &Obstacle{
			Reason: reasonContainerCrashes, Subject: fmt.Sprintf("%s with image %s keeps crashing (%s, exit code %d)", subject, c.Image, c.Ended, c.ExitCode),
			Message: c.Words, fix: crashFix(c),
		}
	case c.Running:
		message := "its readiness probe fails"
		if c.Ended != "" {
			message = strings.TrimRight(fmt.Sprintf("it was restarted (%s, exit code %d): %s", c.Ended, c.ExitCode, c.Words), ": ")
		}
		return &Obstacle{Reason: reasonContainerNotReady, Subject: fmt.Sprintf("%s with image %s runs but is not ready", subject, c.Image), Message: message, fix: crashFix(c)}
	}
	return nil
}

// outOfMemory is the kubelet's reason for a container that exceeded its memory limit.
const outOfMemory = "OOMKilled"

func crashFix(c observe.Container) string {
	if c.Ended == outOfMemory {
		return "The container has exceeded its memory limit: raise limits.memory of the component in flux.resources " + inConfiguration
	}
	return "Check the log of the container in the shoot, and the nodes' connection to the shoot's API server"
}

// schedulingFix returns the fix for a pod that fits no node. The scheduler reports unavailable volumes in the same way
// as other constraints.
func schedulingFix(namespace, message string) string {
	if containsAny(strings.ToLower(message), []string{"persistentvolume", "persistent volume", "volume node affinity", "volume limit", "storageclass"}) {
		return fmt.Sprintf("Check flux.storage %s, the StorageClass in the shoot, and the Events of the PersistentVolumeClaims in namespace %s of the shoot", inConfiguration, namespace)
	}
	return "Check flux.nodeSelector, flux.tolerations and flux.resources " + inConfiguration + ", and the number, size and taints of the Shoot's nodes"
}

func refusalFix(namespace, refusal string) string {
	switch {
	case strings.Contains(refusal, "exceeded quota"), strings.Contains(refusal, "failed quota"):
		return fmt.Sprintf("Raise the ResourceQuota in namespace %s of the shoot, or lower flux.resources %s", namespace, inConfiguration)
	case strings.Contains(refusal, "violates PodSecurity"):
		return fmt.Sprintf("Flux's pods satisfy the profile restricted, so a policy or webhook in the shoot changes them: exempt namespace %s from it, or correct the labels pod-security.kubernetes.io of the namespace", namespace)
	case strings.Contains(refusal, "LimitRange"), strings.Contains(refusal, "per Container"), strings.Contains(refusal, "per Pod"):
		return fmt.Sprintf("Correct the LimitRange in namespace %s of the shoot, or flux.resources %s", namespace, inConfiguration)
	}
	return fmt.Sprintf("A policy or a webhook in the shoot refuses the pods of Flux: exempt namespace %s from it", namespace)
}

// statusDenied and statusNotFound match the status of an HTTP response, but not digits in a digest.
var statusDenied, statusNotFound = regexp.MustCompile(`\b40[13]\b`), regexp.MustCompile(`\b404\b`)

// pullFix returns the setting to check for an image that cannot be pulled.
func pullFix(c observe.Container, words string) string {
	const settings = "flux.registry " + inConfiguration
	operator := "the operator's image vector overwrite"
	if strings.Contains(c.Image, "@sha256:") {
		operator += ", and images.digests, because the registry must have the image with the same digest"
	}
	lower := strings.ToLower(words)
	switch {
	case c.Waiting == "InvalidImageName":
		return "Correct " + settings + ", or " + operator
	case containsAny(lower, []string{"unauthorized", "authorization failed", "denied", "forbidden", "authentication required", "no basic auth credentials"}), statusDenied.MatchString(lower):
		return "The registry refuses the credentials, or does not have the image; check the Secret that flux.imagePullSecretResourceName names " + inConfiguration + ", and " + settings
	case containsAny(lower, []string{"not found", "manifest unknown", "not known"}), statusNotFound.MatchString(lower):
		return "The registry does not have the image: copy the image, or correct " + settings + ", or " + operator
	case containsAny(lower, append(certificateTexts, "no such host", "timeout", "refused", "unreachable", "network")):
		return "The shoot's nodes cannot reach the registry; check " + settings + ", and the nodes' network, proxy and certificate authorities"
	}
	return "Check " + settings + ", the Secret that flux.imagePullSecretResourceName names, and " + operator
}

// waitsToPull matches the prefix that the kubelet reports during a back-off. Newer kubelets append the cause.
var waitsToPull = regexp.MustCompile(`^(?:Back-off pulling image "[^"]*"(?:: |$))?(?:ErrImagePull: )?`)
