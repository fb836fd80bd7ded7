// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"bufio"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/gardener/gardener/pkg/chartrenderer"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/apimachinery/pkg/version"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

const (
	release    = "extension-shoot-flux"
	namespace  = "extension-extension-shoot-flux-abcde"
	kubeconfig = "generic-garden-kubeconfig-81fb3a88"
)

// values returns the least that a seed's chart needs, with the given top-level values in place of the least ones.
func values(overrides map[string]any) map[string]any {
	result := map[string]any{
		"image": map[string]any{"repository": "registry.example.com/gardener-extension-shoot-flux"},
		"gardener": map[string]any{
			"version": "v1.150.0",
			"garden":  map[string]any{"clusterIdentity": "garden", "genericKubeconfigSecretName": kubeconfig},
			"seed":    map[string]any{"name": "my-seed"},
		},
	}
	maps.Copy(result, overrides)
	return result
}

// applicationValues returns what gardener-operator gives the chart for the virtual garden, and others.
func applicationValues(others map[string]any) map[string]any {
	result := map[string]any{"gardener": map[string]any{"virtualCluster": map[string]any{
		"enabled":        true,
		"serviceAccount": map[string]any{"name": "extension-admission-shoot-flux", "namespace": "kube-system"},
	}}}
	maps.Copy(result, others)
	return result
}

// runtimeValues returns what gardener-operator gives the chart of the admission, and others.
func runtimeValues(others map[string]any) map[string]any {
	result := map[string]any{
		"image": map[string]any{"repository": "registry.example.com/gardener-extension-shoot-flux"},
		"gardener": map[string]any{
			"runtimeCluster": map[string]any{"priorityClassName": "gardener-garden-system-400"},
			"virtualCluster": map[string]any{"enabled": true, "namespace": "extension-shoot-flux"},
		},
	}
	maps.Copy(result, others)
	return result
}

func render(chart string, values map[string]any) (string, error) {
	renderer := chartrenderer.NewWithServerVersion(&version.Info{GitVersion: "v1.36.0", Major: "1", Minor: "36"})
	rendered, err := renderer.RenderEmbeddedFS(charts.Files(), chart, release, namespace, values)
	if err != nil {
		return "", err
	}
	return string(rendered.Manifest()), nil
}

// objects renders the chart and decodes every object into its Go type; an unknown or doubled field fails.
func objects(chart string, values map[string]any) []runtime.Object {
	manifest, err := render(chart, values)
	Expect(err).NotTo(HaveOccurred())
	for document := range strings.SplitSeq(manifest, "\n---\n") {
		// A dashboard and alerts have templates of their own, and text for them.
		if !strings.Contains(document, "dashboard.monitoring.gardener.cloud/") && !strings.Contains(document, "kind: PrometheusRule") {
			Expect(document).NotTo(Or(ContainSubstring("{{"), ContainSubstring("%!")))
		}
		Expect(document).NotTo(Or(ContainSubstring("<no value>"), ContainSubstring("<nil>")))
	}
	return decode(kubernetes.SeedScheme, manifest)
}

// Components of the chart for the cluster that runs the garden, by the label app.kubernetes.io/name of their objects.
const (
	admissionComponent        = "gardener-extension-admission-shoot-flux"
	gardenControllerComponent = "gardener-extension-shoot-flux-garden-controller"
)

// componentObjects renders the chart for the cluster that runs the garden, and returns the objects of one component.
func componentObjects(component string, values map[string]any) []runtime.Object {
	return ofComponent(component, objects(charts.AdmissionRuntime, values))
}

// ofComponent returns the objects of one component; all of them if no component is named.
func ofComponent(component string, all []runtime.Object) []runtime.Object {
	return slices.DeleteFunc(all, func(object runtime.Object) bool {
		accessor, err := meta.Accessor(object)
		Expect(err).NotTo(HaveOccurred())
		return component != "" && accessor.GetLabels()["app.kubernetes.io/name"] != component
	})
}

func decode(scheme *runtime.Scheme, manifest string) []runtime.Object {
	var (
		decoder = serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
		reader  = yaml.NewYAMLReader(bufio.NewReader(strings.NewReader(manifest)))
		result  []runtime.Object
	)
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return result
		}
		Expect(err).NotTo(HaveOccurred())
		if !hasContent(document) {
			continue
		}
		object, _, err := decoder.Decode(document, nil, nil)
		Expect(err).NotTo(HaveOccurred(), "%s", document)
		result = append(result, object)
	}
}

func hasContent(document []byte) bool {
	for line := range strings.Lines(string(document)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return true
		}
	}
	return false
}

// one returns the only object of type T.
func one[T runtime.Object](all []runtime.Object) T {
	found := every[T](all)
	Expect(found).To(HaveLen(1))
	return found[0]
}

func every[T runtime.Object](all []runtime.Object) []T {
	var found []T
	for _, object := range all {
		if typed, ok := object.(T); ok {
			found = append(found, typed)
		}
	}
	return found
}
