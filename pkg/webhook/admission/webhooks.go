// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"fmt"
	"strings"
	"time"

	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// Name is the name of the component, from which Gardener's library derives the names of the webhook configuration, of the webhooks and of
// the certificates.
const Name = "admission-shoot-flux"

const (
	shootsName     = "shoots"
	configMapsName = "configmaps"
)

// These are how long an API server waits for an answer.
const (
	shootsTimeout     = 10 * time.Second
	configMapsTimeout = 5 * time.Second
)

// ending answers requests that are under way when the process is asked to end: the server waits for their answers, but ends their contexts at
// once, so that a Shoot would be denied in the middle of a rolling update.
type ending struct {
	admission.Handler
	timeout time.Duration
}

// Handle answers the request.
func (e ending) Handle(ctx context.Context, req admission.Request) admission.Response {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), e.timeout)
	defer cancel()
	return e.Handler.Handle(ctx, req)
}

// newWebhooks returns the webhooks for the API servers of the garden. Without an answer, a Shoot is denied, because its configuration would
// not be validated; a ConfigMap is accepted, because the controller validates it again.
func newWebhooks(shoots, configMaps admission.Handler) []*extensionswebhook.Webhook {
	return []*extensionswebhook.Webhook{
		{
			Name:           shootsName,
			Path:           shootsName,
			Action:         extensionswebhook.ActionValidating,
			Target:         extensionswebhook.TargetSeed,
			Types:          []extensionswebhook.Type{{Obj: &gardencorev1beta1.Shoot{}}},
			Webhook:        &admission.Webhook{Handler: ending{shoots, shootsTimeout}, RecoverPanic: new(true)},
			ObjectSelector: &metav1.LabelSelector{MatchLabels: map[string]string{garden.ExtensionLabel: "true"}},
			FailurePolicy:  new(admissionregistrationv1.Fail),
			TimeoutSeconds: new(int32(shootsTimeout / time.Second)),
		},
		{
			Name:    configMapsName,
			Path:    configMapsName,
			Action:  extensionswebhook.ActionValidating,
			Target:  extensionswebhook.TargetSeed,
			Types:   []extensionswebhook.Type{{Obj: &corev1.ConfigMap{}}},
			Webhook: &admission.Webhook{Handler: ending{configMaps, configMapsTimeout}, RecoverPanic: new(true)},
			NamespaceSelector: &metav1.LabelSelector{
				MatchLabels: map[string]string{v1beta1constants.GardenRole: v1beta1constants.GardenRoleProject},
			},
			FailurePolicy:  new(admissionregistrationv1.Ignore),
			TimeoutSeconds: new(int32(configMapsTimeout / time.Second)),
		},
	}
}

// matchConditions are evaluated by the API servers before they call a webhook: while the webhooks are unavailable, requests that do not
// concern Flux neither fail nor wait. Gardener itself changes labels of Shoots often; only those that are shoot info variables count.
func matchConditions(labelPrefixes []string) map[string][]admissionregistrationv1.MatchCondition {
	changed := []string{
		"request.operation == 'CREATE'",
		"object.spec.?extensions.orValue([]) != oldObject.spec.?extensions.orValue([])",
		"object.spec.?resources.orValue([]) != oldObject.spec.?resources.orValue([])",
	}
	for _, prefix := range labelPrefixes {
		changed = append(changed, labelsDiffer("object", "oldObject", prefix), labelsDiffer("oldObject", "object", prefix))
	}
	return map[string][]admissionregistrationv1.MatchCondition{
		shootsName: {
			{Name: "not-being-deleted", Expression: "!has(object.metadata.deletionTimestamp)"},
			{Name: "changed", Expression: strings.Join(changed, " || ")},
		},
		configMapsName: {
			{Name: "name", Expression: "object.metadata.?name.orValue('') == '" + fluxv1alpha1.ConfigMapName + "'"},
		},
	}
}

// labelsDiffer is true if the first object has a label with the prefix that the second one does not have, or has with another value.
func labelsDiffer(first, second, prefix string) string {
	return fmt.Sprintf("%[1]s.metadata.?labels.orValue({}).exists(key, key.startsWith(%[3]q) && "+
		"%[2]s.metadata.?labels[?key] != optional.of(%[1]s.metadata.labels[key]))", first, second, prefix)
}
