// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

// longestVariable is the maximum length of the value of an environment variable, in bytes.
const longestVariable = 1024

// takeContainers validates the changes of containers, and resets the allowed changes in is. It rejects added or removed
// containers.
func takeContainers(version string, of fluxv1alpha1.Component, was corev1.PodSpec, is *corev1.PodSpec) *refusal {
	if len(was.Containers) != len(is.Containers) {
		return forbidden("spec.template.spec.containers")
	}
	for i := range is.Containers {
		before, container, at := was.Containers[i], &is.Containers[i], fmt.Sprintf("spec.template.spec.containers[%d]", i)
		refused := cmp.Or(
			checkArguments(at+".args", version, of, before.Args, container.Args),
			checkNamed(at+".env", before.Env, container.Env, func(variable corev1.EnvVar) string { return variable.Name }, checkVariable),
			checkResources(field.NewPath(at+".resources"), of, container.Resources),
			checkNamed(at+".volumeMounts", before.VolumeMounts, container.VolumeMounts, func(mount corev1.VolumeMount) string { return mount.MountPath }, func(_, mount corev1.VolumeMount) string {
				return checkMount(mount, was.Volumes, is.Volumes)
			}),
		)
		if refused != nil {
			return refused
		}
		container.Args, container.Env, container.VolumeMounts = before.Args, before.Env, before.VolumeMounts
		container.Resources.Requests, container.Resources.Limits = before.Resources.Requests, before.Resources.Limits
	}
	return nil
}

// checkNamed compares a list before and after the patches. It rejects entries with the same key, and the removal of
// entries. check returns a description of the problem with a changed or added entry. For an added entry, its argument
// before is the zero value.
func checkNamed[T any](at string, before, after []T, key func(T) string, check func(before, after T) string) *refusal {
	seen := map[string]bool{}
	for _, entry := range after {
		var was T
		i := slices.IndexFunc(before, func(earlier T) bool { return key(earlier) == key(entry) })
		if i >= 0 {
			was = before[i]
		}
		text := ""
		switch {
		case seen[key(entry)]:
			text = "must occur once; remove the other one"
		case i < 0 || !reflect.DeepEqual(was, entry):
			text = check(was, entry)
		}
		if text != "" {
			return &refusal{field: fmt.Sprintf("%s[%s]", at, key(entry)), text: text}
		}
		seen[key(entry)] = true
	}
	for _, entry := range before {
		if !seen[key(entry)] {
			return &refusal{field: fmt.Sprintf("%s[%s]", at, key(entry)), text: "must not be removed by a patch; keep it"}
		}
	}
	return nil
}

func checkVariable(_, variable corev1.EnvVar) string {
	allowed := []string{
		"AWS_DEFAULT_REGION", "AWS_REGION", "AWS_STS_REGIONAL_ENDPOINTS", "AZURE_CLIENT_ID", "AZURE_TENANT_ID", "GOGC", "GOMAXPROCS", "GOOGLE_CLOUD_PROJECT",
		"SSL_CERT_DIR", "SSL_CERT_FILE", "TZ",
	}
	switch {
	case slices.Contains([]string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"}, strings.ToUpper(variable.Name)):
		return "must not be set by a patch; remove it, and set flux.proxy"
	case !slices.Contains(allowed, variable.Name):
		return fmt.Sprintf("must not be set by a patch; remove it; the allowed variables are %s", strings.Join(allowed, ", "))
	case variable.ValueFrom != nil:
		return "must have a literal value; set value instead of valueFrom"
	case len(variable.Value) > longestVariable || strings.ContainsFunc(variable.Value, func(r rune) bool { return r < ' ' || r == '$' }):
		return fmt.Sprintf("must be one line of at most %d bytes without $; correct it", longestVariable)
	}
	return ""
}

// checkResources rejects compute resources that an API server would reject.
func checkResources(at *field.Path, of fluxv1alpha1.Component, resources corev1.ResourceRequirements) *refusal {
	return firstOf(validation.ValidateResources(at, of, resources, validation.Carried{
		Version: "any", Components: []fluxv1alpha1.Component{of},
		Resources: func(fluxv1alpha1.Component) corev1.ResourceRequirements { return corev1.ResourceRequirements{} },
	}))
}
