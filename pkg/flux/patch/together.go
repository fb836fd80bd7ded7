// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"fmt"
	"time"

	"github.com/spf13/pflag"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Flags for leader election, with the defaults of Flux's controllers (fluxcd/pkg: runtime/leaderelection).
const (
	flagLeaseDuration    = "--leader-election-lease-duration"
	flagRenewDeadline    = "--leader-election-renew-deadline"
	flagRetryPeriod      = "--leader-election-retry-period"
	defaultLeaseDuration = 35 * time.Second
	defaultRenewDeadline = 30 * time.Second
	defaultRetryPeriod   = 5 * time.Second
)

// gateOOMWatch enables the OOM watch of helm-controller. With this feature gate, helm-controller only starts if it has
// a memory limit.
const gateOOMWatch = "OOMWatch"

// checkTogether rejects combinations of settings that are allowed individually but prevent a controller from starting.
// Several patches can result in such a combination.
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
		_, ok := container.Resources.Limits[corev1.ResourceMemory]
		if refused := checkStart(at, container.Args, ok); refused != nil {
			return refused
		}
	}
	return nil
}

// checkStart validates the arguments like client-go's leader election (tools/leaderelection) and helm-controller.
// limited is true if the container has a memory limit. If a flag for a duration occurs more than once, the last value
// is used, as in the controllers.
func checkStart(at string, args []string, limited bool) *refusal {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	lease := flags.Duration(flagLeaseDuration[2:], defaultLeaseDuration, "")
	renew := flags.Duration(flagRenewDeadline[2:], defaultRenewDeadline, "")
	retry := flags.Duration(flagRetryPeriod[2:], defaultRetryPeriod, "")
	gates := flags.StringToString(flagFeatureGates[2:], nil, "")
	if err := flags.Parse(args); err != nil {
		return &refusal{field: at + ".args", text: "cannot be parsed; correct them"}
	}
	switch {
	case *lease <= *renew || *renew <= *retry+*retry/5:
		return &refusal{field: at + ".args", text: fmt.Sprintf(
			"must have %s above %s, and %[2]s above 1.2 times %[3]s, or the controller does not start; correct the values %[4]s, %[5]s and %[6]s",
			flagLeaseDuration, flagRenewDeadline, flagRetryPeriod, *lease, *renew, *retry)}
	case !limited && (*gates)[gateOOMWatch] == "true":
		return &refusal{field: at + ".resources.limits.memory", text: fmt.Sprintf("must be set with the feature gate %s, or the controller does not start; set it, or remove the gate", gateOOMWatch)}
	}
	return nil
}
