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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
)

// readTimeout leaves the webhook the time to say that it could not read.
const readTimeout = 5 * time.Second

// ShootHandler looks at what Shoots say about Flux.
type ShootHandler struct {
	// Projects reads the project's configuration as it is, without a cache.
	Projects *project.Reader
	// Decoder decodes the objects of a request.
	Decoder admission.Decoder
	// Resolver finds what holds for a shoot.
	Resolver Resolver
}

// Handle denies a Shoot with mistakes of its own about Flux, if it is new or what it says about Flux has changed. Nothing has
// been delivered to a Shoot without technical ID, in which nothing can be left behind, nor to one that is told to choose another
// namespace.
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

	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	below, err := h.Projects.Read(ctx, req.Namespace)
	if err != nil {
		return unavailable(fmt.Errorf("the Shoot cannot be checked at the moment, try again: %w", err))
	}
	var (
		before  *configuration.Effective
		removed string
		now     = h.shootConfig(shoot)
		known   = h.ofProject(below, shoot)
	)
	if old != nil && usesFlux(old) {
		was := h.shootConfig(old)
		effective, mistakes := h.Resolver.Resolve(below, was)
		if h.saysSame(old, shoot) {
			known = append(known, mistakes...) // All that changes is spec.resources, of which most is for others.
		}
		if old.Status.TechnicalID != "" && !isToldNamespace(old) {
			before, removed = effective, removedProviderConfig(was, now)
		}
	}
	effective, mistakes := h.Resolver.Resolve(below, now)
	return warnOfRemoval(judge(req, before, effective, mistakes, known), removed, before, effective)
}

// ofProject returns the mistakes of the project that are there whatever the Shoot says. Others are the Shoot's, even if it is
// the project that holds the value to which what the Shoot says does not fit.
func (h *ShootHandler) ofProject(below *configuration.ConfigMap, shoot *gardencorev1beta1.Shoot) configuration.Mistakes {
	silent := h.shootConfig(shoot)
	silent.ProviderConfig = nil
	_, mistakes := h.Resolver.Resolve(below, silent)
	return slices.DeleteFunc(mistakes, func(m configuration.Mistake) bool { return m.Origin == configuration.OriginShoot })
}

func (h *ShootHandler) shootConfig(shoot *gardencorev1beta1.Shoot) *configuration.Shoot {
	// The garden's identity is not known here, and much of the status is not there yet. The domain is, if there is to be one: the
	// API server has set it by now.
	info := configuration.ShootInfoFor(shoot, ptr.Deref(shoot.Spec.SeedName, ""), "", h.Resolver.LabelPrefixes())
	complete := configuration.WithPlaceholders(info)
	complete[fluxv1alpha1.ShootInfoDomain] = info[fluxv1alpha1.ShootInfoDomain]
	config := configuration.ShootFrom(shoot, complete)
	config.Provisional = true
	return config
}

// isToldNamespace says whether the Shoot's operation fails because Flux was found in another namespace. It fails for such a
// reason only while nothing was delivered; should that be wrong, the controller still refuses what must not change.
func isToldNamespace(shoot *gardencorev1beta1.Shoot) bool {
	return slices.ContainsFunc(shoot.Status.LastErrors, func(e gardencorev1beta1.LastError) bool {
		return slices.Contains(e.Codes, gardencorev1beta1.ErrorRetryableConfigurationProblem) &&
			strings.Contains(e.Description, field.NewPath("flux", "namespace").String())
	})
}

// usesFlux says whether the extension works for the Shoot. Without an entry in the Shoot the label tells that an operator
// enabled the extension for all.
func usesFlux(shoot *gardencorev1beta1.Shoot) bool {
	if v1beta1helper.IsWorkerless(shoot) {
		return false
	}
	if entry := fluxEntry(shoot); entry != nil {
		return !ptr.Deref(entry.Disabled, false)
	}
	return shoot.Labels[extensionLabel] == "true"
}

func fluxEntry(shoot *gardencorev1beta1.Shoot) *gardencorev1beta1.Extension {
	for i := range shoot.Spec.Extensions {
		if shoot.Spec.Extensions[i].Type == fluxv1alpha1.ExtensionType {
			return &shoot.Spec.Extensions[i]
		}
	}
	return nil
}

// same says whether two states of a Shoot say the same about Flux.
func (h *ShootHandler) same(old, shoot *gardencorev1beta1.Shoot) bool {
	return h.saysSame(old, shoot) && apiequality.Semantic.DeepEqual(old.Spec.Resources, shoot.Spec.Resources)
}

// saysSame says whether two states of a Shoot say the same about Flux, but for the resources to which that may refer.
func (h *ShootHandler) saysSame(old, shoot *gardencorev1beta1.Shoot) bool {
	return sameEntry(fluxEntry(old), fluxEntry(shoot)) && maps.Equal(h.factLabels(old), h.factLabels(shoot))
}

func sameEntry(a, b *gardencorev1beta1.Extension) bool {
	if a == nil || b == nil {
		return a == b
	}
	return ptr.Deref(a.Disabled, false) == ptr.Deref(b.Disabled, false) && sameDocument(a.ProviderConfig, b.ProviderConfig)
}

// sameDocument compares content, so that another order of keys is no change.
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

func (h *ShootHandler) factLabels(shoot *gardencorev1beta1.Shoot) map[string]string {
	labels, prefixes := map[string]string{}, h.Resolver.LabelPrefixes()
	for key, value := range shoot.Labels {
		if slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(key, prefix) }) {
			labels[key] = value
		}
	}
	return labels
}
