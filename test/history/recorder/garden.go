// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/hold"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const (
	// observerGarden is the observer of the garden.
	observerGarden = "garden"
	// gardenNamespace is the namespace of the operator in the garden.
	gardenNamespace = "garden"
	// seedNamespacePrefix followed by the name of a seed is the namespace of the seed in the garden.
	seedNamespacePrefix = "seed-"
	// seedReportName is the name of the ConfigMap with the report of a seed.
	seedReportName = "shoot-flux-report"
	// keyVersionRollout is the key of ConfigMap garden/shoot-flux with the rollout of the default Flux version of earlier
	// releases.
	keyVersionRollout = "version-rollout"
	// keyStop is the key of that ConfigMap with the record of the stop of all rollouts.
	keyStop = "stop"
)

// configMapFacts returns the facts in a ConfigMap of the garden.
func (s scope) configMapFacts(object *unstructured.Unstructured) []history.Fact {
	namespace, name := object.GetNamespace(), object.GetName()
	seed, isSeeds := strings.CutPrefix(namespace, seedNamespacePrefix)
	switch {
	case isSeeds && name == fluxv1alpha1.NoticeBoardName, isSeeds && name == seedReportName, namespace == gardenNamespace:
	case !s.has(namespace):
		return nil
	}
	configMap, err := read[corev1.ConfigMap](object)
	if err != nil {
		return nil
	}
	switch {
	case isSeeds && name == fluxv1alpha1.NoticeBoardName:
		return []history.Fact{s.noticeBoard(seed, configMap.Data)}
	case isSeeds && name == seedReportName:
		return []history.Fact{s.seedReport(seed, configMap)}
	case isSeeds:
		return nil
	case namespace == gardenNamespace && name == fluxv1alpha1.NoticeBoardName:
		found := stopIn(configMap.Data)
		if text, has := configMap.Data[keyVersionRollout]; has {
			return append(found, versionRollout(text))
		}
		return append(found, rollout(history.VersionScope, configMap))
	case namespace == gardenNamespace && name == fluxv1alpha1.BaselineRolloutName:
		return []history.Fact{rollout(history.BaselineScope, configMap)}
	case namespace == gardenNamespace:
		return nil
	case name == fluxv1alpha1.ConfigMapName:
		return []history.Fact{config(configMap)}
	case name == fluxv1alpha1.RolloutConfigMapName:
		return []history.Fact{rollout(namespace, configMap)}
	case name == fluxv1alpha1.StatusConfigMapName:
		return reports(configMap)
	}
	return nil
}

// stopIn returns the record of the stop of all rollouts; none if there was never a stop, or if it cannot be read.
func stopIn(data map[string]string) []history.Fact {
	record := &history.Stop{}
	if json.Unmarshal([]byte(data[keyStop]), record) != nil {
		return nil
	}
	return []history.Fact{record}
}

// reports returns the entries of a ConfigMap flux-status.
func reports(configMap *corev1.ConfigMap) []history.Fact {
	type manager struct {
		name   string
		stored time.Time
	}
	managers := map[string]manager{}
	for _, entry := range configMap.ManagedFields {
		var owned struct {
			Data map[string]any `json:"f:data"`
		}
		if entry.FieldsV1 == nil || json.Unmarshal(entry.FieldsV1.GetRawBytes(), &owned) != nil {
			continue
		}
		for field := range owned.Data {
			if shoot, is := strings.CutPrefix(field, "f:"); is {
				managers[shoot] = manager{entry.Manager, ptr.Deref(entry.Time, configMap.CreationTimestamp).Time}
			}
		}
	}
	var found []history.Fact
	for _, shoot := range slices.Sorted(maps.Keys(configMap.Data)) {
		report := &history.Report{Namespace: configMap.Namespace, Shoot: shoot, Manager: managers[shoot].name, Stored: managers[shoot].stored}
		if err := json.Unmarshal([]byte(configMap.Data[shoot]), &report.Status); err != nil {
			report.Status = fluxv1alpha1.ShootStatus{Message: short("the entry cannot be read: " + err.Error())}
		}
		if report.Status.Objects != nil {
			report.Status.Objects.Tree = nil
		}
		found = append(found, report)
	}
	return found
}

// shootFacts returns the fact about a Shoot.
func (s scope) shootFacts(object *unstructured.Unstructured) []history.Fact {
	shoot, err := read[gardencorev1beta1.Shoot](object)
	if err != nil || !s.has(shoot.Namespace) {
		return nil
	}
	fact := &history.Shoot{
		Namespace: shoot.Namespace, Name: shoot.Name, UID: shoot.UID, Labels: shoot.Labels, Purpose: string(ptr.Deref(shoot.Spec.Purpose, "")),
		Seed: ptr.Deref(shoot.Status.SeedName, ""), Deleting: shoot.DeletionTimestamp != nil,
	}
	if wanted := ptr.Deref(shoot.Spec.SeedName, ""); wanted != fact.Seed {
		fact.SpecSeed = wanted
	}
	if request := hold.FromAnnotations(shoot.Annotations); request != nil {
		fact.HoldUntil = request.Until
	}
	if hibernation := shoot.Spec.Hibernation; hibernation != nil {
		fact.Hibernated = ptr.Deref(hibernation.Enabled, false)
	}
	for _, extension := range shoot.Spec.Extensions {
		if extension.Type != fluxv1alpha1.ExtensionType || ptr.Deref(extension.Disabled, false) {
			continue
		}
		fact.Extension = true
		if extension.ProviderConfig != nil {
			settings := fluxConfig(extension.ProviderConfig.Raw)
			fact.FluxVersion, fact.DeletionPolicy = settings.Flux.Version, settings.DeletionPolicy
		}
	}
	return []history.Fact{fact}
}

// seedFacts returns the fact about a seed.
func seedFacts(object *unstructured.Unstructured) []history.Fact {
	return []history.Fact{&history.Seed{Name: object.GetName(), Labels: object.GetLabels()}}
}

// eventFacts returns the fact about an Event of the extension.
func (s scope) eventFacts(object *unstructured.Unstructured) []history.Fact {
	event, err := read[eventsv1.Event](object)
	if err != nil || !s.has(event.Namespace) && event.Namespace != gardenNamespace {
		return nil
	}
	if !strings.Contains(event.ReportingController, fluxv1alpha1.ExtensionType) && !strings.Contains(event.DeprecatedSource.Component, fluxv1alpha1.ExtensionType) {
		return nil
	}
	fact := &history.Event{
		Namespace: event.Namespace, Name: event.Name, Type: event.Type, Reason: event.Reason, Action: event.Action, Kind: event.Regarding.Kind,
		About: event.Regarding.Name, Note: short(event.Note), Count: event.DeprecatedCount, Reporter: event.ReportingController, Time: event.EventTime.Time,
	}
	if event.Series != nil {
		fact.Count = event.Series.Count
	}
	return []history.Fact{fact}
}
