// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// mostReadsPerSecond keeps a typo from being a denial of service: no Git host allows as many.
const mostReadsPerSecond = 1000

// ValidatePush checks a defaulted webhook of a project.
func ValidatePush(path *field.Path, push *fluxv1alpha1.Push) field.ErrorList {
	var errs field.ErrorList
	if push.Type == "" {
		errs = append(errs, field.Required(path.Child("type"), "name what the Git host sends: github, gitlab, bitbucket, gitea (also for Forgejo), generic-hmac or generic"))
	} else {
		errs = append(errs, oneOf(path.Child("type"), push.Type, fluxv1alpha1.PushTypes())...)
	}
	return append(errs, ValidateObjectName(path.Child("secretName"), *push.SecretName, "Secret")...)
}

// ValidatePushOffer checks the operator's defaulted offer of webhooks.
func ValidatePushOffer(path *field.Path, push *configv1alpha1.Push) field.ErrorList {
	var errs field.ErrorList
	const form = "must be the host, or host:port, at which Git hosts reach the garden controller, such as push.garden.example.com"
	switch host, port, err := githosts.Split(push.Host, githosts.HTTPSPort); {
	case push.Host == "":
		errs = append(errs, field.Required(path.Child("host"), form+"; or remove push, without which no project has a webhook"))
	case err != nil || port <= 0 || !isHost(host) || strings.ContainsAny(push.Host, "/@?#"):
		errs = append(errs, field.Invalid(path.Child("host"), push.Host, form+", without scheme and path"))
	}
	if reads := *push.ReadsPerSecond; reads < 1 || reads > mostReadsPerSecond {
		errs = append(errs, field.Invalid(path.Child("readsPerSecond"), reads, "must be at least 1 and at most 1000; GitHub recommends at most 15 for a repository"))
	}
	return errs
}
