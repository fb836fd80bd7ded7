// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// operationOn is what a ConfigMap asks to be done with the rollout; empty if nothing, also without ConfigMap.
func operationOn(configMap *corev1.ConfigMap) string {
	if configMap == nil {
		return ""
	}
	return configMap.Annotations[fluxv1alpha1.AnnotationRollout]
}

// checkOperation refuses an operation that cannot be done. Where it is not known which rings there are, the garden controller checks it.
func checkOperation(configMap *corev1.ConfigMap, project *document.ConfigMap) document.Errors {
	operation := operationOn(configMap)
	if operation == "" {
		return nil
	}
	problem := ""
	switch configured, kind := project.Rollout(); kind {
	case document.None:
		problem = "has no effect, because the project has no rollout; remove it, or set project.rollout in key " + fluxv1alpha1.KeyConfig
	case document.Valid:
		problem = rollout.CheckOperation(configured, operation)
	}
	if problem == "" {
		return nil
	}
	path := field.NewPath("metadata", "annotations").Key(fluxv1alpha1.AnnotationRollout)
	document := (&document.Document{Origin: document.OriginProject, Name: "ConfigMap " + configMap.Namespace + "/" + configMap.Name})
	return document.ConfigErrs(field.ErrorList{field.Invalid(path, operation, problem)})
}

// warnOfRollout adds warnings to a response about what a rollout that begins or ends means for the Shoots.
func warnOfRollout(response admission.Response, before, now *document.ConfigMap) admission.Response {
	if !response.Allowed || before.IsEmpty() {
		return response
	}
	_, was := before.Rollout()
	_, is := now.Rollout()
	sameContent := rollout.NewRevision(before, "").ID() == rollout.NewRevision(now, "").ID()
	switch {
	case was == document.Valid && is == document.None:
		return response.WithWarnings("project.rollout was removed: this configuration reaches all Shoots of the project without rings, also those that were held back or rolled back")
	case was == document.None && is == document.Valid && !sameContent:
		return response.WithWarnings("project.rollout was added together with other changes: these reach all Shoots at once. Only what is changed afterwards goes through the rings")
	}
	return response
}
