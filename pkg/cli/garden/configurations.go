// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// pendingNotReported is the reason of a Shoot that its seed has not reported with the present configuration.
const pendingNotReported fluxv1alpha1.PendingReason = "NotReported"

// ReadConfigurations reads the present configurations of the projects. Afterwards, Show and Chosen mark each Shoot as
// pending that was reported with an earlier one. If the configurations cannot be read, it returns the reason, and
// Shoots are pending only if their seed reports it.
func (r *FleetReader) ReadConfigurations(ctx context.Context) error {
	configMaps := &corev1.ConfigMapList{}
	var err error
	if r.Namespace == metav1.NamespaceAll {
		err = r.Garden.List(ctx, r.Namespace, configMaps, Named(fluxv1alpha1.ConfigMapName))
	} else {
		configMap := &corev1.ConfigMap{}
		err = r.Garden.Get(ctx, types.NamespacedName{Namespace: r.Namespace, Name: fluxv1alpha1.ConfigMapName}, configMap)
		if err == nil {
			configMaps.Items = append(configMaps.Items, *configMap)
		}
	}
	if err != nil && !apierrors.IsNotFound(err) {
		r.Configurations = nil
		return err
	}
	r.Configurations = map[string]string{}
	for _, configMap := range configMaps.Items {
		r.Configurations[configMap.Namespace] = rollout.ConfigurationID(document.FromConfigMap(&configMap))
	}
	return nil
}

// ConfigurationsNote returns the note for an error of ReadConfigurations, or an empty string.
func ConfigurationsNote(err error) string {
	if err == nil {
		return ""
	}
	return "a configuration that has just changed may not be taken into account, because ConfigMap " + fluxv1alpha1.ConfigMapName + " cannot be read: " + text.OneLine(err.Error())
}

// present returns the Shoot, marked as pending if it was reported with an earlier configuration than the present one,
// and with an explanation if the report is old. A seed with an earlier version of the extension does not report the
// configuration.
func (r *FleetReader) present(shoot *Shoot) *Shoot {
	// A project without flux-config has none.
	isPending := shoot.Pending == nil && r.Configurations != nil && shoot.Configuration != r.Configurations[shoot.Namespace]
	isOld := fluxv1alpha1.IsOldReport(shoot.ConfirmedAt, r.Clock.Now())
	if !isPending && !isOld {
		return shoot
	}
	marked := *shoot
	if isPending {
		marked.Pending = &fluxv1alpha1.PendingConfiguration{Reason: pendingNotReported, Message: "the seed has not reported the Shoot with the present " + fluxv1alpha1.ConfigMapName + " yet"}
	}
	if isOld {
		marked.Old = fluxv1alpha1.OldReportNote(shoot.Seed, shoot.ConfirmedAt)
	}
	return &marked
}
