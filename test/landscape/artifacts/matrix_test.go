// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package artifacts_test

import (
	"github.com/gardener/gardener/pkg/utils"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
)

const (
	digest   = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	artifact = "oci://registry.example.com/fluxcd/flux-manifests@" + digest
)

type values = map[string]any

// value is a map with one value in it, below the given names.
func value(content any, path ...string) values {
	for i := len(path) - 1; i >= 0; i-- {
		content = values{path[i]: content}
	}
	return content.(values)
}

// chart is a chart with the values that are tried.
type chart struct {
	name, release, namespace string
	values                   []values
}

// pods returns how many Deployments the chart has with the values: none for the garden, and a second one with the garden controller.
func (c chart) pods(with values) int {
	switch c.name {
	case artifacts.ApplicationChart:
		return 0
	case artifacts.RuntimeChart:
		if enabled, found, _ := unstructured.NestedBool(with, "gardenController", "enabled"); !found || enabled {
			return 2
		}
	}
	return 1
}

// all returns each combination of one choice out of each list, over what is given anyway.
func all(base values, choices ...[]values) []values {
	combinations := []values{base}
	for _, list := range choices {
		var next []values
		for _, combination := range combinations {
			for _, choice := range list {
				next = append(next, utils.MergeMaps(combination, choice))
			}
		}
		combinations = next
	}
	return combinations
}

// matrix are the charts with all combinations of the values that decide what there is and how it is built.
func matrix() []chart {
	image := value("registry.example.com/shoot-flux/gardener-extension-shoot-flux", "image", "repository")
	ways := [][]values{
		{{}, value([]any{values{"version": "v2.9.5", "sha256": digest[len("sha256:"):], "manifests": "YQ=="}}, "distributions", "inline")},
		{{}, value([]any{values{"version": "v2.9.6", "name": "flux-v2.9.6"}}, "distributions", "configMaps")},
		{
			{},
			value([]any{values{"version": "v2.10.0", "artifact": artifact}}, "distributions", "oci"),
			value([]any{
				values{"version": "v2.10.0", "artifact": artifact, "pullSecretName": "registry", "caConfigMapName": "registry-ca"},
				values{"version": "v2.10.1", "artifact": artifact},
			}, "distributions", "oci"),
		},
		{{}, value(false, "vpa", "enabled")},
	}
	// Pods and numbers of them that do not depend on anything else.
	proxy := values{"httpProxy": "http://proxy.example.com:3128", "httpsProxy": "http://proxy.example.com:3128", "noProxy": []any{".example.com"}}
	sizes := []values{{}, utils.MergeMaps(value(proxy, "proxy"), utils.MergeMaps(value(3, "replicaCount"), value(digest, "image", "digest")))}
	return []chart{
		{
			artifacts.SeedChart, "extension-shoot-flux", "extension-shoot-flux-abcde",
			all(utils.MergeMaps(image, value(values{
				"version": "v1.150.0",
				"garden":  values{"clusterIdentity": "garden", "genericKubeconfigSecretName": "generic-garden-kubeconfig-81fb3a88"},
				"seed":    values{"name": "my-seed"},
			}, "gardener")), append(ways,
				[]values{{}, value(false, "monitoring", "dashboard", "enabled")},
				[]values{{}, value(false, "monitoring", "rules", "enabled")},
				// Annotations, a ServiceMonitor, neither.
				[]values{{}, value(true, "monitoring", "serviceMonitor", "enabled"), value(false, "metrics", "enableScraping")},
				[]values{sizes[0], utils.MergeMaps(sizes[1], value("images:\n- name: source-controller\n  repository: registry.example.com/source-controller\n", "imageVectorOverwrite"))},
			)...),
		},
		{
			artifacts.RuntimeChart, "shoot-flux", "garden",
			all(utils.MergeMaps(image, value(values{"enabled": true, "namespace": "extension-shoot-flux"}, "gardener", "virtualCluster")), append(ways,
				// What gardener-operator adds, and a cluster without it.
				[]values{value("gardener-garden-system-400", "gardener", "runtimeCluster", "priorityClassName"), value("shoot-flux-garden", "gardenKubeconfig", "secretName")},
				[]values{{}, value(values{"replicaCount": 1, "vpa": values{"enabled": false}}, "gardenController"), value(false, "gardenController", "enabled")},
				[]values{sizes[0], utils.MergeMaps(sizes[1], value(values{"url": "admission.example.com:8443", "servicePort": 10250}, "webhook"))},
			)...),
		},
		{
			artifacts.ApplicationChart, "shoot-flux", "extension-shoot-flux",
			all(values{}, []values{
				value(values{"enabled": true, "serviceAccount": values{"name": "extension-admission-shoot-flux", "namespace": "kube-system"}}, "gardener", "virtualCluster"),
				value(false, "admission", "enabled"),
			}, []values{{}, value(false, "gardenController", "enabled")}, []values{{}, value([]any{}, "gitHostSecretNames"), value([]any{"a", "b"}, "gitHostSecretNames")}),
		},
	}
}
