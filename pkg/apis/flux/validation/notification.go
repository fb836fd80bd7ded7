// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"net/netip"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// mostNotifications is the maximum number of receivers of a project, and mostWebHosts the maximum number of hosts
	// that the operator can allow for notifications or checks.
	mostNotifications = 10
	mostWebHosts      = 100
	// mostReadsPerSecond is the maximum configurable read rate. It catches typos that would cause a denial of service,
	// because no Git host allows a higher rate.
	mostReadsPerSecond = 1000
	// mostPushRates is the maximum number of rates, and mostPushHosts the maximum number of hosts of one.
	mostPushRates = 20
	mostPushHosts = 100
)

// ValidateNotifications validates the defaulted receivers of a project. rollout is the project's defaulted rollout; nil
// if it has none.
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
			errs = append(errs, field.Duplicate(path.Index(i).Child("name"), name+": the name defaults to the type; give each receiver of the same type a name"))
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
	return slices.Concat(
		validateName(path.Child("name"), *notification.Name, utilvalidation.IsDNS1123Label),
		ValidateObjectName(path.Child("secretName"), *notification.SecretName, "Secret"),
		OneOf(path.Child("minimumState"), *notification.MinimumState, fluxv1alpha1.NotificationStates()...),
		validateRingNames(path.Child("rings"), notification.Rings, rollout),
		validateLabelSelector(path.Child("shoots"), notification.Shoots),
	)
}

func validateType[T ~string](path *field.Path, value T, missing string, known []T) field.ErrorList {
	if value == "" {
		return required(path, missing)
	}
	return OneOf(path, value, known...)
}

func validateRingNames(path *field.Path, names []string, rollout *fluxv1alpha1.Rollout) field.ErrorList {
	switch count := len(names); {
	case count == 0:
		return nil
	case rollout == nil:
		return forbidden(path, "the project has no rollout and therefore no rings; remove it, or set project.rollout")
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

// ValidateNotificationHosts validates the operator's list of allowed receiver hosts.
func ValidateNotificationHosts(path *field.Path, notifications *configv1alpha1.Notifications) field.ErrorList {
	return validateWebHosts(path.Child("hosts"), notifications.Hosts, "name the hosts of receivers, such as hooks.slack.com; or remove notifications to send no messages",
		"hooks.slack.com", "*.environment.api.powerplatform.com")
}

// validateWebHosts validates the operator's list of hosts that may receive https requests. missing is the message for
// an empty list, and host and wildcard are examples of valid entries.
func validateWebHosts(path *field.Path, hosts []string, missing, host, wildcard string) field.ErrorList {
	switch count := len(hosts); {
	case count == 0:
		return required(path, missing)
	case count > mostWebHosts:
		return tooMany(path, count, mostWebHosts)
	}
	var errs field.ErrorList
	for i, entry := range hosts {
		own, is := strings.CutPrefix(entry, "*.")
		errs = slices.Concat(errs,
			validateHost(path.Index(i), own, host+" or "+wildcard),
			invalidIf(is && strings.Count(own, ".") < 2, path.Index(i), entry, "allows too much; begin with *. and at least three labels, such as "+wildcard),
		)
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

// ValidatePushOffer validates the operator's defaulted settings for push webhooks.
func ValidatePushOffer(path *field.Path, push *configv1alpha1.Push) field.ErrorList {
	errs := slices.Concat(
		validateHost(path.Child("host"), push.Host, "push.garden.example.com"),
		validateReadsPerSecond(path.Child("readsPerSecond"), *push.ReadsPerSecond),
	)
	rates := path.Child("rates")
	if count := len(push.Rates); count > mostPushRates {
		return append(errs, tooMany(rates, count, mostPushRates)...)
	}
	for i, rate := range push.Rates {
		errs = append(errs, validatePushRate(rates.Index(i), rate)...)
	}
	return errs
}

func validatePushRate(path *field.Path, rate configv1alpha1.PushRate) field.ErrorList {
	errs := validateReadsPerSecond(path.Child("readsPerSecond"), rate.ReadsPerSecond)
	if len(rate.Kinds)+len(rate.Hosts) == 0 {
		return append(errs, required(path, "name kinds or hosts; for all sources, set push.readsPerSecond")...)
	}
	if count := len(rate.Hosts); count > mostPushHosts {
		return append(errs, tooMany(path.Child("hosts"), count, mostPushHosts)...)
	}
	for i, kind := range rate.Kinds {
		errs = append(errs, OneOf(path.Child("kinds").Index(i), kind, sourcev1.GitRepositoryKind, sourcev1.OCIRepositoryKind, sourcev1.BucketKind)...)
	}
	for i, host := range rate.Hosts {
		_, notAddress := netip.ParseAddr(host)
		errs = append(errs, invalidIf(notAddress != nil && !isSubdomain(host), path.Child("hosts").Index(i), host,
			"must be a host in lower case, such as git.example.com, without scheme, port and path")...)
	}
	return errs
}

func validateReadsPerSecond(path *field.Path, reads int32) field.ErrorList {
	return invalidIf(reads < 1 || reads > mostReadsPerSecond, path, reads, "must be at least 1 and at most 1000; GitHub recommends at most 15 for a repository")
}
