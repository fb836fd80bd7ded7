// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"slices"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// mostNotifications is the maximum number of receivers of a project, mostNotificationHosts of hosts that an
	// operator allows.
	mostNotifications     = 10
	mostNotificationHosts = 100
	// mostReadsPerSecond catches typos that would be a denial of service: no Git host allows as many.
	mostReadsPerSecond = 1000
)

// ValidateNotifications validates the defaulted receivers of a project. The rollout is the project's defaulted
// rollout, or nil.
func ValidateNotifications(path *field.Path, notifications []fluxv1alpha1.Notification, rollout *fluxv1alpha1.Rollout) field.ErrorList {
	if count := len(notifications); count > mostNotifications {
		return tooMany(path, count, mostNotifications)
	}
	var errs field.ErrorList
	names := map[string]bool{}
	for i := range notifications {
		errs = append(errs, validateNotification(path.Index(i), &notifications[i], rollout)...)
		name := *notifications[i].Name
		switch {
		case names[name] && name == string(notifications[i].Type):
			errs = append(errs, field.Duplicate(path.Index(i).Child("name"), name+": without a name, that is its type; give each receiver of one type a name"))
		case names[name]:
			errs = append(errs, field.Duplicate(path.Index(i).Child("name"), name))
		}
		names[name] = true
	}
	return errs
}

func validateNotification(path *field.Path, notification *fluxv1alpha1.Notification, rollout *fluxv1alpha1.Rollout) field.ErrorList {
	if errs := validateType(path.Child("type"), notification.Type, "set the type of the receiver: slack, msteams or webhook", fluxv1alpha1.NotificationTypes()); len(errs) > 0 {
		return errs
	}
	problems := utilvalidation.IsDNS1123Label(*notification.Name)
	return slices.Concat(
		refuseIf(len(problems) > 0, field.Invalid(path.Child("name"), *notification.Name, strings.Join(problems, "; "))),
		ValidateObjectName(path.Child("secretName"), *notification.SecretName, "Secret"),
		oneOf(path.Child("minimumState"), *notification.MinimumState, fluxv1alpha1.NotificationStates()...),
		validateRingNames(path.Child("rings"), notification.Rings, rollout),
		validateLabelSelector(path.Child("shoots"), notification.Shoots),
	)
}

func validateType[T ~string](path *field.Path, value T, missing string, known []T) field.ErrorList {
	if value == "" {
		return required(path, missing)
	}
	return oneOf(path, value, known...)
}

func validateRingNames(path *field.Path, names []string, rollout *fluxv1alpha1.Rollout) field.ErrorList {
	switch count := len(names); {
	case count == 0:
		return nil
	case rollout == nil:
		return forbidden(path, "the project has no rollout, and no rings; remove it, or set project.rollout")
	case count > mostRings+1:
		return tooMany(path, count, mostRings+1)
	}
	var errs field.ErrorList
	var known []string
	for _, ring := range rollout.Rings {
		known = append(known, ring.Name)
	}
	for i, name := range names {
		switch {
		case !slices.Contains(known, name):
			errs = append(errs, field.NotSupported(path.Index(i), name, known))
		case slices.Contains(names[:i], name):
			errs = append(errs, field.Duplicate(path.Index(i), name))
		}
	}
	return errs
}

// wildcard replaces the first label of a host.
const wildcard = "*."

// ValidateNotificationHosts validates the receivers' hosts that the operator allows.
func ValidateNotificationHosts(path *field.Path, notifications *configv1alpha1.Notifications) field.ErrorList {
	path = path.Child("hosts")
	switch count := len(notifications.Hosts); {
	case count == 0:
		return required(path, "name the hosts of receivers, such as hooks.slack.com; or remove notifications, without which nothing is sent")
	case count > mostNotificationHosts:
		return tooMany(path, count, mostNotificationHosts)
	}
	var errs field.ErrorList
	for i, entry := range notifications.Hosts {
		own, is := strings.CutPrefix(entry, wildcard)
		host, _, err := githosts.Split(own, githosts.HTTPSPort)
		switch {
		case is && strings.Count(host, ".") < 2:
			errs = append(errs, field.Invalid(path.Index(i), entry, fmt.Sprintf("allows too much; begin with %s and at least three labels, such as *.environment.api.powerplatform.com", wildcard)))
		case err != nil, strings.ContainsAny(own, "/@?#*"), !isHost(host):
			errs = append(errs, field.Invalid(path.Index(i), entry, "must be a host or host:port, such as hooks.slack.com, without scheme and path; the first label may be *"))
		}
	}
	return errs
}

// ValidatePush validates a project's defaulted webhook.
func ValidatePush(path *field.Path, push *fluxv1alpha1.Push) field.ErrorList {
	return slices.Concat(
		validateType(path.Child("type"), push.Type, "set the type of webhook that the Git host sends: github, gitlab, bitbucket, gitea (also for Forgejo), generic-hmac or generic", fluxv1alpha1.PushTypes()),
		ValidateObjectName(path.Child("secretName"), *push.SecretName, "Secret"),
	)
}

// ValidatePushOffer validates the operator's defaulted offer of webhooks.
func ValidatePushOffer(path *field.Path, push *configv1alpha1.Push) field.ErrorList {
	var errs field.ErrorList
	const form = "must be the host, or host:port, at which Git hosts reach the garden controller, such as push.garden.example.com"
	switch host, port, err := githosts.Split(push.Host, githosts.HTTPSPort); {
	case push.Host == "":
		errs = required(path.Child("host"), form+"; or remove push, without which no project has a webhook")
	case err != nil || port <= 0 || !isHost(host) || strings.ContainsAny(push.Host, "/@?#"):
		errs = invalid(path.Child("host"), push.Host, form+", without scheme and path")
	}
	reads := *push.ReadsPerSecond
	return append(errs, refuseIf(reads < 1 || reads > mostReadsPerSecond,
		field.Invalid(path.Child("readsPerSecond"), reads, "must be at least 1 and at most 1000; GitHub recommends at most 15 for a repository"))...)
}
