// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// settings are the fields of a FluxConfig that a history has.
type settings struct {
	Flux struct {
		Version string `json:"version"`
	} `json:"flux"`
	Source struct {
		Template struct {
			Kind string `json:"kind"`
			Spec struct {
				URL string      `json:"url"`
				Ref history.Ref `json:"ref"`
			} `json:"spec"`
		} `json:"template"`
	} `json:"source"`
	DeletionPolicy fluxv1alpha1.DeletionPolicy `json:"deletionPolicy"`
	Project        struct {
		Propagation fluxv1alpha1.Propagation `json:"propagation"`
		Rollout     *fluxv1alpha1.Rollout    `json:"rollout"`
	} `json:"project"`
}

// fluxConfig returns the settings in a FluxConfig; none if it cannot be read.
func fluxConfig(content []byte) settings {
	var read settings
	if err := yaml.Unmarshal(content, &read); err != nil {
		return settings{}
	}
	return read
}

// config returns the fact in a ConfigMap flux-config.
func config(configMap *corev1.ConfigMap) *history.Config {
	fact := &history.Config{
		Namespace: configMap.Namespace, ResourceVersion: configMap.ResourceVersion, Operation: configMap.Annotations[fluxv1alpha1.AnnotationRollout],
		Content: contentID(configMap.Data, configMap.BinaryData, ""),
	}
	// An empty flux-config is like none, for which a status has no configuration either.
	if len(configMap.Data)+len(configMap.BinaryData) > 0 {
		fact.Configuration = fact.Content
	}
	whole, isWhole := configMap.Data[fluxv1alpha1.KeyConfig]
	if !isWhole {
		fact.FluxVersion, fact.Propagation = configMap.Data[fluxv1alpha1.KeyFluxVersion], fluxv1alpha1.Propagation(configMap.Data[fluxv1alpha1.KeyPropagation])
		if url := configMap.Data[fluxv1alpha1.KeyRepositoryURL]; url != "" {
			fact.Source = &history.SourceConfig{URL: url, Ref: history.Ref{Branch: configMap.Data[fluxv1alpha1.KeyRepositoryBranch]}}
		}
		return fact
	}
	var read settings
	if err := yaml.Unmarshal([]byte(whole), &read); err != nil {
		fact.Invalid = short(err.Error())
		return fact
	}
	fact.FluxVersion, fact.DeletionPolicy, fact.Propagation, fact.Rollout = read.Flux.Version, read.DeletionPolicy, read.Project.Propagation, read.Project.Rollout
	if template := read.Source.Template; template.Spec.URL != "" {
		fact.Source = &history.SourceConfig{Kind: template.Kind, URL: template.Spec.URL, Ref: template.Spec.Ref}
	}
	return fact
}

// contentID identifies what the rings of a project deliver: flux-config without the settings that affect no Shoot. With
// a Flux version, it is the ID of a revision.
func contentID(data map[string]string, binaryData map[string][]byte, fluxVersion string) string {
	data = maps.Clone(data)
	delete(data, fluxv1alpha1.KeyPropagation)
	var content map[string]any
	if whole, has := data[fluxv1alpha1.KeyConfig]; has && yaml.Unmarshal([]byte(whole), &content) == nil {
		if own, is := content["project"].(map[string]any); is {
			for _, name := range []string{"rollout", "notifications", "commitStatus", "propagation"} {
				delete(own, name)
			}
			if len(own) == 0 {
				delete(content, "project")
			}
		}
		// It was decoded from YAML, so it can be encoded.
		text, _ := json.Marshal(content)
		data[fluxv1alpha1.KeyConfig] = string(text)
	}
	text, _ := json.Marshal(struct {
		Data        map[string]string `json:"data,omitempty"`
		BinaryData  map[string][]byte `json:"binaryData,omitempty"`
		FluxVersion string            `json:"fluxVersion,omitempty"`
	}{data, binaryData, fluxVersion})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
