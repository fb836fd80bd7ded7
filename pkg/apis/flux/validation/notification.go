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

// mostNotifications bounds the receivers of a project, and mostNotificationHosts the hosts that an operator allows.
const (
	mostNotifications     = 10
	mostNotificationHosts = 100
)

// ValidateNotifications checks the defaulted receivers of a project. The rollout is that of the project with its defaults; nil if it has none.
func ValidateNotifications(path *field.Path, notifications []fluxv1alpha1.Notification, rollout *fluxv1alpha1.Rollout) field.ErrorList {
	if count := len(notifications); count > mostNotifications {
		return field.ErrorList{field.TooMany(path, count, mostNotifications)}
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
	if notification.Type == "" {
		return field.ErrorList{field.Required(path.Child("type"), "name what the receiver is: slack, msteams or webhook")}
	}
	errs := oneOf(path.Child("type"), notification.Type, fluxv1alpha1.NotificationTypes())
	if len(errs) > 0 {
		return errs
	}
	if problems := utilvalidation.IsDNS1123Label(*notification.Name); len(problems) > 0 {
		errs = append(errs, field.Invalid(path.Child("name"), *notification.Name, strings.Join(problems, "; ")))
	}
	errs = append(errs, ValidateObjectName(path.Child("secretName"), *notification.SecretName, "Secret")...)
	errs = append(errs, oneOf(path.Child("minimumState"), *notification.MinimumState, fluxv1alpha1.NotificationStates())...)
	errs = append(errs, validateRingNames(path.Child("rings"), notification.Rings, rollout)...)
	return append(errs, validateLabelSelector(path.Child("shoots"), notification.Shoots)...)
}

func validateRingNames(path *field.Path, names []string, rollout *fluxv1alpha1.Rollout) field.ErrorList {
	if len(names) == 0 {
		return nil
	}
	if rollout == nil {
		return field.ErrorList{field.Forbidden(path, "the project has no rollout, and no rings; remove it, or set project.rollout")}
	}
	if count := len(names); count > mostRings+1 {
		return field.ErrorList{field.TooMany(path, count, mostRings+1)}
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

// wildcard begins a host of which the first label may be any.
const wildcard = "*."

// ValidateNotificationHosts checks the hosts of receivers that the operator allows.
func ValidateNotificationHosts(path *field.Path, notifications *configv1alpha1.Notifications) field.ErrorList {
	path = path.Child("hosts")
	if len(notifications.Hosts) == 0 {
		return field.ErrorList{field.Required(path, "name the hosts of receivers, such as hooks.slack.com; or remove notifications, without which nothing is sent")}
	}
	if count := len(notifications.Hosts); count > mostNotificationHosts {
		return field.ErrorList{field.TooMany(path, count, mostNotificationHosts)}
	}
	var errs field.ErrorList
	for i, entry := range notifications.Hosts {
		own, is := strings.CutPrefix(entry, wildcard)
		host, _, err := githosts.Split(own, githosts.HTTPSPort)
		switch {
		case is && strings.Count(host, ".") < 2:
			errs = append(errs, field.Invalid(path.Index(i), entry, fmt.Sprintf("allows too much; begin with %s and at least three labels, such as *.environment.api.powerplatform.com", wildcard)))
		case err != nil, strings.ContainsAny(own, "/@?#*"), !isHost(host):
			errs = append(errs, field.Invalid(path.Index(i), entry, "must be a host or host:port, such as hooks.slack.com, without scheme and path, of which the first label may be *"))
		}
	}
	return errs
}
