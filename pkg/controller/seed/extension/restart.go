// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// watchInterrupted has the controller for Extensions work on those of which the process before has begun nothing but to take the
// operation annotation off: Gardener's library does that first, and records that it works on the Extension only afterwards. Its own
// predicates see an Extension then on which all is done, while gardenlet goes on waiting.
func watchInterrupted(mgr manager.Manager, extensions controller.Controller, classes ...extensionsv1alpha1.ExtensionClass) error {
	return extensions.Watch(source.Kind[client.Object](mgr.GetCache(), &extensionsv1alpha1.Extension{}, &handler.EnqueueRequestForObject{},
		predicateutils.HasType(fluxv1alpha1.ExtensionType), predicateutils.HasClass(classes...), interrupted()))
}

// interrupted lets pass, when a process begins to lead, the Extensions that were requested and not worked on. The leader knows that of
// the others.
func interrupted() predicate.Predicate {
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool {
			ex, ok := e.Object.(*extensionsv1alpha1.Extension)
			return ok && isInterrupted(ex)
		},
		UpdateFunc:  func(event.UpdateEvent) bool { return false },
		DeleteFunc:  func(event.DeleteEvent) bool { return false },
		GenericFunc: func(event.GenericEvent) bool { return false },
	}
}

// isInterrupted returns whether gardenlet has requested the Extension since it was worked on last, and nothing shows that but the time at
// which it did. gardenlet waits by the same rule (gardener: pkg/utils/kubernetes/health/extensions.go).
func isInterrupted(ex *extensionsv1alpha1.Extension) bool {
	if !seed.LastOperationSucceeded(ex) || seed.IsBeingDeletedOrMigrated(ex) || ex.Annotations[v1beta1constants.GardenerOperation] != "" {
		return false
	}
	asked, err := time.Parse(time.RFC3339Nano, ex.Annotations[v1beta1constants.GardenerTimestamp])
	return err == nil && asked.Truncate(time.Second).After(ex.Status.LastOperation.LastUpdateTime.Time)
}
