// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	admissionv1 "k8s.io/api/admission/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// The webhook for Shoots reads, and then checks; that for ConfigMaps only checks. Both can answer before the API server waits no longer.
const (
	readTimeout  = 5 * time.Second
	checkTimeout = 4 * time.Second
)

// ShootHandler validates the configuration of Flux in Shoots.
type ShootHandler struct {
	// Projects reads the project's configuration, without a cache.
	Projects *garden.Reader
	// Decoder decodes the objects of a request.
	Decoder admission.Decoder
	// Resolver resolves the effective configuration of a shoot.
	Resolver Resolver
	// Turns limits the checks at the same time.
	Turns *Turns
}

// Handle denies a Shoot with configuration errors of its own, if it is new or its configuration of Flux has changed. Updates are not
// restricted for a Shoot without technical ID, nor for one whose error asks for another namespace: nothing was delivered to them.
func (h *ShootHandler) Handle(ctx context.Context, req admission.Request) admission.Response {
	shoot, old := &gardencorev1beta1.Shoot{}, (*gardencorev1beta1.Shoot)(nil)
	if err := h.Decoder.Decode(req, shoot); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if req.Operation == admissionv1.Update {
		old = &gardencorev1beta1.Shoot{}
		if err := h.Decoder.DecodeRaw(req.OldObject, old); err != nil {
			return admission.Errored(http.StatusBadRequest, err)
		}
	}
	if shoot.DeletionTimestamp != nil || !usesFlux(shoot) || (old != nil && h.same(old, shoot)) {
		return admission.Allowed("")
	}

	below, err := h.read(ctx, req.Namespace)
	if err != nil {
		return unavailable(fmt.Errorf("the Shoot cannot be checked at the moment, try again: %w", err))
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	end, err := h.Turns.take(ctx, req)
	if err != nil {
		return tooMany(err)
	}
	defer end()
	return h.check(ctx, req, below, old, shoot)
}

func (h *ShootHandler) read(ctx context.Context, namespace string) (*document.ConfigMap, error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	return h.Projects.Read(ctx, namespace)
}

// check resolves the configuration of the project below the Shoot's, as that was and as it is to be.
func (h *ShootHandler) check(ctx context.Context, req admission.Request, below *document.ConfigMap, old, shoot *gardencorev1beta1.Shoot) admission.Response {
	known, err := h.ofProject(ctx, below, shoot)
	if err != nil {
		return tooMany(err)
	}
	var (
		before  *resolved.Configuration
		removed string
		now     = h.shootConfig(shoot)
	)
	if old != nil && usesFlux(old) {
		was := h.shootConfig(old)
		effective, errs, err := h.Resolver.Resolve(ctx, below, was)
		if err != nil {
			return tooMany(err)
		}
		if h.hasSameConfig(old, shoot) {
			known = append(known, errs...) // Only spec.resources has changed, which other extensions use too.
		}
		if old.Status.TechnicalID != "" && !needsOtherNamespace(old) {
			before, removed = effective, removedProviderConfig(was, now)
		}
	}
	effective, errs, err := h.Resolver.Resolve(ctx, below, now)
	if err != nil {
		return tooMany(err)
	}
	return warnOfRemoval(respond(req, before, effective, errs, known), removed, before, effective)
}

// ofProject returns the errors of the project's configuration that are independent of the Shoot's. Any other error is the Shoot's, even if
// the invalid value is in the project's configuration.
func (h *ShootHandler) ofProject(ctx context.Context, below *document.ConfigMap, shoot *gardencorev1beta1.Shoot) (document.Errors, error) {
	without := h.shootConfig(shoot)
	without.ProviderConfig = nil
	_, errs, err := h.Resolver.Resolve(ctx, below, without)
	return slices.DeleteFunc(errs, func(m document.Error) bool { return m.Origin == document.OriginShoot }), err
}

func (h *ShootHandler) shootConfig(shoot *gardencorev1beta1.Shoot) *configuration.Shoot {
	// The garden's identity is not known here, and most of the status is not set yet. The domain is, unless the Shoot has none: the API
	// server has defaulted it before.
	info := shootinfo.For(shoot, ptr.Deref(shoot.Spec.SeedName, ""), "", h.Resolver.LabelPrefixes())
	complete := shootinfo.WithPlaceholders(info)
	complete[fluxv1alpha1.ShootInfoDomain] = info[fluxv1alpha1.ShootInfoDomain]
	config := configuration.ShootFrom(shoot, complete)
	config.Provisional = true
	return config
}

// needsOtherNamespace returns whether the Shoot's operation fails because Flux was found in another namespace. That error occurs only
// before anything was delivered; if that should change, the controller still refuses a change that is not allowed.
func needsOtherNamespace(shoot *gardencorev1beta1.Shoot) bool {
	return slices.ContainsFunc(shoot.Status.LastErrors, func(e gardencorev1beta1.LastError) bool {
		return slices.Contains(e.Codes, gardencorev1beta1.ErrorRetryableConfigurationProblem) &&
			strings.Contains(e.Description, field.NewPath("flux", "namespace").String())
	})
}

// usesFlux returns whether the extension is enabled for the Shoot, and has nodes to work on.
func usesFlux(shoot *gardencorev1beta1.Shoot) bool {
	if v1beta1helper.IsWorkerless(shoot) {
		return false
	}
	return garden.UsesFlux(shoot)
}

func fluxEntry(shoot *gardencorev1beta1.Shoot) *gardencorev1beta1.Extension {
	for i := range shoot.Spec.Extensions {
		if shoot.Spec.Extensions[i].Type == fluxv1alpha1.ExtensionType {
			return &shoot.Spec.Extensions[i]
		}
	}
	return nil
}

// same returns whether two states of a Shoot have the same configuration of Flux.
func (h *ShootHandler) same(old, shoot *gardencorev1beta1.Shoot) bool {
	return h.hasSameConfig(old, shoot) && apiequality.Semantic.DeepEqual(old.Spec.Resources, shoot.Spec.Resources)
}

// hasSameConfig returns whether two states of a Shoot have the same configuration of Flux, without the resources that it may refer to.
func (h *ShootHandler) hasSameConfig(old, shoot *gardencorev1beta1.Shoot) bool {
	return sameEntry(fluxEntry(old), fluxEntry(shoot)) && maps.Equal(h.infoLabels(old), h.infoLabels(shoot))
}

func sameEntry(a, b *gardencorev1beta1.Extension) bool {
	if a == nil || b == nil {
		return a == b
	}
	return ptr.Deref(a.Disabled, false) == ptr.Deref(b.Disabled, false) && sameDocument(a.ProviderConfig, b.ProviderConfig)
}

// sameDocument compares the parsed documents, so that another order of keys is no change.
func sameDocument(a, b *runtime.RawExtension) bool {
	if a == nil || b == nil {
		return a == b
	}
	var left, right any
	if json.Unmarshal(a.Raw, &left) != nil || json.Unmarshal(b.Raw, &right) != nil {
		return string(a.Raw) == string(b.Raw)
	}
	return apiequality.Semantic.DeepEqual(left, right)
}

// infoLabels returns the labels that are shoot info variables.
func (h *ShootHandler) infoLabels(shoot *gardencorev1beta1.Shoot) map[string]string {
	labels, prefixes := map[string]string{}, h.Resolver.LabelPrefixes()
	for key, value := range shoot.Labels {
		if slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(key, prefix) }) {
			labels[key] = value
		}
	}
	return labels
}
