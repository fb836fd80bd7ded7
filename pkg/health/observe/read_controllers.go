// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// What is read and kept of controllers that do not run: users of the shoot may create any number of pods, with any texts.
const (
	mostControllers = 3
	mostPods        = 3
	podsOfPage      = 10
	mostPages       = 5

	longestImage = 200
	longestWords = 320
	// cutLog is how much of a log the kubelet takes at most.
	cutLog = 2048
)

// appLabel is the label by which each of Flux's Deployments selects its pods, with its name as the value.
const appLabel = "app"

// ReadControllers reads why those of the named controllers of Flux in the namespace do not run that are not available: a Deployment with one
// request each, and of the first ones that are not available a few pods.
func ReadControllers(ctx context.Context, shoot client.Reader, namespace string, names []string) ([]Controller, error) {
	var controllers []Controller
	for _, name := range names {
		deployment := &appsv1.Deployment{}
		found, err := get(ctx, shoot, client.ObjectKey{Namespace: namespace, Name: name}, deployment)
		if err != nil {
			return nil, fmt.Errorf("failed to read Deployment %s/%s of the shoot: %w", namespace, name, err)
		}
		if !found || isRolledOut(deployment) {
			continue
		}
		controller := Controller{Namespace: namespace, Name: name, Refused: refusal(deployment)}
		if len(controllers) < mostControllers {
			if controller.Pods, err = ReadPods(ctx, shoot, "Deployment "+namespace+"/"+name, namespace, client.MatchingLabels{appLabel: name}); err != nil {
				return nil, err
			}
		}
		controllers = append(controllers, controller)
	}
	return controllers, nil
}

// isRolledOut returns whether all pods that the Deployment wants are available.
func isRolledOut(deployment *appsv1.Deployment) bool {
	status := deployment.Status
	wanted := int32(1)
	if deployment.Spec.Replicas != nil {
		wanted = *deployment.Spec.Replicas
	}
	return status.ObservedGeneration >= deployment.Generation && status.UpdatedReplicas >= wanted && status.AvailableReplicas >= wanted && status.UnavailableReplicas == 0
}

// refusal is why the API server lets no pod be created, which the Deployment repeats from its ReplicaSet.
func refusal(deployment *appsv1.Deployment) string {
	for _, condition := range deployment.Status.Conditions {
		if condition.Type == appsv1.DeploymentReplicaFailure && condition.Status == corev1.ConditionTrue {
			return words(cmp.Or(condition.Message, condition.Reason))
		}
	}
	return ""
}

// ReadPods reads a few pods that are not ready. Those that have ended, such as evicted ones, of which there may be many, are left out.
func ReadPods(ctx context.Context, shoot client.Reader, of, namespace string, labels client.MatchingLabels) ([]Pod, error) {
	var observed []Pod
	list := &corev1.PodList{}
	for range mostPages {
		err := shoot.List(ctx, list, client.InNamespace(namespace), labels, client.Limit(podsOfPage), client.Continue(list.Continue))
		if err != nil {
			return nil, fmt.Errorf("failed to list the pods of %s of the shoot: %w", of, err)
		}
		for i := range list.Items {
			pod := &list.Items[i]
			if pod.DeletionTimestamp != nil || pod.Status.Phase == corev1.PodFailed || pod.Status.Phase == corev1.PodSucceeded || isPodReady(pod) {
				continue
			}
			if observed = append(observed, observePod(pod)); len(observed) == mostPods {
				return observed, nil
			}
		}
		if list.Continue == "" {
			break
		}
	}
	return observed, nil
}

func isPodReady(pod *corev1.Pod) bool {
	return slices.ContainsFunc(pod.Status.Conditions, func(c corev1.PodCondition) bool { return c.Type == corev1.PodReady && c.Status == corev1.ConditionTrue })
}

func observePod(pod *corev1.Pod) Pod {
	observed := Pod{Name: text.Line(pod.Name, longestName)}
	for _, condition := range pod.Status.Conditions {
		if condition.Type == corev1.PodScheduled && condition.Status == corev1.ConditionFalse {
			observed.NotScheduled = words(cmp.Or(condition.Message, condition.Reason))
		}
	}
	for _, status := range slices.Concat(pod.Status.InitContainerStatuses, pod.Status.ContainerStatuses) {
		if len(observed.Containers) < mostPods && !status.Ready {
			observed.Containers = append(observed.Containers, observeContainer(status))
		}
	}
	return observed
}

func observeContainer(status corev1.ContainerStatus) Container {
	c := Container{Name: text.Line(status.Name, longestName), Image: text.Line(status.Image, longestImage), Running: status.State.Running != nil}
	if waiting := status.State.Waiting; waiting != nil {
		c.Waiting, c.WaitingMessage = text.Line(waiting.Reason, longestName), words(waiting.Message)
	}
	ended := status.State.Terminated
	if ended == nil {
		ended = status.LastTerminationState.Terminated
	}
	if ended != nil {
		c.Ended, c.ExitCode, c.Words = text.Line(cmp.Or(ended.Reason, "Error"), longestName), ended.ExitCode, words(lastWords(ended.Message))
	}
	return c
}

// words are those of a kubelet, a scheduler, a policy or a log, without what may be secret and what differs with each try.
func words(value string) string {
	return text.Clean(value, longestWords)
}

// lastWords returns the line of the end of a log that says the most: the last error, or a panic. Of a structured line, it takes message and
// error: the time differs with each try.
func lastWords(log string) string {
	if len(log) > text.LongestLog {
		log = log[len(log)-text.LongestLog:]
	}
	lines := strings.Split(strings.TrimSpace(log), "\n")
	if len(lines) > 1 && len(log) >= cutLog {
		lines = lines[1:] // The kubelet cuts it anywhere, and the rest of a token may not look like one.
	}
	last := ""
	for _, line := range slices.Backward(lines) {
		text, failure := readLine(strings.TrimSpace(line))
		if failure {
			return text
		}
		last = cmp.Or(last, text)
	}
	return last
}

// readLine returns what a line of a log says, and whether that is a failure.
func readLine(line string) (text string, failure bool) {
	var structured struct {
		Level   string `json:"level"`
		Message string `json:"msg"`
		Error   string `json:"error"`
	}
	if json.Unmarshal([]byte(line), &structured) != nil || structured.Message == "" {
		return line, strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ")
	}
	if structured.Error != "" {
		structured.Message += ": " + structured.Error
	}
	return structured.Message, structured.Level == "error"
}
