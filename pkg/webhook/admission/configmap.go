// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"net/http"

	admissionv1 "k8s.io/api/admission/v1"
	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// ConfigMapHandler validates the ConfigMaps flux-config of projects.
type ConfigMapHandler struct {
	// Decoder decodes the objects of a request.
	Decoder admission.Decoder
	// Resolver resolves the effective configuration of a project.
	Resolver Resolver
	// Members are the Shoots of projects.
	Members *Members
	// Turns limits the checks at the same time.
	Turns *Turns
}

// Handle denies a flux-config with configuration errors, if it is new or its data or the operation that it asks for has changed.
func (h *ConfigMapHandler) Handle(ctx context.Context, req admission.Request) admission.Response {
	configMap, old := &corev1.ConfigMap{}, (*corev1.ConfigMap)(nil)
	if err := h.Decoder.Decode(req, configMap); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if req.Operation == admissionv1.Update {
		old = &corev1.ConfigMap{}
		if err := h.Decoder.DecodeRaw(req.OldObject, old); err != nil {
			return admission.Errored(http.StatusBadRequest, err)
		}
	}
	if configMap.Name != fluxv1alpha1.ConfigMapName || configMap.DeletionTimestamp != nil || (old != nil && sameData(old, configMap) && operationOn(old) == operationOn(configMap)) {
		return admission.Allowed("")
	}

	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	end, err := h.Turns.take(ctx, req)
	if err != nil {
		return tooMany(err)
	}
	defer end()
	return h.check(ctx, req, old, configMap)
}

// check resolves the configuration as it was and as it is to be.
func (h *ConfigMapHandler) check(ctx context.Context, req admission.Request, old, configMap *corev1.ConfigMap) admission.Response {
	var (
		before  *resolved.Configuration
		removed string
		was     *document.ConfigMap
		now     = projectConfig(configMap)
	)
	if errs := checkOperation(configMap, now); len(errs) > 0 && operationOn(old) != operationOn(configMap) {
		return deny(req, errs)
	}
	if old != nil && sameData(old, configMap) {
		return admission.Allowed("")
	}
	if old != nil {
		was = projectConfig(old)
		var err error
		if before, _, err = h.Resolver.Resolve(ctx, was, nil); err != nil {
			return tooMany(err)
		}
		removed = emptiedProject(was, now)
	}
	effective, errs, err := h.Resolver.Resolve(ctx, now, nil)
	if err != nil {
		return tooMany(err)
	}
	var warnings []string
	if len(errs) == 0 {
		errs, warnings = h.checkOverrides(ctx, was, now, effective)
	}
	response := respond(req, before, effective, errs.Limited(), nil).WithWarnings(warnings[:min(len(warnings), mostOverrideWarnings)]...)
	return warnOfRollout(warnOfRemoval(response, removed, before, effective), was, now)
}

func sameData(old, configMap *corev1.ConfigMap) bool {
	return apiequality.Semantic.DeepEqual(old.Data, configMap.Data) && apiequality.Semantic.DeepEqual(old.BinaryData, configMap.BinaryData)
}

func projectConfig(configMap *corev1.ConfigMap) *document.ConfigMap {
	return &document.ConfigMap{Namespace: configMap.Namespace, Data: configMap.Data, BinaryData: configMap.BinaryData}
}
