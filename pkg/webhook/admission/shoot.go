// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// The sum of these timeouts is less than the timeout of the API server.
const (
	readTimeout  = 5 * time.Second
	checkTimeout = 4 * time.Second
)

// ShootHandler validates the configuration of Flux in Shoots.
type ShootHandler struct {
	// Projects reads the configuration of the project without a cache.
	Projects *garden.Reader
	// Decoder decodes the objects of a request.
	Decoder admission.Decoder
	// Resolver resolves the effective configuration of a shoot.
	Resolver Resolver
	// Turns limits the number of concurrent checks.
	Turns *Turns
}

// Handle denies a Shoot that has configuration errors of its own. It validates the Shoot only if it is new, or if its
// configuration of Flux has changed. Before the first delivery, it accepts changes of the identity.
func (h *ShootHandler) Handle(ctx context.Context, req admission.Request) admission.Response {
	shoot, old, err := decode[gardencorev1beta1.Shoot](h.Decoder, req)
	if err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if shoot.DeletionTimestamp != nil || !usesFlux(shoot) || (old != nil && h.hasSameConfig(old, shoot) && apiequality.Semantic.DeepEqual(old.Spec.Resources, shoot.Spec.Resources)) {
		return admission.Allowed("")
	}

	below, err := h.read(ctx, req.Namespace)
	if err != nil {
		return unavailable(err)
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

// check resolves the old and the new configuration of the Shoot, merged with the project's configuration, and returns
// the response to the request.
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
			known = append(known, errs...) // Only spec.resources has changed, which may be for other extensions.
		}
		if !awaitsFirstDelivery(old) {
			before, removed = effective, removedProviderConfig(was, now)
		}
	}
	effective, errs, err := h.Resolver.Resolve(ctx, below, now)
	if err != nil {
		return tooMany(err)
	}
	return warnOfRemoval(respond(req, before, effective, errs, known), removed, before, effective)
}

// ofProject returns the errors of the project's configuration, resolved without the Shoot's providerConfig. All other
// errors count as errors of the Shoot, even if the project sets the invalid value.
func (h *ShootHandler) ofProject(ctx context.Context, below *document.ConfigMap, shoot *gardencorev1beta1.Shoot) (document.Errors, error) {
	without := h.shootConfig(shoot)
	without.ProviderConfig = nil
	_, errs, err := h.Resolver.Resolve(ctx, below, without)
	return slices.DeleteFunc(errs, func(err document.Error) bool { return err.Origin == document.OriginShoot }), err
}

func (h *ShootHandler) shootConfig(shoot *gardencorev1beta1.Shoot) *configuration.Shoot {
	// The identity of the garden and most of the status are unknown here. The domain is known, because the API server has
	// already set its default.
	info := configuration.ShootInfo(shoot, ptr.Deref(shoot.Spec.SeedName, ""), "", h.Resolver.LabelPrefixes())
	complete := configuration.WithPlaceholders(info)
	complete[fluxv1alpha1.ShootInfoDomain] = info[fluxv1alpha1.ShootInfoDomain]
	config := configuration.ShootFrom(shoot, complete)
	config.Provisional = true
	return config
}

// awaitsFirstDelivery reports whether nothing has been delivered to the shoot yet. This is the case if the Shoot has no
// technical ID. It is also the case if the operation of its Extension fails with a configuration problem, because after
// the first delivery, such a problem is reported only in a condition. The description of the error contains the name of
// the Extension. The controller rejects a forbidden change even if this result is wrong.
func awaitsFirstDelivery(shoot *gardencorev1beta1.Shoot) bool {
	id := shoot.Status.TechnicalID
	return id == "" || slices.ContainsFunc(shoot.Status.LastErrors, func(e gardencorev1beta1.LastError) bool {
		return slices.Contains(e.Codes, gardencorev1beta1.ErrorRetryableConfigurationProblem) &&
			strings.Contains(e.Description, id+"/"+fluxv1alpha1.ExtensionType)
	})
}

// usesFlux reports whether the extension is enabled for the Shoot and the Shoot has workers.
func usesFlux(shoot *gardencorev1beta1.Shoot) bool {
	return !v1beta1helper.IsWorkerless(shoot) && garden.UsesFlux(shoot)
}

// hasSameConfig reports whether the configuration of Flux is unchanged. It compares parsed documents, because the order
// of keys does not matter.
func (h *ShootHandler) hasSameConfig(old, shoot *gardencorev1beta1.Shoot) bool {
	var documents [2]any
	for i, s := range []*gardencorev1beta1.Shoot{old, shoot} {
		for _, extension := range s.Spec.Extensions {
			if extension.Type != fluxv1alpha1.ExtensionType {
				continue
			}
			raw, content := configuration.ShootFrom(s, nil).ProviderConfig, any(nil)
			if json.Unmarshal(raw, &content) != nil {
				content = string(raw)
			}
			documents[i] = []any{ptr.Deref(extension.Disabled, false), content}
		}
	}
	return apiequality.Semantic.DeepEqual(documents[0], documents[1]) && maps.Equal(h.infoLabels(old), h.infoLabels(shoot))
}

// infoLabels returns the labels that become shoot info variables.
func (h *ShootHandler) infoLabels(shoot *gardencorev1beta1.Shoot) map[string]string {
	labels := maps.Clone(shoot.Labels)
	maps.DeleteFunc(labels, func(key, _ string) bool {
		return !slices.ContainsFunc(h.Resolver.LabelPrefixes(), func(prefix string) bool { return strings.HasPrefix(key, prefix) })
	})
	return labels
}
