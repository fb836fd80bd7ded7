// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package admission provides the validating webhooks in the garden. They deny Shoots and ConfigMaps flux-config that
// have configuration errors, with the messages of package configuration.
//
// The webhooks must not block other requests: the webhook configuration excludes deletions, changes of Shoots that do
// not affect Flux, and all other ConfigMaps. A ConfigMap that was probably meant to be the flux-config of a project
// causes a warning, as does an error that the request did not introduce. The webhooks may send requests only to the
// garden's API server, to read flux-config and to list the Shoots of a project with overrides.
package admission

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	extensionscmdwebhook "github.com/gardener/gardener/extensions/pkg/webhook/cmd"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/registration"
)

// Name is the name of the component. Gardener's library derives the names of the webhook configuration, the webhooks
// and the certificates from Name.
const Name = "admission-shoot-flux"

const (
	shootsName     = "shoots"
	configMapsName = "configmaps"
	misplacedName  = "misplaced"
)

// Timeouts of the API server for a call of a webhook.
const (
	shootsTimeout     = 10 * time.Second
	configMapsTimeout = 5 * time.Second
	misplacedTimeout  = time.Second
)

// Options contains the dependencies of the webhooks.
type Options struct {
	// Resolver resolves the effective configuration of a shoot.
	Resolver Resolver
	// Runtime is the cluster that runs the process and stores the certificates. The cluster of the manager is the garden.
	Runtime cluster.Cluster
	// Server specifies how the garden connects to the webhooks.
	Server *extensionscmdwebhook.ServerConfig
}

// AddToManager serves the webhooks, and adds their registration in the manager's cluster, the garden.
func AddToManager(ctx context.Context, mgr manager.Manager, options Options) error {
	decoder := admission.NewDecoder(mgr.GetScheme())
	turns := NewTurns(runtime.GOMAXPROCS(0))
	webhooks := newWebhooks(
		&ShootHandler{Projects: garden.NewReader(mgr.GetAPIReader()), Decoder: decoder, Resolver: options.Resolver, Turns: turns},
		&ConfigMapHandler{Decoder: decoder, Resolver: options.Resolver, Garden: mgr.GetAPIReader(), Turns: turns, Clock: clock.RealClock{}},
	)
	return registration.AddToManager(ctx, mgr, webhooks, registration.Options{
		Name: Name, Server: *options.Server, Certificates: options.Runtime, MatchConditions: matchConditions(options.Resolver.LabelPrefixes()),
	})
}

// draining completes pending requests during a shutdown. The server waits for their responses but cancels their
// contexts immediately, which would deny Shoots during a rolling update.
type draining struct {
	admission.Handler
	timeout time.Duration
}

// Handle calls the handler with a context that a shutdown does not cancel.
func (d draining) Handle(ctx context.Context, req admission.Request) admission.Response {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.timeout)
	defer cancel()
	return d.Handler.Handle(ctx, req)
}

// newWebhooks returns the webhooks for the garden. If they do not respond, the API server denies Shoots, because their
// configuration would not be validated, but accepts ConfigMaps, because the controller validates them again. The
// webhook for ConfigMaps outside of projects only warns.
func newWebhooks(shoots, configMaps admission.Handler) []*extensionswebhook.Webhook {
	inShoots := newWebhook(shootsName, &gardencorev1beta1.Shoot{}, draining{shoots, shootsTimeout}, admissionregistrationv1.Fail, shootsTimeout)
	inShoots.ObjectSelector = &metav1.LabelSelector{MatchLabels: map[string]string{garden.ExtensionLabel: "true"}}
	inProjects := newWebhook(configMapsName, &corev1.ConfigMap{}, draining{configMaps, configMapsTimeout}, admissionregistrationv1.Ignore, configMapsTimeout)
	inProjects.NamespaceSelector = &metav1.LabelSelector{MatchLabels: map[string]string{v1beta1constants.GardenRole: v1beta1constants.GardenRoleProject}}
	misplaced := newWebhook(misplacedName, &corev1.ConfigMap{}, misplacedHandler{}, admissionregistrationv1.Ignore, misplacedTimeout)
	misplaced.NamespaceSelector = &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{
		Key: v1beta1constants.GardenRole, Operator: metav1.LabelSelectorOpNotIn, Values: []string{v1beta1constants.GardenRoleProject},
	}}}
	return []*extensionswebhook.Webhook{inShoots, inProjects, misplaced}
}

func newWebhook(name string, object client.Object, handler admission.Handler, policy admissionregistrationv1.FailurePolicyType, timeout time.Duration) *extensionswebhook.Webhook {
	return &extensionswebhook.Webhook{
		Name:           name,
		Path:           name,
		Action:         extensionswebhook.ActionValidating,
		Target:         extensionswebhook.TargetSeed,
		Types:          []extensionswebhook.Type{{Obj: object}},
		Webhook:        &admission.Webhook{Handler: handler, RecoverPanic: new(true)},
		FailurePolicy:  &policy,
		TimeoutSeconds: new(int32(timeout / time.Second)),
	}
}

// matchConditions returns the conditions that API servers evaluate before they call a webhook. They exclude requests
// that do not affect Flux, so that these neither fail nor wait while the webhooks are unavailable. A Shoot that neither
// has nor had a providerConfig of this extension can only have errors of its project, which are not denied; if the
// registration enables the extension, most Shoots are of this kind. For labels, the conditions compare only those that
// become shoot info variables, because Gardener often changes other labels of Shoots.
func matchConditions(labelPrefixes []string) map[string][]admissionregistrationv1.MatchCondition {
	const (
		entries    = ".spec.?extensions.orValue([]).filter(e, e.type == '" + fluxv1alpha1.ExtensionType + "')"
		configured = entries + ".exists(e, has(e.providerConfig))"
	)
	changed := []string{
		"request.operation == 'CREATE'",
		"object" + entries + " != oldObject" + entries,
		"object.spec.?resources.orValue([]) != oldObject.spec.?resources.orValue([])",
	}
	for _, prefix := range labelPrefixes {
		changed = append(changed, labelsDiffer("object", "oldObject", prefix), labelsDiffer("oldObject", "object", prefix))
	}
	return map[string][]admissionregistrationv1.MatchCondition{
		shootsName: {
			{Name: "not-being-deleted", Expression: "!has(object.metadata.deletionTimestamp)"},
			{Name: "enabled", Expression: "object.metadata.?labels[?'" + garden.ExtensionLabel + "'] == optional.of('true')"},
			{Name: "configured", Expression: "object" + configured + " || request.operation == 'UPDATE' && oldObject" + configured},
			{Name: "changed", Expression: strings.Join(changed, " || ")},
		},
		configMapsName: {
			{Name: "name", Expression: "object.metadata.?name.orValue('').matches('" + similarName + "')"},
		},
		misplacedName: {
			{Name: "name", Expression: "object.metadata.?name.orValue('') == '" + fluxv1alpha1.ConfigMapName + "'"},
		},
	}
}

// labelsDiffer returns a CEL expression that is true if the first object has a label with the prefix that the second
// object lacks or has with a different value.
func labelsDiffer(first, second, prefix string) string {
	return fmt.Sprintf("%[1]s.metadata.?labels.orValue({}).exists(key, key.startsWith(%[3]q) && "+
		"%[2]s.metadata.?labels[?key] != optional.of(%[1]s.metadata.labels[key]))", first, second, prefix)
}
