// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package phases

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

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// reportInterval is the polling interval for reports. These requests bypass the gateways.
const reportInterval = 2 * time.Second

// observed contains the used fields of an Extension's providerStatus.
type observed struct {
	Shoot struct {
		Revision string `json:"appliedRevision"`
	} `json:"shoot"`
}

// told contains the used fields of a Shoot's entry in flux-status.
type told struct {
	State    string `json:"state"`
	Revision string `json:"appliedRevision"`
}

// awaitReports waits for the expected reports until the timeout, and records their times.
func (b *benchmark) awaitReports(ctx context.Context, s step, phase *Phase) error {
	deadline, first := b.began.Add(b.options.Patience), -1
	ticker := time.NewTicker(reportInterval)
	defer ticker.Stop()
	for {
		missing, err := b.missing(ctx, !s.gardenDown)
		if err != nil {
			return err
		}
		passed := rounded(time.Since(b.began).Seconds())
		if first < 0 {
			first = missing.InGarden
		}
		if phase.ToldMedian == nil && first > 0 && missing.InGarden <= first/2 && !s.gardenDown {
			phase.ToldMedian = &passed
		}
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
		case <-b.Failed():
			return b.FailedBecause()
		case <-b.controller.Done():
			return fmt.Errorf("the controller ended, see %s", b.controller.LogFile())
		case <-ticker.C:
		}
	}
}

// missing counts the Shoots without the expected report.
func (b *benchmark) missing(ctx context.Context, garden bool) (Missing, error) {
	var missing Missing
	extensions := &extensionsv1alpha1.ExtensionList{}
	if err := b.SeedClient.List(ctx, extensions); err != nil {
		return Missing{}, fmt.Errorf("listing the Extensions: %w", err)
	}
	reported := map[string]simulation.Expectation{}
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
		if err := b.GardenClient.List(ctx, configMaps, client.MatchingFieldsSelector{Selector: fields.OneTermEqualSelector("metadata.name", simulation.StatusName)}); err != nil {
			return Missing{}, fmt.Errorf("listing ConfigMaps flux-status: %w", err)
		}
		for _, configMap := range configMaps.Items {
			entries[configMap.Namespace] = configMap.Data
		}
	}
	for _, s := range b.shoots {
		expected := s.Expectation()
		if expected := (simulation.Expectation{Source: expected.Source, Revision: expected.Revision}); reported[s.TechnicalID] != expected {
			missing.InSeed++
		}
		if garden && !isTold(entries[simulation.ProjectNamespace(s.Project)][s.Name], expected) {
			missing.InGarden++
		}
	}
	return missing, nil
}

// reportOf returns the reported state of an Extension's shoot.
func reportOf(ex *extensionsv1alpha1.Extension) simulation.Expectation {
	var seen observed
	if status := ex.Status.ProviderStatus; status != nil && json.Unmarshal(status.Raw, &seen) != nil {
		return simulation.Expectation{}
	}
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, "FluxSourceReady")
	if condition == nil {
		return simulation.Expectation{}
	}
	return simulation.Expectation{Source: condition.Status, Revision: seen.Shoot.Revision}
}

func isTold(value string, expected simulation.Expectation) bool {
	var entry told
	return json.Unmarshal([]byte(value), &entry) == nil && entry == told{State: expected.State, Revision: expected.Revision}
}
