// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Reasons why a controller of Flux does not run.
const (
	reasonPodsRefused         = "PodsRefused"
	reasonPodsNotScheduled    = "PodsNotScheduled"
	reasonImagePullFailed     = "ImagePullFailed"
	reasonContainerNotCreated = "ContainerNotCreated"
	reasonContainerCrashes    = "ContainerCrashes"
	ReasonContainerNotReady   = "ContainerNotReady"
)

// Obstacle is why a controller of Flux does not run.
type Obstacle struct {
	// Reason is one word in CamelCase.
	Reason string
	// Subject names pod, container and image, message is what is wrong, and fix what to do.
	Subject, Message, fix string
	// Vague is true if the kubelet reports only that it waits until it tries again, and not why.
	Vague bool
}

// OfControllers returns why the first controller does not run for which that is known; nil if it is known of none.
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
			found.fix += ". Not available either: " + enumerate(others, mostControllers)
		}
		return found
	}
	return nil
}

// Text is the message of a condition.
func (o Obstacle) Text() string {
	if o.Message == "" {
		return o.Subject + ". " + o.fix
	}
	return text.Format(o.Subject, o.Message, o.fix)
}

// OfController returns why a controller does not run; nil if that is not known.
func OfController(c observe.Controller) *Obstacle {
	if c.Refused != "" {
		return &Obstacle{Reason: reasonPodsRefused, Subject: fmt.Sprintf("No pod of Deployment %s/%s is created", c.Namespace, c.Name), Message: c.Refused, fix: refusalFix(c.Namespace, c.Refused)}
	}
	for _, pod := range c.Pods {
		subject := fmt.Sprintf("Pod %s/%s", c.Namespace, pod.Name)
		if pod.NotScheduled != "" {
			return &Obstacle{Reason: reasonPodsNotScheduled, Subject: subject + " has no node", Message: pod.NotScheduled, fix: schedulingFix(c.Namespace, pod.NotScheduled)}
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
		words := pullWords(c.WaitingMessage)
		o := &Obstacle{Reason: reasonImagePullFailed, Subject: fmt.Sprintf("%s: image %s cannot be pulled", subject, c.Image), Message: words, fix: pullFix(c, words)}
		if o.Vague = words == ""; o.Vague {
			o.Message = c.Waiting
		}
		return o
	case "CreateContainerConfigError", "CreateContainerError", "RunContainerError", "PreCreateHookError", "PreStartHookError", "PostStartHookError":
		return &Obstacle{
			Reason: reasonContainerNotCreated, Subject: fmt.Sprintf("%s with image %s cannot be created (%s)", subject, c.Image, c.Waiting), Message: c.WaitingMessage,
			fix: "Reconcile the Shoot if a Secret or ConfigMap of Flux was deleted in the shoot; else check what in the shoot changes the pods of Flux, such as a policy or a webhook",
		}
	}
	switch {
	case c.Ended != "" && !c.Running:
		return &Obstacle{
			Reason: reasonContainerCrashes, Subject: fmt.Sprintf("%s with image %s ends again and again (%s, exit code %d)", subject, c.Image, c.Ended, c.ExitCode),
			Message: c.Words, fix: crashFix(c),
		}
	case c.Running:
		message := "its readiness probe does not succeed"
		if c.Ended != "" {
			message = strings.TrimRight(fmt.Sprintf("it was restarted (%s, exit code %d): %s", c.Ended, c.ExitCode, c.Words), ": ")
		}
		return &Obstacle{Reason: ReasonContainerNotReady, Subject: fmt.Sprintf("%s with image %s runs and is not ready", subject, c.Image), Message: message, fix: crashFix(c)}
	}
	return nil
}
