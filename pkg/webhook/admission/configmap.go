// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"net/http"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// ConfigMapHandler validates the ConfigMaps flux-config of projects.
type ConfigMapHandler struct {
	// Decoder decodes the objects of a request.
	Decoder admission.Decoder
	// Resolver resolves the effective configuration of a project.
	Resolver Resolver
	// Garden lists the Shoots of a project without a cache.
	Garden client.Reader
	// Turns limits the number of concurrent checks.
	Turns *Turns
	// Clock supplies the current time, for the age of requests to reconcile and for the next openings of windows.
	Clock clock.PassiveClock
}

// Handle denies a flux-config that has configuration errors. It validates the data only if the ConfigMap is new or the
// data has changed, and the requested rollout operation and request to reconcile only if they have changed.
func (h *ConfigMapHandler) Handle(ctx context.Context, req admission.Request) admission.Response {
	configMap, old, err := decode[corev1.ConfigMap](h.Decoder, req)
	if err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if configMap.Name != fluxv1alpha1.ConfigMapName && configMap.DeletionTimestamp == nil {
		return warnOfName(configMap.Namespace, configMap.Name)
	}
	if configMap.DeletionTimestamp != nil || (sameData(old, configMap) && operationOn(old) == operationOn(configMap) && requestOn(old) == requestOn(configMap)) {
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

// check resolves the old and the new configuration, and returns the response to the request.
func (h *ConfigMapHandler) check(ctx context.Context, req admission.Request, old, configMap *corev1.ConfigMap) admission.Response {
	var (
		before  *resolved.Configuration
		removed string
		was     *document.ConfigMap
		now     = document.FromConfigMap(configMap)
	)
	if errs := checkOperation(configMap, now); len(errs) > 0 && operationOn(old) != operationOn(configMap) {
		return deny(req, errs)
	}
	if errs := h.checkRequest(configMap); len(errs) > 0 && old != nil && requestOn(old) != requestOn(configMap) {
		return deny(req, errs)
	}
	if sameData(old, configMap) {
		return admission.Allowed("")
	}
	if old != nil {
		was = document.FromConfigMap(old)
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
		errs, warnings = h.checkSelected(ctx, was, now, effective)
	}
	response := respond(req, before, effective, errs.Limited(), nil).WithWarnings(warnings[:min(len(warnings), mostSelectionWarnings)]...)
	response = warnOfRollout(warnOfRemoval(response, removed, before, effective), was, now)
	return h.showOpenings(response, was, now)
}

// sameData reports whether there is an old ConfigMap with the same data.
func sameData(old, configMap *corev1.ConfigMap) bool {
	return old != nil && apiequality.Semantic.DeepEqual(old.Data, configMap.Data) && apiequality.Semantic.DeepEqual(old.BinaryData, configMap.BinaryData)
}

// operationOn returns the rollout operation that a ConfigMap requests, or an empty string if it requests none.
func operationOn(configMap *corev1.ConfigMap) string {
	if configMap == nil {
		return ""
	}
	return configMap.Annotations[fluxv1alpha1.AnnotationRollout]
}

// checkOperation rejects an operation that is invalid or not possible for the project's rollout. If the rollout is
// invalid, it accepts all operations, because only the garden controller can check them.
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
		problem = rollout.CheckOperation(rollout.Shoots(), configured, operation)
	}
	if problem == "" {
		return nil
	}
	return annotationError(configMap, fluxv1alpha1.AnnotationRollout, operation, problem)
}

func annotationError(configMap *corev1.ConfigMap, name, value, problem string) document.Errors {
	d := &document.Document{Origin: document.OriginProject, Name: "ConfigMap " + configMap.Namespace + "/" + configMap.Name}
	return d.ConfigErrs(field.ErrorList{field.Invalid(field.NewPath("metadata", "annotations").Key(name), value, problem)})
}

// requestOn returns the request to reconcile Shoots on a ConfigMap, or an empty string if it has no request.
func requestOn(configMap *corev1.ConfigMap) string {
	if configMap == nil {
		return ""
	}
	return configMap.Annotations[fluxv1alpha1.AnnotationReconcile]
}

// checkRequest rejects a request that the seeds would ignore, such as one from a machine whose clock is wrong. It must
// not apply to a new ConfigMap, which may come from a backup with an old request.
func (h *ConfigMapHandler) checkRequest(configMap *corev1.ConfigMap) document.Errors {
	request := requestOn(configMap)
	if request == "" {
		return nil
	}
	if _, err := reconcilerequest.Parse(request, h.Clock.Now()); err != nil {
		return annotationError(configMap, fluxv1alpha1.AnnotationReconcile, text.Cut(request, longestRequest), err.Error())
	}
	return nil
}

// longestRequest is the maximum size of a request to reconcile in a message, in bytes.
const longestRequest = 200

// warnOfRollout adds a warning about the effects on Shoots if the update adds or removes a rollout.
func warnOfRollout(response admission.Response, before, now *document.ConfigMap) admission.Response {
	if !response.Allowed || before.IsEmpty() {
		return response
	}
	_, was := before.Rollout()
	_, is := now.Rollout()
	sameContent := rollout.NewRevision(before, "").ID() == rollout.NewRevision(now, "").ID()
	switch {
	case was == document.Valid && is == document.None:
		return response.WithWarnings("project.rollout was removed: this configuration reaches all Shoots of the project at once, including Shoots that the rollout held back or rolled back")
	case was == document.None && is == document.Valid && !sameContent:
		return response.WithWarnings("project.rollout was added together with other changes: they reach the Shoots ring by ring, and the first ring may hold until it is approved, because the objects from before the changes may not be recorded")
	}
	return response
}

// showOpenings adds a warning with the next openings for each ring that has windows, if the request adds or changes
// windows or freezes. They are the last warnings, because API servers shorten and drop the last ones.
func (h *ConfigMapHandler) showOpenings(response admission.Response, before, now *document.ConfigMap) admission.Response {
	configured, kind := now.Rollout()
	if !response.Allowed || kind != document.Valid {
		return response
	}
	if before != nil {
		if earlier, was := before.Rollout(); was == document.Valid && sameHolds(earlier, configured) {
			return response
		}
	}
	return response.WithWarnings(calendar.Upcoming(*configured, h.Clock.Now())...)
}

// sameHolds reports whether two rollouts have the same freezes, and the same rings with the same windows.
func sameHolds(a, b *fluxv1alpha1.Rollout) bool {
	return apiequality.Semantic.DeepEqual(a.Freezes, b.Freezes) && slices.EqualFunc(a.Rings, b.Rings, func(a, b fluxv1alpha1.Ring) bool {
		return a.Name == b.Name && apiequality.Semantic.DeepEqual(a.Windows, b.Windows)
	})
}
