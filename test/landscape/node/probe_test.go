// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var _ = Describe("container life", func() {
	DescribeTable("thresholds",
		func(probe corev1.Probe, results string, expected ...verdict) {
			t := newThresholds(probe)
			var changes []verdict
			for _, result := range results {
				if t.observe(result == '+') {
					changes = append(changes, t.verdict)
				}
			}
			Expect(changes).To(Equal(expected))
		},
		Entry("one success is enough by default", corev1.Probe{}, "++", healthy),
		Entry("three failures in a row by default", corev1.Probe{}, "+--+--", healthy),
		Entry("the third failure", corev1.Probe{}, "+---", healthy, unhealthy),
		Entry("failed from the beginning", corev1.Probe{FailureThreshold: 2}, "--", unhealthy),
		Entry("several successes demanded", corev1.Probe{SuccessThreshold: 2, FailureThreshold: 1}, "+-++-", unhealthy, healthy, unhealthy),
	)

	DescribeTable("#restarts",
		func(policy corev1.RestartPolicy, init bool, code int, expected bool) {
			Expect(restarts(policy, init, code)).To(Equal(expected))
		},
		Entry("always after success", corev1.RestartPolicyAlways, false, 0, true),
		Entry("always after failure", corev1.RestartPolicyAlways, false, 1, true),
		Entry("on failure after success", corev1.RestartPolicyOnFailure, false, 0, false),
		Entry("on failure after failure", corev1.RestartPolicyOnFailure, false, 1, true),
		Entry("never", corev1.RestartPolicyNever, false, 1, false),
		Entry("init container that completed", corev1.RestartPolicyAlways, true, 0, false),
		Entry("init container that failed", corev1.RestartPolicyAlways, true, 1, true),
		Entry("init container that failed, never", corev1.RestartPolicyNever, true, 1, false),
	)

	It("should back off from the second restart on, up to a limit, and begin anew after a long run", func() {
		backoff := restartBackoff{initial: 10 * time.Second}
		var pauses []time.Duration
		for range 8 {
			pauses = append(pauses, backoff.next(time.Second))
		}
		Expect(pauses).To(HaveExactElements(
			time.Duration(0), 10*time.Second, 20*time.Second, 40*time.Second, 80*time.Second, 160*time.Second, 5*time.Minute, 5*time.Minute,
		))
		Expect(backoff.next(time.Hour)).To(BeZero())
		Expect(backoff.next(time.Second)).To(Equal(10 * time.Second))
	})

	DescribeTable("#phase",
		func(init, main corev1.ContainerStatus, expected corev1.PodPhase) {
			Expect(phase(corev1.PodStatus{InitContainerStatuses: []corev1.ContainerStatus{init}, ContainerStatuses: []corev1.ContainerStatus{main}})).To(Equal(expected))
		},
		Entry("not started", corev1.ContainerStatus{}, corev1.ContainerStatus{}, corev1.PodPending),
		Entry("running", ended(0), corev1.ContainerStatus{ContainerID: "1"}, corev1.PodRunning),
		Entry("completed", ended(0), ended(0), corev1.PodSucceeded),
		Entry("failed", ended(0), ended(1), corev1.PodFailed),
		Entry("failed to initialize for good", ended(1), corev1.ContainerStatus{}, corev1.PodFailed),
		Entry("waiting for a restart", ended(0), corev1.ContainerStatus{ContainerID: "1", LastTerminationState: ended(1).State}, corev1.PodRunning),
	)

	It("should keep foreign conditions and the time of the last change", func() {
		before, now := metav1.NewTime(time.Unix(1, 0)), metav1.NewTime(time.Unix(2, 0))
		present := []corev1.PodCondition{
			{Type: corev1.PodReady, Status: corev1.ConditionFalse, LastTransitionTime: before},
			{Type: corev1.PodScheduled, Status: corev1.ConditionTrue, LastTransitionTime: before},
			{Type: "example.com/foreign", Status: corev1.ConditionTrue, LastTransitionTime: before},
		}
		Expect(conditions(present, corev1.PodStatus{ContainerStatuses: []corev1.ContainerStatus{{Ready: true}}}, now)).To(ContainElements(
			corev1.PodCondition{Type: corev1.PodReady, Status: corev1.ConditionTrue, LastTransitionTime: now},
			corev1.PodCondition{Type: corev1.PodScheduled, Status: corev1.ConditionTrue, LastTransitionTime: before},
			corev1.PodCondition{Type: "example.com/foreign", Status: corev1.ConditionTrue, LastTransitionTime: before},
		))
	})
})

func ended(code int32) corev1.ContainerStatus {
	return corev1.ContainerStatus{
		ContainerID: "1",
		Ready:       code == 0,
		State:       corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: code}},
	}
}
