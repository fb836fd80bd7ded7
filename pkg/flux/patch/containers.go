// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// longestVariable bounds the value of an environment variable, in bytes.
const longestVariable = 1024

// takeContainers takes the allowed changes of the containers. Their number is fixed.
func takeContainers(version string, of fluxv1alpha1.Component, was corev1.PodSpec, is *corev1.PodSpec) *refusal {
	if len(was.Containers) != len(is.Containers) {
		return forbidden("spec.template.spec.containers")
	}
	for i := range is.Containers {
		before, container, at := was.Containers[i], &is.Containers[i], fmt.Sprintf("spec.template.spec.containers[%d]", i)
		if refused := checkArguments(at+".args", version, of, before.Args, container.Args); refused != nil {
			return refused
		}
		if refused := checkVariables(at+".env", before.Env, container.Env); refused != nil {
			return refused
		}
		if refused := checkResources(at+".resources", container.Resources); refused != nil {
			return refused
		}
		if refused := checkMounts(at+".volumeMounts", before.VolumeMounts, container.VolumeMounts, was.Volumes, is.Volumes); refused != nil {
			return refused
		}
		container.Args, container.Env, container.VolumeMounts = before.Args, before.Env, before.VolumeMounts
		container.Resources.Requests, container.Resources.Limits = before.Resources.Requests, before.Resources.Limits
	}
	return nil
}

// checkVariables rejects unknown environment variables, and changes of existing ones.
func checkVariables(at string, before, after []corev1.EnvVar) *refusal {
	was := map[string]corev1.EnvVar{}
	for _, variable := range before {
		was[variable.Name] = variable
	}
	seen := map[string]bool{}
	for _, variable := range after {
		at := fmt.Sprintf("%s[%s]", at, variable.Name)
		if seen[variable.Name] {
			return &refusal{field: at, text: "must be set once; remove one"}
		}
		seen[variable.Name] = true
		if earlier, had := was[variable.Name]; had && reflect.DeepEqual(earlier, variable) {
			continue
		}
		if text := checkVariable(variable); text != "" {
			return &refusal{field: at, text: text}
		}
	}
	for _, variable := range before {
		if !seen[variable.Name] {
			return &refusal{field: fmt.Sprintf("%s[%s]", at, variable.Name), text: "must not be removed by a patch; keep it"}
		}
	}
	return nil
}

func checkVariable(variable corev1.EnvVar) string {
	allowed := []string{
		"AWS_DEFAULT_REGION", "AWS_REGION", "AWS_STS_REGIONAL_ENDPOINTS", "AZURE_CLIENT_ID", "AZURE_TENANT_ID", "GOGC", "GOMAXPROCS", "GOOGLE_CLOUD_PROJECT",
		"SSL_CERT_DIR", "SSL_CERT_FILE", "TZ",
	}
	switch {
	case slices.Contains([]string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"}, strings.ToUpper(variable.Name)):
		return "must not be set by a patch; remove it, and set flux.proxy"
	case !slices.Contains(allowed, variable.Name):
		return fmt.Sprintf("must not be set by a patch; remove it, the variables that may be set are %s", strings.Join(allowed, ", "))
	case variable.ValueFrom != nil:
		return "must have a value of its own, and not one from elsewhere; write value"
	case len(variable.Value) > longestVariable || strings.ContainsFunc(variable.Value, func(r rune) bool { return r < ' ' || r == '$' }):
		return fmt.Sprintf("must be one line of at most %d bytes without $; correct it", longestVariable)
	}
	return ""
}

// checkResources rejects compute resources that an API server would reject.
func checkResources(at string, resources corev1.ResourceRequirements) *refusal {
	supported := []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceEphemeralStorage, corev1.ResourceMemory}
	for _, list := range []struct {
		at     string
		values corev1.ResourceList
	}{{at + ".limits", resources.Limits}, {at + ".requests", resources.Requests}} {
		for _, name := range slices.Sorted(maps.Keys(list.values)) {
			quantity := list.values[name]
			switch {
			case !slices.Contains(supported, name):
				return &refusal{field: fmt.Sprintf("%s[%s]", list.at, name), text: "is not supported; remove it, there are cpu, ephemeral-storage and memory"}
			case quantity.Sign() < 0:
				return &refusal{field: fmt.Sprintf("%s.%s", list.at, name), text: "must not be negative"}
			}
		}
	}
	for _, name := range supported {
		request, requested := resources.Requests[name]
		limit, limited := resources.Limits[name]
		if requested && limited && request.Cmp(limit) > 0 {
			return &refusal{field: fmt.Sprintf("%s.requests.%s", at, name), text: fmt.Sprintf("must not be more than the limit %s; set both", limit.String())}
		}
	}
	return nil
}
