// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

// examples are the repository's own, by the names of their files. Those of Shoots are combined with that of a project.
func examples() (map[string]documents, error) {
	files, err := filepath.Glob(filepath.Join("..", "..", "example", "*.yaml"))
	if err != nil {
		return nil, err
	}
	more, err := filepath.Glob(filepath.Join("..", "..", "example", "operator", "controllerconfiguration.yaml"))
	if err != nil {
		return nil, err
	}
	found := map[string]documents{}
	for _, file := range append(files, more...) {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		example, ok, err := readExample(content)
		if err != nil {
			return nil, err
		}
		if ok {
			found[filepath.Base(file)] = example
		}
	}
	found["10-flux-config-push.yaml"] = offeredPush().and(found["10-flux-config-push.yaml"])
	found["10-flux-config-patches.yaml"] = operator(patchable).and(found["10-flux-config-patches.yaml"])
	found["10-flux-config-notifications.yaml"] = operator("notifications: {hosts: [hooks.slack.com]}").and(found["10-flux-config-notifications.yaml"])
	found["10-flux-config-commit-status.yaml"] = operator("gitHosts: [github.com]").and(found["10-flux-config-commit-status.yaml"])
	for name, example := range found {
		if example.providerConfig != "" {
			found[name] = found["10-flux-config-private.yaml"].and(example)
		}
	}
	return found, nil
}

// offeredPush is the configuration of an operator who offers webhooks.
func offeredPush() documents { return operator("push: {host: push.garden.example.com}") }

// readExample reads the configuration in a file, if it has one.
func readExample(content []byte) (documents, bool, error) {
	var (
		d     documents
		found bool
	)
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(content)))
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return d, found, nil
		}
		if err != nil {
			return d, false, err
		}
		meta := metav1.TypeMeta{}
		if err := yaml.Unmarshal(document, &meta); err != nil {
			return d, false, err
		}
		switch meta.Kind {
		case "ConfigMap":
			configMap := &corev1.ConfigMap{}
			if err := yaml.UnmarshalStrict(document, configMap); err != nil {
				return d, false, err
			}
			if configMap.Name == "flux-config" {
				d.data, found = configMap.Data, true
			}
		case "Shoot":
			shoot := &gardencorev1beta1.Shoot{}
			if err := yaml.UnmarshalStrict(document, shoot); err != nil {
				return d, false, err
			}
			read := configuration.ShootFrom(shoot, nil)
			d.providerConfig, d.resources, d.issuer, found = string(read.ProviderConfig), read.Resources, read.PublicIssuer, true
		case "ControllerConfiguration":
			d.operator, found = string(document), true
		}
	}
}
