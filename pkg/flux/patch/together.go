// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"fmt"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Flags of the leader election with the defaults of Flux's controllers (fluxcd/pkg: runtime/leaderelection).
const (
	flagLeaseDuration    = "--leader-election-lease-duration"
	flagRenewDeadline    = "--leader-election-renew-deadline"
	flagRetryPeriod      = "--leader-election-retry-period"
	defaultLeaseDuration = 35 * time.Second
	defaultRenewDeadline = 30 * time.Second
	defaultRetryPeriod   = 5 * time.Second
)

// gateOOMWatch makes helm-controller watch its memory limit. Without a limit, it does not start.
const gateOOMWatch = "OOMWatch"

// checkTogether rejects combinations of allowed settings, possibly from several patches, that prevent a
// controller from starting.
func checkTogether(object *unstructured.Unstructured) *refusal {
	if object.GetKind() != string(fluxv1alpha1.PatchKindDeployment) {
		return nil
	}
	deployment := &appsv1.Deployment{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, deployment); err != nil {
		return &refusal{field: "a field", text: "has a value of the wrong type; correct it"}
	}
	for i, container := range deployment.Spec.Template.Spec.Containers {
		at := fmt.Sprintf("spec.template.spec.containers[%d]", i)
		if text := checkLeaderElection(container.Args); text != "" {
			return &refusal{field: at + ".args", text: text}
		}
		if _, limited := container.Resources.Limits[corev1.ResourceMemory]; !limited && isEnabled(container.Args, gateOOMWatch) {
			return &refusal{field: at + ".resources.limits.memory", text: fmt.Sprintf("must be set with the feature gate %s, or the controller does not start; set it, or remove the gate", gateOOMWatch)}
		}
	}
	return nil
}

// checkLeaderElection checks the durations as the leader election does (client-go: tools/leaderelection).
func checkLeaderElection(args []string) string {
	lease, renew, retry := durationOf(args, flagLeaseDuration, defaultLeaseDuration), durationOf(args, flagRenewDeadline, defaultRenewDeadline), durationOf(args, flagRetryPeriod, defaultRetryPeriod)
	if lease > renew && renew > retry+retry/5 {
		return ""
	}
	return fmt.Sprintf("must have %s above %s, and that above 1.2 times %s, or the controller does not start; correct them, they are %s, %s and %s",
		flagLeaseDuration, flagRenewDeadline, flagRetryPeriod, lease, renew, retry)
}

// durationOf returns the value of a flag. The last occurrence counts.
func durationOf(args []string, flag string, unset time.Duration) time.Duration {
	result := unset
	for _, argument := range args {
		if name, value, _ := strings.Cut(argument, "="); name == flag {
			if d, err := time.ParseDuration(value); err == nil {
				result = d
			}
		}
	}
	return result
}

// isEnabled returns whether a feature gate is enabled. The last occurrence counts.
func isEnabled(args []string, gate string) bool {
	enabled := false
	for _, argument := range args {
		flag, value, _ := strings.Cut(argument, "=")
		if flag != flagFeatureGates {
			continue
		}
		for setting := range strings.SplitSeq(value, ",") {
			if name, is, _ := strings.Cut(setting, "="); name == gate {
				enabled = is == "true"
			}
		}
	}
	return enabled
}
