// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"encoding/json"
	"strconv"
	"strings"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const (
	// seedConfigName and admissionConfigName are the names of the ConfigMaps with the configuration of the operator: for
	// the extension on a seed, and for admission and garden controller.
	seedConfigName, admissionConfigName = "gardener-extension-shoot-flux-config", "gardener-extension-admission-shoot-flux-config"
	// managedResourcePrefix is the prefix of the names of the ManagedResources of the extension.
	managedResourcePrefix = "extension-shoot-flux-"
	// ignoreAnnotation excludes a ManagedResource from reconciliation.
	ignoreAnnotation = "resources.gardener.cloud/ignore"
	// lastPosition is the position of a Shoot in the order of releases that is greater than all others.
	lastPosition = 1 << 32
)

// seedReport returns the fact in the report of a seed.
func (s scope) seedReport(seed string, configMap *corev1.ConfigMap) *history.SeedReport {
	var report struct {
		Shoots []struct {
			Namespace   string `json:"namespace"`
			Name        string `json:"name"`
			UID         string `json:"uid"`
			FluxVersion string `json:"fluxVersion"`
			Failed      bool   `json:"failed"`
			Baseline    *struct {
				State             fluxv1alpha1.BaselineState   `json:"state"`
				Message           string                       `json:"message"`
				Revision          string                       `json:"revision"`
				AppliedRevision   string                       `json:"appliedRevision"`
				AttemptedRevision string                       `json:"attemptedRevision"`
				Unwell            bool                         `json:"unwell"`
				Removed           *fluxv1alpha1.RemovedObjects `json:"removed"`
			} `json:"baseline"`
		} `json:"shoots"`
	}
	fact := &history.SeedReport{Seed: seed}
	for _, entry := range configMap.ManagedFields {
		if at := ptr.Deref(entry.Time, configMap.CreationTimestamp).Time; at.After(fact.Stored) {
			fact.Stored = at
		}
	}
	if err := unpack(configMap.BinaryData["report"], &report); err != nil {
		fact.Damaged = short(err.Error())
		return fact
	}
	for _, shoot := range report.Shoots {
		if !s.has(shoot.Namespace) {
			continue
		}
		reported := history.ReportedShoot{UID: shoot.UID, FluxVersion: shoot.FluxVersion, Failed: shoot.Failed}
		if own := shoot.Baseline; own != nil {
			reported.Baseline, reported.Revision, reported.AppliedRevision, reported.AttemptedRevision = own.State, own.Revision, own.AppliedRevision, own.AttemptedRevision
			reported.Unwell, reported.Removed, reported.Message = own.Unwell, own.Removed, short(own.Message)
		}
		if fact.Shoots == nil {
			fact.Shoots = map[string]history.ReportedShoot{}
		}
		fact.Shoots[shoot.Namespace+"/"+shoot.Name] = reported
	}
	return fact
}

// noticeBoard returns the fact in the notice board of a seed.
func (s scope) noticeBoard(seed string, data map[string]string) *history.NoticeBoard {
	fact := &history.NoticeBoard{Seed: seed}
	for line := range strings.Lines(data["projects"]) {
		words := strings.Fields(line)
		if len(words) == 0 || !s.has(words[0]) {
			continue
		}
		versions := map[string]string{}
		for _, word := range words[1:] {
			if name, version, is := strings.Cut(word, "="); is {
				versions[name] = version
			}
		}
		if fact.Projects == nil {
			fact.Projects = map[string]map[string]string{}
		}
		fact.Projects[words[0]] = versions
	}
	if words := strings.Fields(data["flux-version"]); len(words) > 0 {
		fact.Version = words[0]
		for _, word := range words[1:] {
			switch name, value, _ := strings.Cut(word, "="); name {
			case "released":
				if position, err := strconv.ParseUint(value, 16, 64); err == nil {
					fact.Position = float64(position) / lastPosition
				}
			case "from":
				fact.Released = value
			}
		}
	}
	var release struct {
		storedTarget `json:",inline"`
		Passed       storedTarget `json:"passed"`
		Ring         string       `json:"ring"`
	}
	if text := data["baseline"]; text != "" && json.Unmarshal([]byte(text), &release) == nil {
		fact.Baseline = &history.Release{
			Ring: release.Ring, Revision: release.Revision, Commit: release.Commit, PassedRevision: release.Passed.Revision, PassedCommit: release.Passed.Commit,
		}
	}
	return fact
}

// operatorFacts returns a function that decodes the configuration of the operator for these processes.
func operatorFacts(processes ...string) func(*unstructured.Unstructured) []history.Fact {
	return func(object *unstructured.Unstructured) []history.Fact {
		configMap, err := read[corev1.ConfigMap](object)
		if err != nil {
			return nil
		}
		var configured configv1alpha1.ControllerConfiguration
		if err := yaml.Unmarshal([]byte(configMap.Data["config.yaml"]), &configured); err != nil {
			return nil
		}
		var facts []history.Fact
		for _, process := range processes {
			fact := &history.Operator{Process: process, Baseline: configured.Baseline, Rollouts: configured.Rollouts}
			if configured.Defaults != nil {
				fact.FluxVersion = fluxConfig(configured.Defaults.Raw).Flux.Version
			}
			facts = append(facts, fact)
		}
		return facts
	}
}

// extensionFacts returns a function that decodes an Extension on the seed.
func (s scope) extensionFacts(seed string) func(*unstructured.Unstructured) []history.Fact {
	return func(object *unstructured.Unstructured) []history.Fact {
		project, name := projectOf(object.GetNamespace())
		extension, err := read[extensionsv1alpha1.Extension](object)
		if err != nil || extension.Spec.Type != fluxv1alpha1.ExtensionType || !s.has(project) {
			return nil
		}
		fact := &history.Extension{
			Seed: seed, Namespace: extension.Namespace, Project: project, Shoot: name, Deleting: extension.DeletionTimestamp != nil,
			Conditions: conditions(extension.Status.Conditions), Delivered: isDelivered(extension.Status.State),
		}
		if operation := extension.Status.LastOperation; operation != nil {
			fact.Operation, fact.OperationState = string(operation.Type), string(operation.State)
		}
		if failure := extension.Status.LastError; failure != nil {
			fact.Error = short(failure.Description)
		}
		var own fluxv1alpha1.FluxStatus
		if raw := extension.Status.ProviderStatus; raw != nil && json.Unmarshal(raw.Raw, &own) == nil {
			fact.Observed, fact.Baseline = own.Shoot, own.Baseline
			if fact.Observed != nil && fact.Observed.Objects != nil {
				fact.Observed.Objects.Tree = nil
			}
		}
		return []history.Fact{fact}
	}
}

// managedResourceFacts returns a function that decodes a ManagedResource on the seed.
func (s scope) managedResourceFacts(seed string) func(*unstructured.Unstructured) []history.Fact {
	return func(object *unstructured.Unstructured) []history.Fact {
		project, _ := projectOf(object.GetNamespace())
		if !strings.HasPrefix(object.GetName(), managedResourcePrefix) || !s.has(project) {
			return nil
		}
		resource, err := read[resourcesv1alpha1.ManagedResource](object)
		if err != nil {
			return nil
		}
		fact := &history.ManagedResource{
			Seed: seed, Namespace: resource.Namespace, Name: resource.Name, Origin: resource.Labels["origin"], Generation: resource.Generation,
			Observed: resource.Status.ObservedGeneration, KeepObjects: ptr.Deref(resource.Spec.KeepObjects, false), Ignored: resource.Annotations[ignoreAnnotation] == "true",
			Deleting: resource.DeletionTimestamp != nil, Conditions: conditions(resource.Status.Conditions), Annotations: resource.Annotations,
		}
		names := make([]string, 0, len(resource.Spec.SecretRefs))
		for _, secret := range resource.Spec.SecretRefs {
			names = append(names, secret.Name)
		}
		fact.Content = strings.Join(names, ",")
		return []history.Fact{fact}
	}
}

func conditions(all []gardencorev1beta1.Condition) []history.Condition {
	var found []history.Condition
	for _, condition := range all {
		found = append(found, history.Condition{
			Type: string(condition.Type), Status: string(condition.Status), Reason: condition.Reason, Message: short(condition.Message),
			Changed: condition.LastTransitionTime.UTC(), Updated: condition.LastUpdateTime.UTC(),
		})
	}
	return found
}

// isDelivered returns whether the state of an Extension shows that Flux was delivered.
func isDelivered(state *runtime.RawExtension) bool {
	var stored struct {
		Flux bool `json:"flux"`
	}
	return state != nil && json.Unmarshal(state.Raw, &stored) == nil && stored.Flux
}
