// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package benchmark

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
)

// reportInterval is the time between two looks at what is reported. They go past the gateways.
const reportInterval = 2 * time.Second

// observed is what the providerStatus of an Extension tells of the shoot.
type observed struct {
	Shoot struct {
		Revision string `json:"appliedRevision"`
	} `json:"shoot"`
}

// told is what a project is told of a Shoot, as far as it is waited for.
type told struct {
	State    string `json:"state"`
	Revision string `json:"appliedRevision"`
}

// awaitReports waits until everybody reports what happens in the shoots, at most as long as there is patience, and notes when that
// was so.
func (b *benchmark) awaitReports(ctx context.Context, s step, phase *Phase) error {
	deadline := b.began.Add(b.options.Patience)
	ticker := time.NewTicker(reportInterval)
	defer ticker.Stop()
	for {
		missing, err := b.missing(ctx, !s.gardenDown)
		if err != nil {
			return err
		}
		passed := rounded(time.Since(b.began).Seconds())
		if phase.Delivered == nil && missing.Undelivered == 0 && s.delivers {
			phase.Delivered = &passed
		}
		if phase.Reported == nil && missing.InSeed == 0 {
			phase.Reported = &passed
		}
		if phase.Told == nil && missing.InGarden == 0 && !s.gardenDown {
			phase.Told = &passed
		}
		if missing == (Missing{}) {
			return nil
		}
		if time.Now().After(deadline) {
			phase.Missing = &missing
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-b.controller.process.Done():
			return fmt.Errorf("the controller has ended, see %s", b.controller.process.LogFile())
		case <-ticker.C:
		}
	}
}

// missing counts the Shoots that do not tell what they should.
func (b *benchmark) missing(ctx context.Context, garden bool) (Missing, error) {
	var missing Missing
	extensions := &extensionsv1alpha1.ExtensionList{}
	if err := b.seedClient.List(ctx, extensions); err != nil {
		return Missing{}, fmt.Errorf("listing the Extensions: %w", err)
	}
	reported := map[string]expectation{}
	for _, ex := range extensions.Items {
		operation := ex.Status.LastOperation
		if operation == nil || operation.State != gardencorev1beta1.LastOperationStateSucceeded {
			missing.Undelivered++
			continue
		}
		reported[ex.Namespace] = reportOf(&ex)
	}
	entries := map[string]map[string]string{}
	if garden {
		configMaps := &corev1.ConfigMapList{}
		if err := b.gardenClient.List(ctx, configMaps, client.MatchingFieldsSelector{Selector: fields.OneTermEqualSelector("metadata.name", statusName)}); err != nil {
			return Missing{}, fmt.Errorf("listing what projects are told: %w", err)
		}
		for _, configMap := range configMaps.Items {
			entries[configMap.Namespace] = configMap.Data
		}
	}
	for _, s := range b.shoots {
		expected := s.expectation()
		if expected := (expectation{source: expected.source, revision: expected.revision}); reported[s.technicalID] != expected {
			missing.InSeed++
		}
		if garden && !isTold(entries[projectNamePrefix+s.project][s.name], expected) {
			missing.InGarden++
		}
	}
	return missing, nil
}

// reportOf is what the Extension says of its shoot.
func reportOf(ex *extensionsv1alpha1.Extension) expectation {
	var seen observed
	if status := ex.Status.ProviderStatus; status != nil && json.Unmarshal(status.Raw, &seen) != nil {
		return expectation{}
	}
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, "FluxSourceReady")
	if condition == nil {
		return expectation{}
	}
	return expectation{source: condition.Status, revision: seen.Shoot.Revision}
}

func isTold(value string, expected expectation) bool {
	var entry told
	return json.Unmarshal([]byte(value), &entry) == nil && entry == told{State: expected.state, Revision: expected.revision}
}
