// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"strings"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// gatherTargets makes it a mistake if a copy would take the place of a Secret or ConfigMap that somebody has made in the shoot: it
// would be overwritten, and deleted with the extension. The shoot is asked only if the copies have other names than were delivered
// before.
func (a *Actuator) gatherTargets(ctx context.Context, namespace string, cluster *extensionscontroller.Cluster, f *facts) error {
	if f.effective.Targets() == f.delivered.Copies {
		return nil
	}
	return a.ask(ctx, namespace, cluster, f, func(shoot *toolkit.Shoot) error {
		var errs field.ErrorList
		for _, wanted := range f.effective.Copies {
			var object client.Object = &corev1.Secret{}
			if wanted.Kind == kindConfigMap {
				object = &corev1.ConfigMap{}
			}
			found, origin, err := shoot.Find(ctx, wanted.Target, object)
			if err != nil {
				return err
			}
			// What gardener-resource-manager has brought is a copy as well, ours or an earlier extension's.
			if found && origin == "" && !sameContent(flux.ResourceFrom(object), f.resources[wanted.Resource]) {
				errs = append(errs, occupied(wanted))
			}
		}
		if len(errs) > 0 {
			f.mistake = f.effective.Locate(errs)
		}
		return nil
	})
}

// sameContent tells whether nothing is lost if one takes the place of the other.
func sameContent(a, b flux.Resource) bool {
	return cmp.Or(a.Type, corev1.SecretTypeOpaque) == cmp.Or(b.Type, corev1.SecretTypeOpaque) &&
		maps.EqualFunc(a.Data, b.Data, bytes.Equal) && maps.Equal(a.Text, b.Text)
}

// occupied says that the name of a copy belongs to somebody else in the shoot.
func occupied(wanted configuration.Copy) *field.Error {
	rename := "choose another targetName for the copy"
	switch path := wanted.Path.String(); {
	case strings.HasPrefix(path, "source"):
		rename = "set source.template.spec.secretRef.name to another name"
	case strings.HasPrefix(path, "decryption"):
		rename = "set kustomization.template.spec.decryption.secretRef.name to another name"
	}
	return field.Invalid(wanted.Path, wanted.Resource, fmt.Sprintf(
		"would take the place of %s %s, which somebody has made in the shoot with another content; %s, or remove that %s from the shoot", wanted.Kind, wanted.Target, rename, wanted.Kind))
}
