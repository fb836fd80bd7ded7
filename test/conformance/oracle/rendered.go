// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// renderer renders what the extension delivers, with the command render.
type renderer struct {
	plugin, shoot string

	mutex sync.Mutex
	known map[string][]document
}

// minimalConfig is a flux-config for the objects that do not depend on it.
const minimalConfig = `apiVersion: v1
kind: ConfigMap
metadata: {name: flux-config, namespace: garden-my-project}
data:
  config.yaml: |
    apiVersion: flux.extensions.gardener.cloud/v1alpha1
    kind: FluxConfig
`

// delivered returns Flux: the objects that all shoots with a version of Flux get. An empty version is the default.
func (r *renderer) delivered(ctx context.Context, version string) ([]document, error) {
	config := minimalConfig
	if version != "" {
		config += "    flux: {version: " + version + "}\n"
	}
	return r.render(ctx, config)
}

// synced returns what the extension delivers in addition for a flux-config: source, root Kustomization, shoot-info.
func (r *renderer) synced(ctx context.Context, config, version string) ([]document, error) {
	flux, err := r.delivered(ctx, version)
	if err != nil {
		return nil, err
	}
	all, err := r.render(ctx, config)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(all), func(d document) bool {
		return slices.ContainsFunc(flux, func(other document) bool {
			return other.GetKind() == d.GetKind() && other.GetNamespace() == d.GetNamespace() && other.GetName() == d.GetName()
		})
	}), nil
}

func (r *renderer) render(ctx context.Context, config string) ([]document, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if known, has := r.known[config]; has {
		return known, nil
	}
	var out, messages bytes.Buffer
	command := exec.CommandContext(ctx, r.plugin, "render", "-f", r.shoot, "-f", "-")
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(config), &out, &messages
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("rendering: %w: %s", err, messages.String())
	}
	documents, err := decode(out.Bytes())
	if err != nil {
		return nil, err
	}
	if r.known == nil {
		r.known = map[string][]document{}
	}
	r.known[config] = documents
	return documents, nil
}

// decode returns the objects of a YAML stream.
func decode(stream []byte) ([]document, error) {
	var documents []document
	for text := range strings.SplitSeq("\n"+string(stream), "\n---") {
		object := map[string]any{}
		if err := yaml.Unmarshal([]byte(text), &object); err != nil {
			return nil, err
		}
		if len(object) > 0 {
			documents = append(documents, &unstructured.Unstructured{Object: object})
		}
	}
	return documents, nil
}
