// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"errors"
	"fmt"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/resource"
	kustypes "sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/yaml"
)

// configurations checks the configurations of generators and transformers. kustomize refuses those that are not its
// own.
func (r *reader) configurations(file string, objects resmap.ResMap) error {
	for _, object := range objects.Resources() {
		if gvk := object.GetGvk(); gvk.Group != "" || gvk.Version != konfig.BuiltinPluginApiVersion {
			continue
		}
		if err := r.configuration(file, object); err != nil {
			return err
		}
	}
	return nil
}

// configuration checks the configuration of a generator or transformer of kustomize.
func (r *reader) configuration(file string, object *resource.Resource) error {
	kind := object.GetGvk().Kind
	text, err := object.AsYAML()
	if err != nil {
		return err
	}
	names, patches, err := loadedBy(kind, text)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %s %s has a field of the wrong type: %w", file, kind, object.GetName(), err)
	case kind == kindHelmChart:
		return refuse(file, "Helm chart "+object.GetName(), isHelm)
	case !isKnown(kind):
		return refuse(file, "builtin "+kind, isUnknown)
	}
	for _, name := range names {
		if err := r.pluginFile(file, name); err != nil {
			return err
		}
	}
	for _, patch := range patches {
		if _, err := r.factory.RF().SliceFromBytes([]byte(patch)); err == nil {
			continue
		}
		if err := r.pluginFile(file, string(patch)); err != nil {
			return err
		}
	}
	return nil
}

// pluginFile checks a file that the configuration of a generator or transformer names. It is relative to the
// kustomization.yaml, wherever the configuration is.
func (r *reader) pluginFile(configuration, value string) error {
	err := localFile(r.file, value)
	if refused, is := errors.AsType[*RefusedError](err); is {
		refused.File = configuration
	}
	return err
}

// Kinds of generators and transformers of kustomize that load files.
const (
	kindConfigMap      = "ConfigMapGenerator"
	kindSecret         = "SecretGenerator"
	kindHelmChart      = "HelmChartInflationGenerator"
	kindPatch          = "PatchTransformer"
	kindJSONPatch      = "PatchJson6902Transformer"
	kindStrategicMerge = "PatchStrategicMergeTransformer"
	kindReplacement    = "ReplacementTransformer"
	kindValueAdd       = "ValueAddTransformer"
)

// isKnown reports whether a kind is a generator or transformer whose files are known.
func isKnown(kind string) bool {
	switch kind {
	case kindConfigMap, kindSecret, kindHelmChart, kindPatch, kindJSONPatch, kindStrategicMerge, kindReplacement, kindValueAdd:
		return true
	case "AnnotationsTransformer", "HashTransformer", "IAMPolicyGenerator", "ImageTagTransformer", "LabelTransformer", "NamespaceTransformer",
		"PrefixSuffixTransformer", "PrefixTransformer", "ReplicaCountTransformer", "SuffixTransformer":
		return true // They load no files.
	}
	return false
}

// loadedBy returns the names of files that a generator or transformer loads, and its patches, which are objects or
// names of files. It reads the configuration like kustomize does.
func loadedBy(kind string, text []byte) (names []string, patches []kustypes.PatchStrategicMerge, err error) {
	switch kind {
	case kindConfigMap, kindSecret:
		var sources kustypes.KvPairSources
		err = yaml.Unmarshal(text, &sources)
		names = sourcesOf(sources)
	case kindPatch, kindJSONPatch:
		var patch struct {
			Path string `json:"path"`
		}
		err = yaml.Unmarshal(text, &patch)
		names = []string{patch.Path}
	case kindStrategicMerge:
		var merge struct {
			Paths []kustypes.PatchStrategicMerge `json:"paths"`
		}
		err = yaml.Unmarshal(text, &merge)
		patches = merge.Paths
	case kindReplacement:
		var replacement struct {
			Replacements []kustypes.ReplacementField `json:"replacements"`
		}
		err = yaml.Unmarshal(text, &replacement)
		for _, own := range replacement.Replacements {
			names = append(names, own.Path)
		}
	case kindValueAdd:
		var add struct {
			TargetFilePath string `json:"targetFilePath"`
		}
		err = yaml.Unmarshal(text, &add)
		names = []string{add.TargetFilePath}
	}
	return names, patches, err
}
