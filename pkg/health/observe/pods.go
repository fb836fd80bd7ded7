// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Limits for controllers that do not run. Users of the shoot may create any number of pods with arbitrary texts.
const (
	mostControllers = 3
	mostPods        = 3
	podsOfPage      = 10
	mostPages       = 5

	longestImage = 200
	longestWords = 320
	// cutLog is the maximum length of a termination message in bytes. The kubelet truncates the log to this length.
	cutLog = 2048
)

// appLabel is the selector label of Flux's Deployments. Its value is the name of the Deployment.
const appLabel = "app"

// ReadControllers returns the unavailable ones among the named controllers. It reads each Deployment, and a few pods of
// the first unavailable ones.
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

// isRolledOut reports whether all desired pods of the Deployment are available.
func isRolledOut(deployment *appsv1.Deployment) bool {
	status := deployment.Status
	wanted := int32(1)
	if deployment.Spec.Replicas != nil {
		wanted = *deployment.Spec.Replicas
	}
	return status.ObservedGeneration >= deployment.Generation && status.UpdatedReplicas >= wanted && status.AvailableReplicas >= wanted && status.UnavailableReplicas == 0
}

// refusal returns the error of an API server that refuses pods. The Deployment copies this error from its ReplicaSet.
func refusal(deployment *appsv1.Deployment) string {
	for _, condition := range deployment.Status.Conditions {
		if condition.Type == appsv1.DeploymentReplicaFailure && condition.Status == corev1.ConditionTrue {
			return words(cmp.Or(condition.Message, condition.Reason))
		}
	}
	return ""
}

// errEnough stops listing pods.
var errEnough = errors.New("enough pods were read")

// ReadPods reads a few pods that are not ready, with at most five requests. It skips terminated pods, because a
// namespace may contain many evicted pods.
func ReadPods(ctx context.Context, shoot client.Reader, of, namespace string, labels client.MatchingLabels) ([]Pod, error) {
	var observed []Pod
	pods := responses.Whole(corev1.SchemeGroupVersion.WithKind("Pod"), client.InNamespace(namespace), labels).AtMost(mostPages, podsOfPage)
	err := responses.Scan(ctx, shoot, pods, func(content *unstructured.Unstructured) error {
		pod := &corev1.Pod{}
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(content.Object, pod); err != nil {
			return err
		}
		if pod.DeletionTimestamp == nil && pod.Status.Phase != corev1.PodFailed && pod.Status.Phase != corev1.PodSucceeded && !isPodReady(pod) {
			observed = append(observed, observePod(pod))
		}
		if len(observed) == mostPods {
			return errEnough
		}
		return nil
	})
	if _, is := errors.AsType[*responses.TooManyError](err); err != nil && !errors.Is(err, errEnough) && !is {
		return nil, fmt.Errorf("failed to read the pods of %s: %w", of, err)
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

// words removes secrets and parts that differ with each attempt from the text of a kubelet, scheduler, policy or log.
func words(value string) string {
	return text.Clean(value, longestWords)
}

// lastWords returns the most useful line at the end of a log: the last error or panic. From a structured line, it
// returns the message and error without the time.
func lastWords(log string) string {
	if len(log) > text.LongestLog {
		log = log[len(log)-text.LongestLog:]
	}
	lines := strings.Split(strings.TrimSpace(log), "\n")
	if len(lines) > 1 && len(log) >= cutLog {
		lines = lines[1:] // The first line may be cut, and part of a token may not be recognized as a secret.
	}
	last := ""
	for _, line := range slices.Backward(lines) {
		message, failure := readLine(strings.TrimSpace(line))
		if failure {
			return message
		}
		last = cmp.Or(last, message)
	}
	return last
}

// readLine returns the message in a log line, and whether the line reports a failure.
func readLine(line string) (message string, failure bool) {
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
