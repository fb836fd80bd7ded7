// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"context"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// NewResolver returns a resolver for a defaulted configuration of the operator. The error lists the configuration errors of the operator.
func NewResolver(catalog Catalog, operator configv1alpha1.ControllerConfiguration) (*Resolver, error) {
	r := &Resolver{
		catalog:  catalog,
		limits:   ptr.Deref(operator.Limits, configv1alpha1.Limits{}),
		operator: &document.Document{Origin: document.OriginOperator, Name: document.OperatorName, Path: field.NewPath("defaults"), Content: map[string]any{}},
		prefixes: ptr.Deref(operator.ShootInfo, configv1alpha1.ShootInfo{}).LabelPrefixes,
		gitHosts: operator.GitHosts, offersPush: operator.Push != nil, offersNotifications: operator.Notifications != nil,
	}
	notes, configErrs := CheckOperator(catalog, operator)
	if operator.Defaults != nil {
		own, _ := r.operator.Read(operator.Defaults.Raw)
		configErrs = append(configErrs, own...)
	}
	if len(configErrs) == 0 {
		configErrs = CheckDefaultComponents(r.limits, r.operator.Content)
	}
	if len(configErrs) > 0 {
		return nil, configErrs.Limited()
	}
	r.notes = notes
	for _, version := range catalog.Versions() {
		if Allows(r.limits, version) {
			r.versions = append(r.versions, version)
		}
	}
	// The operator's defaults alone have to be valid for a shoot without any other configuration.
	effective, configErrs := r.resolve(context.Background(), nil, nil, nil) //nolint:forbidigo // at the start, and of the operator's own words
	if len(configErrs) > 0 {
		return nil, configErrs
	}
	r.registry = *effective.Flux.Registry
	return r, nil
}
